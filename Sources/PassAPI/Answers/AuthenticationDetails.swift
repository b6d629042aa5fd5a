public import VirtualTime

/// What `tokens/authn` says of an AuthN token (rest-api-v1.md §7.5).
public struct AuthenticationDetails: Hashable, Sendable {
    /// The requestor it was made for.
    public var requestor: String
    /// The MVPD that authenticated the user.
    public var mvpd: String
    /// The user's id.
    public var userID: String?
    /// When the token ends.
    public var expires: Instant?

    /// Details with these parts.
    public init(requestor: String, mvpd: String, userID: String? = nil, expires: Instant? = nil) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.userID = userID
        self.expires = expires
    }
}
