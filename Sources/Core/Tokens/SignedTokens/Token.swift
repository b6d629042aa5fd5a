public import Documents
public import VirtualTime

/// A token of whichever kind its payload's element says (tokens.md §1).
public enum Token: Hashable, Sendable, Expiring {
    /// An AuthN token.
    case authentication(AuthenticationToken)
    /// An AuthZ token.
    case authorization(AuthorizationToken)
    /// A short media token.
    case media(MediaToken)

    /// The token that `text` writes.
    ///
    /// Throws: why it is none of the three kinds, and where.
    public init(parsing text: String, limits: XMLLimits = .default) throws(TokenError) {
        try self.init(SignedToken(parsing: text, limits: limits))
    }

    /// The token that `signed` holds.
    ///
    /// Throws: if its element is none of the three kinds', or a date in it is none.
    public init(_ signed: SignedToken) throws(TokenError) {
        let name = signed.document.root.name
        switch name.namespace == nil ? name.$local : "" {
        case ExactText(AuthenticationToken.elementName): self = .authentication(try AuthenticationToken(signed))
        case ExactText(AuthorizationToken.elementName): self = .authorization(try AuthorizationToken(signed))
        case ExactText(MediaToken.elementName): self = .media(try MediaToken(signed))
        default: throw .unknownKind(name: name.local)
        }
    }

    /// The token's text, signature and payload.
    public var signed: SignedToken {
        switch self {
        case .authentication(let token): token.signed
        case .authorization(let token): token.signed
        case .media(let token): token.signed
        }
    }

    /// The token's text, byte for byte as it came.
    public var text: String { signed.text }

    /// The expiration of the token; nil where it does not state it.
    public var expiry: Instant? {
        switch self {
        case .authentication(let token): token.expiry
        case .authorization(let token): token.expiry
        case .media(let token): token.expiry
        }
    }
}
