import Documents
import PassAPI
import Replay
import Report
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
                poll == pauses.count ? StagedSession.signedOn : StagedSession.notFound
            )
        }
        let documents = ReplayOptions(client: ClientChoice(.documents))
        let result = try Replayer.replay(staged.recording, options: documents)
        #expect(result.divergences.isEmpty)
        return result.warnings.filter { $0.kind == .polledAtAnotherPace }
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
        #expect(warnings.first?.summary.contains("polled again after \(words); ") == true)
    }

    @Test(
        "However many polls the reference client leaves out, the pace is that from one recorded poll to its next",
        arguments: [(1, 4), (1, 6), (1, 7), (1, 30), (0.25, 60), (2, 9), (4, 12)] as [(Double, Int)]
    )
    func skippedPolls(interval: Double, polls: Int) throws {
        let warnings = try Self.warnings(interval: interval, polls: polls)
        #expect(warnings.map(\.exchanges) == [[3, 4]])
        let words = interval == 0.25 ? "250.0 ms" : "\(Int(interval)) s"
        #expect(warnings.first?.summary.contains("polled again after \(words); ") == true)
    }

    @Test("Of polls at several paces the first that is another is told, by the two polls that show it")
    func mixedPaces() throws {
        // The polls are exchanges 3 to 9; the reference client makes those at 0, 5, 10 and 15 seconds.
        let warnings = try Self.warnings(pauses: [5, 2, 1, 2, 2, 3])
        #expect(warnings.map(\.exchanges) == [[4, 5]])
        #expect(warnings.first?.summary.contains("polled again after 2 s; ") == true)
    }
}
