public import PassAPI
public import VirtualTime

/// The credentials that Dynamic Client Registration gave an app: to be kept for ever (rest-api-v1.md §3.1).
public struct ClientCredentials: Hashable, Sendable {
    /// The client's id.
    public var clientID: String
    /// The client's secret.
    public var clientSecret: String

    /// Credentials with these parts.
    public init(clientID: String, clientSecret: String) {
        self.clientID = clientID
        self.clientSecret = clientSecret
    }
}

/// An access token with its end on the client's own clock.
public struct CachedAccessToken: Hashable, Sendable {
    /// The token, opaque.
    public var token: String
    /// The instant of its end; nil if none was stated: then it holds until the service refuses it.
    public var expires: Instant?

    /// A token that ends then.
    public init(_ token: String, expires: Instant? = nil) {
        self.token = token
        self.expires = expires
    }

    /// The token of an answer that arrived at `now`.
    ///
    /// Without `created_at` the token counts from its arrival.
    public init(_ answer: AccessToken, arrivedAt now: Instant) {
        token = answer.token
        guard let seconds = answer.expiresIn else { return }
        expires = (answer.created ?? now) + .seconds(seconds)
    }

    /// Checks whether the token is good at `now`: strictly before its end.
    public func isValid(at now: Instant) -> Bool { expires.map { now < $0 } ?? true }
}
