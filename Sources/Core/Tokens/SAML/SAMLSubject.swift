import Documents
import VirtualTime

/// The subject that an assertion is about (SAML core §2.4).
public struct SAMLSubject: Hashable, Sendable {
    /// The ways in which the subject can be named.
    public enum Identifier: Hashable, Sendable {
        /// Not at all.
        case none
        case name(SAMLNameID)
        /// By a name that is encrypted: nothing of it is known.
        case encrypted
        /// By an extension of the schema (`BaseID`), which is not read.
        case other
    }

    /// The name of the subject.
    public let identifier: Identifier
    /// The ways in which it may be confirmed; one of them is enough.
    public let confirmations: [SAMLSubjectConfirmation]

    init(_ element: XMLElement) throws(SAMLError) {
        let name = try element.only("NameID", in: SAMLNamespace.assertion)
        let encrypted = try element.only("EncryptedID", in: SAMLNamespace.assertion)
        let base = try element.only("BaseID", in: SAMLNamespace.assertion)
        switch (name, encrypted, base) {
        case (nil, nil, nil): identifier = .none
        case (let name?, nil, nil): identifier = .name(try SAMLNameID(name))
        case (nil, _?, nil): identifier = .encrypted
        case (nil, nil, _?): identifier = .other
        default: throw SAMLError(.tooMany("identifier", of: "Subject"), line: element.line)
        }
        var confirmations: [SAMLSubjectConfirmation] = []
        var index = 0
        while let child = element.element("SubjectConfirmation", in: SAMLNamespace.assertion, from: &index) {
            confirmations.append(try SAMLSubjectConfirmation(child))
        }
        self.confirmations = confirmations
    }
}

/// A way to confirm that the one who presents an assertion is its subject (SAML core §2.4.1).
public struct SAMLSubjectConfirmation: Hashable, Sendable {
    /// The method as a URI; a bearer is whoever holds the assertion.
    public let method: String
    /// The interval in which it confirms; the end is exclusive.
    public let validity: Validity
    /// The address at which the assertion may be delivered.
    public let recipient: String?
    /// The request it answers.
    public let inResponseTo: String?
    /// The network address it may come from.
    public let address: String?

    /// True if anyone who holds the assertion is confirmed; a schema takes the white space around the URI away.
    var isBearer: Bool { trimmedBytes(method).elementsEqual("urn:oasis:names:tc:SAML:2.0:cm:bearer".utf8) }

    init(_ element: XMLElement) throws(SAMLError) {
        method = try element.required("Method")
        let data = try element.only("SubjectConfirmationData", in: SAMLNamespace.assertion)
        validity = Validity(notBefore: try data?.instant("NotBefore"), expiry: try data?.instant("NotOnOrAfter"))
        recipient = data?.attribute("Recipient")
        inResponseTo = data?.attribute("InResponseTo")
        address = data?.attribute("Address")
    }
}
