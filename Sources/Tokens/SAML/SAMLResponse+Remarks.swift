import Documents

extension SAMLResponse {
    /// What is odd about the response, about how it is made first and about what it says then.
    public var remarks: [Remark] {
        var remarks = structuralRemarks
        if !status.isSuccess {
            let message = status.message.map { " (\($0))" } ?? ""
            remarks.append(
                .suspicious("no-success", "the status is \(status.codes.joined(separator: ", "))\(message)")
            )
        } else if assertions.isEmpty, encryptedAssertionCount == 0 {
            remarks.append(.suspicious("no-assertion", "the response says success but holds no assertion"))
        }
        if signatures.isEmpty {
            remarks.append(.note("unsigned", "there is no signature: nothing vouches for what it says"))
        }
        if encryptedAssertionCount > 0 {
            remarks.append(.note("encrypted-assertion", "the assertion is encrypted; nothing of it is known"))
        }
        for assertion in assertions { remarks += self.remarks(on: assertion) }
        return remarks
    }

    private func remarks(on assertion: SAMLAssertion) -> [Remark] {
        var remarks: [Remark] = []
        if let issuer, !issuer.value.utf8.elementsEqual(assertion.issuer.value.utf8) {
            remarks.append(
                .suspicious(
                    "issuers-differ",
                    "the response is from \(issuer.value.quoted), its assertion from "
                        + assertion.issuer.value.quoted
                )
            )
        }
        remarks += intervalRemarks(assertion)
        for condition in assertion.conditions?.unknownConditions ?? [] {
            let name = condition.prefix(200).quoted
            remarks.append(.suspicious("unknown-condition", "the condition \(name) is not understood"))
        }
        remarks += requestRemarks(assertion)
        switch assertion.subject?.identifier {
        case .encrypted?: remarks.append(.note("encrypted-name-id", "the subject's name is encrypted"))
        case .other?: remarks.append(.note("base-id", "the subject is named by an extension that is not read"))
        case SAMLSubject.Identifier.none?, nil:
            remarks.append(.note("no-name-id", "the assertion does not name its subject"))
        case .name(let name)?:
            if name.value.isEmpty { remarks.append(.suspicious("empty-name-id", "the NameID is empty")) }
        }
        if assertion.encryptedAttributeCount > 0 {
            remarks.append(
                .note("encrypted-attributes", "\(assertion.encryptedAttributeCount) attributes are encrypted")
            )
        }
        return remarks + attributeRemarks(assertion)
    }

    /// One for each other request, however many confirmations name it.
    private func requestRemarks(_ assertion: SAMLAssertion) -> [Remark] {
        guard let inResponseTo else { return [] }
        var others: [String] = []
        for confirmation in assertion.subject?.confirmations ?? [] {
            guard let other = confirmation.inResponseTo, !other.utf8.elementsEqual(inResponseTo.utf8),
                !others.contains(where: { $0.utf8.elementsEqual(other.utf8) })
            else { continue }
            others.append(other)
            guard others.count < 10 else { break }
        }
        return others.map { other in
            .suspicious(
                "requests-differ",
                "the response answers \(inResponseTo.prefix(80).quoted), its assertion \(other.prefix(80).quoted)"
            )
        }
    }

    private func intervalRemarks(_ assertion: SAMLAssertion) -> [Remark] {
        var remarks: [Remark] = []
        let validity = assertion.validity
        if let notBefore = validity.notBefore, let expiry = validity.expiry, notBefore >= expiry {
            remarks.append(
                .suspicious("empty-interval", "it is valid from \(notBefore) until \(expiry): never")
            )
        }
        if assertion.isConfirmedInPieces {
            remarks.append(
                .suspicious(
                    "confirmations-apart",
                    "its confirmations hold at times that do not touch; the first of them counts"
                )
            )
        }
        if validity.expiry == nil {
            remarks.append(.note("no-expiry", "neither conditions nor confirmations say until when it is valid"))
        }
        return remarks
    }

    private func attributeRemarks(_ assertion: SAMLAssertion) -> [Remark] {
        var remarks: [Remark] = []
        var seen: Set<[String]> = []
        for attribute in assertion.attributes {
            if !seen.insert([attribute.name, attribute.nameFormat ?? ""]).inserted {
                remarks.append(
                    .suspicious(
                        "duplicate-attribute",
                        "the attribute \(attribute.name.quoted) stands more than once"
                    )
                )
            }
            if attribute.values.isEmpty {
                remarks.append(
                    .note("attribute-without-values", "the attribute \(attribute.name.quoted) has no value")
                )
            }
        }
        return remarks
    }
}
