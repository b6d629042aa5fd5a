import NIOCore
import NIOPosix
import Testing

@testable import Proxy
@testable import ProxyProtocol

@Suite struct ConnectionPoolTests {
    @Test("Servers that cannot be reached are not remembered beyond the limit")
    func origins() async throws {
        let trust = try ServerTrust(RecorderSettings())
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let remembered = try await loop.flatSubmit {
            let connector = Connector(trust: trust, limit: .seconds(10), rules: [])
            let pool = ConnectionPool(eventLoop: loop, connector: connector, limits: RecorderLimits())
            let attempts = (0..<ConnectionPool.originLimit + 50).map { number in
                // All these addresses are this machine's, and nobody listens at the port.
                let origin = Origin(isSecure: false, host: "127.1.\(number / 250).\(number % 250 + 1)", port: 1)
                return pool.stream(to: origin, needsHTTP1: false).map { _ in }
            }
            let bound = NIOLoopBound(pool, eventLoop: loop)
            return EventLoopFuture.whenAllComplete(attempts, on: loop).map { results in
                #expect(results.allSatisfy { if case .failure = $0 { true } else { false } })
                return bound.value.origins
            }
        }.get()
        #expect(remembered == ConnectionPool.originLimit)
    }
}
