import Exchanges
import NIOCore
import Testing

@testable import Proxy

@Suite struct BackPressureTests {
    private static let piece = 65_536
    private static let pieces = 1_024
    /// 64 MiB.
    private static let whole = piece * pieces
    /// The amount that may be on its way: what the system holds for two connections, and little of the recorder's own.
    ///
    /// For receiving alone Linux's limit is 33 MB on some machines, half of it data. Who held nothing back would pass on all.
    private static let bound = whole / 2

    @Test(
        "A client that reads no more holds the server back, and gets everything once it reads on",
        .timeLimit(.minutes(3))
    )
    func clientStopsReading() async throws {
        let server = try await PacedServer.start { _, connection in
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(Self.whole)\r\n\r\n"
            )
            connection.send(ByteBuffer(repeating: 0x61, count: Self.piece), times: Self.pieces)
        }
        let recorder = try await TestRecorder.start { $0.limits.bodyBytes = 1 << 20 }
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.channel.setOption(.socketOption(.so_rcvbuf), value: 65_536).get()
        try await client.stopReading()
        try await client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
        let ahead = await standstill { server.written }
        #expect(ahead > 0 && ahead < Self.bound, "\(ahead) bytes are on their way")
        try await client.startReading()
        #expect(await eventually(within: 60) { client.count > Self.whole })
        let exchange = try #require(await recorder.events.exchanges(1).first)
        #expect(exchange.response?.body?.count == 1 << 20)
        #expect(exchange.notes.responseBody.shortfall == .limit)
        #expect(exchange.notes.responseBody.bytes == Int64(Self.whole))
        await client.close()
        await recorder.stop()
        await server.stop()
    }

    @Test(
        "A server that reads no more holds the client back, and gets everything once it reads on",
        .timeLimit(.minutes(3))
    )
    func serverStopsReading() async throws {
        let server = try await PacedServer.start { bytes, connection in
            switch bytes.readableBytesView.last {
            case UInt8(ascii: "z"): connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            case UInt8(ascii: "\n"): connection.stopReading()
            default: break
            }
        }
        let recorder = try await TestRecorder.start { $0.limits.bodyBytes = 1 << 20 }
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.channel.setOption(.socketOption(.so_sndbuf), value: 262_144).get()
        try await client.send(
            "POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nContent-Length: \(Self.whole + 1)\r\n\r\n"
        )
        #expect(await eventually { server.read > 0 })
        let upload = Upload(channel: client.channel)
        upload.send(ByteBuffer(repeating: 0x61, count: Self.piece), times: Self.pieces)
        let ahead = await standstill { upload.written }
        #expect(ahead > 0 && ahead < Self.bound, "\(ahead) bytes are on their way")
        try await server.startReading()
        #expect(await eventually(within: 60) { upload.written == Self.whole })
        try await client.send("z")
        #expect(await client.read(until: "\r\n\r\nok", within: 60).hasPrefix("HTTP/1.1 200 "))
        #expect(server.read > Self.whole)
        let exchange = try #require(await recorder.events.exchanges(1).first)
        #expect(exchange.request.body?.count == 1 << 20)
        #expect(exchange.notes.requestBody.shortfall == .limit)
        #expect(exchange.notes.requestBody.bytes == Int64(Self.whole + 1))
        await client.close()
        await recorder.stop()
        await server.stop()
    }
}
