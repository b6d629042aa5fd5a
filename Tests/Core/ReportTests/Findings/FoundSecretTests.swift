import Documents
import PassAPI
import Testing

@testable import Report

@Suite("Secrets among what was found") struct FoundSecretTests {
    @Test(
        "Of a token or credential only the first characters are printed, of all else everything",
        arguments: [
            ("Authorization", "Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJraXRlIn0", "Bearer eyJhbGci…, 47 characters"),
            ("authentication_token", "<signatureInfo>c2ln<signatureInfo>", "<signatu…, 34 characters"),
            ("client_secret", "9f8e7d6c5b4a39281706", "9f8e7d6c…, 20 characters"),
            ("client_secret", "short", "short"), ("deviceId", "d42b0c2e-e7d1-11f1-a42e-02fc00000001", nil),
            ("serializedToken expires", "2026-11-24T06:44:41.917Z", nil),
            ("serializedToken resourceID", "<rss version=\"2.0\"><channel/></rss>", nil),
        ] as [(String, String, String?)]
    )
    func text(name: String, value: String, printed: String?) {
        #expect(FoundSecret.text(value, of: name) == printed ?? value)
    }

    @Test("Two that begin alike are told apart by the place where they part")
    func pair() {
        let (one, other) = FoundSecret.pair("eyJhbGciOiJSUzI1NiJ9.one", "eyJhbGciOiJSUzI1NiJ9.two", of: "access_token")
        #expect(one == "eyJhbGci…, 24 characters")
        #expect(other == "eyJhbGci…, 24 characters, another from character 22 on")
    }

    @Test("In text and JSON of a finding alike")
    func finding() {
        let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJraXRlIn0.c2ln"
        let field = FieldDifference("Authorization", recorded: "Bearer " + token, replayed: "Bearer other-\(token)")
        let text = JSONValue.object(FindingJSON.Field(field).object).serialized
        #expect(!text.contains("eyJzdWIi"))
        #expect(text.contains("Bearer eyJhbGci…, 52 characters"))
    }
}
