import Documents
import VirtualTime

extension XMLName {
    /// True if it is one of SAML 2.0's, whichever.
    package var isSAML: Bool {
        namespace.map { [SAMLNamespace.protocols, SAMLNamespace.assertion].contains(exactly: $0) } ?? false
    }
}

/// The namespaces of SAML 2.0 and of the signatures and ciphers in it.
enum SAMLNamespace {
    static let protocols = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let signature = "http://www.w3.org/2000/09/xmldsig#"
    static let encryption = "http://www.w3.org/2001/04/xmlenc#"
    static let instance = "http://www.w3.org/2001/XMLSchema-instance"
}

extension XMLElement {
    /// The name with its namespace, for messages.
    var qualified: String { "{\(name.namespace ?? "")}\(name.local)" }

    func isSAML(_ local: String) -> Bool { name.isNamed(local, in: SAMLNamespace.assertion) }
    func isProtocol(_ local: String) -> Bool { name.isNamed(local, in: SAMLNamespace.protocols) }

    /// True if it states that it has no value, `xsi:nil="true"`: a reader with a schema then takes no text for its
    /// value.
    var isNil: Bool {
        let null = attributes.isEmpty ? nil : attributes.first { $0.name.isNamed("nil", in: SAMLNamespace.instance) }
        guard let null else { return false }
        // A schema takes the white space around a truth value away.
        let value = trimmedBytes(null.value)
        return value.elementsEqual("true".utf8) || value.elementsEqual("1".utf8)
    }

    /// The child of this name in the assertion namespace; several are an error.
    func only(_ local: String, in namespace: String) throws(SAMLError) -> XMLElement? {
        var index = 0
        guard let found = element(local, in: namespace, from: &index) else { return nil }
        if let second = element(local, in: namespace, from: &index) {
            throw SAMLError(.tooMany(local, of: name.local), line: second.line)
        }
        return found
    }

    /// The attribute of this name, which must be there.
    func required(_ attribute: String) throws(SAMLError) -> String {
        guard let value = self.attribute(attribute) else {
            throw SAMLError(.missing("\(attribute) of \(name.local)"), line: line)
        }
        return value
    }

    func instant(_ attribute: String) throws(SAMLError) -> Instant? {
        guard let text = self.attribute(attribute) else { return nil }
        guard let instant = Instant(samlDateTime: text) else {
            throw SAMLError(.date("\(attribute) of \(name.local)", text: text), line: line)
        }
        return instant
    }

    func requiredInstant(_ attribute: String) throws(SAMLError) -> Instant {
        guard let instant = try instant(attribute) else {
            throw SAMLError(.missing("\(attribute) of \(name.local)"), line: line)
        }
        return instant
    }

    /// The whole text of an element that may hold text only; comments and instructions are left out.
    func textOnly() throws(SAMLError) -> String {
        if hasElements, let child = elements.first {
            throw SAMLError(.unexpected(child.qualified, in: name.local), line: child.line)
        }
        return text
    }
}

extension XMLName {
    /// True if the local name is `ID`, or `Id`, as signatures spell it.
    var isCapitalID: Bool { $local == "ID" || $local == "Id" }

    /// True if it has the prefix that XML itself declares.
    var hasXMLPrefix: Bool { ExactText(prefix) == "xml" }
}

extension String {
    /// Checks whether its last bytes are these.
    ///
    /// Swift's own `hasSuffix` compares characters, which takes quadratic time where many combining marks are one.
    func ends(in end: String) -> Bool { utf8.suffix(end.utf8.count).elementsEqual(end.utf8) }
}
