import PassAPI
import Services
public import Simulation
import VirtualTime

extension SweepTable.Row {
    /// Whether anything but the thing's own state changes, as far as a reader is told.
    public var changesBehavior: Bool { before.behavior != at.behavior || at.behavior != after.behavior }
}

extension BoundarySample {
    /// What happens, in a line: `play KITE1: v1.authorize, v1.media → playing`; empty where nothing does.
    public var behavior: String { reaction.summary }

    /// The probe in a line: `valid; play KITE1: v1.authorize, v1.media → playing`.
    public var text: String { (isValid ? "valid" : "expired") + (behavior.isEmpty ? "" : "; " + behavior) }
}

extension Reaction {
    fileprivate var summary: String {
        switch self {
        case .nothing: ""
        case .verified(let isValid): "verifier: " + (isValid ? "VALID_TOKEN" : "TOKEN_EXPIRED")
        case .told(let messages): messages.map(\.words).joined(separator: "; ")
        case .codeEntered(let result): "second screen: \(result.summary)"
        case .call(let effect, let isValid): isValid ? EffectText.before(effect) : EffectText.after(effect)
        case .acted(let act, let platform): (platform.map { "TV provider: \($0.summary); " } ?? "") + act.summary
        }
    }
}

extension Reaction.Platform {
    fileprivate var summary: String {
        switch self {
        case .signedIn(let provider): provider
        case .sessionOver: "session expired"
        case .signedOut: "signed out"
        }
    }
}

extension Reaction.Act {
    fileprivate var summary: String {
        let name = resource.map { "play \($0)" } ?? "launch"
        let decision = isSameDecision.map { $0 ? ", by the same decision" : ", by a new decision" } ?? ""
        if let problem { return "\(name): \(problem)" + decision }
        let outcome = isPlaying ? "playing" : message?.words ?? ""
        let assumed = assumedRows.isEmpty ? "" : " (assumed: \(assumedRows.joined(separator: ", ")))"
        let requests = moves.isEmpty ? "no request" : list
        return "\(name): " + requests + (outcome.isEmpty ? "" : " → \(outcome)") + decision + assumed
    }

    /// The moves, with those that are repeated at once counted: polls would fill a line.
    private var list: String {
        var counted: [(word: String, count: Int)] = []
        for move in moves {
            let word = move.word
            if counted.last?.word == word {
                counted[counted.count - 1].count += 1
            } else {
                counted.append((word, 1))
            }
        }
        return counted.map { $0.count > 1 ? "\($0.word) ×\($0.count)" : $0.word }.joined(separator: ", ")
    }
}

extension Reaction.Move {
    fileprivate var word: String {
        switch self {
        case .request(let operation): operation.rawValue
        case .systemPicker: "picker"
        case .ownPicker: "own picker"
        }
    }
}
