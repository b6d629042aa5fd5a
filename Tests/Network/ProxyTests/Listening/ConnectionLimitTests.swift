import Testing

@testable import Proxy

/// Tests of ``ConnectionLimit`` and ``OpenConnections``, through real connections.
@Suite struct ConnectionLimitTests {
    @Test("Connections beyond the limit wait until others end", .timeLimit(.minutes(2)))
    func waits() async throws {
        let origin = try await TestOrigin.start { .text("<\($0.uri)>") }
        try await withRecorder({ $0.limits.connections = 2 }, origin: origin) { recorder, origin in
            var clients: [RawClient] = []
            for number in 1...4 {
                let client = try await RawClient.connect(toPort: recorder.port)
                try await client.send("GET \(origin.url)/\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if number <= 2 { #expect(await client.read(until: ">").hasSuffix("</\(number)>")) }
                clients.append(client)
            }
            try await Task.sleep(for: .milliseconds(200))
            #expect(clients[2].count == 0 && clients[3].count == 0)
            await clients[0].close()
            #expect(await clients[2].read(until: ">").hasSuffix("</3>"))
            #expect(clients[3].count == 0)
            await clients[1].close()
            #expect(await clients[3].read(until: ">").hasSuffix("</4>"))
            await clients[2].close()
            await clients[3].close()
        }
    }
}
