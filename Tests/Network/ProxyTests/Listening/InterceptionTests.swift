import Exchanges
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import Proxy
@testable import ProxyProtocol

/// Tests of ``Interception`` and ``ClientPipeline``, through real connections.
@Suite struct InterceptionTests {
    @Test("TLS through CONNECT is ended and begun anew, over HTTP/1.1", arguments: [TLSVersion.tlsv12, .tlsv13])
    func http1(version: TLSVersion) async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.version) \($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await recorder.connect(to: "localhost:\(origin.port)")
            let roots = try recorder.roots()
            let negotiated = try await client.startTLS(host: "localhost", roots: roots, highestVersion: version)
            #expect(negotiated == "http/1.1")
            for path in ["/1", "/2"] {
                try await client.send("GET \(path) HTTP/1.1\r\nHost: localhost:\(origin.port)\r\n\r\n")
                #expect(await client.read(until: ">").hasSuffix("<HTTP/1.1 \(path)>"))
            }
            let urls = await recorder.events.exchanges(2).map(\.request.url)
            #expect(urls == ["\(origin.url)/1", "\(origin.url)/2"])
            await client.close()
        }
    }

    @Test("HTTP/2 is spoken with a client that offers it, with many streams at once", .timeLimit(.minutes(2)))
    func http2() async throws {
        let origin = try await TestOrigin.secure { .text("<\($0.bodyCount) \($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await HTTP2Client.connect(through: recorder, to: origin)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...20 {
                    group.addTask {
                        let response = try await client.post("/\(number)", ByteBuffer(repeating: 0x61, count: 200_000))
                        #expect(response.body == "<200000 /\(number)>")
                    }
                }
                try await group.waitForAll()
            }
            client.close()
            let urls = await recorder.events.exchanges(20).map(\.request.url)
            #expect(Set(urls) == Set((1...20).map { "\(origin.url)/\($0)" }))
        }
    }

    @Test("The name in the client's TLS stands for an address in CONNECT")
    func nameForAddress() async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await recorder.connect(to: "127.0.0.1:\(origin.port)")
            try await client.startTLS(host: "localhost", roots: recorder.roots())
            try await client.send("GET / HTTP/1.1\r\nHost: localhost:\(origin.port)\r\n\r\n")
            #expect(await client.read(until: ">").hasSuffix("</>"))
            #expect(await recorder.events.exchanges(1).map(\.request.url) == ["\(origin.url)/"])
            await client.close()
        }
    }

    @Test(
        "TLS through CONNECT to an address passes unseen where its name is that of a host to be passed through",
        arguments: [["localhost"], ["other.example", "LOCALHOST"], ["127.0.0.1"]]
    )
    func passthroughByName(hosts: [String]) async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.uri)>") }
        try await withRecorder({ $0.passthroughHosts = hosts }, origin: origin) { recorder, origin in
            let client = try await recorder.connect(to: "127.0.0.1:\(origin.port)")
            // It is the server's own certificate.
            try await client.startTLS(host: "localhost", roots: TestTrust.shared.roots())
            try await client.send("GET /a HTTP/1.1\r\nHost: localhost:\(origin.port)\r\n\r\n")
            #expect(await client.read(until: "</a>").hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(recorder.events.exchanges.isEmpty)
            await client.close()
        }
    }

    @Test("The name in the client's TLS passes nothing through where CONNECT names a host itself, nor does its address")
    func interceptedByName() async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.uri)>") }
        let hosts = ["other.example", "127.0.0.1"]
        try await withRecorder({ $0.passthroughHosts = hosts }, origin: origin) { recorder, origin in
            let client = try await recorder.connect(to: "localhost:\(origin.port)")
            // The recorder's certificate is for the name that was asked for.
            try await client.startTLS(host: "other.example", roots: recorder.roots())
            try await client.send("GET /a HTTP/1.1\r\nHost: localhost:\(origin.port)\r\n\r\n")
            #expect(await client.read(until: "</a>").hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(await recorder.events.exchanges(1).map(\.request.url) == ["\(origin.url)/a"])
            await client.close()
        }
    }

    @Test("A reverse proxy takes TLS at its own port")
    func reverse() async throws {
        let origin = try await TestOrigin.secure { .text("<\($0.uri)>") }
        let upstream = Origin(isSecure: true, host: "localhost", port: origin.port)
        try await withRecorder({ $0.upstream = upstream }, origin: origin) { recorder, origin in
            for host in ["localhost", nil] {
                let client = try await RawClient.connect(toPort: recorder.port)
                try await client.startTLS(host: host, roots: recorder.roots())
                try await client.send("GET / HTTP/1.1\r\nHost: localhost:\(recorder.port)\r\n\r\n")
                #expect(await client.read(until: ">").hasSuffix("</>"))
                await client.close()
            }
            #expect(await recorder.events.exchanges(2).map(\.request.url) == ["\(origin.url)/", "\(origin.url)/"])
        }
    }

    @Test("TLS at a forward proxy's port goes where its name says, and nowhere without one")
    func transparent() async throws {
        let recorder = try await TestRecorder.start()
        let named = try await RawClient.connect(toPort: recorder.port)
        #expect(try await named.startTLS(host: "api.example", roots: recorder.roots()) == "http/1.1")
        let nameless = try await RawClient.connect(toPort: recorder.port)
        await #expect(throws: RawClient.HandshakeFailed.self) {
            try await nameless.startTLS(host: nil, roots: recorder.roots())
        }
        #expect(await recorder.events.notices(1).count == 1)
        await named.close()
        await recorder.stop()
    }

    @Test(
        "A client that asks for a name no certificate can be made for is hung up on at once, and that is told",
        arguments: [("a..b", nil), ("a.example", String(repeating: "a", count: 64) + ".example")]
    )
    func impossibleNames(host: String, name: String?) async throws {
        let recorder = try await TestRecorder.start()
        let client = try await recorder.connect(to: "\(host):443")
        await #expect(throws: RawClient.HandshakeFailed.self) {
            try await client.startTLS(host: name, roots: recorder.roots())
        }
        #expect(client.isClosed)
        #expect(await recorder.events.notices(1).contains { "\($0)".contains("no certificate can be made for") })
        await client.close()
        await recorder.stop()
    }
}
