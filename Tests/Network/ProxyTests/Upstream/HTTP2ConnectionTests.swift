import NIOCore
import NIOHTTP1
import Testing

@testable import Proxy
@testable import ProxyProtocol

/// HTTP/2 to servers, over real sockets and TLS.
@Suite struct HTTP2ConnectionTests {
    private static func origin(_ server: HTTP2Origin) -> Origin {
        Origin(isSecure: true, host: "localhost", port: server.port)
    }

    @Test("Streams at once share one connection, even while it is being made")
    func shared() async throws {
        let server = try await HTTP2Origin.start(holds: true)
        let caller = try UpstreamCaller()
        let heard = try await Self.getAll(50, caller, server)
        #expect(heard.allSatisfy { $0.isWhole && $0.text == "ok" })
        #expect(Set(heard.map(\.facts.connection)) == [1])
        #expect(heard.count { !$0.facts.isReused } == 1)
        #expect(heard.allSatisfy { $0.facts.version == "HTTP/2" && $0.facts.isVerified == true })
        #expect(heard.count { $0.facts.handshakeMicroseconds != nil } == 1)
        #expect(server.connections == 1)
        #expect(server.mostStreams == 50)
        await server.stop()
    }

    @Test("A server that bears few streams gets more connections")
    func limited() async throws {
        let server = try await HTTP2Origin.start(streams: 4, holds: true)
        let heard = try await Self.getAll(10, UpstreamCaller(), server)
        #expect(heard.allSatisfy { $0.isWhole })
        #expect(server.connections == 3)
        await server.stop()
    }

    @Test("A server that bears no stream at all is given up")
    func none() async throws {
        let server = try await HTTP2Origin.start(streams: 0)
        let refusal = try await UpstreamCaller().refusal(Self.origin(server))
        #expect(refusal == .brokenOff(host: "localhost", reason: "the server allows no requests"))
        await server.stop()
    }

