public import Documents
public import Replay
import Services
public import VirtualTime

/// A finding as every command prints it: one shape, whatever found it.
public struct FindingJSON: Hashable, Sendable {
    /// The codes that findings have: of errors, warnings, differences of behavior and notes of a replay, and of checks.
    public static let codes =
        UnmatchedReason.allCases.map(\.rawValue) + ReplayWarning.Code.allCases.map(\.rawValue)
        + BehaviorDifference.Code.allCases.map(\.rawValue) + ReplayNote.Code.allCases.map(\.rawValue)
        + CheckCode.allCases.map(\.rawValue)

    /// What it is about: one of ``codes``, or a diagnostic's name.
    public var code: String
    /// How much it matters.
    public var level: FindingLevel
    /// The step that the reference client was in; nil if there was none.
    public var step: String?
    /// When it showed, in virtual time; nil where it is about no moment.
    public var instant: Instant?
    /// Where it comes from.
    public var source: SourceJSON
    /// The exchanges it is about, by ordinal.
    public var exchanges: [Int] = []
    /// The VSA calls it is about, by ordinal.
    public var vsaCalls: [Int] = []
    /// The user actions it is about, by ordinal.
    public var userActions: [Int] = []
    /// What does not agree, field by field.
    public var fields: [Field] = []
    /// What the finding follows from; nil if that is not known.
    public var cause: Cause?
    /// The rule that is broken, by its name in the documents; nil if there is none.
    public var rule: String?
    /// The finding in a sentence.
    public var message: String

    /// A field with two values.
    public struct Field: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// What was recorded, or expected; null if nothing.
        public var recorded: JSONValue
        /// What was replayed, or found; null if nothing.
        public var replayed: JSONValue
        /// What the recorded value has to be to the other one; nil where the two have to be equal.
        var relation: String?

        /// A field of this name and these texts.
        public init(_ name: String, recorded: String? = nil, replayed: String? = nil) {
            self.init(name, .text(recorded), .text(replayed))
        }

        /// A field of this name and these values.
        init(_ name: String, _ recorded: JSONValue, _ replayed: JSONValue = .null) {
            self.name = name
            self.recorded = recorded
            self.replayed = replayed
        }

        var object: JSONObject {
            var object: JSONObject = ["name": .string(name), "recorded": recorded]
            if let relation { object["relation"] = .string(relation) }
            object["replayed"] = replayed
            return object
        }
    }

    /// A field of a recorded response that a finding follows from.
    public struct Cause: Hashable, Sendable {
        /// The exchange, by ordinal.
        public var exchange: Int
        public var field: String
        /// Its value; null if the response has no such field.
        public var value: JSONValue
    }

    /// A finding of this code; what it is about is set afterwards.
    public init(
        _ code: CheckCode,
        _ level: FindingLevel,
        at instant: Instant? = nil,
        from source: SourceJSON,
        message: String
    ) {
        self.init(code: code.rawValue, level, at: instant, from: source, message: message)
    }

    init(code: String, _ level: FindingLevel, at instant: Instant?, from source: SourceJSON, message: String) {
        self.code = code
        self.level = level
        self.instant = instant
        self.source = source
        self.message = message
    }

    /// The object; it always has all keys, in this order.
    public var object: JSONObject {
        [
            "type": .string("finding"),
            "level": .string(level.rawValue),
            "code": .string(code),
            "step": .text(step),
            "at": .instant(instant),
            "source": source.value,
            "exchanges": .ordinals(exchanges),
            "vsaCalls": .ordinals(vsaCalls),
            "userActions": .ordinals(userActions),
            "fields": .array(
                fields.map { .object($0.object) }
            ),
            "cause": cause.map {
                .object(["exchange": .count($0.exchange), "field": .string($0.field), "value": $0.value])
            } ?? .null,
            "rule": .text(rule),
            "message": .string(message),
        ]
    }
}

/// How many findings there are of each level.
public struct FindingCounts: Hashable, Sendable {
    public private(set) var notes = 0
    public private(set) var warnings = 0
    public private(set) var errors = 0

    /// The counts of these findings.
    public init(_ findings: some Sequence<FindingJSON>) {
        for finding in findings {
            switch finding.level {
            case .note: notes += 1
            case .warning: warnings += 1
            case .error: errors += 1
            }
        }
    }

    /// The members of a summary.
    public var object: JSONObject {
        ["noteCount": .count(notes), "warningCount": .count(warnings), "errorCount": .count(errors)]
    }
}
