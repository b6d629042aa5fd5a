import Documents
import Testing
import Tokens

@testable import Redaction

@Suite struct JWTVisitorTests {
    private func token(_ claims: String, _ signature: String = "c2lnLTEyMzQ1Njc4") -> String {
        let part = { (text: String) in Probe.text(Base64Text.encode(Array(text.utf8), isURLSafe: true, isPadded: false))
        }
        return part(#"{"alg":"RS256","typ":"JWT"}"#) + "." + part(claims) + "." + signature
    }

    @Test("A JWT stays one that can be parsed: times and issuer stay, the rest is replaced")
    func claims() throws {
        let text = token(
            #"{"sub":"client-77","iss":"auth.adobe.com","exp":1795211952,"scopes":"api:client:v1","n":{"x":["y-1"]}}"#
        )
        let answer = try JSONValue(parsing: Array(Probe.answer(#"{"access_token":"\#(text)"}"#).utf8))
        let redacted = try #require(answer["access_token"]?.string)
        let parsed = try JSONWebToken(parsing: redacted)
        #expect(parsed.algorithm == "RS256")
        #expect(parsed.expiry == (try JSONWebToken(parsing: text)).expiry)
        #expect(redacted.split(separator: ".")[0] == text.split(separator: ".")[0])
        #expect(redacted.split(separator: ".")[2] != text.split(separator: ".")[2])
        let claims = Probe.text(Base64Text(ArraySlice(redacted.split(separator: ".")[1].utf8))?.bytes)
        #expect(claims.contains(Probe.pseudonym("client-77")) && claims.contains("api:client:v1"))
        #expect(claims.contains(Probe.pseudonym("y-1")))
    }

    @Test("A JWT in a bearer header and in the answer agree")
    func agreement() {
        let text = token(#"{"sub":"client-77"}"#)
        let answer = Probe.part(of: Probe.answer(#"{"access_token":"\#(text)"}"#), between: #"token":""#, and: "\"")
        #expect(Probe.header("Authorization", "Bearer " + text) == "Bearer " + answer)
    }

    @Test("Signatures of any length stay canonical", arguments: ["YQ", "YWI", "YWJj", "_-8", ""])
    func signatures(_ signature: String) {
        let redacted = Probe.header("Authorization", "Bearer " + token("{}", signature))
        let part = redacted.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        #expect(part.utf8.count == signature.utf8.count)
        #expect(Base64Text(ArraySlice(part.utf8)) != nil)
    }

    @Test(
        "What only begins like one is none",
        arguments: ["eyJ", "eyJhbGciOiJSUzI1NiJ9", "eyJhbGciOiJSUzI1NiJ9.!.x", "eyeyeyeyeyey.a.b"]
    )
    func others(_ text: String) {
        #expect(JWTVisitor(ArraySlice(text.utf8)) == nil)
    }
}
