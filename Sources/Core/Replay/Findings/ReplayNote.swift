public import Device
public import PassAPI
public import Services
public import SubscriberAccount
public import VirtualTime

/// A note for readers of a replay: what was inferred, what the recording lacks.
public enum ReplayNote: Hashable, Sendable {
    /// The user had signed in before the recording begins.
    case signedOnBefore
    /// The same, of an app that does not do as the documents' client.
    case signedInBefore
    /// The client had registered before the recording begins.
    case registeredBefore
    /// The client had an access token before the recording begins.
    case accessTokenBefore
    /// The app had been launched before the recording begins.
    case launchedBefore
    /// The recording does not name the SDK's version, and this one is assumed.
    case versionAssumed(PlatformVersion)
    /// The app runs on a system that is replayed as another.
    case systemReplayedAs(OperatingSystem.Family, insteadOf: String)
    /// There are other devices, which could have been chosen.
    case otherDevices([String])
    /// There are other requestors, which are not replayed.
    case otherRequestors([String])
    /// The user's actions were inferred from the exchanges.
    case userInferred
    /// There is no VSA log, so what the platform answered was inferred.
    case platformInferred
    /// What the app's calls say of its platform, which decides whether Apple's framework takes part.
    case platformShown(PlatformEvidence, usesAppleFramework: Bool)
    /// The recording ends where the client goes on with a call.
    case recordingEnds(before: PassAPI.Operation)
    /// The replay stopped before so many recorded calls.
    case stopped(callsNotReached: Int)
    /// The recording does not tell something of the service that takes over.
    case assumed(ObservationNote)
    /// These rows of the app's behavior decide, and are assumed to be as the documents' client's.
    case rowsAssumed([String])
    /// Nothing of what AccessEnabler stores, tracks and calls back is in the recording: those rows are the documented SDK's.
    case documentedSDK
    /// The service refused a media token for a reason that it did not give: the simulated service gives one.
    case mediaRefused(exchange: Int)
    /// A cookie that the client sends ends then: what it does without it the recording does not show.
    case cookieEnds(name: String, exchange: Int, at: Instant)

    /// What a note is about, from a closed list: what JSON has, and what an explanation is filed under.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case signedInBefore, registeredBefore, accessTokenBefore, launchedBefore, versionAssumed, systemReplayedAs
        case otherDevices, otherRequestors, userActionsInferred, vsaResultsInferred, platformShown, recordingEnds
        case stopped, serviceStateAssumed, behaviorAssumed, cookieEnds, mediaRefused, documentedSDK
    }

    /// A note, always.
    public var level: FindingLevel { .note }

    /// What the note is about.
    public var code: Code {
        switch self {
        case .signedOnBefore, .signedInBefore: .signedInBefore
        case .registeredBefore: .registeredBefore
        case .accessTokenBefore: .accessTokenBefore
        case .launchedBefore: .launchedBefore
        case .versionAssumed: .versionAssumed
        case .systemReplayedAs: .systemReplayedAs
        case .otherDevices: .otherDevices
        case .otherRequestors: .otherRequestors
        case .userInferred: .userActionsInferred
        case .platformInferred: .vsaResultsInferred
        case .platformShown: .platformShown
        case .recordingEnds: .recordingEnds
        case .stopped: .stopped
        case .assumed: .serviceStateAssumed
        case .rowsAssumed: .behaviorAssumed
        case .cookieEnds: .cookieEnds
        case .mediaRefused: .mediaRefused
        case .documentedSDK: .documentedSDK
        }
    }
}
