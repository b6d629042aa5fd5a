public import VirtualTime

/// What `tokens/media` says (rest-api-v1.md §7.10).
public struct MediaTokenDetails: Hashable, Sendable {
    /// The requestor that asked.
    public var requestor: String
    /// The resource that may be played.
    public var resource: String
    /// The MVPD; the field is called `mvpdId` here.
    public var mvpd: String
    /// The token text in Base64.
    public var serializedToken: String
    /// The user's id, scrambled.
    public var userID: String?
    /// When the token ends.
    public var expires: Instant?

    /// Details with these parts.
    public init(
        requestor: String,
        resource: String,
        mvpd: String,
        serializedToken: String,
        userID: String? = nil,
        expires: Instant? = nil
    ) {
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.serializedToken = serializedToken
        self.userID = userID
        self.expires = expires
    }
}
