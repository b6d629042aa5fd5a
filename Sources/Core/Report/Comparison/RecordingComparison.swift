import PassAPI
import VirtualTime

/// What differs between two recordings, step by step.
///
/// Steps are paired by what they ask about and how they ended, in order; then by what they ask about alone; then by
/// name. What is left stands in one recording only.
public struct RecordingComparison: Sendable {
    /// The differences, in the order of the first recording, then what stands in the second only.
    public private(set) var differences: [RecordingDifference] = []
    /// How many steps were paired.
    public private(set) var pairCount = 0

    private var renaming = Renaming()

    /// The comparison of two recordings' steps, exchanges and VSA calls each in their order.
    public init(_ first: [ComparedStep], _ second: [ComparedStep]) {
        var pairing = StepPairing(first, second)
        pairing.pair { "\($0.kind) \($0.key) \($0.ending)" }
        pairing.pair { "\($0.kind) \($0.key)" }
        pairing.pair { "\($0.kind) \($0.name)" }
        let moved = pairing.movedFirsts
        for (index, step) in first.enumerated() {
            guard let partner = pairing.partners[index] else {
                differences.append(RecordingDifference(.onlyInFirst, first: step, second: nil))
                continue
            }
            pairCount += 1
            compare(step, second[partner])
            if moved.contains(index) {
                differences.append(RecordingDifference(.order, first: step, second: second[partner]))
            }
        }
        for index in pairing.leftInSecond {
            differences.append(RecordingDifference(.onlyInSecond, first: nil, second: second[index]))
        }
    }

    private mutating func compare(_ first: ComparedStep, _ second: ComparedStep) {
        func note(
            _ field: String,
            of part: RecordingDifference.Part?,
            _ one: DifferingValue?,
            _ other: DifferingValue?
        ) {
            let reason = RecordingDifference.Reason.field(field, of: part, first: one, second: other)
            differences.append(RecordingDifference(reason, first: first, second: second))
        }
        if let old = first.request, let new = second.request {
            for difference in new.differences(from: old) {
                let values = [difference.recorded, difference.replayed].map { $0.map { DifferingValue($0) } }
                if let one = difference.recorded, let other = difference.replayed {
                    // A request's times are its own: none is compared.
                    let compared = [(one, first), (other, second)].map { text, step in
                        step.hasPseudonym(for: difference.name)
                            ? .pseudonym(text) : ComparedValue(text, under: difference.name, at: .distantPast)
                    }
                    if isSame(compared[0], compared[1]) { continue }
                }
                note(difference.name, of: .request, values[0], values[1])
            }
        }
        let transports = (first.samlTransport, second.samlTransport)
        if transports.0 != transports.1 { note("SAMLResponse", of: .request, transports.0, transports.1) }
        if first.ending != second.ending {
            let isExchange = first.kind == .exchange
            note(isExchange ? "status" : "result", of: nil, first.endingValue, second.endingValue)
        }
        let part: RecordingDifference.Part? = first.kind == .exchange ? .response : nil
        // A name that stands twice is compared by its first value.
        let others = Dictionary(second.fields.map { ($0.name, $0.value) }) { first, _ in first }
        for field in first.fields {
            guard let other = others[field.name] else {
                note(field.name, of: part, DifferingValue(field.value), nil)
                continue
            }
            if !isSame(field.value, other) {
                note(field.name, of: part, DifferingValue(field.value), DifferingValue(other))
            }
        }
        let names = Set(first.fields.map(\.name))
        for field in second.fields where !names.contains(field.name) {
            note(field.name, of: part, nil, DifferingValue(field.value))
        }
    }

    /// How many whole seconds a point of time lies after its exchange.
    private static func seconds(_ instant: Instant, _ reference: Instant) -> Int64 {
        instant.secondsSince1970 - reference.secondsSince1970
    }

    private mutating func isSame(_ first: ComparedValue, _ second: ComparedValue) -> Bool {
        switch (first, second) {
        case (.time(let one, let reference), .time(let other, let otherReference)):
            one == other
                || abs(Self.seconds(one, reference) - Self.seconds(other, otherReference))
                    <= ComparedValue.toleratedSeconds
        case (.opaque(let one), .opaque(let other)):
            renaming.accepts(one, other)
        case (.pseudonym, .pseudonym), (.pseudonym, .opaque), (.opaque, .pseudonym):
            first.saysNothing || second.saysNothing || renaming.accepts(first.text, second.text)
        default:
            first.text == second.text
        }
    }
}

/// Which random-looking value of one recording stands for which of the other.
private struct Renaming: Sendable {
    private var firstToSecond: [String: String] = [:]
    private var secondToFirst: [String: String] = [:]

    /// Whether the two can stand for each other, given all pairs before; the first pair decides.
    mutating func accepts(_ first: String, _ second: String) -> Bool {
        switch (firstToSecond[first], secondToFirst[second]) {
        case (nil, nil):
            firstToSecond[first] = second
            secondToFirst[second] = first
            return true
        case (let known?, let back?): return known == second && back == first
        default: return false
        }
    }
}
