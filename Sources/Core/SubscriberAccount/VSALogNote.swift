/// A place where a line of a VSA log said more than the VSA call holds, or the same in other words.
///
/// With these notes a line is written again as it was read: an unknown key, a date with another zone, a
/// default that was spelled out, a key left away.
public struct VSALogNote: Hashable, Sendable {
    /// The object of the line that the note is about.
    public enum Place: String, Hashable, Sendable, CaseIterable {
        /// The line itself.
        case line
        /// `request`.
        case request
        /// `metadata`.
        case metadata
        /// `accountProviderResponse` within `metadata`.
        case providerResponse
        /// `error`.
        case error
    }

    /// The object it is about.
    public var place: Place
    /// The key in that object.
    public var key: String
    /// The value as JSON text, or nil if the key was left away.
    public var json: String?

    /// A note with these parts.
    public init(_ place: Place, _ key: String, json: String?) {
        self.place = place
        self.key = key
        self.json = json
    }
}
