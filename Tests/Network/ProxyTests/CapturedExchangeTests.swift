import Exchanges
import NIOConcurrencyHelpers
import Testing
import VirtualTime

@testable import Proxy

@Suite struct SeenExchangeTests {
    private let exchange = Exchange(
        ordinal: 1,
        startedAt: Instant(microsecondsSince1970: 1_795_000_000_000_000),
        durationMicroseconds: 1,
        request: HTTPRequest(method: "POST", url: "https://kite.example/", headers: [], body: [1, 2]),
        outcome: .response(HTTPResponse(status: 200, reason: "OK", headers: [], body: [3]))
    )

    @Test("An exchange is made when it is asked for, not before")
    func lazy() {
        let made = NIOLockedValueBox(0)
        let seen = CapturedExchange(bodyBytes: 7) { [exchange] in
            made.withLockedValue { $0 += 1 }
            return exchange
        }
        #expect(seen.bodyBytes == 7)
        #expect(made.withLockedValue { $0 } == 0)
        #expect(seen.exchange == exchange)
        #expect(made.withLockedValue { $0 } == 1)
    }

    @Test("One that is there already weighs what its bodies do")
    func there() {
        #expect(CapturedExchange(exchange).bodyBytes == 3)
        #expect(CapturedExchange(exchange).exchange == exchange)
    }
}
