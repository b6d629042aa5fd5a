import Documents

/// One way in which two recordings differ.
public struct RecordingDifference: Hashable, Sendable {
    /// The ways there are.
    public enum Reason: Hashable, Sendable {
        /// The step is in the first recording only.
        case onlyInFirst
        /// The step is in the second recording only.
        case onlyInSecond
        /// Both have the step, in another order.
        case order
        /// Both have the step, and a field differs; nil stands for a field that is not there.
        case field(String, first: String?, second: String?)
    }

    /// The way.
    public let reason: Reason
    /// `exchange` or `vsaCall`.
    public let kind: ComparedStep.Kind
    /// What the step is called.
    public let name: String
    /// The step's place in the first recording.
    public let firstOrdinal: Int?
    /// The step's place in the second recording.
    public let secondOrdinal: Int?

    init(_ reason: Reason, first: ComparedStep?, second: ComparedStep?) {
        self.reason = reason
        kind = first?.kind ?? second?.kind ?? .exchange
        name = first?.name ?? second?.name ?? ""
        firstOrdinal = first?.ordinal
        secondOrdinal = second?.ordinal
    }

    /// The difference in one line for a person; long values are cut.
    public var text: String {
        let noun = kind == .exchange ? "exchange" : "VSA call"
        let places = [firstOrdinal, secondOrdinal].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " | ")
        let step = "\(noun) \(places)  \(PrintableText.escaped(name)): "
        switch reason {
        case .onlyInFirst: return step + "only in the first recording"
        case .onlyInSecond: return step + "only in the second recording"
        case .order: return step + "in another order"
        case .field(let field, let first, let second):
            if let first, let second, ValueDifference.isLong(first), ValueDifference.isLong(second) {
                let values = ValueDifference.text(first, "first", second, "second")
                return step + PrintableText.escaped("\(field): \(values)")
            }
            return step + "\(PrintableText.escaped(field)): \(Self.shown(first)) | \(Self.shown(second))"
        }
    }

    /// The difference as a line of JSON, its keys always in the same order.
    public var json: String {
        var fields: (String?, String?, String?) = (nil, nil, nil)
        let word: String
        switch reason {
        case .onlyInFirst: word = "onlyInFirst"
        case .onlyInSecond: word = "onlyInSecond"
        case .order: word = "order"
        case .field(let field, let first, let second):
            word = "field"
            fields = (field, first, second)
        }
        func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        func optional(_ number: Int?) -> JSONValue { number.map { .number(JSONNumber($0)) } ?? .null }
        return JSONValue.object([
            "type": .string("difference"),
            "reason": .string(word),
            "kind": .string(kind.rawValue),
            "name": .string(name),
            "first": optional(firstOrdinal),
            "second": optional(secondOrdinal),
            "field": optional(fields.0),
            "firstValue": optional(fields.1),
            "secondValue": optional(fields.2),
        ]).serialized
    }

    private static func shown(_ value: String?) -> String {
        value.map { PrintableText.excerpt($0, limit: 60) } ?? "(absent)"
    }
}
