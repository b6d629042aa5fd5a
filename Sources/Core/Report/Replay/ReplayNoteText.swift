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
        case .platformShown(let evidence, let usesAppleFramework):
            "\(Self.text(evidence)); replay used \(usesAppleFramework ? "Apple's framework" : "no framework of Apple's")."
        case .recordingEnds(let operation):
            "The recording ends here; the reference client would continue with \(operation.rawValue)."
        case .stopped(let count): "Replay stopped before \(CountedNoun.text(count, "recorded call"))."
        case .assumed(.unreadable(let kind)):
            "An \(kind == .authorizationToken ? "AuthZ" : "AuthN") token of the recording is unreadable; the simulated service does not know it."
        case .assumed(.accessTokenExpiry(let instant)):
            "The recording does not show when its access token expires; the simulated service assumes \(instant)."
        case .assumed(.authenticationLifetime):
            "The recording does not show how long an AuthN token lasts; the simulated service assumes 30 d."
        case .assumed(.provider(let id)):
            "The recording does not name the MVPD; the simulated service calls it \(id)."
        case .assumed(.package):
            "The service denied something; the simulated user's package is what the recording shows as permitted."
        case .documentedSDK:
            "What the client stores, tracks and calls back is not in the recording; it is what the documented AccessEnabler does."
        case .mediaRefused(let exchange):
            "Exchange \(exchange) refused a media token, and nothing shows why; the simulated service gives one."
        case .cookieEnds(let name, let exchange, let instant):
            "The cookie \(PrintableText.excerpt(name, limit: 40)) of exchange \(exchange), which the app sends, ended at \(instant); "
                + "the recording does not show what the app does without it."
        case .rowsAssumed(let rows): "Assumed to be as in the documented client: \(rows.joined(separator: ", "))."
        }
    }

    /// What the calls name: `12 calls name a platform of Apple's (tvOS), none names another`.
    private static func text(_ evidence: PlatformEvidence) -> String {
        func clause(_ count: Int, _ noun: String, _ what: String, _ name: String?) -> String {
            let name = name.map { " (\(PrintableText.excerpt($0, limit: 40)))" } ?? ""
            return (count == 0 ? "no \(noun) names" : CountedNoun.text(count, noun) + (count == 1 ? " names" : " name"))
                + " \(what)\(name)"
        }
        let apple = clause(evidence.appleCount, "call", "a platform of Apple's", evidence.appleName)
        let text = apple + ", " + clause(evidence.otherCount, "call", "another", evidence.otherName)
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func few(_ names: [String]) -> String {
        names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
}
