import NIOCore
import Testing

@testable import Proxy
@testable import ProxyProtocol

/// Clients that leave, or only send no more: what becomes of a ``Relay`` and its connections.
@Suite struct RelayLeavingTests {
    @Test("A client that is gone takes the request to the server with it, and that is recorded")
    func clientLeaves() async throws {
        try await RawServer.with { _, _ in
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await eventually { !server.text().isEmpty })
            try await client.reset()
            #expect(await eventually { server.openConnections == 0 })
            #expect(
                await recorder.events.exchanges(1).map(\.outcome) == [.failure("the client closed the connection")]
            )
        }
    }

    @Test("A client that sends no more in the middle of its request has left")
    func leavesInTheMiddle() async throws {
        try await RawServer.with { _, _ in
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port, allowsHalfClosure: true)
            try await client.send(
                "POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc"
            )
            #expect(await eventually { server.text().hasSuffix("abc") })
            try await client.finishSending()
            #expect(await eventually { server.openConnections == 0 && client.isClosed })
            #expect(
                await recorder.events.exchanges(1).map(\.outcome) == [.failure("the client closed the connection")]
            )
        }
    }

    @Test("A client that sends no more once its requests are whole gets all its answers, and then the end")
    func halfClosed() async throws {
        let large = 2_000_000
        let origin = try await TestOrigin.start { request in
            var answer = TestOrigin.Answer.text(String(repeating: "a", count: large) + "<\(request.uri)>")
            answer.delay = .milliseconds(50)
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            for count in 1...3 {
                let client = try await RawClient.connect(toPort: recorder.port, allowsHalfClosure: true)
                let requests = (1...count).map { "GET \(origin.url)/\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
                try await client.stopReading()
                try await client.send(requests.joined())
                try await client.finishSending()
                try await Task.sleep(for: .milliseconds(200))
                try await client.startReading()
                #expect(await eventually { client.isClosed })
                #expect(client.count > count * large)
                #expect(client.text.hasSuffix("</\(count)>"))
            }
            #expect(await recorder.events.exchanges(6).count == 6)
        }
    }

    @Test("A client that is gone altogether is noticed when it is written to, however long the answer is")
    func endlessAnswer() async throws {
        try await RawServer.with { text, connection in
            guard text.hasSuffix("\r\n\r\n") else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            connection.channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(20)) { task in
                if connection.channel.isActive { connection.send("data: 1\n\n") } else { task.cancel() }
            }
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await client.read(until: "data: 1")
            await client.close()
            #expect(await eventually { server.openConnections == 0 })
            #expect(await recorder.events.exchanges(1).count == 1)
        }
    }

    @Test("A client that is gone before its change of protocol is stored leaves no connection to the server behind")
    func leavesBeforeUpgrade() async throws {
        try await RawServer.with { text, connection in
            guard text.hasSuffix("\r\n\r\n") else { return }
            connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
        } _: { recorder, server in
            recorder.events.hold()
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(
                "GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                    + "Upgrade: websocket\r\n\r\n"
            )
            #expect(await recorder.events.exchanges(1).first?.response?.status == 101)
            #expect(server.openConnections == 1)
            try await client.reset()
            #expect(await eventually { server.openConnections == 0 })
            recorder.events.release()
        }
    }

    @Test("The local endpoint tells a client to send its body, and no other that it may")
    func endpointExpectation() async throws {
        let recorder = try await TestRecorder.start()
        let request =
            "POST http://kinescope.local/stimuli HTTP/1.1\r\nHost: kinescope.local\r\nExpect: 100-continue\r\n"
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send(request + "Content-Length: 2\r\n\r\n")
        #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
        try await client.send("{}")
        #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
        await client.close()

        let large = try await RawClient.connect(toPort: recorder.port)
        try await large.send(request + "Content-Length: \(OwnHost.bodyBytes + 1)\r\n\r\n")
        #expect(await large.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
        await large.close()
        await recorder.stop()
    }

    @Test("A stream of HTTP/2 whose client never takes the answer is reset", .timeLimit(.minutes(2)))
    func closedWindow() async throws {
        let origin = try await TestOrigin.secure { _ in .text("ok") }
        try await withRecorder({ $0.limits.idleTime = .seconds(1) }, origin: origin) { recorder, origin in
            let authority = "localhost:\(origin.port)"
            let client = try await recorder.connect(to: authority)
            try await client.startTLS(host: "localhost", roots: recorder.roots(), protocols: ["h2"])
            let start = client.count
            // A window of nothing, and GET / on stream 1, in HPACK.
            let settings: [UInt8] = [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]
            let fields: [UInt8] = [0x82, 0x87, 0x84, 0x41, UInt8(authority.utf8.count)] + Array(authority.utf8)
            let headers: [UInt8] = [0, 0, UInt8(fields.count), 1, 5, 0, 0, 0, 1] + fields
            try await client.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings + headers)
            #expect(await recorder.events.exchanges(1).count == 1)
            // The connection itself may go only when its streams have.
            #expect(await eventually { Self.frames(client.bytes[start...]).contains { $0 == [3, 1] } })
            await client.close()
        }
    }

    /// The types and streams of the frames of HTTP/2 in these bytes.
    private static func frames(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var rest = bytes
        var frames: [[UInt8]] = []
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            frames.append([head[3], head[8]])
            rest = rest.dropFirst(9 + Int(head[0]) << 16 + Int(head[1]) << 8 + Int(head[2]))
        }
        return frames
    }
}
