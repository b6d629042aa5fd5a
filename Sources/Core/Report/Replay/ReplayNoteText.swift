import Device
import Documents
import PassAPI
public import Replay
import Services
import SubscriberAccount
import VirtualTime

extension ReplayNote {
    /// The note in one line.
    public var summary: String {
        switch self {
        case .signedOnBefore: "the user had signed on before the recording begins"
        case .signedInBefore: "the user had signed in before the recording begins"
        case .registeredBefore: "the client had registered before the recording begins"
        case .accessTokenBefore: "the client had an access token before the recording begins"
        case .launchedBefore: "the app had been launched before the recording begins"
        case .versionAssumed(let version): "the recording does not name the SDK's version: \(version) is assumed"
        case .systemReplayedAs(let family, let other):
            "the app runs on \(other), which is replayed as \(family.rawValue)"
        case .otherDevices(let names): "other devices in the recording, chosen with --device: \(Self.few(names))"
        case .otherRequestors(let names):
            "other requestors in the recording, which are not replayed: \(Self.few(names))"
        case .userInferred: "what the user did was inferred from the exchanges"
        case .platformInferred: "there is no VSA log: what the platform answered was inferred"
        case .stopped(let count):
            "the replay stopped there; \(CountedNoun.text(count, "recorded call")) \(count == 1 ? "was" : "were") not reached"
        case .assumed(.unreadable(let kind)):
            "an \(kind == .authorizationToken ? "AuthZ" : "AuthN") token of the recording cannot be read: the twin does not know it"
        case .assumed(.accessTokenExpiry(let instant)):
            "the recording does not show when its access token expires: \(instant) is assumed"
        case .assumed(.authenticationLifetime):
            "the recording does not tell how long an AuthN token lasts: 30 days are assumed"
        case .assumed(.package): "something was denied: the user's package is what the recording shows as allowed"
        case .rowsAssumed(let rows): "assumed to be as the documents' client's: \(rows.joined(separator: ", "))"
        }
    }

    private static func few(_ names: [String]) -> String { names.prefix(3).joined(separator: ", ") }
}
