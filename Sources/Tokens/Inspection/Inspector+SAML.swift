import Documents
import VirtualTime

extension Inspector {
    /// A SAML response, or why it may not be believed.
    func readSAML(_ bytes: [UInt8], into result: inout Inspection) {
        result.kind = .samlResponse
        do throws(SAMLError) {
            let response = try SAMLResponse(parsing: bytes)
            describe(response, &result)
        } catch {
            result.refusal = .suspicious(error.name, error.description)
        }
    }

    private func describe(_ response: SAMLResponse, _ result: inout Inspection) {
        result.validity = response.validity
        result.remarks += response.remarks
        result.add("ID", response.id)
        result.add("issuer", response.issuer?.value)
        result.add("issued", response.issueInstant.description)
        result.add("destination", response.destination)
        result.add("in response to", response.inResponseTo)
        for code in response.status.codes { result.add("status", code) }
        result.add("status message", response.status.message)
        for assertion in response.assertions { describe(assertion, &result) }
        if response.encryptedAssertionCount > 0 {
            result.add("encrypted assertions", String(response.encryptedAssertionCount))
        }
        for signature in response.signatures {
            let algorithm = signature.algorithm.split(separator: "#").last.map(String.init) ?? signature.algorithm
            let covered = "\(signature.covers.rawValue) \(signature.coveredID)"
            result.add("signature", "over \(covered), \(algorithm), not verified")
        }
    }

    private func describe(_ assertion: SAMLAssertion, _ result: inout Inspection) {
        result.add("assertion ID", assertion.id)
        result.add("assertion issuer", assertion.issuer.value)
        result.add("assertion issued", assertion.issueInstant.description)
        describe(assertion.subject, &result)
        if let conditions = assertion.conditions {
            result.add("not before", conditions.validity.notBefore?.description)
            result.add("not on or after", conditions.validity.expiry?.description)
            for audiences in conditions.audienceRestrictions {
                result.add("audience", audiences.joined(separator: " or "))
            }
            if conditions.isForOneTimeUse { result.add("one-time use", "yes") }
        }
        for statement in assertion.authenticationStatements {
            result.add("authenticated", statement.authenticatedAt.description)
            result.add("session index", statement.sessionIndex)
            result.add("session ends", statement.sessionNotOnOrAfter?.description)
            result.add("authentication context", statement.contextClass)
        }
        for attribute in assertion.attributes {
            let name = "attribute \(attribute.name)"
            if attribute.values.isEmpty { result.add(name, "", meaning: "no value") }
            for value in attribute.values {
                switch value {
                case .text(let text): result.add(name, text, meaning: text.isEmpty ? "empty value" : nil)
                case .null: result.add(name, "", meaning: "xsi:nil")
                case .elements(let elements):
                    result.add(name, elements.map(\.serialized).joined(), meaning: "elements")
                }
            }
        }
        if assertion.encryptedAttributeCount > 0 {
            result.add("encrypted attributes", String(assertion.encryptedAttributeCount))
        }
    }

    private func describe(_ subject: SAMLSubject?, _ result: inout Inspection) {
        guard let subject else { return }
        switch subject.identifier {
        case .none: break
        case .name(let name):
            result.add("NameID", name.value)
            result.add("NameID format", name.format)
            result.add("NameID qualifier", name.nameQualifier)
            result.add("NameID service provider qualifier", name.serviceProviderQualifier)
        case .encrypted: result.add("NameID", "", meaning: "encrypted")
        case .other: result.add("NameID", "", meaning: "an extension that is not read")
        }
        for confirmation in subject.confirmations {
            result.add("confirmation", confirmation.method)
            result.add("confirmation not before", confirmation.validity.notBefore?.description)
            result.add("confirmation not on or after", confirmation.validity.expiry?.description)
            result.add("confirmation recipient", confirmation.recipient)
            result.add("confirmation in response to", confirmation.inResponseTo)
            result.add("confirmation address", confirmation.address)
        }
    }
}
