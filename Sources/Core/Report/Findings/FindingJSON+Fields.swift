import ClientStack
import Documents
import PassAPI
import Replay
import Services
import Simulation
import VirtualTime

extension FindingJSON.Field {
    /// A field of a finding, in whatever form.
    init(_ field: FindingField) {
        switch field {
        case .parameter(let difference): self.init(difference)
        case .property(let difference): self.init(difference)
        case .value(let name, let recorded, let replayed):
            self.init(name, Self.value(recorded), Self.value(replayed))
        }
    }

    /// A value as JSON has it; a time is in microseconds, as the name says.
    private static func value(_ content: EventValue.Content?) -> JSONValue {
        switch content {
        case nil: .null
        case .duration(let duration)?: .count(FactJSON.microseconds(of: duration))
        case .number(let number)?: .count(Int(clamping: number))
        case .some(let content): .string("\(content)")
        }
    }

    /// A field of a request or a response.
    init(_ field: FieldDifference) {
        let isList = field.relation == .oneOf
        let field = field.printed
        self.init(
            field.path,
            .text(field.recorded),
            isList ? .texts((field.replayed ?? "").commaSeparated) : .text(field.replayed)
        )
        relation = field.relation?.rawValue
    }

    /// A property of a VSA request, with values of its type.
    init(_ difference: VSADifference) {
        func value(_ text: String) -> JSONValue {
            switch text {
            case "nil": return .null
            case "true", "false": return .bool(text == "true")
            case let list where list.hasPrefix("[") && list.hasSuffix("]"):
                return .texts(String(list.dropFirst().dropLast()).commaSeparated)
            default: return .string(text)
            }
        }
        self.init(difference.property, value(difference.recorded), value(difference.replayed))
    }

    /// A row of the app's behavior; a row that names calls has lists.
    init(row: String, recorded: String?, replayed: String?) {
        let option = ClientBehavior.table.options.first { $0.name == row }
        var hasCalls = false
        if case .forms(let forms)? = option?.values { hasCalls = forms.contains { $0.contains(", ") } }
        func value(_ text: String?) -> JSONValue {
            guard hasCalls, let text else { return .text(text) }
            return .texts(text == "none" ? [] : text.commaSeparated)
        }
        self.init(row, value(recorded), value(replayed))
    }

    /// An expectation of a scenario by its word, with what was expected and what was found.
    init(_ failure: ExpectationFailure) {
        let (name, expected) = Self.expected(failure.expectation)
        self.init(name, expected, Self.found(failure.finding))
    }

    private static func expected(_ expectation: Expectation) -> (name: String, value: JSONValue) {
        switch expectation {
        case .playing(let resource): ("playing", .string(resource))
        case .notPlaying(let reason): ("notPlaying", .text(reason))
        case .signedIn(let isSignedIn): ("isSignedIn", .bool(isSignedIn))
        case .requests(let operations): ("requests", .texts(operations.map(\.rawValue)))
        case .noRequests(let operations): ("noRequests", .texts(operations.map(\.rawValue)))
        case .callbacks(let names): ("callbacks", .texts(names))
        case .callback(let name, let words): ("callback", .texts([name] + words))
        case .noCallback(let name): ("noCallback", .string(name))
        case .step(let step): ("step", .string(step))
        case .message(let text): ("message", .string(text))
        case .noMessage(let text): ("noMessage", .text(text))
        case .stored(let words, isPresent: true): ("stored", .texts(words))
        case .stored(let words, isPresent: false): ("notStored", .texts(words))
        case .timeline(let words): ("timeline", .texts(words))
        case .noTimeline(let words): ("noTimeline", .texts(words))
        case .state(let words): ("state", .texts(words))
        case .noState(let words): ("noState", .texts(words))
        }
    }

    private static func found(_ finding: ExpectationFailure.Finding) -> JSONValue {
        switch finding {
        case .playing(let resource): .string(resource)
        case .notPlaying(let told, isForOtherReason: _): .texts(told)
        case .signedIn(let isSignedIn): .bool(isSignedIn)
        case .names(let names), .otherKinds(let names): .texts(names)
        case .callbacks(let callbacks): .texts(callbacks.map(\.name))
        case .callbackCame: .bool(true)
        case .unknownWords: .null
        case .events(let events): .array(events.map { words($0.kind, $0.values) })
        case .states(let entries), .stored(let entries): .array(entries.map { words($0.kind.rawValue, $0.facts) })
        }
    }

    /// A kind with its facts as expectations write them; what stands for someone may be secret, and is of no help.
    private static func words(_ kind: String, _ facts: [EventValue]) -> JSONValue {
        .texts([kind] + facts.filter { !$0.isIdentity }.map(\.description))
    }
}

extension String {
    /// The names between commas and spaces.
    var commaSeparated: [String] { split(separator: ", ").map(String.init) }
}
