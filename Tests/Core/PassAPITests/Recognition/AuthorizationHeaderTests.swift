import Testing

@testable import PassAPI

struct AuthorizationHeaderTests {
    static let signed =
        "POST requestor_id=KITETV, nonce=n-1, signature_method=HMAC-SHA1, request_time=1400000000000, "
        + "request_uri=/regcode, public_key=kite-public, signature=c2lnbmF0dXJl="

    @Test("A Bearer token is read in any case of the scheme", arguments: ["Bearer t=0", "bearer t=0", "BEARER   t=0"])
    func bearer(value: String) {
        #expect(AuthorizationHeader(value) == .bearer("t=0"))
    }

    @Test("A scheme is cut off at its blank, whatever marks follow")
    func marks() {
        #expect(AuthorizationHeader("Bearer \u{301}t") == .bearer("\u{301}t"))
        #expect(AuthorizationHeader("Bearer\u{301} t") == .other("Bearer\u{301} t"))
        #expect(AuthorizationHeader("Bearer\0t") == .other("Bearer\0t"))
    }

    @Test("The signed header of old is taken apart, and what was signed is kept as sent")
    func signedHeader() throws {
        guard case .signed(let header) = AuthorizationHeader(Self.signed) else {
            Issue.record("not recognized")
            return
        }
        #expect(header.method == "POST")
        #expect(header.requestor == "KITETV")
        #expect(header.nonce == "n-1")
        #expect(header.signatureMethod == "HMAC-SHA1")
        #expect(header.requestTime == "1400000000000")
        #expect(header.requestURI == "/regcode")
        #expect(header.publicKey == "kite-public")
        #expect(header.signature == "c2lnbmF0dXJl=")
        #expect(Self.signed.hasPrefix(header.signedText + ", public_key="))
        #expect(header.signedText.hasSuffix("request_uri=/regcode"))
    }

    @Test(
        "Anything else is kept as it is",
        arguments: ["", "Basic YTpi", "Bearer", "POST requestor_id=KITETV", " nonce=1", "Bear er x"]
    )
    func other(value: String) {
        #expect(AuthorizationHeader(value) == .other(value))
    }
}
