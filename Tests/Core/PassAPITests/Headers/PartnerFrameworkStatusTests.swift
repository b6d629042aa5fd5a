import Testing
import VirtualTime

@testable import PassAPI

@Suite("rest-api-v2.md §3.4: what the partner's framework says of the user") struct PartnerFrameworkStatusTests {
    /// The page's own example.
    private static let example =
        "eyJmcmFtZXdvcmtQZXJtaXNzaW9uSW5mbyI6eyJhY2Nlc3NTdGF0dXMiOiJncmFudGVkIn0sImZyYW1ld29ya1Byb3ZpZGVySW5mbyI6eyJpZCI6ImNvbS5leGFtcGxlLm1lYWRvd2xhcmsiLCJleHBpcmF0aW9uRGF0ZSI6IjE3Njk4MTc2MDAwMDAifX0="

    @Test("The page's own example, both ways")
    func example() throws {
        let status = try #require(PartnerFrameworkStatus(decoding: Self.example))
        #expect(status.accessStatus == "granted" && status.providerID == "com.example.meadowlark")
        #expect(status.expirationDate == Instant(secondsSince1970: 1_769_817_600))
        #expect(status.headerValue == Self.example)
    }

    @Test("Without a provider, as the documents' own sample of a denied one; its end may be a number")
    func variants() throws {
        // `{"frameworkPermissionInfo":{"accessStatus":"denied"},"frameworkProviderInfo":{}}`
        let denied = try #require(
            PartnerFrameworkStatus(
                decoding:
                    "eyJmcmFtZXdvcmtQZXJtaXNzaW9uSW5mbyI6eyJhY2Nlc3NTdGF0dXMiOiJkZW5pZWQifSwiZnJhbWV3b3JrUHJvdmlkZXJJbmZvIjp7fX0="
            )
        )
        #expect(denied == PartnerFrameworkStatus(accessStatus: "denied"))
        // `{"frameworkPermissionInfo":{},"frameworkProviderInfo":{"id":"","expirationDate":1769817600000}}`
        let odd = try #require(
            PartnerFrameworkStatus(
                decoding:
                    "eyJmcmFtZXdvcmtQZXJtaXNzaW9uSW5mbyI6e30sImZyYW1ld29ya1Byb3ZpZGVySW5mbyI6eyJpZCI6IiIsImV4cGlyYXRpb25EYXRlIjoxNzY5ODE3NjAwMDAwfX0="
            )
        )
        #expect(odd.accessStatus == nil && odd.providerID == nil)
        #expect(odd.expirationDate == Instant(secondsSince1970: 1_769_817_600))
    }

    @Test(
        "What is no status is none",
        // The third is a permission that is null.
        arguments: ["", "e30=", "eyJmcmFtZXdvcmtQZXJtaXNzaW9uSW5mbyI6bnVsbH0=", "W10=", "%%%", "eyJ4", "bm90IGpzb24="]
    )
    func none(text: String) {
        #expect(PartnerFrameworkStatus(decoding: text) == nil)
    }

    @Test("A request that carries one says when it ends, and whose account it is about")
    func carried() {
        let grant = Grant(carried: Self.example, .partnerFrameworkStatus)
        #expect(grant.expires == Instant(secondsSince1970: 1_769_817_600) && grant.mvpd == "com.example.meadowlark")
        #expect(Grant(carried: "x", .partnerFrameworkStatus).expires == nil)
    }
}
