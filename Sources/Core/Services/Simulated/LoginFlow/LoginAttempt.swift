public import PassAPI

/// The actions of a person at an MVPD's login page.
public enum LoginAttempt: Hashable, Sendable {
    /// Logs in with `mvpd` as `user`, a subscriber of it, with the right password.
    case signsIn(mvpd: String, user: String)
    /// Logs in with a wrong password, and gives up.
    case wrongPassword(mvpd: String, user: String)
}

/// The ends of a browser's way through a login.
public enum LoginResult: Hashable, Sendable {
    /// It is sent to this address, which ends the flow.
    case ended(url: String)
    /// The MVPD did not let the user in: this is what its page says.
    case denied(String)
    /// The service refused the navigation.
    case refused(PassResponse)
}

/// The responses of an MVPD to Apple's attribute query.
public enum AttributeResult: Hashable, Sendable {
    /// A SAML response, as text.
    case saml(String)
    /// The provider does not know the user any more.
    case rejected(saml: String?)
    /// The verification token is not one that Adobe made for this provider.
    case invalidVerificationToken
    /// The provider cannot be reached.
    case unavailable
}
