import Documents
import History
import Simulation
import VirtualTime

/// An expiration as every command prints it: one shape, whatever knows it.
struct ExpirationJSON {
    /// The object; it has all keys, in this order, but for `knowledge`, which only recordings have.
    let object: JSONObject

    /// What a client, a device or the simulated service knows to expire.
    init(_ expiration: Expiration) {
        object = Self.object(
            kind: expiration.kind.rawValue.camelCased,
            subject: expiration.subject,
            at: expiration.instant,
            from: SourceJSON(title: expiration.source)
        )
    }

    /// What a recording shows to expire.
    init(_ expiration: RecordedExpiration) {
        let holding = expiration.holding
        let events = [holding.issued.value.event, holding.received?.event, expiration.instant.knowledge.event]
        var object = Self.object(
            kind: holding.kind.rawValue.camelCased,
            subject: holding.which,
            at: expiration.instant.value,
            from: SourceJSON(.recording),
            EventReferencesJSON(events)
        )
        object["knowledge"] = HistoryJSON.knowledge(expiration.instant.knowledge)
        self.object = object
    }

    /// The codes of kinds there are.
    static var kinds: [String] { HoldingKind.allCases.map(\.rawValue.camelCased) }

    private static func object(
        kind: String,
        subject: String?,
        at instant: Instant,
        from source: SourceJSON,
        _ references: EventReferencesJSON = EventReferencesJSON([])
    ) -> JSONObject {
        let object: JSONObject = [
            "type": .string("expiration"), "kind": .string(kind), "subject": .text(subject),
            "expiresAt": .instant(instant), "source": source.value, "step": .null,
        ]
        return JSONObject(object.members + references.object.members)
    }
}

/// The events of a recording that something is about: the ordinals of each kind, rising, each once.
struct EventReferencesJSON {
    private var exchanges: [Int] = []
    private var vsaCalls: [Int] = []
    private var userActions: [Int] = []

    init(_ events: [EventReference?]) {
        for event in events.compactMap(\.self) {
            switch event {
            case .exchange(let ordinal): Self.add(ordinal, to: &exchanges)
            case .vsaCall(let ordinal): Self.add(ordinal, to: &vsaCalls)
            case .userAction(let ordinal): Self.add(ordinal, to: &userActions)
            }
        }
    }

    private static func add(_ ordinal: Int, to list: inout [Int]) {
        if !list.contains(ordinal) { list.append(ordinal) }
        list.sort()
    }

    var object: JSONObject {
        [
            "exchanges": .ordinals(exchanges), "vsaCalls": .ordinals(vsaCalls), "userActions": .ordinals(userActions),
        ]
    }
}
