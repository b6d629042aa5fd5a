import Documents

extension SAMLResponse {
    /// What is odd about the response, about how it is made first and about what it says then.
    public var remarks: [Remark] {
        var remarks = structuralRemarks + statusRemarks
        if signatures.isEmpty {
            remarks.append(.note("unsigned", "there is no signature: nothing vouches for what it says"))
        }
        if encryptedAssertionCount > 0 {
            remarks.append(.note("encrypted-assertion", "the assertion is encrypted; nothing of it is known"))
        }
        for assertion in assertions {
            remarks += self.remarks(on: assertion)
            remarks += assertion.remarks
        }
        return remarks + whiteSpaceRemarks
    }

    private var statusRemarks: [Remark] {
        guard status.isSuccess else {
            let message = status.message.map { " (\($0))" } ?? ""
            return [.suspicious("no-success", "the status is \(status.codes.joined(separator: ", "))\(message)")]
        }
        var remarks: [Remark] = []
        if assertions.isEmpty, encryptedAssertionCount == 0 {
            remarks.append(.suspicious("no-assertion", "the response says success but holds no assertion"))
        }
        if let (code, isFailure) = status.codeInsideSuccess {
            let shown = code.prefix(200).quoted
            remarks.append(
                isFailure
                    ? .suspicious("failure-inside-success", "the status is Success, but inside it stands \(shown)")
                    : .note("code-inside-success", "inside the status Success stands \(shown), which is not known here")
            )
        }
        return remarks
    }

    /// What the response and its assertion say differently.
    private func remarks(on assertion: SAMLAssertion) -> [Remark] {
        var remarks: [Remark] = []
        // Pretty printing puts white space around one of them, which makes nobody somebody else.
        if let issuer, !trimmedBytes(issuer.value).elementsEqual(trimmedBytes(assertion.issuer.value)) {
            remarks.append(
                .suspicious(
                    "issuers-differ",
                    "the response is from \(issuer.value.quoted), its assertion from "
                        + assertion.issuer.value.quoted
                )
            )
        }
        // Of an interval that is empty there is enough to say.
        if assertion.validity.isEver, let end = assertion.validity.expiry,
            let issued = [assertion.issueInstant, issueInstant].first(where: { $0 >= end })
        {
            remarks.append(
                .suspicious("issued-after-end", "it was issued at \(issued), but is valid until \(end) only")
            )
        }
        return remarks + requestRemarks(assertion)
    }

    /// One for each other request, however many confirmations name it.
    private func requestRemarks(_ assertion: SAMLAssertion) -> [Remark] {
        guard let inResponseTo else { return [] }
        var others: [String] = []
        for confirmation in assertion.subject?.confirmations ?? [] {
            guard let other = confirmation.inResponseTo, ExactText(other) != inResponseTo,
                !others.contains(exactly: other)
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

    /// One for each kind of name that stands in white space: some readers take it away, to others it is another name.
    private var whiteSpaceRemarks: [Remark] {
        let names = assertions.compactMap { assertion -> String? in
            guard case .name(let name)? = assertion.subject?.identifier else { return nil }
            return name.value
        }
        let issuers = assertions.map(\.issuer.value) + [issuer?.value].compactMap { $0 }
        let audiences = assertions.flatMap { $0.conditions?.audienceRestrictions ?? [] }.flatMap { $0 }
        return [("Issuer", issuers), ("NameID", names), ("Audience", audiences)].compactMap { what, texts -> Remark? in
            guard texts.contains(where: { trimmedBytes($0).count < $0.utf8.count }) else { return nil }
            return .note("surrounding-white-space", "there is white space around the text of \(what)")
        }
    }
}
