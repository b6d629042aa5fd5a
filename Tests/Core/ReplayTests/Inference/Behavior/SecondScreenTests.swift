import Exchanges
import Foundation
import PassAPI
import Replay
import Report
import Testing
import VirtualTime

/// Variants of secondscreen-sign-on, whose browser logs in with the code BB98E59 (exchanges 1 to 6).
@Suite("The browser of a second screen") struct SecondScreenTests {
    /// The fates of the code that was typed first.
    enum First: CaseIterable {
        /// The user logged in with it, and later with another.
        case used
        /// The user went away from the provider's page.
        case abandoned
        /// Nobody knows the code: it was mistyped.
        case unknown
    }

    /// The capture with another code typed first, half a minute before.
    static func recording(_ first: First) throws -> Recording {
        var recording = try ClientCaptures.recording("secondscreen-sign-on")
        var earlier = recording.exchanges
        switch first {
        case .used: break
        case .abandoned: earlier = Array(earlier.prefix(2))
        case .unknown:
            earlier = Array(earlier.prefix(1))
            earlier[0].outcome = .response(HTTPResponse(status: 400, headers: [], body: []))
        }
        for index in earlier.indices {
            earlier[index].startedAt = earlier[index].startedAt - .seconds(30)
            let url = earlier[index].request.url.replacingOccurrences(of: "BB98E59", with: "QQ00Q00")
            earlier[index].request.url = url
        }
        recording.exchanges = earlier + recording.exchanges
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        return recording
    }

    @Test("A second code that the user types is the user's doing, and no difference", arguments: First.allCases)
    func secondCode(first: First) throws {
        let recording = try Self.recording(first)
        let result = try Replayer.replay(recording)
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.adoptedCount == 0)
        #expect(result.notReachedCount == 0)
        // README: authenticate, the assertion and checkauthn/{code} are the browser's calls.
        let calls = [First.used: 6, .abandoned: 4, .unknown: 4]
        #expect(result.replayedCount == calls[first])
    }
}
