import Documents

extension SAMLAssertion {
    /// The oddities in its content.
    var diagnostics: [Diagnostic] { timeDiagnostics + conditionDiagnostics + subjectDiagnostics + attributeDiagnostics }

    private var timeDiagnostics: [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if !validity.isEver, let notBefore = validity.notBefore, let expiry = validity.expiry {
            diagnostics.append(.suspicious("empty-interval", "\(notBefore)", "\(expiry)"))
        }
        if isConfirmedInPieces {
            diagnostics.append(.suspicious("confirmations-apart"))
        }
        // SAML profiles §4.1.4.2 asks for it: without, whoever gets hold of the assertion is its subject for ever.
        if let subject, subject.confirmations.contains(where: { $0.isBearer && $0.validity.expiry == nil }) {
            diagnostics.append(.suspicious("bearer-without-end"))
        }
        if validity.expiry == nil {
            diagnostics.append(.note("no-expiry"))
        }
        for statement in authenticationStatements {
            guard let end = statement.sessionNotOnOrAfter, end <= max(issueInstant, statement.authenticatedAt) else {
                continue
            }
            diagnostics.append(.suspicious("session-over", "\(end)"))
            break
        }
        return diagnostics
    }

    private var conditionDiagnostics: [Diagnostic] {
        guard let conditions else { return [] }
        var diagnostics = conditions.unknownConditions.map { condition in
            Diagnostic.suspicious("unknown-condition", String(condition.prefix(200)))
        }
        // One of each list must be the reader: a list of nobody lets nobody in.
        if conditions.audienceRestrictions.contains(where: { $0.allSatisfy { trimmedBytes($0).isEmpty } }) {
            diagnostics.append(.suspicious("no-audience"))
        }
        return diagnostics
    }

    private var subjectDiagnostics: [Diagnostic] {
        switch subject?.identifier {
        case .encrypted?: [.note("encrypted-name-id")]
        case .other?: [.note("base-id")]
        case SAMLSubject.Identifier.none?, nil: [.note("no-name-id")]
        case .name(let name)?: trimmedBytes(name.value).isEmpty ? [.suspicious("empty-name-id")] : []
        }
    }

    private var attributeDiagnostics: [Diagnostic] {
        var list = DiagnosticList()
        if encryptedAttributeCount > 0 {
            list.append(.note("encrypted-attributes", "\(encryptedAttributeCount)"))
        }
        var seen: Set<[ExactText]> = []
        var names: Set<ExactText> = []
        var told: Set<ExactText> = []
        for attribute in attributes {
            let name = ExactText(attribute.name)
            if !seen.insert([name, attribute.format]).inserted {
                list.append(.suspicious("duplicate-attribute", attribute.name))
            } else if !names.insert(name).inserted, told.insert(name).inserted {
                list.append(.suspicious("attribute-in-two-formats", attribute.name))
            }
            if attribute.values.isEmpty {
                list.append(.note("attribute-without-values", attribute.name))
            }
        }
        return list.diagnostics
    }
}

extension SAMLAttribute {
    /// The name's format, by which two attributes of one name are told apart; none is the same as an unspecified one.
    fileprivate var format: ExactText {
        let format = trimmedBytes(nameFormat ?? Self.unspecifiedFormat)
        return ExactText(String(decoding: format, as: UTF8.self))
    }
}
