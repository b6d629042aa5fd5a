import Exchanges
import PassAPI
import Replay
import Testing
import VirtualTime

/// Whose token went to another host.
@Suite struct FindingsEndTests {
    private static func deviations(bearer: String) throws -> [String] {
        var staged = StagedSession()
        try staged.call(0, .checkAuthentication(StagedSession.device), PassResponse(status: 200, .empty))
        staged.recording.exchanges.append(
            Exchange(
                ordinal: 2,
                startedAt: StagedSession.start + .seconds(1),
                durationMicroseconds: 50_000,
                request: HTTPRequest(
                    method: "GET",
                    url: "https://api.kite.example/v3/stream",
                    headers: [HeaderField("Authorization", bearer)]
                ),
                outcome: .response(HTTPResponse(status: 200))
            )
        )
        return try Replayer.replay(staged.recording).deviations.filter { $0.kind == .foreignHost }.map(\.summary)
    }

    @Test("The access token that the client sends to Adobe is said to go along", arguments: ["Bearer", "bearer"])
    func adobes(scheme: String) throws {
        let found = try Self.deviations(bearer: scheme + " token-1")
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.hasSuffix("and sent its bearer token along") }, "\(found)")
    }

    @Test("A token of the Programmer's own is not", arguments: ["Bearer programmers-own", "Basic dG9rZW4tMQ=="])
    func programmers(value: String) throws {
        let found = try Self.deviations(bearer: value)
        #expect(found.count == 1)
        #expect(found.allSatisfy { !$0.contains("token") }, "\(found)")
    }
}
