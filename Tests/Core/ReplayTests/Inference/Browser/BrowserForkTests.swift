import ClientStack
import Exchanges
import PassAPI
import Replay
import Services
import Simulation
import Testing
import VirtualTime

@Suite struct BrowserForkTests {
    private static let wholeSignOn: [PassAPI.Operation] = [
        .individualizeDevice, .register, .accessToken, .createRegistrationCode, .session, .sdkAuthorize,
        .shortAuthorize,
    ]

    /// Returns what is requested when the recorded program is played at `instant` after a fork behind the last
    /// exchange.
    private func requests(_ name: String, at instant: Instant) throws -> (asked: [PassAPI.Operation], playing: Bool) {
        var world = try ForkedWorld(Captures.recording(name)).world
        _ = world.run(until: instant)
        var seen = world.apply(.userActionOccurred(.play(resource: "show-1")))
        seen += world.run(until: instant + .seconds(60))
        let asked = seen.compactMap { observation in
            if case .requestSent(let request, _) = observation.event { request.operation } else { nil }
        }
        let playing = seen.contains { if case .played = $0.event { true } else { false } }
        return (asked, playing)
    }

    @Test(
        "Past the AuthZ token a fork authorizes anew, past the AuthN token it signs on anew, to the nanosecond",
        arguments: [
            ("2026-11-21T22:01:00.999999999Z", 6), ("2026-11-21T22:01:01Z", 5),
            ("2026-12-20T22:01:00.999999999Z", 5), ("2026-12-20T22:01:01Z", 0),
        ]
    )
    func travel(instant: String, first: Int) throws {
        let played = try requests("ytdlp-sign-on", at: try #require(Instant(iso8601: instant)))
        #expect(played.asked == Array(Self.wholeSignOn[first...]))
        #expect(played.playing)
    }

    @Test("Each deadline of a fork is known once", arguments: Captures.browser)
    func expirations(name: String) throws {
        let world = try ForkedWorld(Captures.recording(name)).world
        let names = world.expirations().map(\.name)
        for kind in ["authn-token SportsNet", "authz-token show-1", "access-token", "media-token show-1"] {
            #expect(names.contains(kind), "\(names)")
        }
        let once = names.filter { !$0.hasPrefix("media-token") }
        #expect(Set(once).count == once.count, "\(names)")
    }
}
