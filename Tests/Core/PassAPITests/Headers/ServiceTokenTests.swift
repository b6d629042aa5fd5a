import Documents
import Testing
import VirtualTime

@testable import PassAPI

@Suite("rest-api-v2.md §3.5: what an identity service says of the user") struct ServiceTokenTests {
    /// The page's own example of claims, with a header and four bytes for a signature.
    private static let example =
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJraXRlLWlkIiwic3ViIjoidS04MWYwIiwiYXVkIjoiQWRvYmUiLCJpYXQiOjE3NjcyMjU2MDAsImV4cCI6MTc2NzIyOTIwMH0.c2lnbg"

    @Test("The page's own claims, both ways")
    func example() throws {
        let token = try #require(ServiceToken(decoding: Self.example))
        #expect(token.claims["iss"]?.string == "kite-id" && token.subject == "u-81f0")
        #expect(token.expires == Instant(secondsSince1970: 1_767_229_200) && token.notBefore == nil)
        #expect(token.headerValue { _ in Array("sign".utf8) } == Self.example)
    }

    @Test("The next one has the same user and the same life, in whole seconds")
    func renewed() throws {
        let token = try #require(ServiceToken(decoding: Self.example))
        let next = token.renewed(at: Instant(secondsSince1970: 1_767_300_000) + .milliseconds(900))
        #expect(next.subject == "u-81f0" && next.expires == Instant(secondsSince1970: 1_767_303_600))
        #expect(next.claims["iat"]?.number?.int64 == 1_767_300_000 && next.claims["nbf"] == nil)
        // As Adobe's own SSO service has it (§12).
        var own = token
        (own.claims["nbf"], own.notBefore) = (
            .number(JSONNumber(1_767_225_600)), Instant(secondsSince1970: 1_767_225_600)
        )
        #expect(own.renewed(at: Instant(secondsSince1970: 1_767_300_000)).claims["nbf"]?.number?.int64 == 1_767_300_000)
        // One that says no times lives an hour.
        let bare = ServiceToken(subject: "u-1").renewed(at: Instant(secondsSince1970: 1_000))
        #expect(bare.expires == Instant(secondsSince1970: 4_600))
    }

    @Test("What is no token is none", arguments: ["", "a", "a.b.c", "e30.e30", "e30.W10.c2ln"])
    func unreadable(text: String) {
        #expect(ServiceToken(decoding: text) == nil)
    }
}
