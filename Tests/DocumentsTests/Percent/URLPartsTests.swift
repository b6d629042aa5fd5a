import Documents
import Testing

@Suite struct URLPartsTests {
    @Test(
        "A URL is taken apart without changing a byte, and its host is found",
        arguments: [
            ("https://Kite.Example:8443/a/b?c=d#e", "kite.example"), ("https://u:p@kite.example/", "kite.example"),
            ("https://u@x@kite.example", "kite.example"), ("https://[2001:DB8::1]:443/a", "[2001:db8::1]"),
            ("https://[broken", "[broken"),
            ("https://kite.example?q=https://x/#?", "kite.example"), ("/relative?a#", ""), ("", ""), ("a:b", ""),
            ("https://", ""),
            ("?://x", ""), ("://", ""), ("://x", ""), ("https://h/\u{301}?\u{301}", "h"), ("http:/x://y", ""),
            ("https://kite.example#/a?b", "kite.example"),
        ]
    )
    func parts(url: String, host: String) {
        let parts = URLParts(url)
        #expect(parts.url == url)
        #expect(parts.host == host)
    }

    @Test("The query ends where the fragment begins, and an empty query is not none")
    func query() {
        #expect(URLParts("https://h/p?a=b?c#d?e").query == "a=b?c")
        #expect(URLParts("https://h/p?").query == "")
        #expect(URLParts("https://h/p#a?b").query == nil)
        #expect(URLParts("https://h/p#").fragment == "")
    }
}
