import Documents
import Tokens
import VirtualTime

extension Inspector {
    /// The fields, times and oddities of a token of one of the three kinds.
    func describe(_ token: Token, into result: inout Inspection) {
        // What ends after the last year has no end that can be told.
        let isBeyond = token.expiry == .distantFuture
        result.validity = Validity(expiry: isBeyond ? nil : token.expiry)
        if isBeyond { result.diagnostics.append(.suspicious("beyond-9999", as: "ends-beyond-9999")) }
        result.add(.signatureBytes, token.signed.signatureBytes.count, reading: .remark(.notVerified))
        let unknown: [XMLElement]
        let duplicates: [String]
        switch token {
        case .authentication(let token):
            describe(token, &result)
            (unknown, duplicates) = (token.unknownElements, token.duplicates)
        case .authorization(let token):
            describe(token, &result)
            (unknown, duplicates) = (token.unknownElements, token.duplicates)
        case .media(let token):
            describe(token, &result)
            (unknown, duplicates) = (token.unknownElements, token.duplicates)
        }
        for element in unknown { result.add(element.name.local, element.text, reading: .remark(.notDocumented)) }
        for name in duplicates {
            diagnostic(.suspicious("duplicate-element", name), &result)
        }
        if token.expiry == nil {
            result.diagnostics.append(.suspicious("no-expiry", as: "never-valid"))
        }
        diagnoseDecoys(in: token.signed.document.root, besides: duplicates, &result)
        diagnoseForm(of: token.signed, &result)
    }

    private func describe(_ token: AuthenticationToken, _ result: inout Inspection) {
        result.kind = .authenticationToken
        result.add("simpleTokenAuthenticationGuid", token.guid)
        result.add("simpleSamlSessionIndex", token.sessionIndex)
        result.add("simpleTokenRequestorID", token.requestorID)
        result.add("simpleTokenDomainName", token.domainName)
        result.add("simpleTokenExpires", token.expires?.text, reading: token.expires?.reading)
        result.add("simpleTokenMsoID", token.msoID)
        result.add("simpleTokenSubMvpdID", token.subMvpdID)
        result.add("simpleTokenFingerprint", token.fingerprint)
        result.add("simpleSamlNameID", token.nameID)
        result.add("simpleTransientPartOfGuid", token.transientPartOfGuid)
        result.add("zAll", token.zAll)
        for resource in token.authorizedResources { result.add(.authorizedResource, resource) }
    }

    private func describe(_ token: AuthorizationToken, _ result: inout Inspection) {
        result.kind = .authorizationToken
        result.add("simpleTokenRequestorID", token.requestorID)
        result.add("simpleTokenResourceID", token.resourceID)
        result.add("simpleTokenTTL", token.expires?.text, reading: token.expires?.reading)
        result.add("simpleTokenMsoID", token.msoID)
        result.add("simpleTokenFingerprint", token.fingerprint)
    }

    private func describe(_ token: MediaToken, _ result: inout Inspection) {
        result.kind = .mediaToken
        result.validity.notBefore = nil
        result.add("sessionGUID", token.sessionGUID)
        result.add("requestorID", token.requestorID)
        result.add("resourceID", token.resourceID)
        result.add("ttl", token.ttl.map { String(milliseconds($0)) }, reading: token.ttl.map { .span($0) })
        result.add("issueTime", token.issueTime?.text, reading: token.issueTime?.reading)
        result.add("mvpdId", token.mvpdID)
        result.add("proxyMvpdId", token.proxyMvpdID)
    }

    /// Reports what regular-expression readers stumble over, and what they and an XML parser read differently.
    private func diagnoseForm(of signed: SignedToken, _ result: inout Inspection) {
        let front = signed.text.utf8.prefix(signed.payloadOffset)
        let closing = "</signatureInfo>".utf8
        if signed.text.utf8.count > signed.payloadOffset, front.suffix(closing.count).elementsEqual(closing) {
            result.diagnostics.append(.note("closed-signature"))
        }
        var pending = [signed.document.root]
        var hasAttributes = false
        var isCommented = false
        while let element = pending.popLast() {
            hasAttributes = hasAttributes || !element.attributes.isEmpty
            for child in element.children {
                switch child {
                case .element(let child): pending.append(child)
                case .comment, .processingInstruction, .cdata: isCommented = true
                case .text: continue
                }
            }
        }
        if isCommented {
            result.diagnostics.append(.suspicious("comment-in-token"))
        }
        if hasAttributes || signed.payload.utf8.dropFirst().contains(0x0A) {
            result.diagnostics.append(.note("not-one-line"))
        }
    }

    /// Diagnostics elements that stand where they do not count as well as where they do.
    ///
    /// A regular expression takes the first of the name, wherever it stands (tokens.md §6). Those of `duplicates` have
    /// been told of.
    private func diagnoseDecoys(in root: XMLElement, besides duplicates: [String], _ result: inout Inspection) {
        // By bytes: the set of strings takes quadratic time for a name of many combining marks.
        var seen: Set<ExactText> = []
        var told = Set(duplicates.map { ExactText($0) })
        var pending = [root]
        while let element = pending.popLast() {
            let name = element.name.$local
            if Self.meaningful.contains(name), !seen.insert(name).inserted, told.insert(name).inserted {
                result.diagnostics.append(.suspicious("duplicate-element", as: "two-depths", element.name.local))
            }
            pending += element.elements.reversed()
        }
    }

    /// The elements with one text that a token of any kind is read from.
    private static let meaningful = Set(
        [
            "simpleTokenAuthenticationGuid", "simpleSamlSessionIndex", "simpleTokenRequestorID",
            "simpleTokenDomainName", "simpleTokenExpires", "simpleTokenMsoID", "simpleTokenSubMvpdID",
            "simpleTokenFingerprint", "simpleSamlNameID", "simpleTransientPartOfGuid", "simpleTokenResourceID",
            "simpleTokenTTL", "sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId", "proxyMvpdId",
        ]
        .map { ExactText($0) }
    )
}

extension Inspection {
    mutating func add(_ name: String, _ value: String?, reading: InspectedField.Reading? = nil) {
        guard let value else { return }
        fields.append(InspectedField(name, value, reading: reading))
    }

    mutating func add(_ name: String, _ value: JSONValue, reading: InspectedField.Reading? = nil) {
        fields.append(InspectedField(name, value.string ?? value.serialized, reading: reading))
    }

    mutating func add(_ code: InspectedFieldCode, _ value: String?, reading: InspectedField.Reading? = nil) {
        guard let value else { return }
        fields.append(InspectedField(code, .text(value), reading: reading))
    }

    mutating func add(_ code: InspectedFieldCode, _ number: Int, reading: InspectedField.Reading? = nil) {
        fields.append(InspectedField(code, .number(Int64(number)), reading: reading))
    }
}
