import Documents
public import VirtualTime

/// What an identity provider says of a subject (SAML core §2.3.3); nothing in it is verified.
public struct SAMLAssertion: Hashable, Sendable {
    /// The ID, which a signature refers to.
    public let id: String
    /// When it was issued.
    public let issueInstant: Instant
    /// Who issued it.
    public let issuer: SAMLNameID
    /// Whom it is about.
    public let subject: SAMLSubject?
    /// What must hold for it to be used.
    public let conditions: SAMLConditions?
    /// That the subject was authenticated.
    public let authenticationStatements: [SAMLAuthenticationStatement]
    /// The attributes of all statements, in order; a name that stands twice is not merged.
    public let attributes: [SAMLAttribute]
    /// How many attributes are encrypted: nothing of them is known.
    public let encryptedAttributeCount: Int

    /// From when until when it may be used: its conditions, and the outermost bounds of its subject's confirmations.
    ///
    /// One confirmation is enough, so the latest of their ends counts, if each of them has one.
    public var validity: Validity {
        let confirmations = subject?.confirmations.map(\.validity) ?? []
        let starts = confirmations.map(\.notBefore)
        let ends = confirmations.map(\.expiry)
        let start = starts.contains(nil) ? nil : starts.compactMap { $0 }.min()
        let end = ends.contains(nil) ? nil : ends.compactMap { $0 }.max()
        return Validity(
            notBefore: [conditions?.validity.notBefore, start].compactMap { $0 }.max(),
            expiry: [conditions?.validity.expiry, end].compactMap { $0 }.min()
        )
    }

    init(_ element: XMLElement) throws(SAMLError) {
        try requireVersion(element)
        id = try element.required("ID")
        issueInstant = try element.requiredInstant("IssueInstant")
        guard let issuer = try element.only("Issuer", in: SAMLNamespace.assertion) else {
            throw SAMLError(.missing("Issuer of Assertion"), line: element.line)
        }
        self.issuer = try SAMLNameID(issuer)
        if let subject = try element.only("Subject", in: SAMLNamespace.assertion) {
            self.subject = try SAMLSubject(subject)
        } else {
            subject = nil
        }
        if let conditions = try element.only("Conditions", in: SAMLNamespace.assertion) {
            self.conditions = try SAMLConditions(conditions)
        } else {
            conditions = nil
        }
        var statements: [SAMLAuthenticationStatement] = []
        var index = 0
        while let child = element.element("AuthnStatement", in: SAMLNamespace.assertion, from: &index) {
            statements.append(try SAMLAuthenticationStatement(child))
        }
        authenticationStatements = statements
        var attributes: [SAMLAttribute] = []
        var encryptedCount = 0
        index = 0
        while let statement = element.element("AttributeStatement", in: SAMLNamespace.assertion, from: &index) {
            var inner = 0
            while let child = statement.element("Attribute", in: SAMLNamespace.assertion, from: &inner) {
                attributes.append(try SAMLAttribute(child))
            }
            encryptedCount += statement.elements("EncryptedAttribute", in: SAMLNamespace.assertion).count
        }
        self.attributes = attributes
        encryptedAttributeCount = encryptedCount
    }
}

/// SAML 2.0 is the only version that is read.
func requireVersion(_ element: XMLElement) throws(SAMLError) {
    let version = try element.required("Version")
    guard version == "2.0" else { throw SAMLError(.version(version), line: element.line) }
}
