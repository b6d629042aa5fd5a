import Exchanges
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import Proxy

@Suite struct ThousandConnectionsTests {
    private static let count = 1_000

    /// Each exchange has four descriptors here: both ends of two connections.
    private static let hasDescriptors: Bool = {
        var limit = rlimit()
        #if os(Linux)
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let kind = RLIMIT_NOFILE
        #endif
        guard getrlimit(kind, &limit) == 0 else { return false }
        let needed = rlim_t(6 * count)
        if limit.rlim_cur < needed, limit.rlim_max >= needed {
            limit.rlim_cur = needed
            _ = setrlimit(kind, &limit)
        }
        return getrlimit(kind, &limit) == 0 && limit.rlim_cur >= needed
    }()

    @Test(
        "A thousand connections with an exchange in flight at once are all answered and recorded",
        .enabled(if: hasDescriptors, "so many sockets may not be open here"),
        .timeLimit(.minutes(3))
    )
    func thousand() async throws {
        // Nobody is answered before all are there.
        let waiting = NIOLockedValueBox<[PacedServer.Connection]>([])
        let server = try await PacedServer.start { _, connection in
            let all = waiting.withLockedValue {
                $0.append(connection)
                return $0.count == Self.count ? $0 : []
            }
            for connection in all { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nanswered") }
        }
        let recorder = try await TestRecorder.start()
        var clients: [RawClient] = []
        for number in 1...Self.count {
            let client = try await RawClient.connect(toPort: recorder.port)
            clients.append(client)
            client.channel.writeAndFlush(
                ByteBuffer(string: "GET http://127.0.0.1:\(server.port)/\(number) HTTP/1.1\r\nHost: x\r\n\r\n"),
                promise: nil
            )
        }
        #expect(await eventually(within: 90) { clients.allSatisfy { $0.text.hasSuffix("\r\n\r\nanswered") } })
        #expect(clients.allSatisfy { $0.text.hasPrefix("HTTP/1.1 200 OK\r\n") && !$0.isClosed })
        #expect(server.connections == Self.count)
        let exchanges = recorder.events.exchanges
        #expect(exchanges.count == Self.count)
        #expect(
            Set(exchanges.map(\.request.url)) == Set((1...Self.count).map { "http://127.0.0.1:\(server.port)/\($0)" })
        )
        #expect(exchanges.allSatisfy { $0.response?.body == Array("answered".utf8) })
        #expect(Set(exchanges.map(\.notes.clientConnection)).count == Self.count)
        for client in clients { await client.close() }
        await recorder.stop()
        await server.stop()
    }
}
