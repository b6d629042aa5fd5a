import Documents
public import VirtualTime

/// A timeline as JSON Lines: one object an event, with the keys `at`, `actor`, `kind`, `summary`, `values` and `details`,
/// always all of them and in this order, and `place` where a world has several apps; then one with `events` and `digest`.
///
/// `values` and `details` are arrays of objects with `name` and `value`, since a name may stand twice. Values are the facts
/// of the summary: numbers, truth values, texts and lists of texts; instants and durations are texts.
public enum TimelineJSON {
    /// The whole timeline, a line an event and a last one with the count and the digest.
    public static func text(of timeline: Timeline) -> String {
        var result = ""
        for event in timeline.events {
            result += line(for: event) + "\n"
        }
        return result + closingLine(of: timeline) + "\n"
    }

    /// One event, without a line end.
    public static func line(for event: TimelineEvent) -> String {
        let details = event.details.map { detail in
            JSONValue.object(["name": .string(detail.name), "value": .string(detail.value)])
        }
        var object: JSONObject = [
            "at": .string("\(event.instant)"),
            "actor": .string(event.actor.title),
            "kind": .string(event.kind),
            "summary": .string(event.summary),
            "values": .array(event.values.map(FactJSON.value)),
            "details": .array(details),
        ]
        if let place = event.place { object["place"] = .string(place) }
        return JSONValue.object(object).serialized
    }

    /// What stands for the whole: how many events, and their digest; without a line end.
    static func closingLine(of timeline: Timeline) -> String {
        let object: JSONObject = [
            "events": .number(JSONNumber(timeline.events.count)), "digest": .string("\(timeline.digest)"),
        ]
        return JSONValue.object(object).serialized
    }
}
