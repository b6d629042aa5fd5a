import Device
import Documents
import PassAPI
public import Replay
import Services
import SubscriberAccount
import VirtualTime

extension ReplayNote {
    /// The note in a sentence.
    public var summary: String {
        switch self {
        case .signedOnBefore, .signedInBefore: "The user had signed in before the recording begins."
        case .registeredBefore: "The client had registered before the recording begins."
        case .accessTokenBefore: "The client had an access token before the recording begins."
        case .launchedBefore: "The app had been launched before the recording begins."
        case .versionAssumed(let version): "The recording does not name the SDK's version; replay assumed \(version)."
        case .systemReplayedAs(let family, let other):
            "The app runs on \(other); replay used the flow for \(family.rawValue)."
        case .otherDevices(let names):
            "The recording holds other \(CountedNoun.form(names.count, "device")) (choose with --device): \(Self.few(names))."
        case .otherRequestors(let names):
            "Replay skipped other \(CountedNoun.form(names.count, "requestor")): \(Self.few(names))."
        case .userInferred: "Replay inferred the user actions from the exchanges."
        case .platformInferred: "There is no VSA log; replay inferred the VSA results from the exchanges."
        case .stopped(let count): "Replay stopped before \(CountedNoun.text(count, "recorded call"))."
        case .assumed(.unreadable(let kind)):
            "An \(kind == .authorizationToken ? "AuthZ" : "AuthN") token of the recording is unreadable; the simulated service does not know it."
        case .assumed(.accessTokenExpiry(let instant)):
            "The recording does not show when its access token expires; the simulated service assumes \(instant)."
        case .assumed(.authenticationLifetime):
            "The recording does not show how long an AuthN token lasts; the simulated service assumes 30 d."
        case .assumed(.package):
            "The service denied something; the simulated user's package is what the recording shows as permitted."
        case .rowsAssumed(let rows): "Assumed to be as in the documented client: \(rows.joined(separator: ", "))."
        }
    }

    private static func few(_ names: [String]) -> String {
        names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
}
