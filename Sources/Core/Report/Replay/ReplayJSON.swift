import Documents
import PassAPI
public import Replay
import Services
import VirtualTime

/// A replay as JSON Lines: the timeline's events, then an object for each note, warning and divergence, then one that
/// sums up.
///
/// Every object of the second kind has `finding`, the last has `digest`.
public enum ReplayJSON {
    /// The whole replay.
    public static func text(of result: ReplayResult) -> String {
        var lines = result.timeline.events.map(TimelineJSON.line)
        lines += result.fates.map(line)
        lines += result.notes.map(line)
        lines += result.behavior.map(line)
        lines += result.assumedRows.map { row in
            object(["finding": .string("assumed"), "summary": .string(row)])
        }
        lines += result.warnings.map(line)
        lines += result.divergences.map(line)
        lines.append(
            object([
                "events": .number(JSONNumber(result.timeline.events.count)),
                "exchanges": .number(JSONNumber(result.exchangeCount)),
                "replayedCount": .number(JSONNumber(result.replayedCount)),
                "adoptedCount": .number(JSONNumber(result.adoptedCount)),
                "skippedCount": .number(JSONNumber(result.skippedCount)),
                "notReachedCount": .number(JSONNumber(result.notReachedCount)),
                "deviations": .number(JSONNumber(result.warnings.count)),
                "divergences": .number(JSONNumber(result.divergences.count)),
                "digest": .string("\(result.digest)"),
            ])
        )
        return lines.map { $0 + "\n" }.joined()
    }

    private static func line(for fate: ExchangeFate) -> String {
        let reason: String? = if case .skipped(let reason) = fate.fate { reason.rawValue } else { nil }
        return object([
            "exchange": .number(JSONNumber(fate.exchange)),
            "fate": .string(fate.name),
            "reason": reason.map(JSONValue.string) ?? .null,
        ])
    }

    private static func line(for difference: BehaviorDifference) -> String {
        object([
            "finding": .string("behavior"),
            "level": .string(difference.brokenRule == nil ? "note" : "warning"),
            "row": .string(difference.row),
            "value": .string(difference.value),
            "alternatives": .array(difference.alternatives.map { .string($0) }),
            "documented": .string(difference.documented),
            "rule": difference.brokenRule.map(JSONValue.string) ?? .null,
            "exchanges": .array(difference.exchanges.map { .number(JSONNumber($0)) }),
            "summary": .string(BehaviorText.line(for: difference)),
        ])
    }

    static func line(for note: ReplayNote) -> String {
        object(["finding": .string("note"), "summary": .string(note.summary)])
    }

    private static func line(for warning: ReplayWarning) -> String {
        object([
            "finding": .string("deviation"),
            "kind": .string(warning.kind.rawValue),
            "at": .string("\(warning.instant)"),
            "exchanges": .array(warning.exchanges.map { .number(JSONNumber($0)) }),
            "accountResponses": .array(warning.vsaCalls.map { .number(JSONNumber($0)) }),
            "summary": .string(warning.summary),
        ])
    }

    static func line(for divergence: Divergence) -> String {
        object([
            "finding": .string("divergence"),
            "reason": .string(divergence.reason.rawValue),
            "at": .string("\(divergence.instant)"),
            "exchange": number(divergence.exchange),
            "accountResponse": number(divergence.vsaCall),
            "fields": .array(divergence.fields.map(value)),
            "cause": divergence.cause.map(value) ?? .null,
            "summary": .string(divergence.summary),
        ])
    }

    private static func value(of field: FieldDifference) -> JSONValue {
        .object([
            "name": .string(field.name),
            "recorded": field.recorded.map(JSONValue.string) ?? .null,
            "replayed": field.replayed.map(JSONValue.string) ?? .null,
        ])
    }

    private static func value(of cause: Divergence.Cause) -> JSONValue {
        .object([
            "exchange": .number(JSONNumber(cause.exchange)),
            "field": .string(cause.field),
            "value": .string(cause.value),
        ])
    }

    private static func number(_ value: Int?) -> JSONValue { value.map { .number(JSONNumber($0)) } ?? .null }

    private static func object(_ object: JSONObject) -> String { JSONValue.object(object).serialized }
}
