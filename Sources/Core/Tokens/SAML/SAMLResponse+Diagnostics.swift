import Documents

extension SAMLResponse {
    /// The oddities of the response, first of how it is made and then of its content.
    public var diagnostics: [Diagnostic] {
        var diagnostics = structuralDiagnostics + statusDiagnostics
        if signatures.isEmpty {
            diagnostics.append(.note("unsigned"))
        }
        if encryptedAssertionCount > 0 {
            diagnostics.append(.note("encrypted-assertion"))
        }
        for assertion in assertions {
            diagnostics += self.diagnostics(on: assertion)
            diagnostics += assertion.diagnostics
        }
        return diagnostics + whiteSpaceDiagnostics
    }

    private var statusDiagnostics: [Diagnostic] {
        guard status.isSuccess else {
            let codes = status.codes.joined(separator: ", ")
            return [
                status.message.map { .suspicious("no-success", as: "refused-because", codes, $0) }
                    ?? .suspicious("no-success", codes)
            ]
        }
        var diagnostics: [Diagnostic] = []
        if assertions.isEmpty, encryptedAssertionCount == 0 {
            diagnostics.append(.suspicious("no-assertion"))
        }
        if let (code, isFailure) = status.codeInsideSuccess {
            let shown = String(code.prefix(200))
            diagnostics.append(
                isFailure ? .suspicious("failure-inside-success", shown) : .note("code-inside-success", shown)
            )
        }
        return diagnostics
    }

    /// Returns the differences between the response and its assertion.
    private func diagnostics(on assertion: SAMLAssertion) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        // Pretty printing puts white space around one of them, which makes nobody somebody else.
        if let issuer, !trimmedBytes(issuer.value).elementsEqual(trimmedBytes(assertion.issuer.value)) {
            diagnostics.append(.suspicious("issuers-differ", issuer.value, assertion.issuer.value))
        }
        // Of an interval that is empty there is enough to say.
        if assertion.validity.isEver, let end = assertion.validity.expiry,
            let issued = [assertion.issueInstant, issueInstant].first(where: { $0 >= end })
        {
            diagnostics.append(.suspicious("issued-after-end", "\(issued)", "\(end)"))
        }
        return diagnostics + requestDiagnostics(assertion)
    }

    /// What a response of web browser single sign-on that succeeded has to have, and does not (SAML profiles §4.1.4.2).
    ///
    /// A response to a query for attributes, which states nothing that is for a browser, need not.
    public var profileDiagnostics: [Diagnostic] {
        guard status.isSuccess, let assertion = assertions.first, assertions.count == 1 else { return [] }
        let isForBrowsers =
            destination != nil || !assertion.authenticationStatements.isEmpty
            || assertion.subject?.confirmations.isEmpty == false
        return isForBrowsers ? profileDiagnostics(assertion) : []
    }

    private func profileDiagnostics(_ assertion: SAMLAssertion) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if let destination, trimmedBytes(destination).isEmpty { diagnostics.append(.weak("empty-destination")) }
        let bearers = (assertion.subject?.confirmations ?? []).filter(\.isBearer)
        if bearers.isEmpty {
            diagnostics.append(.weak("no-bearer"))
        } else if bearers.contains(where: { $0.recipient == nil }) {
            diagnostics.append(.weak("no-recipient"))
        }
        if let destination, !trimmedBytes(destination).isEmpty,
            let other = bearers.compactMap(\.recipient).first(where: { ExactText($0) != destination })
        {
            let shown = (String(other.prefix(200)), String(destination.prefix(200)))
            diagnostics.append(.suspicious("recipient-differs", shown.0, shown.1))
        }
        if !bearers.isEmpty, (inResponseTo == nil) != bearers.allSatisfy({ $0.inResponseTo == nil }) {
            diagnostics.append(.suspicious("request-on-one-side", inResponseTo == nil ? "assertion" : "response"))
        }
        if assertion.authenticationStatements.isEmpty { diagnostics.append(.weak("no-authn-statement")) }
        if let conditions = assertion.conditions {
            if conditions.audienceRestrictions.isEmpty { diagnostics.append(.weak("no-audience-restriction")) }
        } else {
            diagnostics.append(.weak("no-conditions"))
        }
        return diagnostics
    }

    /// One for each other request, however many confirmations name it.
    private func requestDiagnostics(_ assertion: SAMLAssertion) -> [Diagnostic] {
        guard let inResponseTo else { return [] }
        var others: [String] = []
        for confirmation in assertion.subject?.confirmations ?? [] {
            guard let other = confirmation.inResponseTo, ExactText(other) != inResponseTo,
                !others.contains(exactly: other)
            else { continue }
            others.append(other)
            guard others.count < 10 else { break }
        }
        let own = String(inResponseTo.prefix(80))
        return others.map { .suspicious("requests-differ", own, String($0.prefix(80))) }
    }

    /// One for each kind of name that stands in white space: some readers take it away, to others it is another name.
    private var whiteSpaceDiagnostics: [Diagnostic] {
        let names = assertions.compactMap { assertion -> String? in
            guard case .name(let name)? = assertion.subject?.identifier else { return nil }
            return name.value
        }
        let issuers = assertions.map(\.issuer.value) + [issuer?.value].compactMap { $0 }
        let audiences = assertions.flatMap { $0.conditions?.audienceRestrictions ?? [] }.flatMap { $0 }
        return [("Issuer", issuers), ("NameID", names), ("Audience", audiences)].compactMap {
            what,
            texts -> Diagnostic? in
            guard texts.contains(where: { trimmedBytes($0).count < $0.utf8.count }) else { return nil }
            return .note("surrounding-white-space", what)
        }
    }
}
