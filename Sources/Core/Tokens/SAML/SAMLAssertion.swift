import Documents
public import VirtualTime

/// The statement of an identity provider about a subject (SAML core §2.3.3); nothing in it is verified.
public struct SAMLAssertion: Hashable, Sendable {
    /// The ID, which a signature refers to.
    public let id: String
    /// The instant at which it was issued.
    public let issueInstant: Instant
    public let issuer: SAMLNameID
    /// The subject that it is about.
    public let subject: SAMLSubject?
    /// The conditions that must hold for it to be used.
    public let conditions: SAMLConditions?
    /// That the subject was authenticated.
    public let authenticationStatements: [SAMLAuthenticationStatement]
    /// The attributes of all statements, in order; a name that stands twice is not merged.
    public let attributes: [SAMLAttribute]
    /// The number of attributes that are encrypted: nothing of them is known.
    public let encryptedAttributeCount: Int

    /// The interval in which it may be used: its conditions, and its subject's confirmations.
    ///
    /// One confirmation is enough (SAML core §2.4.1), so the latest end of those that touch each other counts. Of times
    /// apart the first counts: never is it valid where no confirmation is. Where there are bearers no other counts, since
    /// anyone who shows an assertion in a browser is confirmed by nothing else (SAML profiles §4.1.4.2).
    public var validity: Validity {
        let confirmed = confirmedTimes.first
        return Validity(
            notBefore: [conditions?.validity.notBefore, confirmed?.notBefore].compactMap { $0 }.max(),
            expiry: [conditions?.validity.expiry, confirmed?.expiry].compactMap { $0 }.min()
        )
    }

    /// True if its confirmations hold at several times with gaps between them.
    var isConfirmedInPieces: Bool { confirmedTimes.count > 1 }

    /// The times at which at least one confirmation holds, earliest first; those that never do count only if there is
    /// no other.
    private var confirmedTimes: [Validity] {
        let confirmations = subject?.confirmations ?? []
        let bearers = confirmations.filter(\.isBearer)
        let all = (bearers.isEmpty ? confirmations : bearers).map(\.validity)
        let times = all.filter { $0.isEver }.sorted { one, other in
            guard let start = other.notBefore else { return false }
            return one.notBefore.map { $0 < start } ?? true
        }
        return times.isEmpty ? Array(all.prefix(1)) : times.reduce(into: []) { $0.join($1) }
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
    guard ExactText(version) == "2.0" else { throw SAMLError(.version(version), line: element.line) }
}

extension Validity {
    /// True if there is an instant at which it holds.
    var isEver: Bool {
        guard let notBefore, let expiry else { return true }
        return notBefore < expiry
    }
}

extension [Validity] {
    /// Adds a time that begins no earlier than the last one, to it if they touch.
    fileprivate mutating func join(_ next: Validity) {
        guard let last else { return append(next) }
        guard let end = last.expiry else { return }
        guard let start = next.notBefore, start > end else {
            self[count - 1].expiry = next.expiry.map { Swift.max($0, end) }
            return
        }
        append(next)
    }
}
