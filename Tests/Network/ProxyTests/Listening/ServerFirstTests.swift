import Testing

@testable import Proxy

/// Tests of ``ServerFirst``, through real connections.
@Suite struct ServerFirstTests {
    @Test("A client that is slow, but means HTTP, is recorded all the same", .timeLimit(.minutes(2)))
    func slowClient() async throws {
        let origin = try await TestOrigin.start { .text("<\($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await recorder.connect(to: "localhost:\(origin.port)")
            // The recorder listens to the server by now.
            #expect(await eventually { origin.connections == 1 })
            try await client.send("GET /slow HTTP/1.1\r\nHost: localhost:\(origin.port)\r\n\r\n")
            #expect(await client.read(until: ">").hasSuffix("</slow>"))
            #expect(await recorder.events.exchanges(1).map(\.request.url) == ["\(origin.url)/slow"])
            #expect(recorder.events.notices.isEmpty)
            await client.close()
        }
    }

    @Test("A server that cannot be reached ends a silent connection", .timeLimit(.minutes(2)))
    func unreachable() async throws {
        let origin = try await TestOrigin.start { _ in .text("") }
        await origin.stop()
        let recorder = try await TestRecorder.start()
        let client = try await recorder.connect(to: "localhost:\(origin.port)")
        #expect(await eventually { client.isClosed })
        #expect(await recorder.events.notices(1).count == 1)
        await recorder.stop()
    }
}
