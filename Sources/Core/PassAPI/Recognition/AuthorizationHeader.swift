import Documents

/// The value of an `Authorization` header as Adobe Pass knows it.
public enum AuthorizationHeader: Hashable, Sendable {
    /// An access token of Dynamic Client Registration (rest-api-v1.md §2).
    case bearer(String)
    /// The signed header of old (§3.5).
    case signed(SignedAuthorization)
    /// Something else.
    case other(String)

    /// The content of `value`; the scheme is read in any case.
    public init(_ value: String) {
        let scheme = "bearer ".utf8
        if value.utf8.prefix(scheme.count).map(lowercasedASCII).elementsEqual(scheme) {
            self = .bearer(String(Substring(value.utf8.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") })))
        } else if let signed = SignedAuthorization(value) {
            self = .signed(signed)
        } else {
            self = .other(value)
        }
    }
}
