import ClientStack
import Documents
public import VirtualTime

/// A moment of a recording or a run, as a command line or a scenario names it.
///
/// There is one parser and one help text for all: `--fork-at`, `--at`, `fork-at`.
public enum Moment: Hashable, Sendable {
    /// The end of what was recorded, or of the steps.
    case end
    /// After the response to the exchange of this ordinal.
    case exchange(Int)
    /// When a client enters this step for the first time: `S8`.
    case step(String)
    case instant(Instant)
    /// So long after the end.
    case later(Duration)
    /// Beside an expiration, or at it.
    case expiration(ScenarioStep.Nearness, HoldingKind, subject: String?)

    /// The forms, for a help text or an error.
    public static let help = """
        end, exchange 8, a step like S8, an instant like 2026-11-20T08:00:00Z, +31d (after the end), or just before, \
        at or just after the first expiration of a name, as in 'just before authz-token KITE1'
        """

    /// The forms that a fork takes, which is never after the end of the recording.
    public static let forkHelp = """
        end, exchange 8, a step like S8, an instant of the recording, or just before, at or just after the first \
        expiration of a name in it, as in 'at media-token KITE1'; what is later is for a step of --then, as in 'advance 31d'
        """

    /// The moment that `text` names.
    ///
    /// - Parameters:
    ///   - text: one of the forms that ``help`` lists; a number alone is an exchange.
    ///   - what: the option or key that it is written behind, for the error.
    ///   - place: where it is written.
    /// - Throws: `Problem` for anything else.
    package init(_ text: String, as what: String, at place: Place) throws(Problem) {
        let node = FileNode(.text(text), at: place)
        if text == "end" {
            self = .end
        } else if let number = Self.ordinal(in: text) {
            let name = FileNode(.text(number), at: place)
            self = .exchange(try name.count("the number of an exchange", in: 1...1_000_000_000))
        } else if FlowStep(rawValue: text) != nil {
            self = .step(text)
        } else if text.hasPrefix("+") {
            self = .later(try FileNode(.text(String(text.dropFirst())), at: place).duration(what))
        } else if let (nearness, kind, subject) = try AdvanceStep.expiration(in: text, at: place) {
            self = .expiration(nearness, kind, subject: subject)
        } else if text.contains("T"), text.contains(":") {
            self = .instant(try node.instant(what))
        } else {
            let nearest = NearestWord.nearest(to: text, among: ["end"] + FlowStep.allCases.map(\.rawValue))
            throw Problem(
                place,
                "\(what) cannot be \"\(text.shortened)\"",
                nearest.map { "did you mean \"\($0)\"?" } ?? "write \(Self.help)"
            )
        }
    }

    /// What follows on `exchange`, or a number alone; nil for anything else.
    private static func ordinal(in text: String) -> String? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        if words.count == 2, words[0] == "exchange" { return String(words[1]) }
        return !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) } ? text : nil
    }

    /// Where a recording can be left: at every moment but one after its end.
    ///
    /// - Parameters:
    ///   - what: the option or key that it is written behind, for the error.
    ///   - place: where it is written.
    /// - Returns: the point.
    /// - Throws: `Problem` for a moment after the end.
    package func forkPoint(as what: String, at place: Place) throws(Problem) -> ForkPoint {
        switch self {
        case .end: .end
        case .exchange(let ordinal): .ordinal(ordinal)
        case .step(let name): .step(name)
        case .instant(let instant): .instant(instant)
        case .expiration(let nearness, let kind, let subject): .expiration(nearness, kind, subject: subject)
        case .later(let duration):
            throw Problem(
                place,
                "\(what) cannot be after the recording's end",
                "leave it at the end, and continue with the step advance \(duration.words)"
            )
        }
    }
}
