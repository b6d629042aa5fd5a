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
        let events = [holding.issued.value.event, holding.received?.event, expiration.instant.knowledge.event]
        var object = Self.object(
            kind: holding.kind.rawValue.camelCased,
            subject: holding.subjectName,
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

extension Holding {
    /// What it is for: the resource, requestor or provider behind the kind in its name; nil if the name is the kind alone.
    var subjectName: String? {
        name == kind.rawValue ? nil : String(name.dropFirst(kind.rawValue.count + 1))
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
