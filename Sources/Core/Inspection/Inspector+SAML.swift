import Documents
import Tokens
import VirtualTime

extension Inspector {
    /// A SAML response, or why it may not be believed.
    func readSAML(_ document: XMLDocument, _ bytes: [UInt8], into result: inout Inspection) {
        result.kind = .samlResponse
        do throws(SAMLError) {
            let response = try SAMLResponse(document, bytes: bytes)
            describe(response, &result)
        } catch {
            result.refusal = .error(error.name, error)
        }
    }

    private func describe(_ response: SAMLResponse, _ result: inout Inspection) {
        result.validity = response.validity
        result.diagnostics += response.diagnostics
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
            let algorithm = lastWord(of: signature.algorithm)
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
        // All values share it: each element may have to declare anew the namespaces of what it stood in.
        var room = limits.totalBytes
        for attribute in assertion.attributes {
            let name = "attribute \(attribute.name)"
            if attribute.values.isEmpty { result.add(name, "", meaning: "no value") }
            for value in attribute.values {
                switch value {
                case .text(let text): result.add(name, text, meaning: text.isEmpty ? "empty value" : nil)
                case .null: result.add(name, "", meaning: "xsi:nil")
                case .elements(let elements):
                    let text = serialized(elements, within: &room)
                    result.add(name, text, meaning: room < 0 ? "elements, truncated" : "elements")
                }
            }
        }
        if assertion.encryptedAttributeCount > 0 {
            result.add("encrypted attributes", String(assertion.encryptedAttributeCount))
        }
    }

    /// Returns what follows the last number sign of an algorithm's URI; the whole if nothing does.
    private func lastWord(of algorithm: String) -> String {
        let word = algorithm.utf8.split(separator: UInt8(ascii: "#")).last
        return word.map { String(decoding: $0, as: UTF8.self) } ?? algorithm
    }

    /// As many of the elements as there is room for; what is left of the room is below zero if that is not all.
    private func serialized(_ elements: [XMLElement], within room: inout Int) -> String {
        var text = ""
        for element in elements {
            room -= greatestLength(of: element)
            guard room >= 0 else { break }
            text += element.serialized
        }
        return text
    }

    /// At least as many bytes as the element has as text, found without writing it.
    private func greatestLength(of root: XMLElement) -> Int {
        var count = 0
        var pending = [root]
        while let element = pending.popLast() {
            count += greatestLength(of: element.name) + element.name.local.utf8.count
            for declaration in element.namespaceDeclarations {
                count += (declaration.prefix ?? "").utf8.count + greatestLength(of: declaration.uri)
            }
            for attribute in element.attributes {
                count += greatestLength(of: attribute.name) + greatestLength(of: attribute.value)
            }
            for child in element.children {
                switch child {
                case .element(let child): pending.append(child)
                case .text(let text), .cdata(let text), .comment(let text): count += greatestLength(of: text)
                case .processingInstruction(let target, let data): count += target.utf8.count + data.utf8.count + 5
                }
            }
        }
        return count
    }

    /// A name where a tag begins and where it ends, with a declaration of its namespace.
    private func greatestLength(of name: XMLName) -> Int {
        name.local.utf8.count + 3 * (name.prefix ?? "").utf8.count + greatestLength(of: name.namespace ?? "") + 24
    }

    /// A text with everything escaped that may be, and with brackets or quotes around it.
    private func greatestLength(of text: String) -> Int {
        // The longest escape is `&quot;`; a `]]>` becomes two sections.
        let escapes = text.utf8.count { byte in
            switch byte {
            case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "]"):
                true
            default: false
            }
        }
        return text.utf8.count + 5 * escapes + 16
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
