/// The decision of an MVPD about a login.
enum LoginDecision: Hashable, Sendable {
    /// The user is who they say: the MVPD's names for the user and the session.
    case signedIn(user: String, sessionIndex: String)
    /// The user is not let in: what the page says.
    case denied(String)
}
