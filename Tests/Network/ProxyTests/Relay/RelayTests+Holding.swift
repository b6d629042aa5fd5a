import Exchanges
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import Proxy

/// Servers that fail, what is held back, and what is not for a server.
extension RelayTests {
    @Test("A server that cannot be reached is answered for with 502 and the reason")
    func unreachable() async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: x\r\n\r\n")
        let head = await client.read(until: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 502 "))
        #expect(head.contains("X-Kinescope-Error: "))
        let exchange = try #require(await recorder.events.exchanges(1).first)
        guard case .failure(let reason) = exchange.outcome else {
            Issue.record("it has an answer")
            return
        }
        #expect(reason.contains("127.0.0.1:1"))
        await client.close()
        await recorder.stop()
    }

    @Test("A server that stands still is not waited for longer than the limit")
    func idleServer() async throws {
        try await RawServer.with({ $0.limits.idleTime = .milliseconds(200) }) { _, _ in
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 504 "))
            #expect(await eventually { server.openConnections == 0 })
            await client.close()
        }
    }

    @Test("A connection that was dead when it was used again is replaced once")
    func retry() async throws {
        try await RawServer.with { text, connection in
            guard text.hasSuffix("\r\n\r\n") else { return }
            // The first connection dies with its second request.
            if connection.number == 1, text.contains("/2") { return connection.close() }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            for path in ["1", "2"] {
                try await client.send("GET http://127.0.0.1:\(server.port)/\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.read(until: "ok").hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
            #expect(server.connections == 2)
            #expect(server.text(2).hasPrefix("GET /2 "))
            #expect(await recorder.events.exchanges(2).count == 2)
            await client.close()
        }
    }

    @Test(
        "The last byte of an answer is sent when its exchange is stored, and all before at once",
        arguments: [
            "Content-Length: 6\r\n\r\nabc|def", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n|3\r\ndef\r\n0\r\n\r\n",
        ]
    )
    func endIsHeldBack(answer: String) async throws {
        let parts = answer.split(separator: "|").map(String.init)
        try await RawServer.with { text, connection in
            if text.hasSuffix("\r\n\r\n") { connection.send("HTTP/1.1 200 OK\r\n\(parts[0])") }
            if text.hasSuffix("more") { connection.send(parts[1]) }
        } _: { recorder, server in
            recorder.events.hold()
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(
                "POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"
            )
            #expect(await client.read(until: "abc").hasSuffix("abc"))
            try await client.send("more")
            #expect(await recorder.events.exchanges(1).count == 1)
            try await Task.sleep(for: .milliseconds(50))
            let before = client.text
            let whole = parts[0].contains("chunked") ? "0\r\n\r\n" : "def"
            #expect(!before.hasSuffix(whole))
            recorder.events.release()
            #expect(await client.read(until: whole).hasSuffix(whole))
            await client.close()
        }
    }

    @Test("Exchanges that take long are told of before they end, each under its number")
    func began() async throws {
        try await RawServer.with { text, connection in
            if text.hasSuffix("abc") { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            for count in 1...2 {
                try await client.send(
                    "POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n"
                )
                #expect(await eventually { recorder.events.began.count == count })
                try await client.send("abc")
                _ = await client.read(until: "ok")
            }
            #expect(await recorder.events.exchanges(2).map(\.ordinal) == recorder.events.began.map(\.ordinal))
            await client.close()
        }
    }

    @Test("Bodies beyond what all exchanges may hold together pass whole, and are recorded as cut")
    func overBudget() async throws {
        let body = String(repeating: "x", count: 1_001)
        try await RawServer.with({ $0.limits.draftBytes = 1_000 }) { text, connection in
            guard text.hasSuffix("\r\n\r\n") else { return }
            let count = text.contains("/more") ? 1_001 : 1_000
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\nConnection: close\r\n\r\n")
            connection.send(String(body.prefix(count)))
        } _: { recorder, server in
            for (path, count) in [("whole", 1_000), ("more", 1_001)] {
                let client = try await RawClient.connect(toPort: recorder.port)
                let line = "GET http://127.0.0.1:\(server.port)/\(path) HTTP/1.1\r\n"
                try await client.send(line + "Host: x\r\nConnection: close\r\n\r\n")
                #expect(await client.readToEnd().hasSuffix("\r\n" + body.prefix(count)))
                await client.close()
            }
            let notes = await recorder.events.exchanges(2).map(\.notes.responseBody)
            #expect(notes.map(\.shortfall) == [nil, .memory])
        }
    }

    @Test("What was told of in flight is told of at its end, media or not")
    func begunMedia() async throws {
        try await RawServer.with { _, _ in
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET http://127.0.0.1:\(server.port)/play HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await eventually { recorder.events.began.count == 1 })
            server.send("HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\nContent-Length: 2\r\n\r\nok")
            _ = await client.read(until: "ok")
            #expect(await recorder.events.exchanges(1).first?.response?.status == 200)
            #expect(recorder.events.skipped.isEmpty)
            await client.close()
        }
    }

    @Test("A change to another protocol passes, and so does all that is said in it, from the first byte")
    func upgrade() async throws {
        try await RawServer.with { text, connection in
            if text.hasSuffix("\r\n\r\n") {
                connection.send(
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello"
                )
            } else if text.hasSuffix("bye") {
                connection.send("<\(text.suffix(6))>")
                connection.close()
            }
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(
                "GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            )
            #expect(await client.read(until: "hello").hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
            try await client.send("one")
            try await client.send("bye")
            #expect(await client.readToEnd() == "<onebye>")
            let exchange = try #require(await recorder.events.exchanges(1).first)
            #expect(exchange.response?.status == 101)
        }
    }

    @Test("A request to the recorder itself is not followed")
    func loop() async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("GET http://localhost:\(recorder.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 508 Loop Detected\r\n"))
        #expect(recorder.events.exchanges.isEmpty)
        await client.close()
        await recorder.stop()
    }

    @Test("A page that is asked of a proxy that has none says what to do")
    func notAProxyRequest() async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n")
        let text = await client.readToEnd()
        #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(text.contains("This is a proxy"))
        await recorder.stop()
    }

    @Test("The local endpoint answers, and is not recorded", arguments: ["http://kinescope.local/", "/"])
    func localEndpoint(target: String) async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(recorder.port)\r\n\r\n")
        #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(recorder.events.exchanges.isEmpty)
        await client.close()
        await recorder.stop()
    }

