import VirtualTime

/// The facts of a SAML response by libxml2's tree: each text that a reader takes out of it.
///
/// The whole of an element's text counts, whatever comments and sections it is split by (CVE-2017-11427 and its kin).
package struct LibXML2SAMLFacts {
    /// The facts in the order of SAML's schema.
    package private(set) var facts: [ReadFact] = []

    private static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
    private static let protocols = "urn:oasis:names:tc:SAML:2.0:protocol"
    private static let instance = "http://www.w3.org/2001/XMLSchema-instance"

    /// The facts of the response whose root is `root`.
    package init(_ root: LibXML2Element) {
        add(root, "ID", "Response")
        addDate(root, "IssueInstant", "Response")
        for issuer in root.elements("Issuer", in: Self.assertion) { add(name: issuer, "Response Issuer") }
        add(root, "Destination", "Response")
        add(root, "InResponseTo", "Response")
        for status in root.elements("Status", in: Self.protocols) {
            var codes = status.elements("StatusCode", in: Self.protocols)
            while let code = codes.first {
                for code in codes { add(code, "Value", "StatusCode") }
                codes = code.elements("StatusCode", in: Self.protocols)
            }
            for message in status.elements("StatusMessage", in: Self.protocols) {
                facts.append(ReadFact("StatusMessage", message.content))
            }
        }
        for (index, assertion) in root.elements("Assertion", in: Self.assertion).enumerated() {
            add(assertion, at: "Assertion[\(index)]")
        }
    }

    private mutating func add(_ assertion: LibXML2Element, at place: String) {
        add(assertion, "ID", place)
        addDate(assertion, "IssueInstant", place)
        for issuer in assertion.elements("Issuer", in: Self.assertion) { add(name: issuer, "\(place) Issuer") }
        for subject in assertion.elements("Subject", in: Self.assertion) { add(subject: subject, place) }
        for conditions in assertion.elements("Conditions", in: Self.assertion) {
            addDate(conditions, "NotBefore", "\(place) Conditions")
            addDate(conditions, "NotOnOrAfter", "\(place) Conditions")
            let restrictions = conditions.elements("AudienceRestriction", in: Self.assertion)
            for (index, restriction) in restrictions.enumerated() {
                for audience in restriction.elements("Audience", in: Self.assertion) {
                    facts.append(ReadFact("\(place) AudienceRestriction[\(index)] Audience", audience.content))
                }
            }
            for _ in conditions.elements("OneTimeUse", in: Self.assertion) {
                facts.append(ReadFact("\(place) OneTimeUse", []))
            }
        }
        for (index, statement) in assertion.elements("AuthnStatement", in: Self.assertion).enumerated() {
            let place = "\(place) AuthnStatement[\(index)]"
            addDate(statement, "AuthnInstant", place)
            add(statement, "SessionIndex", place)
            addDate(statement, "SessionNotOnOrAfter", place)
            for context in statement.elements("AuthnContext", in: Self.assertion) {
                for reference in context.elements("AuthnContextClassRef", in: Self.assertion) {
                    facts.append(ReadFact("\(place) AuthnContextClassRef", reference.content))
                }
            }
        }
        let statements = assertion.elements("AttributeStatement", in: Self.assertion)
        let attributes = statements.flatMap { $0.elements("Attribute", in: Self.assertion) }
        for (index, attribute) in attributes.enumerated() { add(attribute, "\(place) Attribute[\(index)]") }
        for _ in statements.flatMap({ $0.elements("EncryptedAttribute", in: Self.assertion) }) {
            facts.append(ReadFact("\(place) EncryptedAttribute", []))
        }
    }

    private mutating func add(subject: LibXML2Element, _ place: String) {
        for name in subject.elements("NameID", in: Self.assertion) { add(name: name, "\(place) NameID") }
        for kind in ["EncryptedID", "BaseID"] {
            for _ in subject.elements(kind, in: Self.assertion) { facts.append(ReadFact("\(place) \(kind)", [])) }
        }
        for (index, confirmation) in subject.elements("SubjectConfirmation", in: Self.assertion).enumerated() {
            let place = "\(place) SubjectConfirmation[\(index)]"
            add(confirmation, "Method", place)
            for data in confirmation.elements("SubjectConfirmationData", in: Self.assertion) {
                addDate(data, "NotBefore", place)
                addDate(data, "NotOnOrAfter", place)
                for name in ["Recipient", "InResponseTo", "Address"] { add(data, name, place) }
            }
        }
    }

    private mutating func add(_ attribute: LibXML2Element, _ place: String) {
        for name in ["Name", "NameFormat", "FriendlyName"] { add(attribute, name, place) }
        for value in attribute.elements("AttributeValue", in: Self.assertion) {
            if Self.isNull(value) {
                facts.append(ReadFact("\(place) null", []))
            } else if value.elements.isEmpty {
                facts.append(ReadFact("\(place) text", value.content))
            } else {
                // What stands between the elements is no part of the value.
                facts.append(ReadFact("\(place) elements", value.elements.flatMap(\.content)))
            }
        }
    }

    /// `xsi:nil`, whose white space a schema takes away.
    private static func isNull(_ value: LibXML2Element) -> Bool {
        let null = value.attributes.first {
            $0.local.elementsEqual("nil".utf8) && $0.namespace?.elementsEqual(instance.utf8) ?? false
        }
        guard let null else { return false }
        let words = null.value.split { $0 <= 0x20 }
        return words.count == 1 && ["true", "1"].contains { words[0].elementsEqual($0.utf8) }
    }

    /// An issuer or a NameID with what qualifies it.
    private mutating func add(name: LibXML2Element, _ place: String) {
        facts.append(ReadFact(place, name.content))
        for attribute in ["Format", "NameQualifier", "SPNameQualifier", "SPProvidedID"] { add(name, attribute, place) }
    }

    private mutating func add(_ element: LibXML2Element, _ attribute: String, _ place: String) {
        guard let value = element.attribute(attribute) else { return }
        facts.append(ReadFact("\(place) \(attribute)", value))
    }

    /// A date by its instant, counted; one that is none by its text, which no instant is written like.
    private mutating func addDate(_ element: LibXML2Element, _ attribute: String, _ place: String) {
        guard let value = element.attribute(attribute) else { return }
        let text = String(decoding: value, as: UTF8.self)
        let instant = CountedDate.ofSAML(text)?.description ?? "no date: \(text)"
        facts.append(ReadFact("\(place) \(attribute)", instant.utf8))
    }
}
