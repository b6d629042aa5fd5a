public import Documents
import Services
public import Simulation
public import VirtualTime

/// What is served as anybody on this machine may read it who has not the token of the control interface: device ids, registration codes
/// and ids of clients are cut after a few characters, wherever they stand.
public struct ShortenedIdentifiers: Sendable {
    private var rewriting = Rewriting()

    /// Those that the service knows when it is `wall`, and that requests have named.
    public init(of backend: inout ServedBackend, at wall: Instant) {
        for entry in backend.log.entries { add(entry.identifiers) }
        for entry in backend.log.unmatched { add(entry.identifiers) }
        for entry in backend.stateEntries(at: wall) {
            for value in entry.values {
                if case .identity(let text) = value.content { add([text]) }
            }
        }
    }

    private mutating func add(_ texts: [String]) {
        for text in texts { rewriting.replace(text, by: "\(text.prefix(text.count > 8 ? 4 : 1))…", isURL: false) }
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
