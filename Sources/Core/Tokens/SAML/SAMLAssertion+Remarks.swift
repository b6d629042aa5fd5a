import Documents

extension SAMLAssertion {
    /// What is odd about what it says.
    var remarks: [Remark] { timeRemarks + conditionRemarks + subjectRemarks + attributeRemarks }

    private var timeRemarks: [Remark] {
        var remarks: [Remark] = []
        if !validity.isEver, let notBefore = validity.notBefore, let expiry = validity.expiry {
            remarks.append(
                .suspicious("empty-interval", "it is valid from \(notBefore) until \(expiry): never")
            )
        }
        if isConfirmedInPieces {
            remarks.append(
                .suspicious(
                    "confirmations-apart",
                    "its confirmations hold at times that do not touch; the first of them counts"
                )
            )
        }
        // SAML profiles §4.1.4.2 asks for it: without, whoever gets hold of the assertion is its subject for ever.
        if let subject, subject.confirmations.contains(where: { $0.isBearer && $0.validity.expiry == nil }) {
            remarks.append(
                .suspicious("bearer-without-end", "a bearer confirmation does not say until when it holds")
            )
        }
        if validity.expiry == nil {
            remarks.append(.note("no-expiry", "neither conditions nor confirmations say until when it is valid"))
        }
        for statement in authenticationStatements {
            guard let end = statement.sessionNotOnOrAfter, end <= max(issueInstant, statement.authenticatedAt) else {
                continue
            }
            remarks.append(
                .suspicious("session-over", "its session ended at \(end), before the assertion was issued")
            )
            break
        }
        return remarks
    }

    private var conditionRemarks: [Remark] {
        guard let conditions else { return [] }
        var remarks = conditions.unknownConditions.map { condition in
            Remark.suspicious("unknown-condition", "the condition \(condition.prefix(200).quoted) is not understood")
        }
        // One of each list must be the reader: a list of nobody lets nobody in.
        if conditions.audienceRestrictions.contains(where: { $0.allSatisfy { trimmedBytes($0).isEmpty } }) {
            remarks.append(.suspicious("no-audience", "it is restricted to audiences, and none is named"))
        }
        return remarks
    }

    private var subjectRemarks: [Remark] {
        switch subject?.identifier {
        case .encrypted?: [.note("encrypted-name-id", "the subject's name is encrypted")]
        case .other?: [.note("base-id", "the subject is named by an extension that is not read")]
        case SAMLSubject.Identifier.none?, nil: [.note("no-name-id", "the assertion does not name its subject")]
        case .name(let name)?:
            trimmedBytes(name.value).isEmpty ? [.suspicious("empty-name-id", "the NameID is empty")] : []
        }
    }

    private var attributeRemarks: [Remark] {
        var list = RemarkList()
        if encryptedAttributeCount > 0 {
            list.note("encrypted-attributes", "\(encryptedAttributeCount) attributes are encrypted")
        }
        var seen: Set<[ExactText]> = []
        var names: Set<ExactText> = []
        var told: Set<ExactText> = []
        for attribute in attributes {
            let name = ExactText(attribute.name)
            if !seen.insert([name, attribute.format]).inserted {
                list.suspicious("duplicate-attribute", "the attribute \(attribute.name.quoted) stands more than once")
            } else if !names.insert(name).inserted, told.insert(name).inserted {
                list.suspicious(
                    "attribute-in-two-formats",
                    "the attribute \(attribute.name.quoted) stands in several formats; who goes by its name takes one"
                )
            }
            if attribute.values.isEmpty {
                list.note("attribute-without-values", "the attribute \(attribute.name.quoted) has no value")
            }
        }
        return list.remarks
    }
}

extension SAMLAttribute {
    /// The name's format, by which two attributes of one name are told apart; none is the same as an unspecified one.
    fileprivate var format: ExactText {
        let format = trimmedBytes(nameFormat ?? Self.unspecifiedFormat)
        return ExactText(String(decoding: format, as: UTF8.self))
    }
}
