public import ClientStack
public import PassAPI
public import Services
public import Tokens
public import VirtualTime

/// A place where the recorded client did other than the reference client, though both can continue.
public struct ReplayWarning: Hashable, Sendable {
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
        /// Changed its device id.
        case deviceIDChanged
        /// Polled on after the token had arrived.
        case polledAfterSuccess
        /// Sent the SAML response otherwise than the cookbook does.
        case samlResponseDiffers
        /// Sent a media token that does not arrive as it is.
        case mediaTokenNotEncoded
        /// Logged out without naming the requestor.
        case logoutWithoutRequestor
        /// Requested an authorization that it held.
        case authorizationNotNeeded

        /// True if the recording alone shows it, whatever the replayed client does: no digest takes it in.
        var isReadFromRecording: Bool {
            switch self {
            case .mediaTokenNotEncoded, .logoutWithoutRequestor, .authorizationNotNeeded: true
            case .permissionNotAsked, .questionDiffers, .platformLoginSkipped, .parameterDiffers, .polledAtAnotherPace,
                .foreignHost, .callNotNeeded, .deviceIDChanged, .polledAfterSuccess, .samlResponseDiffers:
                false
            }
        }

        /// The name for it in a digest: the word that is to be shown, whatever is shown today.
        var code: String {
            switch self {
            case .permissionNotAsked: "permissionNotAsked"
            case .questionDiffers: "metadataRequestMismatch"
            case .platformLoginSkipped: "platformSignInSkipped"
            case .parameterDiffers: "parameterMismatch"
            case .polledAtAnotherPace: "polledAtAnotherPace"
            case .foreignHost: "thirdPartyHost"
            case .callNotNeeded: "requestNotNeeded"
            case .deviceIDChanged: "deviceIDChanged"
            case .polledAfterSuccess: "polledAfterSuccess"
            case .samlResponseDiffers: "samlResponseDiffers"
            case .mediaTokenNotEncoded: "mediaTokenNotEncoded"
            case .logoutWithoutRequestor: "logoutWithoutRequestor"
            case .authorizationNotNeeded: "authorizationNotNeeded"
            }
        }
    }

    /// The acts of the recorded client that differ, with the facts that readers see.
    public enum Content: Hashable, Sendable {
        /// Did not ask for permission in this step; granted is assumed, or the last answer given again.
        case permissionNotAsked(FlowStep?, isAssumed: Bool)
        /// Asked for permission once more than the reference client.
        case permissionAskedAgain
        /// Asked the platform with another property.
        case questionDiffers(VSADifference)
        /// Went on with regular login in this step; that the user cancelled is taken to be the answer.
        case platformLoginSkipped(FlowStep?)
        /// Sent an optional parameter of this operation otherwise.
        case parameterDiffers(Operation, FieldDifference)
        /// Polled after the first interval where the reference client waits for the second.
        case polledAtAnotherPace(PollPace, reference: Duration)
        /// Called the programmer's own service, maybe with its bearer token.
        case programmerHost(String, method: String, path: String, sendsToken: Bool)
        /// Called a host that has nothing to do with signing on.
        case foreignHost(String)
        /// Called an operation that the reference client does not need here.
        case callNotNeeded(Operation)
        /// Called what no document names.
        case unrecognized(method: String, path: String)
        /// Named itself by one device id after the other.
        case deviceIDChanged([String])
        /// Polled on with this operation after the token had arrived.
        case polledAfterSuccess(Operation)
        /// Sent the SAML response with this fault.
        case samlResponse(SAMLTransportFault)
        /// Sent the media token to this host in this field with a raw `+`.
        case mediaTokenNotEncoded(String, field: String)
        /// Logged out without naming the requestor.
        case logoutWithoutRequestor
        /// Requested this authorization while it held a valid one, with which the second operation alone suffices.
        case authorizationNotNeeded(Operation, Operation)
    }

    /// The act that differs.
    public var content: Content
    /// The instant at which it showed, in virtual time.
    public var instant: Instant
    /// The exchanges it concerns, by ordinal.
    public var exchanges: [Int]
    /// The VSA calls it concerns, by ordinal.
    public var vsaCalls: [Int]
    /// The rule of conformance-rules.md that the app breaks, a *must* or a *should*; nil if it may do so.
    public var brokenRule: String?

    /// A warning with these parts; the rule is that of `content`, unless another one is given.
    public init(
        _ content: Content,
        at instant: Instant,
        exchanges: [Int] = [],
        vsaCalls: [Int] = [],
        brokenRule: String? = nil
    ) {
        self.content = content
        self.instant = instant
        self.exchanges = exchanges
        self.vsaCalls = vsaCalls
        self.brokenRule = brokenRule ?? content.brokenRule
    }

    /// The way in which it differs.
    public var kind: Kind {
        switch content {
        case .permissionNotAsked: .permissionNotAsked
        case .permissionAskedAgain, .questionDiffers: .questionDiffers
        case .platformLoginSkipped: .platformLoginSkipped
        case .parameterDiffers: .parameterDiffers
        case .polledAtAnotherPace: .polledAtAnotherPace
        case .programmerHost, .foreignHost: .foreignHost
        case .callNotNeeded, .unrecognized: .callNotNeeded
        case .deviceIDChanged: .deviceIDChanged
        case .polledAfterSuccess: .polledAfterSuccess
        case .samlResponse: .samlResponseDiffers
        case .mediaTokenNotEncoded: .mediaTokenNotEncoded
        case .logoutWithoutRequestor: .logoutWithoutRequestor
        case .authorizationNotNeeded: .authorizationNotNeeded
        }
    }
}

extension ReplayWarning {
    /// The way in which it differs, and the recorded exchanges and VSA calls that show it.
    var values: [EventValue] {
        [
            .code("warning", kind.code), .list("exchanges", exchanges.map(String.init)),
            .list("vsaCalls", vsaCalls.map(String.init)),
        ]
    }
}
