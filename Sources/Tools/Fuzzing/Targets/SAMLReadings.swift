import Documents
import FuzzReadings
import Tokens
import VirtualTime

/// Holds what was read of a SAML response against libxml2's tree of the same bytes.
enum SAMLReadings {
    /// Each text that was taken out of the response is the one that libxml2 has at that place, and there are no others.
    static func agree(_ facts: [ReadFact], with input: [UInt8]) throws(PropertyFailure) {
        guard let root = LibXML2Element(parsing: input) else {
            throw PropertyFailure("accepts-only-what-libxml2-accepts", "no tree")
        }
        let difference = ReadFact.difference(facts, LibXML2SAMLFacts(root).facts)
        try require(difference == nil, "reads-what-libxml2-reads", difference ?? "")
        try signatures(in: root)
        for element in root.elements where element.local.elementsEqual("Assertion".utf8) { try signatures(in: element) }
    }

    /// Each signature in a response or an assertion refers once, to the element that it stands in; an empty reference is the
    /// whole document, which only the root is (SAML core §5.4.2).
    static func signatures(in parent: LibXML2Element) throws(PropertyFailure) {
        func attribute(_ name: String, of element: LibXML2Element) -> [UInt8]? {
            element.attributes.first { $0.local.elementsEqual(name.utf8) && $0.namespace == nil }?.value
        }
        let signature = Array("http://www.w3.org/2000/09/xmldsig#".utf8)
        let id = Array("#".utf8) + (attribute("ID", of: parent) ?? [])
        let isRoot = !parent.local.elementsEqual("Assertion".utf8)
        for element in parent.elements("Signature") where element.namespace == signature {
            let references = element.elements("SignedInfo").flatMap { $0.elements("Reference") }
            try requireEqual(references.count, 1, "signs-what-it-stands-in")
            let uri = references.first.flatMap { attribute("URI", of: $0) }
            let isWhole = uri == id || isRoot && uri == []
            let shown = String(decoding: uri ?? [], as: UTF8.self).debugDescription
            try require(isWhole, "signs-what-it-stands-in", shown)
        }
    }

    /// A date that a response was refused for is none by counting days either.
    static func refusedDate(_ text: String) throws(PropertyFailure) {
        try require(CountedDate.ofSAML(text) == nil, "refuses-only-what-is-no-date", text.debugDescription)
    }

    /// Returns the facts that the response states, in the order of SAML's schema.
    static func facts(of response: SAMLResponse) -> [ReadFact] {
        var list = SAMLFactList()
        list.add("Response ID", response.id)
        list.add("Response IssueInstant", response.issueInstant)
        if let issuer = response.issuer { list.add(name: issuer, "Response Issuer") }
        list.add("Response Destination", response.destination)
        list.add("Response InResponseTo", response.inResponseTo)
        for code in response.status.codes { list.add("StatusCode Value", code) }
        list.add("StatusMessage", response.status.message)
        for (index, assertion) in response.assertions.enumerated() { list.add(assertion, at: "Assertion[\(index)]") }
        return list.facts
    }
}

/// Collects what a response says.
private struct SAMLFactList {
    var facts: [ReadFact] = []

    mutating func add(_ place: String, _ text: String?) {
        if let text { facts.append(ReadFact(place, text.utf8)) }
    }

    mutating func add(_ place: String, _ instant: Instant?) { add(place, instant?.description) }

    mutating func add(name: SAMLNameID, _ place: String) {
        add(place, name.value)
        add("\(place) Format", name.format)
        add("\(place) NameQualifier", name.nameQualifier)
        add("\(place) SPNameQualifier", name.serviceProviderQualifier)
        add("\(place) SPProvidedID", name.serviceProvidedID)
    }

    mutating func add(_ assertion: SAMLAssertion, at place: String) {
        add("\(place) ID", assertion.id)
        add("\(place) IssueInstant", assertion.issueInstant)
        add(name: assertion.issuer, "\(place) Issuer")
        if let subject = assertion.subject { add(subject, at: place) }
        if let conditions = assertion.conditions {
            add("\(place) Conditions NotBefore", conditions.validity.notBefore)
            add("\(place) Conditions NotOnOrAfter", conditions.validity.expiry)
            for (index, audiences) in conditions.audienceRestrictions.enumerated() {
                for audience in audiences { add("\(place) AudienceRestriction[\(index)] Audience", audience) }
            }
            if conditions.isForOneTimeUse { add("\(place) OneTimeUse", "") }
        }
        for (index, statement) in assertion.authenticationStatements.enumerated() {
            let place = "\(place) AuthnStatement[\(index)]"
            add("\(place) AuthnInstant", statement.authenticatedAt)
            add("\(place) SessionIndex", statement.sessionIndex)
            add("\(place) SessionNotOnOrAfter", statement.sessionNotOnOrAfter)
            add("\(place) AuthnContextClassRef", statement.contextClass)
        }
        for (index, attribute) in assertion.attributes.enumerated() {
            add(attribute, at: "\(place) Attribute[\(index)]")
        }
        for _ in 0..<assertion.encryptedAttributeCount { add("\(place) EncryptedAttribute", "") }
    }

    private mutating func add(_ subject: SAMLSubject, at place: String) {
        switch subject.identifier {
        case .none: break
        case .name(let name): add(name: name, "\(place) NameID")
        case .encrypted: add("\(place) EncryptedID", "")
        case .other: add("\(place) BaseID", "")
        }
        for (index, confirmation) in subject.confirmations.enumerated() {
            let place = "\(place) SubjectConfirmation[\(index)]"
            add("\(place) Method", confirmation.method)
            add("\(place) NotBefore", confirmation.validity.notBefore)
            add("\(place) NotOnOrAfter", confirmation.validity.expiry)
            add("\(place) Recipient", confirmation.recipient)
            add("\(place) InResponseTo", confirmation.inResponseTo)
            add("\(place) Address", confirmation.address)
        }
    }

    private mutating func add(_ attribute: SAMLAttribute, at place: String) {
        add("\(place) Name", attribute.name)
        add("\(place) NameFormat", attribute.nameFormat)
        add("\(place) FriendlyName", attribute.friendlyName)
        for value in attribute.values {
            switch value {
            case .text(let text): add("\(place) text", text)
            case .null: add("\(place) null", "")
            case .elements(let elements): add("\(place) elements", elements.map(\.text).joined())
            }
        }
    }
}
