import Redaction
import Testing

@Suite struct SecretKindTests {
    @Test(
        "What one value is called has no plural in it",
        arguments: [
            (SecretKind.accessToken, 1, "access token"), (.accessToken, 2, "access tokens"),
            (.networkAddress, 1, "internet address"), (.networkAddress, 3, "internet addresses"),
            (.userIdentifier, 1, "user or household identifier"),
            (.userIdentifier, 2, "user and household identifiers"),
            (.userMetadata, 1, "user metadata value"), (.userMetadata, 2, "user metadata values"),
            (.drawn, 1, "value that looks random"), (.drawn, 2, "values that look random"),
        ]
    )
    func noun(kind: SecretKind, count: Int, noun: String) {
        #expect(kind.noun(for: count) == noun)
    }

    @Test("Each kind has another name for one than for several", arguments: SecretKind.allCases)
    func plural(kind: SecretKind) {
        #expect(kind.noun(for: 1) != kind.noun(for: 2))
    }
}
