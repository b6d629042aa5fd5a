import VirtualTime

/// A sign-on as the server remembers it: what an AuthN token stands for (tokens.md §1).
struct AuthenticationContent: IssuedRecord {
    /// The requestor it was made for.
    var requestor: String
    /// The MVPD by Adobe's id.
    var mvpd: String
    /// The device it is bound to; nil while a browser's session waits to be asked for.
    var device: String?
    /// The subscriber: the login name.
    var user: String
    /// The MVPD's id of the user as programmers see it.
    var userID: String
    /// `simpleTokenAuthenticationGuid`.
    var guid: String
    /// The MVPD's name for the user.
    var nameID: String
    /// The MVPD's session.
    var sessionIndex: String
    /// `Apple` after platform sign-on, `TempPass` and the like as part B writes it; nil after an ordinary login.
    var tokenSource: String?
    /// The domain the login named.
    var domain: String?
    /// Whom the platform or an identity service named when it was made: the sign-on is there in all apps of that user.
    var identities: [SharedIdentity] = []
    /// The identity by which an app has it without a login of its own; nil if it has logged in itself.
    var sharedBy: SharedIdentity?
    /// The instant at which it was made.
    var issued: Instant
    /// The instant of its end.
    var expires: Instant
}

/// A sign-on, cheap to hand around.
typealias AuthenticationRecord = Indirect<AuthenticationContent>

/// An authorization as the server remembers it.
struct AuthorizationContent: IssuedRecord {
    /// The requestor that asked.
    var requestor: String
    /// The MVPD that permitted it.
    var mvpd: String
    /// The device it is bound to.
    var device: String
    /// The resource as it was asked for.
    var resource: String
    /// The subscriber.
    var user: String
    /// The user's id as programmers see it.
    var userID: String
    /// The authentication it was made under.
    var guid: String
    /// The proxy MVPD that answered.
    var proxyMVPD: String?
    /// The instant at which it was made.
    var issued: Instant
    /// The instant of its end.
    var expires: Instant
}

/// An authorization, cheap to hand around.
typealias AuthorizationRecord = Indirect<AuthorizationContent>
