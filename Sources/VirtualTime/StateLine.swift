/// One line of a description of state: whose, what, and its value.
///
/// What `kinescope state` prints and scenarios look at.
public struct StateLine: Hashable, Sendable {
    /// Whose state it is: `device tv`, `pasteboard com.adobe.pass`, `twin`, `app com.kite.tv`.
    public var subject: String
    /// What it is: `authn KITETV Meadowlark`.
    public var name: String
    /// Its value as text.
    public var value: String

    /// A line of these parts.
    public init(_ subject: String, _ name: String, _ value: String) {
        self.subject = subject
        self.name = name
        self.value = value
    }
}
