import NIOCore
import NIOHTTP1
import ProxyProtocol
import Testing

@testable import ShellFuzzing

/// A connection's requests go through it one after the other, and end where a real one's would.
@Suite struct SimulatedRelayTests {
    private var rehearsal = SimulatedRelay(port: 8080)

    private func head(_ method: HTTPMethod, _ uri: String, _ headers: HTTPHeaders = [:]) -> HTTPServerRequestPart {
        .head(HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers))
    }

    @Test("A request without a body is sent when it is whole, and the next may come")
    mutating func plain() {
        for _ in 0..<2 {
            let fields: HTTPHeaders = ["Host": "a.example", "Proxy-Connection": "close"]
            #expect(rehearsal.receive(head(.GET, "http://a.example/b", fields)) == .nothing)
            let sent = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/b", headers: ["Host": "a.example"])
            #expect(rehearsal.receive(.end(nil)) == .sent([.head(sent), .end(nil)], to: "http://a.example"))
            #expect(!rehearsal.hasEnded)
        }
    }

    @Test("A body follows its head")
    mutating func body() {
        let bytes = ByteBuffer(string: "ab")
        _ = rehearsal.receive(head(.POST, "http://a.example/", ["Host": "a.example", "Content-Length": "4"]))
        guard case .sent(let parts, "http://a.example") = rehearsal.receive(.body(bytes)) else {
            Issue.record("nothing was sent")
            return
        }
        #expect(parts.count == 2)
        #expect(rehearsal.receive(.body(bytes)) == .more([.body(.byteBuffer(bytes))]))
        #expect(rehearsal.receive(.end(nil)) == .more([.end(nil)]))
    }

    @Test("What is refused, or for the recorder, goes nowhere")
    mutating func refused() {
        #expect(rehearsal.receive(head(.GET, "http://127.0.0.1:8080/", ["Host": "127.0.0.1:8080"])) == .answered(508))
        #expect(rehearsal.hasEnded)
        #expect(rehearsal.receive(head(.GET, "http://a.example/")) == .nothing)
        rehearsal = SimulatedRelay(port: 8080)
        #expect(rehearsal.receive(head(.GET, "ftp://a.example/")) == .answered(400))
        rehearsal = SimulatedRelay(port: 8080)
        #expect(rehearsal.receive(head(.GET, "http://kinescope.local/", ["Host": "kinescope.local"])) == .nothing)
        #expect(rehearsal.receive(.end(nil)) == .answered(400), "stands for whatever the local endpoint says")
    }

    @Test("Behind CONNECT, and before one server, all requests go to that one")
    mutating func oneServer() {
        let origin = Origin(isSecure: true, host: "a.example", port: 8443)
        for entrance in [SimulatedRelay.Entrance.tunnel(origin), .reverse(origin)] {
            rehearsal = SimulatedRelay(port: 8080, entrance: entrance)
            #expect(rehearsal.target == nil)
            let targets = [
                ("/x", "b.example", "/x"), ("http://A.example:8443/y", "b.example", "/y"), ("*", "b.example", "*"),
            ]
            for (uri, host, path) in targets {
                // An asterisk is for OPTIONS.
                let method = uri == "*" ? HTTPMethod.OPTIONS : .GET
                #expect(rehearsal.receive(head(method, uri, ["Host": host])) == .nothing)
                let isURL = uri.hasPrefix("http")
                let said = entrance == .reverse(origin) ? "a.example:8443" : isURL ? "A.example:8443" : host
                let sent = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: ["Host": said])
                #expect(
                    rehearsal.receive(.end(nil)) == .sent([.head(sent), .end(nil)], to: "https://a.example:8443"),
                    "\(entrance) \(uri)"
                )
                #expect(rehearsal.target?.url == "https://a.example:8443" + (path == "*" ? "" : path))
            }
            #expect(rehearsal.receive(head(.CONNECT, "a.example:443")) == .answered(400))
            #expect(rehearsal.hasEnded)
        }
        rehearsal = SimulatedRelay(port: 8080, entrance: .tunnel(origin))
        #expect(rehearsal.receive(head(.GET, "http://c.example/y", ["Host": "c.example"])) == .answered(421))
        rehearsal = SimulatedRelay(port: 8080, entrance: .reverse(origin))
        #expect(rehearsal.receive(head(.GET, "/y", [:])) == .answered(400))
    }

    @Test("CONNECT names a host and a port, and ends HTTP")
    mutating func connect() {
        #expect(rehearsal.receive(head(.CONNECT, "a.example:443")) == .connects(host: "a.example", port: 443))
        #expect(rehearsal.hasEnded)
        rehearsal = SimulatedRelay(port: 8080)
        #expect(rehearsal.receive(head(.CONNECT, "a.example")) == .answered(400))
    }
}
