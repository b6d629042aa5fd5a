import ClientStack
public import Conformance
import PassAPI
import Services
import Simulation
import VirtualTime

/// A row in which an app does other than the documents' client.
public struct BehaviorDifference: Hashable, Sendable {
    public var row: String
    /// The app's behavior, as the row's value.
    public var value: String
    /// The values that the app may have instead: the recording leaves open which.
    public var alternatives: [String]
    /// The behavior of the documents' client.
    public var documented: String
    /// The exchanges that show it, by ordinal.
    public var exchanges: [Int]
    /// The rule that it breaks, if it breaks one.
    public var rule: ConformanceRule?
    /// The id of that rule.
    public var brokenRule: String? { rule?.id }
    /// The two kinds: what JSON has, and what an explanation is filed under.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case behaviorDiffers
        case ruleBroken
    }

    /// Which of both; which row it is, ``row`` names.
    public var code: Code { rule == nil ? .behaviorDiffers : .ruleBroken }
    /// A warning where the row breaks a rule by itself, else a note.
    public var level: FindingLevel { rule == nil ? .note : .warning }
    /// Of the row `poll-interval`: the intervals that show it.
    public var pollPace: PollPace?

    /// A difference of these parts.
    public init(
        row: String,
        value: String,
        or alternatives: [String] = [],
        documented: String,
        exchanges: [Int],
        breaking rule: ConformanceRule? = nil
    ) {
        self.row = row
        self.value = value
        self.alternatives = alternatives
        self.documented = documented
        self.exchanges = exchanges
        self.rule = rule
    }

    /// The rows of `shown` that differ from the documents', in the table's order; what is only assumed does not count.
    ///
    /// - Parameters:
    ///   - shown: what the recording shows of the app.
    ///   - calls: the recorded calls that show it.
    /// - Returns: the differences.
    static func all(in shown: ShownBehavior, of calls: [RecordedCall]) -> [BehaviorDifference] {
        let documents = ClientBehavior()
        return ClientBehavior.table.options.compactMap { option in
            guard let row = shown.row(option.name), option.name != "media-token-use" else { return nil }
            let (value, documented) = (option.read(shown.behavior), option.read(documents))
            let broken = option.name == "expiry-check" && !sendsToken(row, calls) ? nil : rule(option.name, value)
            // What breaks a rule counts where the documents' client leaves it to the service as well.
            let differs = value != documented && !row.alternatives.contains(documented)
            guard differs || (broken != nil && row.alternatives.isEmpty) else { return nil }
            var difference = BehaviorDifference(
                row: option.name,
                value: value,
                or: row.alternatives,
                documented: documented,
                exchanges: Array(Set(row.exchanges)).sorted(),
                // Not what only one of them would break.
                breaking: row.alternatives.allSatisfy { rule(option.name, $0) == broken } ? broken : nil
            )
            if option.name == "poll-interval", let first = difference.exchanges.first {
                difference.pollPace = PollPace(of: calls.polls(around: first).map(\.startedAt))
                let isFast = difference.pollPace.map { $0.median < PollPace.shortest } ?? false
                difference.rule = isFast ? .poll001 : nil
            }
            return difference
        }
    }

    /// Returns true if an exchange of the row carries an AuthN token: where the service keeps it, no app can use it too late.
    private static func sendsToken(_ row: ShownBehavior.Row, _ calls: [RecordedCall]) -> Bool {
        calls.contains { call in
            row.exchanges.contains(call.ordinal)
                && call.request.operation.specification.parameters.contains {
                    $0.grant == .authenticationToken && call.request[$0.name] != nil
                }
        }
    }

    /// The rules that a row can break by itself (conformance-rules.md).
    private static func rule(_ row: String, _ value: String) -> ConformanceRule? {
        switch (row, value) {
        case ("registration", "each-start"): .dcr001
        case ("registration", "token-each-start"): .dcr002
        case ("expiry-check", "never"): .time001
        case ("authorization", "once-per-resource"), ("authorization", "at-sign-in"): .dec001
        case ("authorize-count", _): .err001
        case ("code-expiry", "polls-on"): .poll003
        // A should: logging the user out for a denied resource; worse than repeating the request before it.
        case ("after-403-of-authorize", let value) where value.contains("logout"): .logout001
        case ("after-403-of-authorize", let value) where value.hasPrefix("v1.authorize"): .dec004
        default: nil
        }
    }
}
