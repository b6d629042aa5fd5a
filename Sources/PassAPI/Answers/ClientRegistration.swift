/// Client credentials (rest-api-v1.md §3.1).
public struct ClientRegistration: Hashable, Sendable {
    /// The client's id.
    public var clientID: String
    /// The client's secret.
    public var clientSecret: String
    /// When they were issued: a number of unstated unit, as it came.
    public var issuedAt: Int64?
    /// Where a browser may be sent back to.
    public var redirectURIs: [String]
    /// The grants the client may use.
    public var grantTypes: [String]
    /// The scopes, where the answer has them.
    public var scopes: [String]?

    /// Credentials with these parts.
    public init(
        clientID: String,
        clientSecret: String,
        issuedAt: Int64? = nil,
        redirectURIs: [String] = [],
        grantTypes: [String] = [],
        scopes: [String]? = nil
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.issuedAt = issuedAt
        self.redirectURIs = redirectURIs
        self.grantTypes = grantTypes
        self.scopes = scopes
    }
}
