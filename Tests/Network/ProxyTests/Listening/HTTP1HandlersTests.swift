import Testing

@testable import Proxy

/// Tests of ``HTTP1Handlers`` where the relay takes HTTP off a connection.
@Suite struct HTTP1HandlersTests {
    @Test("A connection that changes its protocol carries bytes both ways", .timeLimit(.minutes(2)))
    func upgrade() async throws {
        let answer =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfrom the server"
        let origin = try await TestOrigin.start { _ in .raw(answer, ending: .silence) }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(
                "GET \(origin.url)/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            )
            let text = await client.read(until: "from the server")
            #expect(text.hasPrefix("HTTP/1.1 101 "))
            #expect(text.hasSuffix("from the server"))
            try await client.send("from the client")
            try await client.finishSending()
            #expect(await recorder.events.exchanges(1).count == 1)
            #expect(!client.isClosed || client.error == nil)
            await client.close()
        }
    }
}
