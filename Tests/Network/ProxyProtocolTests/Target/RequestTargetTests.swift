import Checkout
import Foundation
import NIOHTTP1
@testable import ProxyProtocol
import Testing

@Suite struct RequestTargetTests {
    private let own: OwnAddresses = {
        var own = OwnAddresses(host: "192.0.2.1", interfaces: ["192.0.2.1", "2001:db8::1%eth0"])
        own.port = 8080
        return own
    }()

    private func target(
        _ uri: String,
        method: HTTPMethod = .GET,
        host: String? = nil,
        origin: Origin? = nil,
        isReverse: Bool = false,
        rules: [ConnectTo] = []
    ) -> RequestTarget {
        var headers: HTTPHeaders = [:]
        // Beside a URL HTTP/1.1 needs one, whatever it is.
        let named = host ?? (origin == nil && uri.contains("://") ? "beside.example" : nil)
        if let named { headers.add(name: "Host", value: named) }
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers)
        return RequestTarget(head, origin: origin, isReverse: isReverse, own: own, rules: rules)
    }

    @Test(
        "A request in absolute form goes where its URL says, whatever Host says",
        arguments: [
            ("http://a.example/x?y=1", Origin(isSecure: false, host: "a.example"), "/x?y=1", "a.example"),
            (
                "HTTPS://A.example:8443?y", Origin(isSecure: true, host: "a.example", port: 8443), "/?y",
                "A.example:8443"
            ),
            ("http://user:word@a.example", Origin(isSecure: false, host: "a.example"), "/", "a.example"),
            (
                "http://[2001:db8::2]:81/", Origin(isSecure: false, host: "2001:db8::2", port: 81), "/",
                "[2001:db8::2]:81"
            ),
        ]
    )
    func absoluteForm(uri: String, origin: Origin, path: String, authority: String) {
        let target = target(uri, host: "b.example")
        #expect(target.destination == .origin(origin))
        #expect(target.path == path)
        #expect(target.authority == authority)
        #expect(target.url == uri)
    }

    @Test("OPTIONS of a whole server has an asterisk for its path")
    func asterisk() {
        let absolute = target("http://a.example", method: .OPTIONS)
        #expect(absolute.path == "*")
        #expect(absolute.url == "http://a.example")
        let inTunnel = target(
            "*",
            method: .OPTIONS,
            host: "a.example",
            origin: Origin(isSecure: true, host: "a.example")
        )
        #expect(inTunnel.path == "*")
        #expect(inTunnel.url == "https://a.example")
    }

    @Test("On a connection that CONNECT has made every request goes to its host, and Host stays as it is")
    func insideConnect() {
        let origin = Origin(isSecure: true, host: "a.example", port: 8443)
        let target = target("/x", host: "A.example:8443", origin: origin)
        #expect(target.destination == .origin(origin))
        #expect(target.url == "https://a.example:8443/x")
        #expect(target.authority == nil)
    }

    @Test("Behind CONNECT a URL in the request line is for the tunnel's host, whatever Host says, or is refused")
    func absoluteInsideConnect() {
        let origin = Origin(isSecure: true, host: "a.example")
        for host in [nil, "a.example", "c.example"] as [String?] {
            let target = target("http://A.example/x?y", host: host, origin: origin)
            #expect(target.destination == .origin(origin))
            #expect(target.path == "/x?y")
            #expect(target.url == "https://a.example/x?y")
            #expect(target.authority == "A.example")
            for other in ["b.example", "a.example:81", "b.example:443"] {
                let refused = self.target("http://\(other)/x", host: host, origin: origin)
                #expect(refused.destination == .refusal(.otherServer(other, than: origin)))
            }
        }
        #expect(LocalAnswer.otherServer("b", than: origin).status == .misdirectedRequest)
        #expect(target("/x", origin: origin).authority == "a.example", "a client that says nothing means its tunnel's")
        #expect(target("/x", host: "c.example", origin: origin).authority == nil, "what it says stays")
        for isReverse in [false, true] {
            let whole = target("http://a.example", method: .OPTIONS, origin: origin, isReverse: isReverse)
            #expect(whole.path == "*" && whole.url == "https://a.example")
        }
    }

    /// RFC 9112 §3.2.
    @Test("A server that is asked directly is told a host, once, and one that can be")
    func hostsInReverse() {
        let origin = Origin(isSecure: true, host: "a.example")
        func destination(_ hosts: [String], _ version: HTTPVersion = .http1_1) -> RequestTarget.Destination {
            let headers = HTTPHeaders(hosts.map { ("Host", $0) })
            let head = HTTPRequestHead(version: version, method: .GET, uri: "/x", headers: headers)
            return RequestTarget(head, origin: origin, isReverse: true, own: own).destination
        }
        #expect(destination(["127.0.0.1:8080"]) == .origin(origin))
        #expect(destination([]) == .refusal(.noHost))
        #expect(destination([], .http1_0) == .origin(origin), "HTTP/1.0 has none")
        #expect(destination(["127.0.0.1", "127.0.0.1"]) == .refusal(.severalHosts))
        for host in ["", "a b", "a/b", "u@a", "a:x", "a:65536"] {
            #expect(destination([host]) == .refusal(.unusableHost(host)))
        }
        for answer in [LocalAnswer.noHost, .severalHosts, .unusableHost("")] { #expect(answer.status == .badRequest) }
    }

    /// RFC 9112 §3.2.
    @Test(
        "Beside a URL in the request line HTTP/1.1 needs a Host that is one (RFC 9112 §3.2)",
        arguments: [
            ([], .http1_1, true), ([], .http1_0, false), (["a.example"], .http1_1, false),
            // It is another: the line counts.
            (["b.example:8080"], .http1_1, false), (["a b"], .http1_1, true),
            (["a.example", "a.example"], .http1_1, true),
            (["user@a.example"], .http1_1, true), ([""], .http1_1, true),
        ] as [([String], HTTPVersion, Bool)]
    )
    func hostBesideURL(hosts: [String], version: HTTPVersion, isRefused: Bool) {
        let headers = HTTPHeaders(hosts.map { ("Host", $0) })
        let head = HTTPRequestHead(version: version, method: .GET, uri: "http://a.example/x", headers: headers)
        let target = RequestTarget(head, origin: nil, isReverse: false, own: own)
        #expect(target.isAnswered == !isRefused, "\(target.destination)")
    }

    @Test(
        "A reverse proxy is for its server: an asterisk is for OPTIONS, a URL for that server or for the proxy itself",
        arguments: [
            ("*", .OPTIONS, false), ("*", .GET, true), ("http://tv.example/x", .GET, false),
            ("http://192.0.2.1:8080/x", .GET, false), ("http://evil.example/x", .GET, true),
            ("http://tv.example:8443/x", .GET, true), ("/x", .GET, false),
        ] as [(String, HTTPMethod, Bool)]
    )
    func reverseTargets(uri: String, method: HTTPMethod, isRefused: Bool) {
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: ["Host": "127.0.0.1:8080"])
        let target = RequestTarget(
            head,
            origin: Origin(isSecure: false, host: "tv.example"),
            isReverse: true,
            own: own
        )
        #expect(target.isAnswered == !isRefused, "\(target.destination)")
    }

    @Test("Who answers in this process, or is to find a server, is told one host; in a tunnel the server says so")
    func severalHosts() {
        func destination(_ uri: String, _ hosts: [String], tunnel: Origin? = nil) -> RequestTarget.Destination {
            let headers = HTTPHeaders([("Hose", "x")] + hosts.map { ("hoST", $0) })
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: headers)
            return RequestTarget(head, origin: tunnel, isReverse: false, own: own) { $0.host == "served.example" }
                .destination
        }
        let (served, other) = (
            Origin(isSecure: true, host: "served.example"), Origin(isSecure: true, host: "a.example")
        )
        for uri in ["/x", "http://served.example/x", "http://a.example/x"] {
            #expect(destination(uri, ["served.example", "served.example"]) == .refusal(.severalHosts), "\(uri)")
        }
        #expect(destination("/x", ["served.example"]) == .answerer(Origin(isSecure: false, host: "served.example")))
        #expect(destination("/x", ["b.example", "b.example"], tunnel: served) == .refusal(.severalHosts))
        #expect(destination("/x", ["a.example", "a.example"], tunnel: other) == .origin(other))
    }

    @Test("A method that HTTP/1.1 is not read with is not passed on, however it came")
    func unknownMethod() {
        let method = HTTPMethod(rawValue: "BREW")
        let target = target("/x", method: method, host: "a.example", origin: Origin(isSecure: true, host: "a.example"))
        #expect(target.destination == .refusal(.unknownMethod("BREW")))
        #expect(LocalAnswer.unknownMethod("BREW").status == .notImplemented)
    }

    @Test("A reverse proxy names its server in Host, and records that server's URLs")
    func reverse() {
        let origin = Origin(isSecure: true, host: "a.example")
        let target = target("/x", host: "192.0.2.1:8080", origin: origin, isReverse: true)
        #expect(target.destination == .origin(origin))
        #expect(target.url == "https://a.example/x")
        #expect(target.authority == "a.example")
    }

    @Test("The local endpoint is asked however it is named")
    func localEndpoint() {
        let origin = Origin(isSecure: true, host: "a.example")
        let targets = [
            target("http://kinescope.local/x"), target("https://KINESCOPE.local:123/x"),
            target("/x", host: "kinescope.local"), target("/x", host: "kinescope.local:8080"),
            target("/x", host: "kinescope.local", origin: Origin(isSecure: true, host: OwnHost.name)),
            target("/x", host: "kinescope.local", origin: origin, isReverse: true),
            target("/x", host: "127.0.0.1:8080"), target("/x", host: "localhost:8080"),
        ]
        for target in targets {
            #expect(target.answered?.host == OwnHost.name)
            #expect(target.path == "/x")
        }
    }

    @Test(
        "A path without a host that the recorder is known by is no request to a proxy",
        arguments: [
            nil, "a.example", "localhost", "127.0.0.1:81", "", "a b",
        ]
    )
    func originForm(host: String?) {
        #expect(target("/x", host: host).destination == .refusal(.notAProxyRequest(port: 8080)))
    }

    @Test(
        "A request to the recorder's own port is not followed, whatever the address is called",
        arguments: [
            "localhost", "LOCALHOST.", "127.0.0.1", "127.1", "127.3.2.1", "[::1]", "0.0.0.0", "192.0.2.1",
            "[2001:db8::1]",
            "[::ffff:127.0.0.1]", "x.localhost",
        ]
    )
    func loop(host: String) {
        guard case .refusal(let answer) = target("http://\(host):8080/").destination else {
            Issue.record("followed")
            return
        }
        #expect(answer.status == .loopDetected)
        guard case .origin = target("http://\(host):8081/").destination else {
            Issue.record("another port is another server")
            return
        }
    }

    @Test("Where a rule leads counts, not what was asked for")
    func rules() throws {
        let there = try #require(ConnectTo("a.example:80:127.0.0.1:8080"))
        guard case .refusal = target("http://a.example/", rules: [there]).destination else {
            Issue.record("followed")
            return
        }
        let away = try #require(ConnectTo("127.0.0.1:8080:a.example:80"))
        guard case .origin = target("http://127.0.0.1:8080/", rules: [away]).destination else {
            Issue.record("not followed")
            return
        }
    }

    @Test(
        "What is neither a path nor a URL is refused",
        arguments: ["ftp://a.example/", "x", "http://", "http://a:0/"]
    )
    func unusable(uri: String) {
        let origin = Origin(isSecure: true, host: "a.example")
        #expect(target(uri, origin: origin).destination == .refusal(.unusableTarget(uri)))
        guard case .refusal = target(uri).destination else {
            Issue.record("followed")
            return
        }
    }

    @Test(
        "A fragment is refused in every form, and what is written for one is not",
        arguments: [
            "http://kite.example/a#b", "http://kite.example#b", "http://kite.example/#", "/a#b", "/#", "*#", "#",
        ]
    )
    func fragment(uri: String) {
        let origin = Origin(isSecure: true, host: "kite.example")
        for target in [target(uri), target(uri, origin: origin), target(uri, origin: origin, isReverse: true)] {
            #expect(target.destination == .refusal(.targetWithFragment(uri)))
        }
        #expect(LocalAnswer.targetWithFragment(uri).status == .badRequest)
        let escaped = target("http://kite.example/a%23b")
        #expect(escaped.destination == .origin(Origin(isSecure: false, host: "kite.example")))
        #expect(escaped.path == "/a%23b")
    }

    @Test("A file that made the recorder send a fragment on")
    func regression() throws {
        let file = Checkout.top.appending(path: "Corpus/HTTPHead/regression/absolute-target-with-fragment.http")
        let uri = try String(contentsOf: file, encoding: .utf8).split(separator: " ")[1]
        #expect(target(String(uri)).destination == .refusal(.targetWithFragment(String(uri))))
    }

    @Test(
        "A URL that names an origin says nothing beyond it",
        arguments: [
            ("https://a.example", Origin(isSecure: true, host: "a.example")),
            ("HTTP://[::1]:81/", Origin(isSecure: false, host: "::1", port: 81)), ("a.example", nil),
            ("https://a.example/x", nil), ("https://a.example?x", nil), ("https://a.example#x", nil),
            ("https://u:p@a.example", nil), ("ws://a.example", nil), ("https://", nil),
        ]
    )
    func origins(url: String, origin: Origin?) {
        #expect(Origin(url: url) == origin)
    }

    @Test("A sign counts for itself, even where a combining mark follows it")
    func marks() throws {
        for sign in ["/", "?", "#"] {
            let target = try #require(AbsoluteTarget("http://a.example\(sign)\u{301}b"))
            #expect(target.authority == "a.example" && target.origin.host == "a.example")
            #expect(Array(target.path.utf8) == Array(((sign == "/" ? "" : "/") + "\(sign)\u{301}b").utf8))
        }
        #expect(AbsoluteTarget("http://a:\u{316}81/x") == nil, "that port is no number")
        #expect(AbsoluteTarget("http://u@\u{301}a/x")?.authority == "\u{301}a")
        #expect(AbsoluteTarget("http:\u{301}//a.example/") == nil)
        #expect(AbsoluteTarget("http\u{301}://a.example/") == nil)
        #expect(target("/\u{301}", host: "kinescope.local").destination == .answerer(OwnHost.origin))
    }

    @Test("A host is at most 300 bytes long and has nothing of a path in it")
    func longHosts() {
        let name = String(repeating: "a", count: 296)
        #expect(Origin(authority: name + ":443", isSecure: true)?.host == name)
        #expect(Origin(authority: name + "a:443", isSecure: true) == nil)
        let marks = String(repeating: "\u{301}\u{316}", count: 30_000)
        #expect(Origin(authority: marks, isSecure: true) == nil)
        #expect(AbsoluteTarget("http://\(marks)/") == nil)
        #expect(AbsoluteTarget("\(marks)://a.example/") == nil)
        for host in ["a/b", "a?b", "a#b", "/\u{301}"] { #expect(Origin(authority: host, isSecure: true) == nil) }
    }

    @Test("An authority is read as Host has it")
    func authorities() {
        #expect(Origin(authority: "a.example:", isSecure: false) == Origin(isSecure: false, host: "a.example"))
        #expect(Origin(authority: "[::1]:81", isSecure: true) == Origin(isSecure: true, host: "::1", port: 81))
        #expect(Origin(authority: "a.example:65536", isSecure: false) == nil)
        #expect(Origin(authority: "a.example:+1", isSecure: false) == nil)
        #expect(Origin(isSecure: true, host: "::1", port: 81).authority == "[::1]:81")
        #expect(AbsoluteTarget("/http://a.example/") == nil)
        #expect(AbsoluteTarget("http:/a.example/") == nil)
    }
}
