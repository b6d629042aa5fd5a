import NIOCore
import NIOHTTP1
import Testing

@testable import Proxy

@Suite struct HTTP2ClientEndTests {
    /// A connection with a response in flight that takes a while.
    private func inFlight(_ body: (RawHTTP2Client, TestRecorder) async throws -> Void) async throws {
        let origin = try await TestOrigin.secure { _ in
            var answer = TestOrigin.Answer.text(String(repeating: "a", count: 200_000))
            answer.delay = .milliseconds(200)
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(origin.port)")
            // Windows that hold the body: INITIAL_WINDOW_SIZE, and an update of the connection's.
            let settings = FrameBytes(type: 4, payload: [0, 4, 0, 0x10, 0, 0])
            let update = FrameBytes(type: 8, payload: [0, 0x10, 0, 0])
            let request = RawHTTP2Client.request("/1", stream: 1)
            try await client.client.send(FrameBytes.preface + settings.bytes + update.bytes + request)
            try await body(client, recorder)
            let response = await client.response(1)
            #expect(response.isWhole && response.body.utf8.count == 200_000)
            #expect(await eventually(within: 10) { client.client.isClosed })
        }
    }

    @Test("After the client's GOAWAY the connection closes once its streams have ended", .timeLimit(.minutes(2)))
    func goAway() async throws {
        try await inFlight { client, _ in
            try await client.client.send(FrameBytes(type: 7, payload: [0, 0, 0, 0, 0, 0, 0, 0]).bytes)
        }
    }

    @Test("A client that says goodbye with nothing in flight is let go at once", .timeLimit(.minutes(2)))
    func idle() async throws {
        let origin = try await TestOrigin.secure { _ in .text("ok") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(origin.port)")
            try await client.begin(RawHTTP2Client.request("/1", stream: 1))
            #expect(await client.response(1).isWhole)
            try await client.client.send(FrameBytes(type: 7, payload: [0, 0, 0, 0, 0, 0, 0, 0]).bytes)
            #expect(await eventually(within: 10) { client.client.isClosed })
        }
    }

    @Test("A client that sends no more has its response before the connection closes", .timeLimit(.minutes(2)))
    func halfClosed() async throws {
        let origin = try await TestOrigin.secure { _ in
            var answer = TestOrigin.Answer.text("ok")
            answer.delay = .milliseconds(200)
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let connection = try await RawClient.connect(toPort: recorder.port, allowsHalfClosure: true)
            let authority = "localhost:\(origin.port)"
            try await connection.send("CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n")
            _ = await connection.read(until: "\r\n\r\n")
            connection.forget()
            try await connection.startTLS(host: "localhost", roots: recorder.roots(), protocols: ["h2"])
            let client = RawHTTP2Client(client: connection)
            try await client.begin(RawHTTP2Client.request("/1", stream: 1))
            #expect(await eventually { origin.requests.count == 1 })
            try await connection.finishSending()
            #expect(await client.response(1).body == "ok")
            #expect(await eventually(within: 10) { connection.isClosed })
        }
    }

    @Test("What is not HTTP/2 ends the connection with the reason, and a notice", .timeLimit(.minutes(2)))
    func malformed() async throws {
        let origin = try await TestOrigin.secure { _ in .text("ok") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:\(origin.port)")
            // An index that no table has (RFC 7541 §2.3.3).
            try await client.begin(FrameBytes(type: 1, flags: 5, stream: 1, payload: [0xFE]).bytes)
            #expect(await eventually(within: 10) { client.client.isClosed })
            #expect(client.goodbye?.code == 9, "COMPRESSION_ERROR")
            #expect(await recorder.events.notices(1).contains { "\($0)".contains("COMPRESSION_ERROR") })
        }
    }
}