    @Test("After GOAWAY open streams come to their end, and new ones have another connection")
    func goAway() async throws {
        let server = try await HTTP2Origin.start(holds: true)
        let caller = try UpstreamCaller()
        let origin = Self.origin(server)
        async let first = caller.get(origin)
        #expect(await eventually { server.waiting == 1 })
        try await server.sayGoodbye()
        // The frame has arrived when a new stream no longer goes to the old connection.
        var streams: [UpstreamStream] = []
        #expect(
            try await Self.repeatedly {
                streams.append(try await caller.lease(origin))
                return streams.last?.facts.connection == 2
            }
        )
        server.release()
        #expect(try await first.isWhole)
        for stream in streams { try await caller.loop.submit { stream.finish(false) }.get() }
        #expect(try await caller.get(origin).facts.connection == 2)
        #expect(await eventually { server.openConnections == 1 })
        await server.stop()
    }

    @Test("An idle connection is told to go, and is closed")
    func idleGoAway() async throws {
        let server = try await HTTP2Origin.start()
        let caller = try UpstreamCaller()
        #expect(try await caller.get(Self.origin(server)).isWhole)
        try await server.sayGoodbye()
        #expect(await eventually { server.openConnections == 0 })
        #expect(try await caller.get(Self.origin(server)).facts.connection == 2)
        await server.stop()
    }

    @Test("An idle connection is closed after the idle time")
    func idleTooLong() async throws {
        let server = try await HTTP2Origin.start()
        let caller = try UpstreamCaller { $0.limits.idleTime = .milliseconds(200) }
        #expect(try await caller.get(Self.origin(server)).isWhole)
        #expect(await eventually { server.openConnections == 0 })
        await server.stop()
    }

    @Test("A stream that is given up leaves the connection to the others")
    func givenUp() async throws {
        let server = try await HTTP2Origin.start(holds: true)
        let caller = try UpstreamCaller()
        let origin = Self.origin(server)
        let stream = try await caller.lease(origin)
        try await caller.loop.submit { stream.finish(false) }.get()
        async let heard = caller.get(origin)
        #expect(await eventually { server.waiting == 1 })
        server.release()
        #expect(try await heard.isWhole)
        #expect(server.connections == 1)
        await server.stop()
    }

    @Test("A stream that came to its end is not reset, one that is given up is")
    func resets() async throws {
        let server = try await HTTP2Origin.start()
        let caller = try UpstreamCaller()
        let origin = Self.origin(server)
        for _ in 0..<5 { #expect(try await caller.get(origin).isWhole) }
        // What is given up follows all that would have come before it.
        #expect(try await caller.get(origin, canReuse: false).isWhole)
        #expect(await eventually { server.resets > 0 })
        #expect(server.resets == 1)
        #expect(server.connections == 1)
        await server.stop()
    }

    @Test("A stream that the server resets hides no error of the connection that comes later")
    func errorAfterReset() async throws {
        let server = try await HTTP2Origin.start(holds: true)
        let caller = try UpstreamCaller()
        let origin = Self.origin(server)
        async let first = caller.get(origin)
        #expect(await eventually { server.waiting == 1 })
        server.resetStreams()
        #expect(try await first.error != nil)
        async let second = caller.get(origin)
        #expect(await eventually { server.waiting == 1 })
        #expect(server.connections == 1)
        // DATA on no stream.
        try await server.send([0, 0, 1, 0, 0, 0, 0, 0, 0, 0x61])
        #expect(await eventually(within: 5) { server.openConnections == 0 })
        await server.stop()
        #expect(try await second.error != nil)
    }

    @Test("Who takes trailers says so, though HTTP/2 knows no Connection")
    func trailers() async throws {
        let server = try await HTTP2Origin.start()
        let headers: HTTPHeaders = ["Host": "localhost", "TE": "trailers", "Connection": "te"]
        #expect(try await UpstreamCaller().get(Self.origin(server), headers: headers).isWhole)
        let head = try #require(server.heads.first)
        #expect(head.headers["te"] == ["trailers"])
        #expect(!head.headers.contains(name: "connection"))
        await server.stop()
    }

    @Test("Where the server prefers HTTP/1.1, or it is asked for, that is what is spoken", arguments: [false, true])
    func http1(isAskedFor: Bool) async throws {
        let server = try await TestOrigin.secure(protocols: isAskedFor ? ["h2", "http/1.1"] : ["http/1.1"]) { _ in
            .text("a")
        }
        let caller = try UpstreamCaller()
        let origin = UpstreamCaller.origin(server)
        let heard = try await withThrowingTaskGroup(of: UpstreamCaller.Heard.self) { group in
            for _ in 0..<20 { group.addTask { try await caller.get(origin, needsHTTP1: isAskedFor) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(heard.allSatisfy { $0.isWhole && $0.facts.version == "HTTP/1.1" && $0.facts.isVerified == true })
        #expect(try await caller.get(origin, needsHTTP1: isAskedFor).facts.isReused)
        await server.stop()
    }

    @Test("A server that resets the connection breaks off its streams")
    func reset() async throws {
        let server = try await TestOrigin.secure { _ in
            TestOrigin.Answer(headers: ["content-length": "100"], pieces: [[1]], ending: .reset)
        }
        let heard = try await UpstreamCaller().get(UpstreamCaller.origin(server))
        #expect(heard.status == .ok)
        #expect(!heard.isWhole)
        await server.stop()
    }

    private static func getAll(
        _ count: Int,
        _ caller: UpstreamCaller,
        _ server: HTTP2Origin
    ) async throws -> [UpstreamCaller.Heard] {
        try await withThrowingTaskGroup(of: UpstreamCaller.Heard.self) { group in
            for _ in 0..<count { group.addTask { try await caller.get(origin(server)) } }
            #expect(await eventually { server.waiting == count })
            server.release()
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static func repeatedly(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<80 {
            if try await condition() { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}
