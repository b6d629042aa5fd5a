import Documents
import PassAPI
@testable import Replay
@testable import Report
import Testing
import VirtualTime

@Suite("The pace of polls") struct PollingTests {
    /// A second-screen login whose polls are `interval` apart, start to start; the last brings the token.
    static func warnings(interval: Double, polls: Int = 3) throws -> [ReplayWarning] {
        try warnings(pauses: Array(repeating: interval, count: polls - 1))
    }

    /// A second-screen login with these pauses between its polls, start to start; the last brings the token.
    static func warnings(pauses: [Double]) throws -> [ReplayWarning] {
        var staged = StagedSession()
        var device = StagedSession.device
        device.deviceInformation = Base64.encode(Array(#"{"osName":"tvOS","osVersion":"15.2"}"#.utf8))
        try staged.call(0, .checkAuthentication(device), StagedSession.forbidden)
        try staged.call(1, .createRegistrationCode(device), StagedSession.code)
        for poll in 0...pauses.count {
            try staged.call(
                1.05 + pauses.prefix(poll).reduce(0, +),
                .readAuthenticationToken(device),
                poll == pauses.count ? StagedSession.signedIn : StagedSession.notFound
            )
        }
        let documents = ReplayOptions(client: ClientChoice(.documents))
        let result = try Replayer.replay(staged.recording, options: documents)
        #expect(result.divergences.isEmpty)
        return result.warnings.filter { [.polledFaster, .polledSlower].contains($0.code) }
    }

    @Test(
        "A quarter of a second more or less than the reference client waits is the same pace",
        arguments: [4.75, 5, 5.25]
    )
    func samePace(interval: Double) throws {
        #expect(try Self.warnings(interval: interval).isEmpty)
    }

    @Test(
        "Another pace is told once, with the two polls that show it",
        arguments: [(1, "1 s"), (4.74, "4.74 s"), (5.26, "5.26 s")]
    )
    func anotherPace(interval: Double, words: String) throws {
        let warnings = try Self.warnings(interval: interval)
        #expect(warnings.map(\.exchanges) == [[3, 4]])
        #expect(warnings.first?.summary.contains("polled again after \(words) (median of 2 intervals: ") == true)
    }

    @Test(
        "However many polls the reference client leaves out, the pace is that from one recorded poll to its next",
        arguments: [(1, 4), (1, 6), (1, 7), (1, 30), (0.25, 60), (2, 9), (4, 12)] as [(Double, Int)]
    )
    func skippedPolls(interval: Double, polls: Int) throws {
        let warnings = try Self.warnings(interval: interval, polls: polls)
        #expect(warnings.map(\.exchanges) == [[3, 4]])
        let words = interval == 0.25 ? "250.0 ms" : "\(Int(interval)) s"
        #expect(warnings.first?.summary.contains("polled again after \(words)") == true)
    }

    @Test("Of polls at several paces the first that is another is told, by the two polls that show it")
    func mixedPaces() throws {
        // The polls are exchanges 3 to 9; the reference client makes those at 0, 5, 10 and 15 seconds.
        let warnings = try Self.warnings(pauses: [5, 2, 1, 2, 2, 3])
        #expect(warnings.map(\.exchanges) == [[4, 5]])
        #expect(warnings.first?.summary.contains("after 2 s (median of 6 intervals: 2 s)") == true)
        let pace = try #require(Self.pace(of: warnings))
        // 1, 2, 2, 2, 3 and 5 seconds.
        #expect(pace == PollPace(interval: .seconds(2), median: .seconds(2), intervalCount: 6))
    }

    @Test("One interval is no rhythm: it is told as such; the median of an even number is between the middle two")
    func intervals() throws {
        let one = try Self.warnings(pauses: [1.5])
        #expect(
            Self.pace(of: one)
                == PollPace(interval: .milliseconds(1_500), median: .milliseconds(1_500), intervalCount: 1)
        )
        #expect(one.first?.summary.contains("median") == false)
        let four = try Self.warnings(pauses: [5, 1, 4, 2])
        #expect(
            Self.pace(of: four) == PollPace(interval: .seconds(1), median: .seconds(3), intervalCount: 4)
        )
    }

    @Test("A row that one interval shows claims no rhythm; faster than three seconds breaks POLL-001")
    func behavior() {
        func difference(_ seconds: [Int64]) -> BehaviorDifference {
            var difference = BehaviorDifference(row: "poll-interval", value: "1s", documented: "5s", exchanges: [3, 4])
            difference.pollPace = PollPace(of: seconds.map { StagedSession.start + .seconds($0) })
            return difference
        }
        #expect(
            BehaviorText.line(for: difference([0, 1]))
                == "Unlike the documented client, the app polled again after 1 s, once."
        )
        #expect(
            BehaviorText.line(for: difference([0, 1, 4, 5]))
                == "Unlike the documented client, the app polls every 1 s (median of 3 intervals)."
        )
    }

    private static func pace(of warnings: [ReplayWarning]) -> PollPace? {
        if case .polledAtAnotherPace(let pace, _)? = warnings.first?.content { pace } else { nil }
    }
}
