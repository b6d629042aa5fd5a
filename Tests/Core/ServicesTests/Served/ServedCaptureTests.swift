import Exchanges
import Services
import Testing
import VirtualTime

@Suite("Every bundled capture, served to another client") struct ServedCaptureTests {
    static let address = "192.0.2.7"

    /// What came of one request.
    struct Outcome {
        var recorded: Exchange
        var answer: AppAnswer

        var match: AppAnswer.Match? { if case .exchange(let match) = answer { match } else { nil } }
        var unmatched: AppAnswer.Unmatched? { if case .unmatched(let unmatched) = answer { unmatched } else { nil } }
    }

    /// Serves requests, each at the time of the recorded one beside it.
    static func serve(
        _ requests: [(recorded: Exchange, made: HTTPRequest)],
        by recording: inout ServedRecording,
        from address: String = address
    ) -> [Outcome] {
        requests.map { recorded, made in
            let answer = recording.respond(to: made, from: address, at: recorded.startedAt)
            return Outcome(recorded: recorded, answer: answer)
        }
    }

    @Test("There are captures of both protocols")
    func captures() {
        #expect(BundledCapture.all.count >= 21)
        #expect(BundledCapture.all.contains { $0.path.hasPrefix("Recordings/v2/") })
    }

    @Test("The recorded client gets the recorded bytes", arguments: BundledCapture.all)
    func itself(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        var recording = ServedRecording(of: exchanges)
        for outcome in Self.serve(exchanges.map { ($0, $0.request) }, by: &recording) {
            let match = try #require(outcome.match, "\(outcome.recorded.ordinal): \(outcome.answer)")
            #expect(match.exchange == outcome.recorded)
            #expect(match.differences == [])
            #expect(match.exchange.response.map { match.rewriting($0) } == outcome.recorded.response)
        }
        #expect(recording.neverRequested == [])
        #expect(recording.apps.count == 1)
    }

    @Test("Another client gets them with its own values, and nothing is unmatched", arguments: BundledCapture.all)
    func another(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let client = OtherClient(besides: exchanges)
        #expect(!client.pairs.isEmpty)
        var recording = ServedRecording(of: exchanges)
        var seen: Set<String> = []
        for exchange in exchanges {
            let request = client.request(exchange.request)
            seen.formUnion(client.seen(in: exchange.request))
            let answer = recording.respond(to: request, from: Self.address, at: exchange.startedAt)
            guard case .exchange(let match) = answer else {
                Issue.record("\(exchange.ordinal) \(request.url): \(answer)")
                continue
            }
            #expect(match.exchange.ordinal == exchange.ordinal)
            #expect(match.differences == [], "\(exchange.ordinal)")
            let served = exchange.response.map { match.rewriting($0) }
            let expected = exchange.response.map { client.response($0, seen: seen) }
            #expect(served?.headers == expected?.headers, "\(exchange.ordinal)")
            #expect(
                served?.body.map { String(decoding: $0, as: UTF8.self) }
                    == expected?.body.map { String(decoding: $0, as: UTF8.self) },
                "\(exchange.ordinal)"
            )
        }
        #expect(!seen.isEmpty)
        #expect(recording.neverRequested == [])
        #expect(recording.apps.count == 1)
    }
}
