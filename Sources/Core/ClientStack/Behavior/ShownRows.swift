/// The rows that a recording shows of an app's behavior, for a documents' client that lives on after it: where a row
/// decides that the recording does not show, the client names the row.
public struct ShownRows: Hashable, Sendable {
    /// The rows of ``ClientBehavior`` that show, by name.
    public var names: Set<String>
    /// True if an authorization was seen used again before its expiration: what comes after that is open still.
    public var reusesAuthorizations: Bool

    /// These rows.
    public init(_ names: Set<String>, reusesAuthorizations: Bool = false) {
        self.names = names
        self.reusesAuthorizations = reusesAuthorizations
    }
}
