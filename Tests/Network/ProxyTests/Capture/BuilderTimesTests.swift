import Exchanges
import Testing

@testable import Proxy

@Suite struct DraftTimesTests {
    private func facts(connect: Int64?, handshake: Int64?, isReused: Bool = false) -> UpstreamFacts {
        UpstreamFacts(
            connection: 1,
            address: nil,
            version: "HTTP/1.1",
            isReused: isReused,
            connectMicroseconds: connect,
            handshakeMicroseconds: handshake,
            isVerified: nil
        )
    }

    @Test("The phases follow one another")
    func phases() {
        let times = BuilderTimes(requestEnd: 500, responseHead: 900, end: 1_000)
        #expect(
            times.timings(facts(connect: 200, handshake: 100))
                == ExchangeTimings(connect: 300, ssl: 100, send: 200, wait: 400, receive: 100)
        )
        #expect(
            times.timings(facts(connect: 200, handshake: nil, isReused: true))
                == ExchangeTimings(send: 500, wait: 400, receive: 100)
        )
        #expect(times.timings(nil) == ExchangeTimings(send: 500, wait: 400, receive: 100))
    }

    @Test("No phase is negative, and their sum is the duration, in whatever order things came")
    func sums() {
        let values: [Int64?] = [nil, 0, 1, 50, 100, 150]
        for requestEnd in values {
            for responseHead in values {
                for end in values {
                    for connect in values {
                        for handshake in values {
                            let times = BuilderTimes(requestEnd: requestEnd, responseHead: responseHead, end: end)
                            let timings = times.timings(facts(connect: connect, handshake: handshake))
                            let phases = [timings.connect ?? 0, timings.send, timings.wait, timings.receive]
                            #expect(phases.allSatisfy { $0 >= 0 } && phases.reduce(0, +) == times.duration)
                            #expect(timings.ssl ?? 0 <= timings.connect ?? 0)
                        }
                    }
                }
            }
        }
    }
}
