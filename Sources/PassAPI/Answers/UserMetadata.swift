public import Documents
public import VirtualTime

/// What is known about the user (rest-api-v1.md §7.12).
public struct UserMetadata: Hashable, Sendable {
    /// When it was last changed.
    public var updated: Instant?
    /// The names whose values are encrypted.
    public var encrypted: [String]
    /// The values by name, as they came.
    public var data: JSONObject

    /// Metadata with these parts.
    public init(updated: Instant? = nil, encrypted: [String] = [], data: JSONObject = [:]) {
        self.updated = updated
        self.encrypted = encrypted
        self.data = data
    }

    /// Where the AuthN token came from: `Apple` after platform sign-on (row K-78).
    public var tokenSource: String? { data["tokenSource"]?.string }

    /// The value of this name as text: a text as it is, anything else as JSON; nil if there is none.
    public func text(of name: String) -> String? {
        guard let value = data[name] else { return nil }
        return value.string ?? value.serialized
    }
}
