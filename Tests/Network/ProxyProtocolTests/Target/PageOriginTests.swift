import Testing

@testable import ProxyProtocol

@Suite struct PageOriginTests {
    @Test(
        "An origin is a server's or one without a server, scheme and host in any case",
        arguments: [
            ("https://app.example", .server(Origin(isSecure: true, host: "app.example"))),
            ("HTTP://LOCALHOST:9000/", .server(Origin(isSecure: false, host: "localhost", port: 9_000))),
            ("null", .opaque("null")), ("file://", .opaque("file://")), ("file:///", .opaque("file://")),
            ("capacitor://localhost", .opaque("capacitor://localhost")),
            ("Ionic://LocalHost/", .opaque("ionic://localhost")),
            ("chrome-extension://abcdef", .opaque("chrome-extension://abcdef")),
        ] as [(String, PageOrigin)]
    )
    func origins(text: String, origin: PageOrigin) {
        #expect(PageOrigin(text) == origin)
    }

    @Test(
        "What is none, or says more, is refused",
        arguments: [
            "", "NULL", "app.example", "localhost:3000", "*", "://localhost", "1a://localhost", "a b://localhost",
            "https://", "https://app.example/path", "https://u:p@app.example", "https://app.example:0",
            "capacitor:localhost", "capacitor://localhost/index.html", "capacitor://localhost?a", "a://u@localhost",
            "a://b c", "a://b\r\nc", "a://\u{E9}", "a://" + String(repeating: "b", count: 300),
        ]
    )
    func refused(text: String) { #expect(PageOrigin(text) == nil) }

    @Test("Of several ports and schemes each is another origin")
    func different() {
        let origins = ["https://a.example", "http://a.example", "https://a.example:8443", "app://a.example"]
        #expect(Set(origins.map { PageOrigin($0) }).count == origins.count)
    }
}
