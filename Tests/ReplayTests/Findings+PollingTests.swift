import Documents
import PassAPI
import Replay
import Testing
import VirtualTime

@Suite("The pace of polls") struct PollingTests {
    /// A second-screen login whose polls are `interval` apart, start to start; the third brings the token.
    static func deviations(interval: Double) throws -> [Deviation] {
        var staged = StagedSession()
        var device = StagedSession.device
        device.deviceInformation = Base64.encode(Array(#"{"osName":"tvOS","osVersion":"15.2"}"#.utf8))
        try staged.call(0, .checkAuthentication(device), StagedSession.forbidden)
        try staged.call(1, .createRegistrationCode(device), StagedSession.code)
        for poll in 0..<3 {
            try staged.call(
                1.05 + Double(poll) * interval,
                .readAuthenticationToken(device),
                poll == 2 ? StagedSession.signedOn : StagedSession.notFound
            )
        }
        let documents = ReplayOptions(client: ClientChoice(.documents))
        let result = try Replayer.replay(staged.recording, options: documents)
        #expect(result.divergences.isEmpty)
        return result.deviations.filter { $0.kind == .polledAtAnotherPace }
    }

    @Test(
        "A quarter of a second more or less than the reference client waits is the same pace",
        arguments: [4.75, 5, 5.25]
    )
    func samePace(interval: Double) throws {
        #expect(try Self.deviations(interval: interval).isEmpty)
    }

    @Test(
        "Another pace is told once, with the two polls that show it",
        arguments: [(1, "faster, every 1 s"), (4.74, "faster, every 4.74 s"), (5.26, "slower, every 5.26 s")]
    )
    func anotherPace(interval: Double, words: String) throws {
        let deviations = try Self.deviations(interval: interval)
        #expect(deviations.map(\.exchanges) == [[3, 4]])
        #expect(deviations.first?.summary.contains("polled \(words) (exchanges 3, 4)") == true)
    }
}
