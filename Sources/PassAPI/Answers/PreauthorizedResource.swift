/// One line of a preauthorization answer (rest-api-v1.md §7.11).
public struct PreauthorizedResource: Hashable, Sendable {
    /// The resource.
    public var id: String
    /// Whether the user may watch it.
    public var isAuthorized: Bool
    /// Why not, where enhanced errors are on.
    public var error: PassError?

    /// A line with these parts.
    public init(id: String, isAuthorized: Bool, error: PassError? = nil) {
        self.id = id
        self.isAuthorized = isAuthorized
        self.error = error
    }
}
