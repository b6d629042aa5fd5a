/// The value of an `Authorization` header as Adobe Pass knows it.
public enum AuthorizationHeader: Hashable, Sendable {
    /// An access token of Dynamic Client Registration (rest-api-v1.md §2).
    case bearer(String)
    /// The signed header of old (§3.5).
    case signed(SignedAuthorization)
    /// Something else.
    case other(String)

    /// What `value` holds; the scheme is read in any case.
    public init(_ value: String) {
        if value.prefix(7).lowercased() == "bearer " {
            self = .bearer(String(value.dropFirst(7).drop { $0 == " " }))
        } else if let signed = SignedAuthorization(value) {
            self = .signed(signed)
        } else {
            self = .other(value)
        }
    }
}
