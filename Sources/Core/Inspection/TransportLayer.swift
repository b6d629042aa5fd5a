/// An encoding that something was wrapped in on its way, peeled off to look at it (tokens.md §6).
public enum TransportLayer: Hashable, Sendable {
    /// A mark that says UTF-8.
    case byteOrderMark
    /// UTF-16 with a mark that says which.
    case utf16
    /// Base64 of the standard alphabet.
    case base64
    /// Base64 of the URL-safe alphabet.
    case base64URL
    /// DEFLATE of RFC 1951, which the redirect binding puts into Base64 (SAML bindings §3.4.4.1).
    case deflate
    /// Percent signs with two hexadecimal digits.
    case percent
    /// Percent signs, and a plus for each blank.
    case form
    /// `&lt;` and its relatives.
    case entities
    /// A string of JSON with its quotes and escapes.
    case jsonString
    /// A single `name=value`.
    case parameter(String)
    /// A header line `Name: value`.
    case header(String)
    /// An authorization scheme before the value, such as `Bearer`.
    case scheme(String)

    /// The layer in words.
    public var name: String {
        switch self {
        case .byteOrderMark: "byte order mark"
        case .utf16: "UTF-16"
        case .base64: "Base64"
        case .base64URL: "base64url"
        case .deflate: "DEFLATE"
        case .percent: "percent-encoding"
        case .form: "form encoding"
        case .entities: "entity escapes"
        case .jsonString: "JSON string"
        case .parameter(let name): "parameter \(name)"
        case .header(let name): "header \(name)"
        case .scheme(let name): "scheme \(name)"
        }
    }
}
