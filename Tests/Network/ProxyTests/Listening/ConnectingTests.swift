import NIOSSL
import ProxyProtocol
import Testing

@testable import Proxy

/// Tests of ``Connecting``, ``HTTP1Handlers`` and ``TunnelCloser``, through real connections.
@Suite struct ConnectingTests {
    @Test("Plain HTTP through CONNECT is recorded, with bytes that came along")
    func plainThroughConnect() async throws {
        let origin = try await TestOrigin.start { .text("<\($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            let authority = "localhost:\(origin.port)"
            // All in one piece: a client need not wait for the answer to CONNECT.
            try await client.send(
                "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\nGET /a HTTP/1.1\r\nHost: \(authority)\r\n\r\n"
            )
            let answer = await client.read(until: "</a>")
            #expect(answer.hasPrefix("HTTP/1.1 200 Connection Established\r\n\r\nHTTP/1.1 200 OK\r\n"))
            #expect(await recorder.events.exchanges(1).map(\.request.url) == ["\(origin.url)/a"])
            await client.close()
        }
    }

    @Test("A host that is passed through is not looked into")
    func passthrough() async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.uri)>") }
        try await withRecorder({ $0.passthroughHosts = ["localhost"] }, origin: origin) { recorder, origin in
            let client = try await recorder.connect(to: "localhost:\(origin.port)")
            // It is the server's own certificate.
            try await client.startTLS(host: "localhost", roots: TestTrust.shared.roots())
            try await client.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await client.read(until: "</a>").hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(recorder.events.exchanges.isEmpty)
            // The end of the recorder is the end of the tunnel, without waiting.
            await recorder.stop(grace: .seconds(60))
            #expect(await eventually { client.isClosed })
        }
    }

    @Test("A host that is passed through but cannot be reached is answered 502")
    func unreachable() async throws {
        let recorder = try await TestRecorder.start { $0.passthroughHosts = ["localhost"] }
        let client = try await RawClient.connect(toPort: recorder.port)
        // Nobody listens there, while a port that was free a moment ago may be another test's by now.
        try await client.send("CONNECT localhost:1 HTTP/1.1\r\n\r\n")
        #expect(await client.readToEnd().hasPrefix("HTTP/1.1 502 "))
        #expect(await recorder.events.notices(1).count == 1)
        await recorder.stop()
    }

    @Test("A server that speaks first is passed through, and that is told once", .timeLimit(.minutes(2)))
    func serverSpeaksFirst() async throws {
        let server = try await GreetingServer.start("220 hello\r\n")
        let recorder = try await TestRecorder.start()
        for _ in 1...2 {
            let client = try await recorder.connect(to: "localhost:\(server.port)")
            #expect(await client.read(until: "hello\r\n") == "220 hello\r\n")
            try await client.send("EHLO there\r\n")
            #expect(await client.read(until: "there\r\n") == "EHLO there\r\n")
            await client.close()
        }
        let notices = recorder.events.notices
        #expect(notices.count == 1)
        guard case .passingThrough(let host, _)? = notices.first else {
            Issue.record("\(notices)")
            return
        }
        #expect(host == "localhost:\(server.port)")
        await recorder.stop()
        await server.stop()
    }

    @Test("What is neither TLS nor HTTP is passed through, from its first byte on")
    func otherProtocol() async throws {
        let server = try await GreetingServer.start("")
        let recorder = try await TestRecorder.start()
        let client = try await recorder.connect(to: "localhost:\(server.port)")
        try await client.send("SSH-2.0-client\r\n")
        #expect(await client.read(until: "client\r\n") == "SSH-2.0-client\r\n")
        await client.close()
        await recorder.stop()
        await server.stop()
    }

    // MARK: Where nothing may reach a server

    @Test(
        "With an answerer for all hosts no connection is made, whatever is spoken behind CONNECT",
        .timeLimit(.minutes(2)),
        arguments: ["", "SSH-2.0-client\r\n", "\u{16}\u{3}rubbish that begins like TLS\r\n\r\n", "EHLO there\r\n"]
    )
    func noTunnel(first: String) async throws {
        let server = try await GreetingServer.start("220 hello\r\n")
        let served = ServedStandIn()
        let recorder = try await TestRecorder.start(answerers: [try served.front()]) { settings in
            settings.reachesOnlyNamedHosts = true
            settings.limits.headTime = .seconds(2)
        }
        for host in ["localhost", "127.0.0.1", "api.auth.adobe.com"] {
            let client = try await recorder.connect(to: "\(host):\(server.port)")
            if !first.isEmpty { try? await client.send(first) }
            #expect(await eventually { client.isClosed })
            #expect(!client.text.contains("220 hello"))
        }
        #expect(server.connections == 0)
        #expect(served.paths.isEmpty)
        #expect(!recorder.events.notices.isEmpty)
        await recorder.stop()
        await server.stop()
    }

    @Test("Where no host is learned, TLS that comes to nothing again and again is told of too: OkHttp pins after it")
    func unusedTLS() async throws {
        let recorder = try await TestRecorder.start(answerers: [try ServedStandIn().front()]) {
            $0.reachesOnlyNamedHosts = true
        }
        // One that begins before the last has been seen to end does not count.
        for count in 1...20 where recorder.events.notices.isEmpty {
            let client = try await recorder.connect(to: "api.auth.adobe.com:443")
            try await client.startTLS(host: "api.auth.adobe.com", roots: recorder.roots())
            #expect(count > 3 || recorder.events.notices.isEmpty)
            await client.close()
            _ = await eventually(within: 0.2) { !recorder.events.notices.isEmpty }
        }
        guard case .refused(_, let reason)? = await recorder.events.notices(1).first else {
            Issue.record("\(recorder.events.notices)")
            return
        }
        // What is served is not to reach the service itself.
        #expect(
            reason.contains("without a request") && reason.contains("base URL") && !reason.contains("--passthrough")
        )
        await recorder.stop()
    }

    @Test("Before one server, which cannot be passed through, it is told of none")
    func unusedTLSBeforeOneServer() async throws {
        let recorder = try await TestRecorder.start {
            $0.upstream = Origin(url: "https://localhost:9")
        }
        for _ in 1...5 {
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.startTLS(host: "localhost", roots: recorder.roots())
            await client.close()
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(recorder.events.notices.isEmpty, "\(recorder.events.notices)")
        await recorder.stop()
    }

    @Test("A request for a host that is not served is refused, and not passed on", arguments: [true, false])
    func noRequest(isConnected: Bool) async throws {
        let server = try await GreetingServer.start("")
        let served = ServedStandIn()
        let recorder = try await TestRecorder.start(answerers: [try served.front()]) {
            $0.reachesOnlyNamedHosts = true
        }
        let authority = "127.0.0.1:\(server.port)"
        let client =
            isConnected
            ? try await recorder.connect(to: authority) : try await RawClient.connect(toPort: recorder.port)
        client.forget()
        let target = isConnected ? "/" : "http://\(authority)/"
        try await client.send("GET \(target) HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n\r\n")
        #expect(await client.readToEnd().contains("HTTP/1.1 502 "))
        #expect(server.connections == 0 && served.paths == ["/"])
        await recorder.stop()
        await server.stop()
    }
}
