import Exchanges
import Services
import Testing
import VirtualTime

/// An app that is started again, and another one at the same address: `serve --begin-again`.
@Suite struct ServedBeginningAgainTests {
    private typealias Served = ServedRecordingTests

    private static let config = "\(Served.api)/api/v1/config/KITETV"

    /// Where each request is answered: the exchange and the session.
    private static func places(_ calls: [String], _ recording: inout ServedRecording) -> [[Int]?] {
        calls.map { call in
            let answer = recording.respond(to: Served.request(call), from: Served.here, at: Served.start)
            return Served.match(answer).map { [$0.exchange.ordinal, $0.session] }
        }
    }

    @Test("An app that requests once more what it was given begins again, and only where that was asked for")
    func sameDevice() {
        let exchanges = (1...2).map { Served.exchange($0, Served.authorize(device: "box-0001")) }
        let calls = Array(repeating: Served.authorize(device: "mine"), count: 5)
        var strict = ServedRecording(of: exchanges)
        #expect(Self.places(calls, &strict) == [[1, 1], [2, 1], nil, nil, nil])
        var again = ServedRecording(of: exchanges, beginsAgain: true)
        #expect(Self.places(calls, &again) == [[1, 1], [2, 1], [1, 2], [2, 2], [1, 3]])
        // What it did before is forgotten: there is one app.
        #expect(again.apps.map(\.session) == [3] && again.apps.map(\.device) == ["mine"])
        #expect(again.apps[0].neverRequested == [2] && again.neverRequested.isEmpty)
    }

    @Test("What was recorded before an app's first request comes with a new beginning, and not out of the old one")
    func midway() {
        let resources = (1...4).map { "KITE\($0)" }
        let exchanges = resources.enumerated().map { place, resource in
            Served.exchange(place + 1, Served.authorize(device: "box-0001", resource: resource))
        }
        func calls(_ numbers: [Int]) -> [String] {
            numbers.map { Served.authorize(device: "mine", resource: resources[$0 - 1]) }
        }
        var recording = ServedRecording(of: exchanges, beginsAgain: true)
        #expect(Self.places(calls([1, 2, 3, 4]), &recording) == [[1, 1], [2, 1], [3, 1], [4, 1]])
        // Started again with what it remembers, and then without.
        #expect(Self.places(calls([4]), &recording) == [[4, 2]])
        #expect(Self.places(calls([1, 2, 3, 4]), &recording) == [[1, 3], [2, 3], [3, 3], [4, 3]])
        #expect(Self.places(calls([3, 4]), &recording) == [[3, 4], [4, 4]])
        #expect(recording.apps[0].neverRequested == [1, 2])
        var strict = ServedRecording(of: exchanges)
        #expect(Self.places(calls([3, 1, 4, 2]), &strict) == [[3, 1], [1, 1], [4, 1], [2, 1]])
    }

    @Test("Who repeats a request without a device has one session, however often: what nobody named goes")
    func repeatedWithoutDevice() {
        let exchanges = [
            Served.exchange(1, Self.config), Served.exchange(2, Served.authorize(device: "box-0001")),
        ]
        var recording = ServedRecording(of: exchanges, beginsAgain: true)
        _ = Self.places([Self.config, Served.authorize(device: "mine")], &recording)
        let places = Self.places(Array(repeating: Self.config, count: 50), &recording)
        #expect(places == (2...51).map { [1, $0] })
        #expect(recording.apps.map(\.session) == [1, 51] && recording.apps.map(\.device) == ["mine", nil])
    }

    @Test("What the app brings of its own may be another thing the next time; with it the recording begins again")
    func otherValues() throws {
        let url = "\(Served.api)/api/v1/authenticate?requestor=KITETV&deviceId=box-0001&redirect_url="
        let exchanges = [Served.exchange(1, url + "https%3A%2F%2Fkite.example%2Fa", status: 302)]
        let calls = ["one", "two", "two"].map { name in
            url.replacing("box-0001", with: "mine") + "https%3A%2F%2Fown.example%2F\(name)"
        }
        var strict = ServedRecording(of: exchanges)
        #expect(Self.places(calls, &strict) == [[1, 1], nil, nil])
        var recording = ServedRecording(of: exchanges, beginsAgain: true)
        #expect(Self.places(calls, &recording) == [[1, 1], [1, 2], [1, 3]])
        let answer = recording.respond(to: Served.request(calls[0]), from: Served.here, at: Served.start)
        #expect(Served.match(answer)?.beginsAgain == true)
    }

