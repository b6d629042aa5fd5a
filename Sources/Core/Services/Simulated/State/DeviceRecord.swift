import OrderedCollections

/// The server's data on a requestor on a device: who is signed in, and what was authorized.
struct DeviceRecord: Hashable, Sendable {
    /// The sign-on, expired or not; nil before the first and after a logout.
    var authentication: AuthenticationRecord?
    /// The authorizations by resource in its canonical form (``MRSSResource/canonical``); one a resource (tokens.md §9).
    var authorizations: OrderedDictionary<String, AuthorizationRecord> = [:]
}
