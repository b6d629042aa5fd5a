import Exchanges
import Testing

@testable import Redaction

/// A host is everybody's knowledge: a cookie that holds one of its names does not rename it.
@Suite struct RegisteredNameTests {
    @Test(
        "A cookie's value that is the registered name of a requested host goes, and the host stays",
        arguments: [
            ("bh.contextweb.com", "contextweb", true), ("contextweb.com", "contextweb", true),
            ("www.contextweb.co.uk", "contextweb", true),
            // A label before it may be a session of its own.
            ("q8f2kd71ax.contextweb.com", "q8f2kd71ax", false),
        ]
    )
    func host(name: String, value: String, stays: Bool) {
        let left = Probe.redact(
            Probe.exchange(
                "GET",
                "https://\(name)/visitor?a=1",
                headers: [("Host", name), ("Cookie", "V=\(value)")],
                answer: "go on at https://\(name)/next"
            )
        )[0]
        #expect(left.request.url.contains(name) == stays, "\(left.request.url)")
        #expect(left.request.headers[0].value.contains(name) == stays)
        #expect(Probe.text(left.response?.body).contains(name) == stays)
        #expect(!left.request.headers[1].value.contains(value))
    }

    @Test(
        "The registered name of a host",
        arguments: [
            ("https://www.kite.example/a", "kite"), ("https://kite.co.uk:8443", "kite"),
            ("https://a.b.c.kite.tv/", "kite"),
            ("https://www.bbc.tv/", "bbc"), ("https://[::ffff:192.0.2.1]/", nil), ("https://192.0.2.1/", nil),
            ("https://localhost/", nil), ("https://[::1]/", nil), ("/path", nil),
        ] as [(String, String?)]
    )
    func registered(url: String, name: String?) {
        #expect(Host(of: Array(url.utf8)[...]).registeredName.map { String(decoding: $0, as: UTF8.self) } == name)
    }
}
