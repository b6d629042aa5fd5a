/// A thing that Adobe Pass gives out, and that ends.
///
/// The raw values are the names that scenarios and `sweep` use for its expiration.
public enum GrantKind: String, Hashable, Sendable, CaseIterable {
    /// An access token of Dynamic Client Registration (rest-api-v1.md §3.2).
    case accessToken = "access-token"
    /// A registration code (§6.1).
    case registrationCode = "registration-code"
    /// A user's session at the MVPD, which a SAML response opens.
    case providerSession = "provider-session"
    /// An AuthN token (§7.5, tokens.md §3.1).
    case authenticationToken = "authn-token"
    /// An AuthZ token (§7.8, tokens.md §3.2).
    case authorizationToken = "authz-token"
    /// A short media token (§7.10, tokens.md §4).
    case mediaToken = "media-token"
}
