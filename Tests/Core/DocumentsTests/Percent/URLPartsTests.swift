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
        var joined = String(parts.path)
        if !parts.scheme.isEmpty { joined = "\(parts.scheme)://\(parts.authority)" + joined }
        if let query = parts.query { joined += "?\(query)" }
        if let fragment = parts.fragment { joined += "#\(fragment)" }
        #expect(Array(joined.utf8) == Array(url.utf8))
        #expect(parts.url == url)
        #expect(parts.host == host)
    }

    @Test(
        "Host and port are what a Host field names: without the port that is the scheme's own, or an empty one",
        arguments: [
            ("https://Kite.Example:443/a", "kite.example"), ("http://kite.example:80", "kite.example"),
            ("HTTP://kite.example:443", "kite.example:443"), ("https://kite.example:80/", "kite.example:80"),
            ("https://u:p@kite.example:8443/", "kite.example:8443"), ("https://kite.example:/a", "kite.example"),
            ("https://[2001:DB8::1]:8443/a", "[2001:db8::1]:8443"), ("/relative", ""),
        ]
    )
    func hostAndPort(url: String, name: String) {
        #expect(URLParts(url).hostAndPort == name)
    }

    @Test("The components are those of RFC 3986 §3, in its own examples")
    func components() {
        let uri = URLParts("foo://example.com:8042/over/there?name=ferret#nose")
        #expect(uri.scheme == "foo" && uri.authority == "example.com:8042" && uri.path == "/over/there")
        #expect(uri.query == "name=ferret" && uri.fragment == "nose")
        #expect(uri.pathAndQuery == "/over/there?name=ferret")
        let ldap = URLParts("ldap://[2001:db8::7]/c=GB?objectClass?one")
        #expect(ldap.host == "[2001:db8::7]" && ldap.path == "/c=GB" && ldap.query == "objectClass?one")
        // What has no authority is left whole: a URN is none of what is recorded.
        #expect(URLParts("urn:example:animal:ferret:nose").path == "urn:example:animal:ferret:nose")
        #expect(URLParts("urn:example:animal:ferret:nose").scheme == "")
    }

    @Test(
        "An authority is user information, a host and a port, each of which may be missing (RFC 3986 §3.2)",
        arguments: [
            ("example.com", nil, "example.com", nil), ("example.com:8042", nil, "example.com", "8042"),
            ("u:p@example.com:80", "u:p", "example.com", "80"), ("u@x@example.com", "u@x", "example.com", nil),
            ("@h:", "", "h", ""), (":80", nil, "", "80"), ("u@[::1]:443", "u", "[::1]", "443"),
            ("[::1]", nil, "[::1]", nil), ("[::1", nil, "[", ":1"), ("h:\u{301}", nil, "h", "\u{301}"),
            ("", nil, "", nil),
        ] as [(String, String?, String, String?)]
    )
    func authorities(authority: String, user: String?, host: String, port: String?) {
        let parts = URLParts("https://\(authority)/a:b@c")
        #expect(parts.authority == authority)
        #expect(parts.userInformation.map(String.init) == user)
        #expect(parts.host == host)
        #expect(parts.port.map(String.init) == port)
    }

    @Test("The query ends where the fragment begins, and an empty query is not none")
    func query() {
        #expect(URLParts("https://h/p?a=b?c#d?e").query == "a=b?c")
        #expect(URLParts("https://h/p?").query == "")
        #expect(URLParts("https://h/p?").pathAndQuery == "/p?")
        #expect(URLParts("https://h/p#a?b").query == nil)
        #expect(URLParts("https://h/p#a?b").pathAndQuery == "/p")
        #expect(URLParts("https://h/p#").fragment == "")
        #expect(URLParts("/p?q#f").pathAndQuery == "/p?q")
    }
}
