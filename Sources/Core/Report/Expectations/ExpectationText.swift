import ClientStack
import PassAPI
public import Simulation
import VirtualTime

extension Expectation {
    /// What is expected, in a line: `playing KITE1`.
    public var summary: String {
        switch self {
        case .playing(let resource): "playing \(resource)"
        case .notPlaying(let reason): "not playing" + (reason.map { ": \($0)" } ?? "")
        case .signedIn(let isSignedIn): isSignedIn ? "signed in" : "signed out"
        case .requests(let operations): "requests " + listed(operations.map(\.rawValue))
        case .noRequests(let operations):
            operations.isEmpty ? "no requests" : "no requests of " + listed(operations.map(\.rawValue))
        case .callbacks(let names): "callbacks " + listed(names)
        case .callback(let name, let words): "callback \(name)" + (words.isEmpty ? "" : " with " + listed(words))
        case .noCallback(let name): "no callback \(name)"
        case .step(let name): "step \(name)"
        case .message(let text): "message \(text)"
        case .noMessage(let text): "no message" + (text.map { " \($0)" } ?? "")
        case .stored(let words, let isPresent): (isPresent ? "stored " : "not stored ") + listed(words)
        case .timeline(let words): "timeline " + listed(words)
        case .noTimeline(let words): "no timeline " + listed(words)
        case .state(let words): "state " + listed(words)
        case .noState(let words): "no state " + listed(words)
        }
    }
}

extension ExpectationFailure {
    /// What was expected, in a line.
    public var expected: String { expectation.summary }

    /// What was found instead, in a line.
    public var found: String {
        switch finding {
        case .playing(let resource): "playing \(resource)"
        case .notPlaying(let told, let isForOtherReason):
            told.isEmpty ? (isForOtherReason ? "no such reason" : "nothing played") : told.joined(separator: "; ")
        case .signedIn(let isSignedIn): isSignedIn ? "signed in" : "signed out"
        case .names(let names): listed(names)
        case .callbacks(let callbacks): listed(callbacks.map { "\($0.name)(\($0.summary))" })
        case .callbackCame: "it was called"
        case .unknownWords(let isState): isState ? "words that no state has" : "words that no event has"
        case .events(let events): events.map { facts($0.kind, $0.values) }.joined(separator: "; ")
        case .otherKinds(let kinds): "no such event among " + listed(kinds)
        case .states(let entries):
            entries.isEmpty
                ? "no such state" : entries.map { facts($0.kind.rawValue, $0.facts) }.joined(separator: "; ")
        case .stored(let entries): listed(entries.map(Self.stored))
        }
    }

    /// What tells one stored text from another: its store and its keys.
    private static func stored(_ entry: StateEntry) -> String {
        shown(entry.values.filter { $0.key != "beginning" && $0.key != "characterCount" }).joined(separator: " ")
    }
}

private func facts(_ kind: String, _ values: [EventValue]) -> String { ([kind] + shown(values)).joined(separator: " ") }

/// The facts that may be shown: device ids and the like are of no help, and may be secret.
private func shown(_ values: [EventValue]) -> [String] { values.filter { !$0.isIdentity }.map(\.description) }

private func listed(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
