import PassAPI

/// Whom the SDK speaks for: how far setRequestor has come (access-enabler.md §6.1).
enum Identity: Hashable, Sendable {
    /// setRequestor was not called yet: calls are queued.
    case unknown
    /// The configurations are being fetched: calls are queued.
    case configuring(ConfigurationRound)
    /// Passive authentication and Apple's silent exchange run, one after the other: calls are queued.
    case preparing(KnownRequestor, remaining: [AccessEnablerOptions.Preparation])
    /// setRequestorComplete was told.
    case known(KnownRequestor)
    /// setRequestor failed.
    case failed
}

/// The fetching of a requestor's configuration from one or several service providers at once.
struct ConfigurationRound: Hashable, Sendable {
    let requestor: String
    /// The service providers' hosts; nil is Adobe's own.
    let hosts: [String?]
    /// What has arrived, the fastest first.
    var arrivals: [Arrival] = []
    var pending: Int
    /// What the last answer that brought none had against it.
    var failure: Failure?
    /// How often it has started over after a pending logout.
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
    /// Whether any MVPD can do Apple SSO.
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
    /// Whether Apple SSO is switched on for it, and it is more than a line in Apple's picker.
    var isOnPlatform: Bool { enablePlatformServices && platformMappingID != nil && boardingStatus == .supported }
}
