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
