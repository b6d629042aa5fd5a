import Testing

@testable import Services

/// The addresses to which a browser may be sent.
@Suite struct RedirectTargetTests {
    @Test(
        "Pages and apps may be opened, as written",
        arguments: [
            "https://kite.example/done", "http://127.0.0.1:3000/cb?a=1&b=%20#x", "kite-tv://login",
            "adobepass://ios.app",
            "com.kite.tv:/oauth", "adbe.u-XFXJeTSDuJiIQs0HVRAg://adobe.com", "HTTPS://KITE.EXAMPLE/", "kite:done",
            "https://[2001:db8::1]/", "https://user@kite.example/",
        ]
    )
    func allowed(text: String) {
        #expect(RedirectTarget(text)?.address == text)
    }

    @Test(
        "What runs a text, opens a file, or is not an address is refused",
        arguments: [
            "", "/done", "//kite.example", "done", ":", "://x", "https:", "https:/kite.example", "https://",
            "https:///x",
            "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
            "blob:x",
            "about:blank", "view-source:https://x", "1x:y", " https://x", "\thttps://x", "java\nscript:x",
            "https\u{0}://x",
            "https\u{212A}://x", "kite:", String(repeating: "a", count: 65) + ":x",
            "https://x/" + String(repeating: "a", count: 8_183),
        ]
    )
    func refused(text: String) {
        #expect(RedirectTarget(text) == nil)
    }

    @Test("What a URL cannot have is percent-encoded, so nothing ends the header field or the attribute")
    func encoded() {
        #expect(
            RedirectTarget("https://x/a\r\nSet-Cookie: a=b\u{0}\"<>'\u{E9}")?.address
                == "https://x/a%0D%0ASet-Cookie:%20a=b%00%22%3C%3E'%C3%A9"
        )
        #expect(RedirectTarget("https://x/" + String(repeating: "a", count: 8_182)) != nil)
    }
}
