public import Device
public import VirtualTime

/// The beginning of a scenario that starts from nothing.
public struct WorldSetup: Hashable, Sendable {
    /// The instant at which it begins, in true time.
    public var start: Instant
    /// The seed of all that is random.
    public var seed: UInt64 = 1
    /// The devices, in order.
    public var devices: [DeviceSetup] = []
    /// The differences of the back end from the example (`ServiceConfiguration.example`).
    public var service = ServiceChanges()

    /// A world that begins at `start`.
    public init(start: Instant) { self.start = start }
}

/// A device at the beginning.
public struct DeviceSetup: Hashable, Sendable {
    /// The name of the device in the scenario: `phone`.
    public var name: String
    /// The system that it runs.
    public var system: OperatingSystem
    /// The time by which its wall clock is ahead of true time.
    public var clockOffset = Duration.zero
    /// The TV provider account in Settings: platform mapping id, user, how long it lasts.
    public var account: Account?
    /// The apps that are installed, in order.
    public var apps: [AppSetup] = []
    /// The behavior of the device and Apple's framework where it is not the default, by the names of ``DeviceOptions/table``.
    public var assumptions: [OptionSetting] = []

    /// A TV provider account.
    public struct Account: Hashable, Sendable {
        /// Apple's id of the provider (Adobe's `platformMappingId`).
        public var provider: String
        /// The user at the provider.
        public var user: String
        /// The time that the session lasts; nil if the framework is not to report it.
        public var lifetime: Duration?
        /// An account of these parts.
        public init(provider: String, user: String, lifetime: Duration?) {
            self.provider = provider
            self.user = user
            self.lifetime = lifetime
        }
    }

    /// A device of this name and system.
    public init(name: String, system: OperatingSystem) {
        self.name = name
        self.system = system
    }
}

/// An app at the beginning, or one that is installed later.
public struct AppSetup: Hashable, Sendable {
    /// Its bundle id: `com.kite.tv`.
    public var bundleID: String
    /// The team that signed it.
    public var teamID: String
    /// Adobe's id of its Programmer: `KITETV`.
    public var requestor: String
    /// The kind of app.
    public var kind: AppKind
    /// The permission to read the TV provider, if it was given or denied before.
    public var permission: Bool?
    /// The client's decisions that are not the default ones, by the names of its option table.
    public var options: [OptionSetting] = []

    /// An app of these parts.
    public init(bundleID: String, teamID: String, requestor: String, kind: AppKind = .rest) {
        self.bundleID = bundleID
        self.teamID = teamID
        self.requestor = requestor
        self.kind = kind
    }
}