    @Test("HTTP/2 on both sides carries bodies both ways, many at once", .timeLimit(.minutes(2)))
    func http2() async throws {
        let origin = try await TestOrigin.secure { request in
            var answer = TestOrigin.Answer.chunks([request.version, " \(request.bodyCount)"])
            answer.headers = [:]
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await HTTP2Client.connect(through: recorder, to: origin)
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for size in 0..<20 {
                    group.addTask {
                        let body = ByteBuffer(repeating: 0x61, count: size * 10_000)
                        let response = try await client.post("/\(size)", body)
                        return "\(response.head.version) \(response.body)"
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(texts == Set((0..<20).map { "HTTP/2.0 HTTP/2 \($0 * 10_000)" }))
            #expect(await recorder.events.exchanges(20).count == 20)
            client.close()
        }
    }

    @Test("A client that reads nothing holds the server back")
    func backPressure() async throws {
        let origin = try await TestOrigin.start { _ in
            var answer = TestOrigin.Answer(pieces: [[UInt8](repeating: 0x61, count: 65_536)])
            answer.rounds = 1_600
            answer.headers = ["Content-Length": "\(65_536 * 1_600)"]
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.stopReading()
            try await client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            try await Task.sleep(for: .milliseconds(300))
            let early = client.count
            try await client.startReading()
            let end = 65_536 * 1_600
            #expect(await eventually(within: 60) { client.count > end })
            #expect(early < end / 2)
            await client.close()
        }
    }
}
