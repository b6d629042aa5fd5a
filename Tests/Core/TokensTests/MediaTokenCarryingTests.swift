import Tokens
import Testing

/// tokens.md §4, §6: a media token goes around as its own text, in Base64, and in a form or JSON.
@Suite struct MediaTokenCarryingTests {
    /// `<signatureInfo>` in Base64 is `PHNpZ25hdHVyZUluZm8+` (Python's base64.b64encode).
    private static let encoded = "PHNpZ25hdHVyZUluZm8+YzJsbg=="

    @Test(
        "A token in Base64 is found wherever it begins, its plus sign escaped, lost or as it is",
        arguments: [
            encoded, "token=\(encoded)&a=b", "token=PHNpZ25hdHVyZUluZm8%2BYzJsbg", "token=PHNpZ25hdHVyZUluZm8 YzJsbg",
            "{\"t\":\"\(encoded)\"}", "PHNpZ25hdHVyZUluZm8\u{301}",
        ]
    )
    func base64(text: String) {
        #expect(MediaToken.isInBase64(in: text.utf8))
        #expect(MediaToken.isCarried(in: text.utf8))
    }

    @Test(
        "A token's own text is found by the name of its element, in whatever escapes",
        arguments: [
            "<signatureInfo>c2ln<signatureInfo><shortAuthorizationToken><ttl>1</ttl></shortAuthorizationToken>",
            "t=%3CshortAuthorizationToken%3E", "{\"t\":\"\\u003cshortAuthorizationToken>\"}",
        ]
    )
    func plain(text: String) {
        #expect(MediaToken.isCarried(in: text.utf8))
        #expect(!MediaToken.isInBase64(in: text.utf8))
    }

    @Test(
        "Other tokens, and the beginning of one, are none",
        arguments: [
            "", "PHNpZ25hdHVyZUluZm", "phnpZ25hdHVyZUluZm8+", "<simpleAuthorizationToken/>", "shortAuthorization",
        ]
    )
    func others(text: String) {
        #expect(!MediaToken.isInBase64(in: text.utf8))
        #expect(!MediaToken.isCarried(in: text.utf8))
    }
}
