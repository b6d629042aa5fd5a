/// Something that holds at an instant: where, what kind of thing it is, and its facts.
///
/// What `kinescope state` prints and scenarios look at. Words for people are made of it in `Report`.
public struct StateEntry: Hashable, Sendable {
    /// The place where it holds.
    public var source: Source
    /// The kind of thing that it is.
    public var kind: Kind
    /// Its facts, without where it holds.
    public var values: [EventValue]
    /// Its life by what a recording shows; nil where whoever has it says so itself.
    public var evidence: Evidence?

    /// The places where something holds.
    public enum Source: Hashable, Sendable {
        case service
        /// At an MVPD, by its id.
        case mvpd(String)
        /// On a device, by its name.
        case device(String)
        /// In an app, by its bundle id, or its requestor where it has none.
        case app(String)
    }

    /// The kinds of things that hold.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        // Of devices.
        case system, wallClock, localTime, monotonicClock, installedApp, wifiAddress, advertisingIdentifier
        case vendorIdentifier, stored, account, permission
        // Of apps.
        case client, requestor, signIn, step, waiting, queue, provider
        // Of apps and the service.
        case token
        // Of apps and the service, in REST API V2.
        case code, profile, decision
        // Of recordings.
        case samlAssertion, partnerFrameworkStatus, serviceToken, cookie
        // Of the service and MVPDs.
        case clock, clients, registrationCode, session, profileRequest, browserSession, degradation, reachability
        case revocation, decisions, tempPass, throttling, enhancedErrors, demandedLogout

        /// The kinds that only recordings show.
        public static let ofRecordings: [Kind] = [
            .samlAssertion, .partnerFrameworkStatus, .serviceToken, .cookie,
        ]
        /// The kinds that a world has.
        public static let ofWorlds = allCases.filter { !ofRecordings.contains($0) }
    }

    /// Something of this kind that holds there.
    public init(_ source: Source, _ kind: Kind, _ values: [EventValue], _ evidence: Evidence? = nil) {
        self.source = source
        self.kind = kind
        self.values = values
        self.evidence = evidence
    }

    /// All its facts, where it holds first.
    public var facts: [EventValue] { source.values + values }

    /// The first fact under a key; nil if there is none.
    public subscript(key: String) -> EventValue.Content? { values.first { $0.key == key }?.content }
}

extension StateEntry.Source {
    /// The source in one text: `service`, `mvpd Meadowlark`, `device tv`, `app com.kite.tv`.
    public var title: String {
        switch self {
        case .service: "service"
        case .mvpd(let id): "mvpd \(id)"
        case .device(let name): "device \(name)"
        case .app(let id): "app \(id)"
        }
    }

    /// The source as facts: what it is, and which.
    public var values: [EventValue] {
        switch self {
        case .service: [.code("source", "service")]
        case .mvpd(let id): [.code("source", "mvpd"), .text("mvpd", id)]
        case .device(let name): [.code("source", "device"), .text("device", name)]
        case .app(let id): [.code("source", "app"), .text("app", id)]
        }
    }
}

extension EventValue {
    /// The end of something, and whether it is past at an instant of the clock that counts.
    ///
    /// - Returns: `expiresAt` and `isExpired`; nothing for what has no end.
    public static func expiration(_ expires: Instant?, isExpired: Bool) -> [EventValue] {
        expires.map { [.instant("expiresAt", $0), .truth("isExpired", isExpired)] } ?? []
    }
}
