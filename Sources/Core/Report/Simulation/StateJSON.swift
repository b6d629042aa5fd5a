public import Documents
public import VirtualTime

/// The state of a world as JSON Lines: the instant, an object for each thing that holds, an object an expiration.
///
/// The type of an object is the kind of thing it is (`token`, `account`, `permission`), its keys are its facts.
public enum StateJSON {
    /// The state at `instant`, and what expires.
    public static func lines(
        of entries: [StateEntry],
        expirations: [Expiration],
        at instant: Instant
    ) -> (text: String, summary: JSONObject) {
        var objects = [Self.instant(instant)]
        objects += entries.map(object)
        objects += expirations.map { ExpirationJSON($0).object }
        return (
            JSONLine.text(of: objects),
            [
                "at": .instant(instant), "entryCount": .count(entries.count),
                "expirationCount": .count(expirations.count),
            ]
        )
    }

    /// The instant that a state is of.
    static func instant(_ instant: Instant) -> JSONObject { ["type": .string("instant"), "at": .instant(instant)] }

    static func object(for entry: StateEntry) -> JSONObject {
        var object: JSONObject = ["type": .string(entry.kind.rawValue), "source": SourceJSON(of: entry.source).value]
        for fact in entry.values {
            var member = FactJSON.member(fact)
            if entry.kind == .registrationCode, member.key == "code" { member.key = "registrationCode" }
            object.members.append(member)
        }
        return object
    }
}
