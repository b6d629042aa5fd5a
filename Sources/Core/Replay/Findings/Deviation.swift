public import VirtualTime

/// Where the recorded client did other than the reference client, though both can go on.
public struct Deviation: Hashable, Sendable {
    /// The ways there are to differ.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Did not ask for permission at a stage that has to ask.
        case permissionNotAsked
        /// Asked the platform with other properties.
        case questionDiffers
        /// Went on to regular login without starting the platform's.
        case platformLoginSkipped
        /// Left out, added or changed a parameter that the documents call optional.
        case parameterDiffers
        /// Polled at another pace.
        case polledAtAnotherPace
        /// Called a host that is not the service's.
        case foreignHost
        /// Made a call that the reference client has no use for here.
        case callNotNeeded

        /// What stands for it in a digest: the word that is to be shown, whatever is shown today.
        var code: String {
            switch self {
            case .permissionNotAsked: "permissionNotAsked"
            case .questionDiffers: "metadataRequestMismatch"
            case .platformLoginSkipped: "platformSignInSkipped"
            case .parameterDiffers: "parameterMismatch"
            case .polledAtAnotherPace: "polledAtAnotherPace"
            case .foreignHost: "thirdPartyHost"
            case .callNotNeeded: "requestNotNeeded"
            }
        }
    }

    /// Which way.
    public var kind: Kind
    /// When it showed, in virtual time.
    public var instant: Instant
    /// The exchanges it concerns, by ordinal.
    public var exchanges: [Int]
    /// The account responses it concerns, by ordinal.
    public var accountResponses: [Int]
    /// One plain line.
    public var summary: String

    /// A deviation with these parts.
    public init(
        _ kind: Kind,
        at instant: Instant,
        exchanges: [Int] = [],
        accountResponses: [Int] = [],
        _ summary: String
    ) {
        self.kind = kind
        self.instant = instant
        self.exchanges = exchanges
        self.accountResponses = accountResponses
        self.summary = summary
    }
}

extension Deviation {
    /// Which way, and the recorded exchanges and results of Apple's framework that show it.
    var values: [EventValue] {
        [
            .code("warning", kind.code), .list("exchanges", exchanges.map(String.init)),
            .list("vsaCalls", accountResponses.map(String.init)),
        ]
    }
}
