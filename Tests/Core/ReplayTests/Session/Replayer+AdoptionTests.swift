import Exchanges
import PassAPI
import Replay
import Report
import Services
import Testing
import VirtualTime

@Suite("A replay goes on after a difference") struct ReplayerAdoptionTests {
    static let documents = ReplayOptions(client: ClientChoice(.documents))

    // MARK: The captures of other people's clients

    /// Of each capture, as its README has it: the Adobe calls of the client that is replayed.
    static let calls: [(name: String, count: Int)] = [
        ("clientless-denied", 5), ("clientless-sign-on", 12), ("eplus-espn-authz-expired-second-play", 6),
        ("eplus-espn-sign-on", 6), ("eplus-nesn-sign-on", 6), ("kodi-espn3-authz-expired-second-play", 6),
        ("kodi-espn3-denied", 12), ("kodi-espn3-logout", 5), ("kodi-espn3-sign-on", 5),
        // The login page and the assertion are pages; `tvs/v1/sign` is a call.
        ("kodi-native-authn-expired-second-play", 5), ("kodi-native-sign-on", 7),
        // The device's half; the browser's is another device's.
        ("secondscreen-both", 4), ("secondscreen-sign-on", 3),
    ]

    @Test("The app's own client replays every call that a capture holds of it", arguments: calls)
    func captures(name: String, count: Int) throws {
        let result = try Replayer.replay(ClientCaptures.recording(name))
        #expect(result.replayedCount == count)
        #expect(result.adoptedCount == 0)
        #expect(result.notReachedCount == 0)
        #expect(result.divergences.map(\.summary) == [])
    }

    @Test("The documents' client adopts more, reaches all, and says where it left the recording", arguments: calls)
    func documents(name: String, count: Int) throws {
        let recording = try ClientCaptures.recording(name)
        let own = try Replayer.replay(recording)
        let result = try Replayer.replay(recording, options: Self.documents)
        #expect(result.adoptedCount >= own.adoptedCount)
        #expect(result.replayedCount + result.adoptedCount == count)
        #expect(result.notReachedCount == 0)
        #expect(result.adoptedCount == 0 || !result.divergences.isEmpty)
    }

    @Test("With --stop-at-unmatched the replay ends at the first request without a response")
    func stops() throws {
        var options = Self.documents
        options.stopsAtUnmatched = true
        let result = try Replayer.replay(ClientCaptures.recording("kodi-espn3-sign-on"), options: options)
        #expect(result.replayedCount == 0)
        #expect(result.adoptedCount == 0)
        #expect(result.notReachedCount == 5)
        #expect(result.divergences.count == 1)
    }

    // MARK: What was changed in a good client's recording

    /// A way to spoil a recording, and the exchanges that a finding may name for it.
    enum Change: String, CaseIterable {
        case removed, doubled, moved, restated

        func applied(to recording: Recording, at index: Int) -> Recording? {
            var copy = recording
            switch self {
            case .removed:
                copy.exchanges.remove(at: index)
            case .doubled:
                copy.exchanges.insert(copy.exchanges[index], at: index + 1)
            case .moved:
                guard index + 1 < copy.exchanges.count else { return nil }
                let (first, second) = (copy.exchanges[index], copy.exchanges[index + 1])
                (copy.exchanges[index], copy.exchanges[index + 1]) = (second, first)
                copy.exchanges[index].startedAt = first.startedAt
                copy.exchanges[index + 1].startedAt = second.startedAt
            case .restated:
                guard var response = copy.exchanges[index].response else { return nil }
                response.status = response.status < 400 ? 500 : 200
                copy.exchanges[index].outcome = .response(response)
            }
            for index in copy.exchanges.indices { copy.exchanges[index].ordinal = index + 1 }
            return copy
        }
    }

    @Test(
        "One changed exchange makes at most two findings, and what follows is compared",
        arguments: Captures.cookbook + Captures.browser,
        Change.allCases
    )
    func robust(name: String, change: Change) throws {
        let recording = try Captures.recording(name)
        let before = try Replayer.replay(recording)
        for index in recording.exchanges.indices {
            guard PassRequest(recognizing: recording.exchanges[index].request) != nil,
                let changed = change.applied(to: recording, at: index)
            else { continue }
            let result = try Replayer.replay(changed)
            let new = result.divergences.count
            let place = "\(change) at \(index + 1): \(result.divergences.map(\.summary))"
            #expect(new <= 2, "\(place)")
            #expect(result.notReachedCount == 0)
            #expect(result.replayedCount + result.adoptedCount + result.skippedCount == changed.exchanges.count)
            // A call or two are adopted for the one that was changed; what depends on a sign-on is more.
            #expect(result.replayedCount >= before.replayedCount - 5, "\(place)")
        }
    }
}
