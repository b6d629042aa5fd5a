import Documents
public import VirtualTime

/// That the subject was authenticated, when, and for how long a session (SAML core §2.7.2).
public struct SAMLAuthenticationStatement: Hashable, Sendable {
    /// The instant at which the subject was authenticated.
    public let authenticatedAt: Instant
    /// The session, which a logout refers to.
    public let sessionIndex: String?
    /// The end of the session, exclusive.
    public let sessionNotOnOrAfter: Instant?
    /// The method by which the subject was authenticated, as a URI.
    public let contextClass: String?

    init(_ element: XMLElement) throws(SAMLError) {
        authenticatedAt = try element.requiredInstant("AuthnInstant")
        sessionIndex = element.attribute("SessionIndex")
        sessionNotOnOrAfter = try element.instant("SessionNotOnOrAfter")
        contextClass =
            try element.only("AuthnContext", in: SAMLNamespace.assertion)?
            .only("AuthnContextClassRef", in: SAMLNamespace.assertion)?.textOnly()
    }
}
