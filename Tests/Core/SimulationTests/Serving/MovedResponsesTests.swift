import Documents
import Exchanges
import Services
import Testing
import VirtualTime

@testable import Simulation

/// What is kept of moved responses is what would be made anew.
@Suite struct MovedResponsesTests {
    private static func exchange(_ ordinal: Int, body: String = "") -> Exchange {
        Exchange(
            ordinal: ordinal,
            startedAt: Instant(secondsSince1970: 1_795_211_952),
            durationMicroseconds: 1,
            request: HTTPRequest(method: "GET", url: "https://login.example/\(ordinal)", headers: [], body: nil),
            outcome: .response(
                HTTPResponse(
                    status: 200,
                    headers: [HeaderField("Date", "Fri, 20 Nov 2026 21:59:12 GMT")],
                    body: Array(body.utf8)
                )
            )
        )
    }

    private static func date(_ moved: InstantShift.Moved?) -> String? { moved?.response.headers[first: "Date"] }

    @Test("Each distance and each exchange has its own, the first time and later")
    func distances() {
        var kept = MovedResponses()
        let (hour, day) = (InstantShift(wholeSeconds: 3_600), InstantShift(wholeSeconds: 86_400))
        for _ in 0..<3 {
            for ordinal in 1...2 {
                let exchange = Self.exchange(ordinal, body: "\(ordinal)")
                let moved = kept.response(of: exchange, calling: nil, by: hour)
                #expect(Self.date(moved) == "Fri, 20 Nov 2026 22:59:12 GMT")
                #expect(moved?.response.body == Array("\(ordinal)".utf8))
                #expect(
                    Self.date(kept.response(of: exchange, calling: nil, by: day)) == "Sat, 21 Nov 2026 21:59:12 GMT"
                )
            }
        }
        #expect(kept.count == 4)
    }

    @Test("It is bounded, whatever is served, and what is too large is not kept at all")
    func bounded() {
        var kept = MovedResponses()
        let shift = InstantShift(wholeSeconds: 1)
        let body = String(repeating: "x", count: 100_000)
        for ordinal in 1...1_000 {
            let moved = kept.response(of: Self.exchange(ordinal, body: body), calling: nil, by: shift)
            #expect(Self.date(moved) == "Fri, 20 Nov 2026 21:59:13 GMT")
        }
        #expect(kept.count > 0 && kept.count * body.utf8.count <= 2 * MovedResponses.limit)
        let before = kept.count
        let large = String(repeating: "x", count: MovedResponses.limit)
        #expect(kept.response(of: Self.exchange(0, body: large), calling: nil, by: shift) != nil)
        #expect(kept.count == before)
        #expect(kept.response(of: Exchange.failing, calling: nil, by: shift) == nil)
    }

    @Test("A session that begins late has its own distance in the same responses, and an earlier one keeps the first")
    func lateSession() throws {
        func request(_ device: String) -> HTTPRequest {
            let query = "requestor=KITETV&deviceId=\(device)&resource=KITE1"
            let url = "https://api.auth.adobe.com/api/v1/authorize?" + query
            return HTTPRequest(method: "GET", url: url, headers: [], body: nil)
        }
        let exchanges = (1...2).map { ordinal in
            var exchange = Self.exchange(ordinal)
            exchange.request = request("box-0001")
            return exchange
        }
        let wall = exchanges[0].startedAt + .seconds(86_400)
        var backend = ServedRecordingBackendTests.served(exchanges, at: wall)
        func date(_ device: String) -> String? {
            backend.respond(to: request(device), from: .init(address: "192.0.2.1"), at: wall).response?
                .headers[first: "Date"]
        }
        #expect(date("box-0001") == "Sat, 21 Nov 2026 21:59:12 GMT")
        let advance = try ServedStep.steps(in: "advance 10d", for: nil) { text throws(Problem) in FileNode(.text(text))
        }
        _ = try backend.perform(advance[0], at: wall)
        // The same exchange that the first one was given, and then the next one.
        #expect(date("other-02") == "Tue, 01 Dec 2026 21:59:12 GMT")
        #expect(date("box-0001") == "Sat, 21 Nov 2026 21:59:12 GMT")
        #expect(date("other-02") == "Tue, 01 Dec 2026 21:59:12 GMT")
    }
}

extension Exchange {
    fileprivate static var failing: Exchange {
        Exchange(
            ordinal: 7,
            startedAt: Instant(secondsSince1970: 0),
            durationMicroseconds: 1,
            request: HTTPRequest(method: "GET", url: "https://login.example/", headers: [], body: nil),
            outcome: .failure("no route")
        )
    }
}
