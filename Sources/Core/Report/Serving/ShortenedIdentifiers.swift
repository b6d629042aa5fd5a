public import Documents
import Services
public import Simulation
public import VirtualTime

/// What is served as anybody on this machine may read it who has not the token of the control interface: device ids, registration codes
/// and ids of clients are cut after a few characters, wherever they stand.
public struct ShortenedIdentifiers: Sendable {
    private var rewriting = Rewriting()
    /// The number of those of the log that are known.
    private var count = 0

    /// True as long as it has learned nothing.
    public private(set) var isNew = true

    /// None of them.
    public init() {}

    /// Those that requests have named and responses have given, and what the service knows besides when it is `wall`.
    public init(of backend: inout ServedBackend, at wall: Instant) {
        learn(backend)
        for entry in backend.stateEntries(at: wall) {
            for value in entry.values {
                if case .identity(let text) = value.content { add(text) }
            }
        }
    }

    /// Learns those that have come since: a reader that follows has it done for each piece.
    public mutating func learn(_ backend: ServedBackend) {
        let known = backend.log.identifiers
        // All was forgotten; what this reader has seen stays short.
        if known.count < count { count = 0 }
        for text in known[count...] { add(text) }
        count = known.count
        isNew = false
    }

    private mutating func add(_ text: String) {
        rewriting.replace(text, by: "\(text.prefix(text.count > 8 ? 4 : 1))…", isURL: false)
    }

    /// An object with them in the place of the whole ones.
    public func callAsFunction(_ object: JSONObject) -> JSONObject {
        rewriting.isEmpty ? object : JSONObject(object.members.map { JSONMember($0.key, shortened($0.value)) })
    }

    private func shortened(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .number: value
        case .string(let text): .string(rewriting.replacing(text) ?? text)
        case .array(let elements): .array(elements.map(shortened))
        case .object(let object): .object(self(object))
        }
    }
}
