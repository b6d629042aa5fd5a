import Device
import PassAPI
import VirtualTime

/// The progress of setRequestor (access-enabler.md §2, §6.1; rows K-85 to K-88).
enum Identity: Hashable, Sendable {
    /// setRequestor was not called yet: calls are queued.
    case unknown
    /// The configurations are being fetched: calls are queued.
    case configuring(ConfigurationRound)
    /// Passive authentication and Apple's silent exchange run, one after the other: calls are queued.
    case preparing(remaining: [Preparation])
    /// setRequestorComplete was told.
    case known
    /// setRequestor failed.
    case failed

    /// The outcomes of one event.
    enum Outcome: Hashable, Sendable {
        case goesOn
        /// The configuration is there; what is to be done before setRequestor completes comes next.
        case configured
        /// Without a failure of its own it was told already, by the line: no access.
        case failed(ConfigurationRound.Failure?)
    }

    init(_ round: ConfigurationRound, _ desk: inout SDKDesk) {
        self = .configuring(round)
        desk.requestor = nil
        for (provider, host) in round.hosts.enumerated() {
            let context = desk.dialect.context(
                desk.configuration,
                requestor: round.requestor,
                deviceID: nil,
                deviceInformation: desk.deviceInformation,
                host: host
            )
            desk.call(.sdkConfiguration(context), for: .configuration(provider: provider))
        }
    }

    mutating func answered(
        _ provider: Int,
        _ response: PassResponse,
        _ device: inout Device,
        _ desk: inout SDKDesk
    ) -> Outcome {
        guard case .configuring(var round) = self, round.hosts.indices.contains(provider) else { return .goesOn }
        if response.status == 200, case .configuration(let configuration) = response.content {
            if configuration.requestor == round.requestor {
                round.arrivals.append(.init(host: round.hosts[provider], configuration: configuration))
            } else {
                let message = "the configuration of “\(configuration.requestor)” in place of “\(round.requestor)”"
                round.failure = .init(status: .badRequestor, message: message)
            }
        } else {
            let (status, message) = response.configurationStatus
            round.failure = .init(status: status, message: message)
        }
        return proceed(round, &device, &desk)
    }

    mutating func unanswered(_ failure: CallFailure, _ device: inout Device, _ desk: inout SDKDesk) -> Outcome {
        guard case .configuring(var round) = self else { return .goesOn }
        round.failure = failure.configurationStatus.map { .init(status: $0, message: failure.reason) }
        return proceed(round, &device, &desk)
    }

    /// A pending logout in a configuration: all of it is fetched anew, a limited number of times.
    mutating func loggedOut(_ desk: inout SDKDesk) -> Outcome {
        guard case .configuring(let round) = self else { return .goesOn }
        desk.line.cancelAll { $0.flow == .setRequestor }
        guard round.rounds < AccessEnablerOptions.logoutRounds else {
            return .failed(.init(status: .badRequestor, message: "signed out by the service"))
        }
        var again = ConfigurationRound(requestor: round.requestor, hosts: round.hosts)
        again.rounds = round.rounds + 1
        self = Identity(again, &desk)
        return .goesOn
    }

    private mutating func proceed(
        _ round: ConfigurationRound,
        _ device: inout Device,
        _ desk: inout SDKDesk
    ) -> Outcome {
        var round = round
        round.pending -= 1
        self = .configuring(round)
        guard round.pending <= 0 else { return .goesOn }
        guard let first = round.arrivals.first else { return .failed(round.failure) }
        Self.checkClock(first.configuration.time, &desk)
        let requestor = KnownRequestor(round)
        desk.tell(
            desk.storage.identify(as: requestor.id, allowing: requestor.mvpds, on: &device, at: desk.buffer.wall)
        )
        desk.requestor = requestor
        self = .preparing(remaining: Preparation.allCases)
        return .configured
    }

    /// CFG100: the device's clock and the server's are too far apart.
    private static func checkClock(_ time: Instant?, _ desk: inout SDKDesk) {
        guard let time else { return }
        let tolerance = AccessEnablerOptions.clockTolerance
        let difference = desk.buffer.wall - time
        guard difference > tolerance || difference < .zero - tolerance else { return }
        desk.buffer.tell(.clockWrong, message: "the device shows \(desk.buffer.wall), the server \(time)")
    }

    /// The next thing to be done before setRequestor completes; nil if nothing is left.
    mutating func nextPreparation() -> Preparation? {
        guard case .preparing(var remaining) = self, !remaining.isEmpty else { return nil }
        let next = remaining.removeFirst()
        self = .preparing(remaining: remaining)
        return next
    }

    /// What setRequestor does before it completes, after importer and scrubber, in this order (§6.1: unconfirmed).
    enum Preparation: Hashable, Sendable, CaseIterable {
        /// From another programmer's token (§7).
        case passiveAuthentication
        /// From the system's account (§8).
        case platformSignOn
    }
}

/// The fetching of a requestor's configuration from one or several service providers at once.
struct ConfigurationRound: Hashable, Sendable {
    let requestor: String
    /// The service providers' hosts; nil is Adobe's own.
    let hosts: [String?]
    /// The configurations that have arrived, the fastest first.
    var arrivals: [Arrival] = []
    var pending: Int
    /// The failure in the last response that brought none.
    var failure: Failure?
    /// The number of times that it has started over after a pending logout.
    var rounds = 0

    struct Arrival: Hashable, Sendable {
        let host: String?
        let configuration: Configuration
    }

    struct Failure: Hashable, Sendable {
        let status: AdvancedStatus
        let message: String
    }

    init(requestor: String, hosts: [String?]) {
        self.requestor = requestor
        self.hosts = hosts
        pending = hosts.count
    }
}

/// A requestor with its MVPDs, and who serves each.
struct KnownRequestor: Hashable, Sendable {
    let id: String
    /// The MVPDs of all service providers, those of the fastest first.
    let mvpds: [MVPD]
    /// The host that answered first; nil is Adobe's own.
    let defaultHost: String?
    /// True if any MVPD can do Apple SSO.
    let hasPlatformProviders: Bool
    private let places: [String: Int]
    private let hosts: [String?]

    /// Merges the lists: for an MVPD offered by several the fastest answer wins, and serves it from then on (§2).
    init(_ round: ConfigurationRound) {
        var mvpds: [MVPD] = []
        var places: [String: Int] = [:]
        var hosts: [String?] = []
        for arrival in round.arrivals {
            for mvpd in arrival.configuration.mvpds where places[mvpd.id] == nil {
                places[mvpd.id] = mvpds.count
                mvpds.append(mvpd)
                hosts.append(arrival.host)
            }
        }
        id = round.requestor
        self.mvpds = mvpds
        self.places = places
        self.hosts = hosts
        defaultHost = round.arrivals.first?.host
        hasPlatformProviders = mvpds.contains { $0.isOnPlatform }
    }

    func mvpd(_ id: String) -> MVPD? { places[id].map { mvpds[$0] } }

    /// The service provider that serves this MVPD; nil is Adobe's own.
    func host(of mvpd: String) -> String? { places[mvpd].flatMap { hosts[$0] } }
}

extension MVPD {
    /// True if Apple SSO is switched on for it, and it is more than a line in Apple's picker.
    var isOnPlatform: Bool { enablePlatformServices && platformMappingID != nil && boardingStatus == .supported }
}
