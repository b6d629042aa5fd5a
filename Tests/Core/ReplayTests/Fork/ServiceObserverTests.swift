import Exchanges
import History
import Replay
import Services
import Simulation
import Testing
import VirtualTime

/// Source: issue "Serve", part 3: a simulated service that knows what the recording showed, as the fork of `replay --then` does.
@Suite struct ServiceObserverTests {
    static let captures = [
        "access-denied-tvos", "apple-sso-tvos", "second-screen-tvos", "unsupported-provider-tvos",
        "ytdlp-cached-second-play",
        "ytdlp-sign-on", "clients/clientless-denied", "clients/clientless-sign-on",
        "clients/eplus-espn-authz-expired-second-play", "clients/eplus-espn-sign-on", "clients/eplus-nesn-sign-on",
        "clients/kodi-espn3-authz-expired-second-play", "clients/kodi-espn3-denied", "clients/kodi-espn3-logout",
        "clients/kodi-espn3-sign-on", "clients/kodi-native-authn-expired-second-play", "clients/kodi-native-sign-on",
        "clients/secondscreen-both", "clients/secondscreen-sign-on",
    ]

    private static func entries(_ service: SimulatedService, at now: Instant) -> [StateEntry] {
        World(Backend(at: now, service: .simulated(service))).stateEntries()
    }

    private static func expirations(_ service: SimulatedService, at now: Instant) -> [Expiration] {
        World(Backend(at: now, service: .simulated(service))).expirations()
    }

    @Test("Response by response it comes to know what the fork at the recording's end does", arguments: captures)
    func whole(capture: String) throws {
        let recording = try Captures.recording(capture)
        let fork = try ForkedWorld(recording).world
        let observer = try ServiceObserver(of: recording, History(recording))
        var service = observer.beginning
        for exchange in recording.exchanges { observer.observe([(exchange.ordinal, .zero)], in: &service) }
        #expect(Self.entries(service, at: fork.now) == World(fork.backend).stateEntries())
        var atOnce = observer.beginning
        observer.observe(recording.exchanges.map { ($0.ordinal, .zero) }, in: &atOnce)
        #expect(Self.entries(atOnce, at: fork.now) == World(fork.backend).stateEntries())
    }

    @Test("Before the first response it knows nobody, but whom it serves; what was there before the recording is there")
    func beginning() throws {
        let recording = try Captures.recording("second-screen-tvos")
        let observer = try ServiceObserver(of: recording, History(recording))
        let start = recording.exchanges[0].startedAt
        #expect(Self.expirations(observer.beginning, at: start).isEmpty)
        #expect(observer.beginning.configuration.providers.contains { $0.listing.id == "Plover" })
        // The same without the sign-on: who reads an AuthN token with the first request was signed on before.
        var rest = recording
        rest.exchanges.removeFirst(7)
        let later = try ServiceObserver(of: rest, History(rest))
        #expect(Self.expirations(later.beginning, at: start).contains { $0.kind == .authenticationToken })
    }
}
