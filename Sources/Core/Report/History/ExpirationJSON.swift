import Documents
import History
import Simulation
import VirtualTime

/// An expiration as every command prints it: one shape, whatever knows it.
struct ExpirationJSON {
    /// The object; it has all keys, in this order.
    let object: JSONObject

    /// What a client, a device, the simulated service or a recording knows to expire.
    init(_ expiration: Expiration) {
        var object: JSONObject = [
            "type": .string("expiration"), "kind": .string(expiration.kind.rawValue.camelCased),
            "subject": .text(expiration.subject), "expiresAt": .instant(expiration.instant),
            "source": SourceJSON(title: expiration.source).value, "step": .null,
        ]
        object.members += EventReferencesJSON([expiration.knowledge?.event]).object.members
        object["knowledge"] = expiration.knowledge.map(KnowledgeJSON.value) ?? .null
        self.object = object
    }

    /// The codes of kinds there are.
    static var kinds: [String] { HoldingKind.allCases.map(\.rawValue.camelCased) }
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
