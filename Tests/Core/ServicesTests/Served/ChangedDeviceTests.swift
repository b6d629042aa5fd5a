import Exchanges
import Services
import Testing

/// An app whose device id changes in the middle: what it was given is bound to the device (K-114, K-115, K-158).
@Suite struct ChangedDeviceTests {
    /// The requests of the second-screen capture, with another device id from a place on.
    private static func answers(
        from place: Int,
        refuses: Bool = false,
        address: (Int) -> String = { _ in "192.0.2.7" }
    ) throws -> [AppAnswer] {
        let capture = try #require(BundledCapture.all.first { $0.name == "second-screen-tvos" })
        let exchanges = try capture.exchanges()
        var recording = ServedRecording(of: exchanges, refusesChangedDevices: refuses)
        return exchanges.enumerated().map { index, exchange in
            var request = exchange.request
            if index >= place {
                request.url = request.url.replacing("C9jYth1CTh", with: "OTHERth1CT")
                request.body = request.body.map {
                    Array(String(decoding: $0, as: UTF8.self).replacing("C9jYth1CTh", with: "OTHERth1CT").utf8)
                }
            }
            let connection = address(index)
            return recording.respond(to: request, from: connection, at: exchange.startedAt)
        }
    }

    private static func changed(_ answer: AppAnswer) -> ChangedDevice? {
        if case .exchange(let match) = answer { match.changedDevice } else { nil }
    }

    @Test("It is answered, and said once: which app, which id before and which now", arguments: [5, 7, 8, 14])
    func warned(place: Int) throws {
        let answers = try Self.answers(from: place)
        #expect(answers.count == 15 && !answers.contains { if case .exchange = $0 { false } else { true } })
        let changes = answers.compactMap(Self.changed)
        let change = try #require(changes.first)
        #expect(changes.count == 1 && change.session == 1 && change.difference.name == "deviceId")
        #expect(change.difference.own == "C9jYth1CTh+FHWO9BQXapA==")
        #expect(change.difference.replayed == "OTHERth1CT+FHWO9BQXapA==")
    }

    @Test("Where it is refused, each of its calls is, with the id that this app has; the programmer's are answered")
    func refused() throws {
        let answers = try Self.answers(from: 7, refuses: true)
        let refused = answers.enumerated().compactMap { index, answer -> Int? in
            guard case .unmatched(let unmatched) = answer else { return nil }
            #expect(unmatched.reason == .fieldMismatch && unmatched.session == 1)
            #expect(unmatched.differences.map(\.own) == ["C9jYth1CTh+FHWO9BQXapA=="])
            return index + 1
        }
        #expect(refused == [8, 9, 11, 12, 14, 15])
    }

    @Test(
        "An app with an id of its own from its first request on is another one, wherever it comes from",
        arguments: [false, true]
    )
    func another(refuses: Bool) throws {
        for answers in [
            try Self.answers(from: 0, refuses: refuses), try Self.answers(from: 2, refuses: refuses),
        ] {
            #expect(answers.compactMap(Self.changed).isEmpty)
            #expect(!answers.contains { if case .exchange = $0 { false } else { true } })
        }
    }

    @Test(
        "A recorded token that comes with another device from elsewhere may be of an earlier run",
        arguments: [false, true]
    )
    func elsewhere(refuses: Bool) throws {
        let answers = try Self.answers(from: 7, refuses: refuses) { $0 >= 7 ? "192.0.2.9" : "192.0.2.7" }
        #expect(answers.compactMap(Self.changed).isEmpty)
        #expect(!answers.contains { if case .exchange = $0 { false } else { true } })
    }

    @Test("Two apps of two devices, each with a token of its own, change nothing")
    func two() throws {
        let capture = try #require(BundledCapture.all.first { $0.name == "second-screen-tvos" })
        let exchanges = try capture.exchanges()
        var recording = ServedRecording(of: exchanges, refusesChangedDevices: true)
        for exchange in exchanges {
            for (address, id) in [("192.0.2.1", "C9jYth1CTh"), ("192.0.2.2", "OTHERth1CT")] {
                var request = exchange.request
                request.url = request.url.replacing("C9jYth1CTh", with: id)
                request.body = request.body.map {
                    Array(String(decoding: $0, as: UTF8.self).replacing("C9jYth1CTh", with: id).utf8)
                }
                let connection = address
                let answer = recording.respond(to: request, from: connection, at: exchange.startedAt)
                guard case .exchange(let match) = answer else {
                    Issue.record("\(exchange.ordinal) for \(id): \(answer)")
                    continue
                }
                #expect(match.changedDevice == nil, "\(exchange.ordinal) for \(id)")
            }
        }
    }

    @Test(
        "Kinescope's own responses in a session recording are nobody's: the requests are unmatched again",
        arguments: [404, 501, 502]
    )
    func ownResponses(status: Int) throws {
        let capture = try #require(BundledCapture.all.first { $0.name == "second-screen-tvos" })
        var exchanges = try capture.exchanges()
        exchanges[3].outcome = .response(
            HTTPResponse(
                status: status,
                headers: [HeaderField("x-kinescope-unmatched", "notRecorded")],
                body: Array("no".utf8)
            )
        )
        var recording = ServedRecording(of: exchanges)
        let connection = "192.0.2.7"
        var unmatched: [Int] = []
        for exchange in exchanges {
            let answer = recording.respond(to: exchange.request, from: connection, at: exchange.startedAt)
            if case .unmatched = answer { unmatched.append(exchange.ordinal) }
        }
        #expect(unmatched == [4] && recording.neverRequested == [])
    }
}
