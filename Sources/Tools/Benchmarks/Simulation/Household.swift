import ClientStack
import Device
import Exchanges
import Simulation
import SubscriberAccount
import VirtualTime

/// A world of devices on which people watch every day.
struct Household {
    /// The kinds of a device and its app.
    enum Kind: String, CaseIterable {
        /// REST API V1 after the cookbook, with a TV provider account in Settings.
        case cookbookPlatform
        /// The same without: a code on screen, a login on a second device, polling.
        case cookbookCode
        /// REST API V2 after the documents, with a TV provider account in Settings.
        case streamingAppPlatform
        /// The same without: a code on screen.
        case streamingAppCode
        /// AccessEnabler 1.9.4 on iOS 9.
        case accessEnabler1
        /// AccessEnabler 3.7 on iOS 13.
        case accessEnabler3
        /// AccessEnabler 3.7 on tvOS 13.
        case accessEnablerTV
        /// The browser's dialect.
        case browser
    }

    private(set) var world: World
    private let kinds: [Kind]
    /// The number of entries of the agenda that were delivered.
    private(set) var entries = 0
    /// The number of requests that were handed to the simulated service.
    private(set) var requests = 0
    /// The number of taps of users.
    private(set) var taps = 0
    /// The number of times that playback began.
    private(set) var plays = 0

    init(_ kinds: [Kind]) throws {
        var setup = WorldSetup(start: Self.start)
        setup.devices = kinds.enumerated().map { Self.device($0.offset, $0.element) }
        world = try World(setup)
        self.kinds = kinds
        for app in kinds.indices {
            world.setSimulatedUser(
                SimulatedUser(
                    signInBehavior: .init(provider: Self.provider(of: kinds[app]), user: "wren"),
                    permits: true
                ),
                of: app
            )
        }
    }

    /// Lets everybody launch the app and play two programmes on each of `days`, and pass the rest of them asleep.
    mutating func live(days: Int) {
        for day in 0..<days {
            let morning = Self.start + .seconds(day * 86_400)
            for app in kinds.indices {
                tap(.userActionOccurred(.launch), app, morning + stagger(app))
                guard day == 0 else { continue }
                switch kinds[app] {
                case .accessEnabler1, .accessEnabler3, .accessEnablerTV:
                    tap(.accessEnablerCalled(.getAuthentication()), app, morning + stagger(app))
                case .browser:
                    tap(.userActionOccurred(.selectProvider(Self.provider(of: .browser))), app, morning + stagger(app))
                case .cookbookPlatform, .cookbookCode, .streamingAppPlatform, .streamingAppCode: break
                }
            }
            for (minutes, resource) in [(10, "KITE1"), (40, "KITE\(2 + day % 5)")] {
                for app in kinds.indices {
                    tap(
                        .userActionOccurred(.play(resource: resource)),
                        app,
                        morning + .seconds(minutes * 60) + stagger(app)
                    )
                }
            }
            pass(to: morning + .seconds(3_600))
        }
        pass(to: Self.start + .seconds(days * 86_400))
    }

    /// The number of inputs that were handed to a machine: to a client what arrived, fired or was tapped, to the
    /// simulated service its requests.
    var events: Int { entries + taps + requests }

    /// Returns the number of playbacks in `days` if no one is turned away.
    func expectedPlays(days: Int) -> Int { 2 * days * kinds.count }

    // MARK: Driving

    private mutating func tap(_ input: ClientInput, _ app: Int, _ instant: Instant) {
        pass(to: instant)
        count(world.apply(input, to: app, at: instant))
        taps += 1
    }

    private mutating func pass(to instant: Instant) {
        while let next = world.nextInstant, next <= instant, let seen = world.step() {
            entries += 1
            count(seen)
        }
    }

    private mutating func count(_ seen: [Observation]) {
        for observation in seen {
            switch observation.event {
            case .played: plays += 1
            case .requestSent: requests += 1
            default: break
            }
        }
    }

    /// No one does anything at the very instant that someone else does: the devices take turns within a minute.
    private func stagger(_ app: Int) -> Duration { .milliseconds(60_000 / max(kinds.count, 1) * app) }

    // MARK: Setting up

    private static let start = Instant(secondsSince1970: 1_795_132_800)

    private static func hasAccount(_ kind: Kind) -> Bool { kind == .cookbookPlatform || kind == .streamingAppPlatform }

    private static func provider(of kind: Kind) -> String { hasAccount(kind) ? "Meadowlark" : "Juniper" }

    private static func device(_ number: Int, _ kind: Kind) -> DeviceSetup {
        let system: OperatingSystem =
            switch kind {
            case .cookbookPlatform, .cookbookCode, .streamingAppPlatform, .streamingAppCode, .accessEnablerTV:
                OperatingSystem(.tvOS, .init(13, 4))
            case .accessEnabler1: OperatingSystem(.iOS, .init(9, 2))
            case .accessEnabler3, .browser: OperatingSystem(.iOS, .init(13, 3))
            }
        var app = AppSetup(bundleID: "com.kite.tv", teamID: "KITE", requestor: "KITETV")
        switch kind {
        case .accessEnabler1: app.kind = .sdk(.init(1, 9, 4))
        case .accessEnabler3, .accessEnablerTV: app.kind = .sdk(.init(3, 7))
        case .browser: app.kind = .browser(provider: provider(of: kind))
        case .streamingAppPlatform, .streamingAppCode: app.kind = .restV2
        case .cookbookPlatform, .cookbookCode: break
        }
        var device = DeviceSetup(name: "\(kind.rawValue)-\(number + 1)", system: system)
        if hasAccount(kind) {
            app.permission = true
            device.account = .init(provider: provider(of: kind), user: "wren", lifetime: .seconds(365 * 86_400))
        }
        device.apps = [app]
        return device
    }
}
