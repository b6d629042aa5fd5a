import Documents
import Replay
import VirtualTime

/// What an app does other than the documented client, in words: a sentence a row.
enum BehaviorText {
    /// A sentence, with the rule that the app breaks, if it breaks one.
    static func line(for difference: BehaviorDifference) -> String {
        let values = ([difference.value] + difference.alternatives).map { words(for: difference, $0) }
        let what = values.joined(separator: ", or ")
        guard let rule = difference.brokenRule else { return "Unlike the documented client, the app \(what)." }
        return "The app \(what) (rule \(rule))."
    }

    private static func words(for difference: BehaviorDifference, _ value: String) -> String {
        switch (difference.row, value) {
        case ("access", "signed-each-call"): return "signs each call with a header of its own (no access token)"
        case ("access", "signed-once"): return "sends one signed header with all calls (no access token)"
        case ("access", _): return "sends no access token"
        case ("registration", "each-start"): return "registers at each start"
        case ("registration", "token-each-start"): return "fetches an access token at each start"
        case ("registration", "when-refused"): return "fetches an access token after a call was refused (401)"
        case ("registration", _): return "does not register or fetch an access token"
        case ("launch-calls", "none"): return "does not check for a token at launch (S1)"
        case ("launch-calls", _): return "calls \(value) at launch"
        case ("play-checks", _): return "calls \(value) before each playback"
        case ("expiry-check", "never"): return "uses an AuthN token after its expiration"
        case ("expiry-check", "a-day-ahead"): return "signs in again a day before the AuthN token expires"
        case ("expiry-check", _): return "signs in again when the AuthN token has expired, by its own clock"
        case ("sign-in-start", "refusal"): return "starts sign-in after an authorization was refused"
        case ("sign-in-start", _): return "starts sign-in when the user asks for it"
        case ("before-code", _): return "calls \(value) before the registration code"
        case ("login", "page"): return "opens the login page itself; cookies hold the login"
        case ("login", _): return "is the second screen of another device"
        case ("authentication-call", "none"): return "does not check with Adobe whether the user has signed in"
        case ("authentication-call", _): return "requests \(value) to learn whether the user has signed in"
        case ("poll-pace", _): return "checks for the sign-in when the user asks for it"
        case ("poll-delay", _): return "polls for the first time \(elapsed(value)) after the code"
        case ("poll-interval", _): return polling(difference, value)
        case ("after-sign-in", _): return "calls \(value) after sign-in"
        case ("code-expiry", _): return "continues polling after the code has expired"
        case ("authorization", "when-expired"): return "requests an authorization when the last one has expired"
        case ("authorization", "once-per-resource"):
            return "requests an authorization once per resource and never again"
        case ("authorization", "at-sign-in"): return "requests an authorization at sign-in only"
        case ("authorization", _): return "requests an authorization after a refused media token only"
        case ("authorize-count", _): return "requests each authorization \(value) times in a row"
        case ("after-authorization", _): return "calls \(value) before the media token"
        case ("after-play", _): return "calls \(value) after the media token"
        case ("logout-calls", _): return "logs out by \(value)"
        default: return reaction(difference.row, value)
        }
    }

    private static func elapsed(_ value: String) -> String {
        (try? Duration(words: value)).map { "\(ElapsedTime($0))" } ?? value
    }

    /// `poll-interval`: a rhythm, where there are several intervals, else the one there is.
    private static func polling(_ difference: BehaviorDifference, _ value: String) -> String {
        guard let pace = difference.pollPace, value == difference.value else { return "polls every \(elapsed(value))" }
        return pace.intervalCount > 1
            ? "polls every \(ElapsedTime(pace.median)) (median of \(CountedNoun.text(pace.intervalCount, "interval")))"
            : "polled again after \(ElapsedTime(pace.median)), once"
    }

    /// `after-403-of-authorize`: what follows it.
    private static func reaction(_ row: String, _ value: String) -> String {
        let parts = row.split(separator: "-of-")
        guard parts.count == 2, parts[0].hasPrefix("after-") else { return "has \(row)=\(value)" }
        let refusal = parts[0].dropFirst("after-".count)
        let call = parts[1] == "media" ? "a media token" : parts[1] == "check" ? "a check" : "an authorization"
        let what =
            refusal == "failure" ? "a failure" : refusal == "pending-logout" ? "a pending logout" : String(refusal)
        let then = value == "shown" ? "does nothing more" : "continues with \(value)"
        return "\(then) after \(what) for \(call)"
    }
}
