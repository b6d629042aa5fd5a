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
            kind: Self.code(of: expiration.kind),
            subject: expiration.subject,
            at: expiration.instant,
            from: SourceJSON(title: expiration.source)
        )
    }

    /// What a recording shows to expire.
    init(_ expiration: RecordedExpiration) {
        let holding = expiration.holding
        let kind = holding.kind.rawValue
        let events = [holding.issued.value.event, holding.received?.event, expiration.instant.knowledge.event]
        var object = Self.object(
            kind: kind.camelCased,
            subject: holding.name == kind ? nil : String(holding.name.dropFirst(kind.count + 1)),
            at: expiration.instant.value,
            from: SourceJSON(.recording),
            EventReferencesJSON(events)
        )
        object["knowledge"] = HistoryJSON.knowledge(expiration.instant.knowledge)
        self.object = object
    }

    /// What JSON calls a kind: what a recording calls an account too.
    static func code(of kind: Expiration.Kind) -> String { kind.word.camelCased }

    /// The codes of kinds there are.
    static var kinds: [String] {
        let recorded = Holding.Kind.allCases.map(\.rawValue.camelCased)
        return recorded + Expiration.Kind.allCases.map(code).filter { !recorded.contains($0) }
    }

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
