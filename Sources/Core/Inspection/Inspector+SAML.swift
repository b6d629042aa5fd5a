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
        result.diagnostics += response.diagnostics + response.profileDiagnostics
        result.add(.responseID, response.id)
        result.add(.issuer, response.issuer?.value)
        result.add(.issuedAt, response.issueInstant.description)
        result.add(.destination, response.destination)
        result.add(.inResponseTo, response.inResponseTo)
        for code in response.status.codes { result.add(.status, code) }
        result.add(.statusMessage, response.status.message)
        for assertion in response.assertions { describe(assertion, &result) }
        let ends = response.assertions.flatMap(\.authenticationStatements).compactMap(\.sessionNotOnOrAfter)
        result.sessionEnd = ends.min()
        if let end = result.sessionEnd, end <= instant { result.diagnostics.append(.note("session-past", "\(end)")) }
        if response.encryptedAssertionCount > 0 {
            result.add(.encryptedAssertionCount, response.encryptedAssertionCount)
        }
        for signature in response.signatures {
            let code: InspectedFieldCode =
                switch signature.covers {
                case .response: .responseSignature
                case .assertion: .assertionSignature
                }
            result.add(code, signature.coveredID, reading: .remark(.notVerified))
            result.add(.signatureAlgorithm, lastWord(of: signature.algorithm))
        }
    }

    private func describe(_ assertion: SAMLAssertion, _ result: inout Inspection) {
        result.add(.assertionID, assertion.id)
        result.add(.assertionIssuer, assertion.issuer.value)
        result.add(.assertionIssuedAt, assertion.issueInstant.description)
        describe(assertion.subject, &result)
        if let conditions = assertion.conditions {
            result.add(.notBefore, conditions.validity.notBefore?.description)
            result.add(.notOnOrAfter, conditions.validity.expiry?.description)
            for audiences in conditions.audienceRestrictions {
                result.fields.append(InspectedField(.audience, .list(audiences)))
            }
            if conditions.isForOneTimeUse { result.fields.append(InspectedField(.isForOneTimeUse, .truth(true))) }
        }
        for statement in assertion.authenticationStatements {
            result.add(.authenticatedAt, statement.authenticatedAt.description)
            result.add(.sessionIndex, statement.sessionIndex)
            result.add(.sessionExpiresAt, statement.sessionNotOnOrAfter?.description)
            result.add(.authenticationContext, statement.contextClass)
        }
        // All values share it: each element may have to declare anew the namespaces of what it stood in.
        var room = limits.totalBytes
        for attribute in assertion.attributes {
            func add(_ text: String, _ remark: InspectedField.Remark? = nil) {
                result.fields.append(
                    InspectedField(.attribute, .text(text), of: attribute.name, reading: remark.map { .remark($0) })
                )
            }
            if attribute.values.isEmpty { add("", .noValue) }
            for value in attribute.values {
                switch value {
                case .text(let text): add(text, text.isEmpty ? .emptyValue : nil)
                case .null: add("", .null)
                case .elements(let elements):
                    let text = serialized(elements, within: &room)
                    add(text, room < 0 ? .truncatedElements : .elements)
                }
            }
        }
        if assertion.encryptedAttributeCount > 0 {
            result.add(.encryptedAttributeCount, assertion.encryptedAttributeCount)
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
            result.add(.nameID, name.value)
            result.add(.nameIDFormat, name.format)
            result.add(.nameIDQualifier, name.nameQualifier)
            result.add(.nameIDServiceProviderQualifier, name.serviceProviderQualifier)
        case .encrypted: result.add(.nameID, "", reading: .remark(.encrypted))
        case .other: result.add(.nameID, "", reading: .remark(.unreadExtension))
        }
        for confirmation in subject.confirmations {
            result.add(.confirmationMethod, confirmation.method)
            result.add(.confirmationNotBefore, confirmation.validity.notBefore?.description)
            result.add(.confirmationNotOnOrAfter, confirmation.validity.expiry?.description)
            result.add(.confirmationRecipient, confirmation.recipient)
            result.add(.confirmationInResponseTo, confirmation.inResponseTo)
            result.add(.confirmationAddress, confirmation.address)
        }
    }
}
