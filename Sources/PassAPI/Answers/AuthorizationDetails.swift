public import VirtualTime

/// What `authorize` and `tokens/authz` say (rest-api-v1.md §7.8, §7.9).
public struct AuthorizationDetails: Hashable, Sendable {
    /// The requestor that asked.
    public var requestor: String
    /// The resource that may be watched.
    public var resource: String
    /// The MVPD that allowed it.
    public var mvpd: String
    /// The proxy MVPD that answered, if one did.
    public var proxyMVPD: String?
    /// When the authorization ends.
    public var expires: Instant?

    /// Details with these parts.
    public init(
        requestor: String,
        resource: String,
        mvpd: String,
        proxyMVPD: String? = nil,
        expires: Instant? = nil
    ) {
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.proxyMVPD = proxyMVPD
        self.expires = expires
    }
}
