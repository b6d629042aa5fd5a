public import Documents

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
        case field(String, of: Part?, first: DifferingValue?, second: DifferingValue?)
    }

    /// The parts of an exchange that a field can be in.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        case request
        case response
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
        self.reason = Self.printed(reason)
        kind = first?.kind ?? second?.kind ?? .exchange
        name = first?.name ?? second?.name ?? ""
        firstOrdinal = first?.ordinal
        secondOrdinal = second?.ordinal
    }

    /// A reason in which only the beginning of a secret stands.
    private static func printed(_ reason: Reason) -> Reason {
        guard case .field(let name, let part, let first, let second) = reason else { return reason }
        // What is told of a value in other words is not the value.
        guard [first, second].allSatisfy({ $0 == nil || $0?.json.string != nil }) else { return reason }
        let (one, other) = FoundSecret.pair(first?.text, second?.text, of: name)
        func value(_ value: DifferingValue?, _ text: String?) -> DifferingValue? {
            value?.text == text ? value : text.map { DifferingValue($0) }
        }
        return .field(name, of: part, first: value(first, one), second: value(second, other))
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
        case .field(let name, let part, let first, let second):
            let field = (part.map { "\($0.rawValue) " } ?? "") + name
            let (first, second) = (first?.text, second?.text)
            if let first, let second, ValueDifference.isLong(first), ValueDifference.isLong(second) {
                let values = ValueDifference.text(first, "first", second, "second")
                return step + PrintableText.escaped("\(field): \(values)")
            }
            return step + "\(PrintableText.escaped(field)): \(Self.shown(first)) | \(Self.shown(second))"
        }
    }

    /// The difference as an object of JSON; it always has all keys, in this order.
    public var object: JSONObject {
        let key = kind == .exchange ? "exchange" : "vsaCall"
        func place(_ ordinal: Int?) -> JSONValue { ordinal.map { .object([key: .count($0)]) } ?? .null }
        var fields: [JSONValue] = []
        if case .field(let name, let part, let first, let second) = reason {
            var field: JSONObject = ["name": .string(name)]
            if let part { field["part"] = .string(part.rawValue) }
            field["first"] = first?.json ?? .null
            field["second"] = second?.json ?? .null
            fields = [.object(field)]
        }
        return [
            "type": .string("difference"), "code": .string(code), "first": place(firstOrdinal),
            "second": place(secondOrdinal), "fields": .array(fields), "message": .string(text),
        ]
    }

    private var code: String {
        switch reason {
        case .onlyInFirst: "onlyInFirst"
        case .onlyInSecond: "onlyInSecond"
        case .order: "outOfOrder"
        case .field: "fieldMismatch"
        }
    }

    /// The codes there are.
    static let codes = ["onlyInFirst", "onlyInSecond", "outOfOrder", "fieldMismatch"]

    private static func shown(_ value: String?) -> String {
        value.map { PrintableText.excerpt($0, limit: 60) } ?? "(absent)"
    }
}

/// A value that differs, for people and for programs.
public struct DifferingValue: Hashable, Sendable {
    /// The value as a line shows it: an instant has its distance from the exchange.
    let text: String
    /// The value alone, as JSON has it.
    let json: JSONValue

    init(_ text: String, _ json: JSONValue? = nil) {
        self.text = text
        self.json = json ?? .string(text)
    }

    init(_ value: ComparedValue) {
        switch value {
        case .plain(let text), .opaque(let text), .pseudonym(let text): self.init(text)
        case .time(let instant, _): self.init(value.text, .instant(instant))
        }
    }
}