    @Test("What the recording does not have is unmatched still, and takes nothing away")
    func unmatched() throws {
        let exchanges = (1...2).map {
            Served.exchange($0, Served.authorize(device: "box-0001", resource: "KITE\($0)"))
        }
        var recording = ServedRecording(of: exchanges, damage: [2: "url changed"], beginsAgain: true)
        let one = Served.authorize(device: "mine", resource: "KITE1")
        #expect(Self.places([one], &recording) == [[1, 1]])
        let other = Served.request(Served.authorize(device: "mine", resource: "KITE3"))
        let answer = recording.respond(to: other, from: Served.here, at: Served.start)
        let unmatched = try #require(Served.unmatched(answer))
        #expect(unmatched.reason != .alreadyReplayed && unmatched.session == 1)
        #expect(recording.apps.map(\.session) == [1] && recording.apps[0].neverRequested == [2])
        #expect(Self.places([one], &recording) == [[1, 2]])
        #expect(recording.apps.map(\.session) == [2])
    }

    @Test("Of several recorded devices the app is the same one again")
    func sameRecordedDevice() {
        let devices = ["box-0001", "box-0002", "box-0003"]
        let exchanges = devices.enumerated().map { Served.exchange($0 + 1, Served.authorize(device: $1)) }
        var recording = ServedRecording(of: exchanges, beginsAgain: true)
        func authorize(_ names: [String]) -> [Int?] {
            Self.places(names.map { Served.authorize(device: $0) }, &recording).map { $0?.first }
        }
        #expect(authorize(["a", "b", "a", "a", "b", "c", "c", "a"]) == [1, 2, 1, 1, 2, 3, 3, 1])
    }

    @Test("Each start of an app is one beginning, whether its first request names the device or a later one does")
    func once() {
        let exchanges = [Served.exchange(1, Self.config), Served.exchange(2, Served.authorize(device: "box-0001"))]
        let mine = Served.authorize(device: "mine")
        var recording = ServedRecording(of: exchanges, beginsAgain: true)
        func beginnings(_ calls: [String]) -> [Bool?] {
            calls.map { call in
                let answer = recording.respond(to: Served.request(call), from: Served.here, at: Served.start)
                return Served.match(answer)?.beginsAgain
            }
        }
        #expect(beginnings([Self.config, mine]) == [false, false])
        for _ in 0..<2 { #expect(beginnings([Self.config, mine]) == [true, false]) }
        for _ in 0..<2 { #expect(beginnings([mine]) == [true]) }
    }

    @Test("A run that ended in the middle leaves nothing to the next one, which begins without its device's name")
    func interrupted() {
        let exchanges =
            [Served.exchange(1, Self.config)]
            + (2...4).map { Served.exchange($0, Served.authorize(device: "box-0001", resource: "KITE\($0)")) }
        func calls(_ numbers: ClosedRange<Int>) -> [String] {
            numbers.map { Served.authorize(device: "mine", resource: "KITE\($0)") }
        }
        var recording = ServedRecording(of: exchanges, beginsAgain: true)
        #expect(Self.places([Self.config] + calls(2...2), &recording) == [[1, 1], [2, 1]])
        // Exchange 3 was never given in the first run, and is the second one's.
        #expect(Self.places([Self.config] + calls(3...4), &recording) == [[1, 2], [3, 2], [4, 2]])
        #expect(recording.apps.map(\.session) == [2] && recording.apps.map(\.device) == ["mine"])
    }

    @Test("A request without a device begins for whoever names one next: the app started again, or another one")
    func withoutDevice() {
        let exchanges = [
            Served.exchange(1, Self.config), Served.exchange(2, Served.authorize(device: "box-0001")),
            Served.exchange(3, Served.authorize(device: "box-0001", resource: "KITE2")),
        ]
        let (mine, other) = (Served.authorize(device: "mine"), Served.authorize(device: "other"))
        var recording = ServedRecording(of: exchanges, beginsAgain: true)
        #expect(Self.places([Self.config, mine], &recording) == [[1, 1], [2, 1]])
        // Started again.
        #expect(Self.places([Self.config, mine], &recording) == [[1, 2], [2, 2]])
        #expect(recording.apps.map(\.device) == ["mine"])
        // Another one.
        #expect(Self.places([Self.config, other], &recording) == [[1, 3], [2, 3]])
        #expect(recording.apps.map(\.device) == ["mine", "other"])
        // The first goes on where it is.
        let next = Served.authorize(device: "mine", resource: "KITE2")
        #expect(Self.places([next], &recording) == [[3, 2]])
    }
}
