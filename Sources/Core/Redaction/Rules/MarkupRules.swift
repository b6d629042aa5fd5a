import Documents

/// The rules for what is kept and what is secret in a text with tags, by what the text is.
enum MarkupRules {
    /// An answer in XML: names decide, as in JSON.
    case general
    /// An AuthN, AuthZ or media token (tokens.md §2 to §4): everything but what is known to be harmless is secret.
    case token
    /// A SAML message: likewise.
    case saml
    /// A page: form fields by their names, links by their queries.
    case page

    /// The first element decides; `isPage` where something besides the text says that it is a page.
    ///
    /// A prolog, comments and the document type may stand before.
    init(of text: ArraySlice<UInt8>, isPage: Bool = false) {
        var rest = text
        while let start = rest.firstIndex(of: 0x3C) {
            let tag = rest[(start + 1)...]
            if tag.startsIgnoringCase(with: "!doctype"),
                tag.dropFirst(8).drop(while: isWhiteSpace).startsIgnoringCase(with: "html")
            {
                self = .page
                return
            }
            guard tag.first == 0x3F || tag.first == 0x21 else {
                self = Self.rules(byRoot: rest[start..<MarkupFormat.endOfTag(in: rest, from: start)], isPage: isPage)
                return
            }
            let isComment = tag.starts(with: Array("!--".utf8))
            let end = isComment ? tag.firstRange(of: "-->")?.upperBound : tag.firstIndex(of: 0x3E)
            guard let end else { break }
            rest = tag[end...]
        }
        self = isPage ? .page : .general
    }

    private static func rules(byRoot tag: ArraySlice<UInt8>, isPage: Bool) -> MarkupRules {
        let name = MarkupFormat.name(of: tag)
        if PageElements.begin(local(name), tag) { return .page }
        if isSAML(tag, name, isRoot: true) { return .saml }
        return isPage ? .page : .general
    }

    /// Checks whether an element is one of SAML: it says so by its namespace, or by its name where no namespace is
    /// declared.
    ///
    /// The same words anywhere else, a binding in a field or a comment, make no SAML message.
    private static func isSAML(_ tag: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, isRoot: Bool) -> Bool {
        if declaresSAML(tag) { return true }
        guard samlRoots.contains(NameRules.normalized(local(name))) else { return false }
        guard let colon = name.lastIndex(of: 0x3A) else { return isRoot && tag.firstRange(of: "xmlns=") == nil }
        let declaration: [UInt8] = Array("xmlns:".utf8) + Array(name[..<colon]) + [0x3D]
        // A prefix that is longer than any is not declared: in a SAML message more is secret.
        guard declaration.count <= longestDeclaration else { return true }
        return tag.firstRange(of: declaration[...]) == nil
    }

    /// Checks whether a namespace of SAML is declared in the tag, which may have lost its newlines.
    private static func declaresSAML(_ tag: ArraySlice<UInt8>) -> Bool {
        var from = tag.startIndex
        while let found = tag.firstRange(of: "urn:oasis:names:tc:SAML", from: from) {
            var before = tag[..<found.lowerBound].trimmed
            if before.last == 0x22 || before.last == 0x27 { before = before.dropLast().trimmed }
            if before.last == 0x3D {
                let name = before.dropLast().trimmed.suffix(longestDeclaration)
                let start = name.lastIndex { isWhiteSpace($0) || $0 == 0x22 || $0 == 0x27 }
                if name[(start.map { $0 + 1 } ?? name.startIndex)...].firstRange(of: "xmlns") != nil { return true }
            }
            from = found.upperBound
        }
        return false
    }

    /// Bytes of `xmlns:` and a prefix, with the name of an element before them whose newline got lost.
    private static let longestDeclaration = 256

    /// The rules inside an element that begins so.
    func entering(_ name: ArraySlice<UInt8>, _ tag: ArraySlice<UInt8>) -> MarkupRules {
        switch self {
        case .general, .page:
            let local = Self.local(name)
            if Self.tokenRoots.contains(NameRules.normalized(local)) { return .token }
            if self == .page, PageElements.contains(local) { return self }
            return Self.isSAML(tag, name, isRoot: false) ? .saml : self
        case .token, .saml: return self
        }
    }

    /// The scope inside an element of this name.
    func scope(_ outer: Scope, in local: ArraySlice<UInt8>) -> Scope {
        switch self {
        case .general, .page:
            let name = NameRules.normalized(local)
            // The root of V1's response (rest-api-v1.md §7.12); elsewhere it is a word for anything.
            let isRoot = self == .general && outer.isAdobe && name == "metadata"
            return isRoot || name == "usermeta" || name == "usermetadata"
                ? outer.everythingSecret(.certain, .userMetadata, .metadata) : outer
        case .token: return outer.everythingSecret(.certain, .tokenContent)
        case .saml: return outer.everythingSecret(.certain, .samlContent)
        }
    }

    /// Elements without an end: the token's wrapper tag is never closed (tokens.md §2), nor are HTML's void elements.
    func isVoid(_ local: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .general, .saml, .token: false
        case .page: PageElements.void.contains(NameRules.normalized(local))
        }
    }

    /// Elements of a page whose content is no markup.
    ///
    /// By the names as HTML has them: `<ti-tle>` may be written in very many ways, and for each its end would be looked
    /// for.
    func holdsRawText(_ local: ArraySlice<UInt8>) -> Bool {
        self == .page && PageElements.raw.contains { local.equalsIgnoringCase($0) }
    }

    /// The name after the prefix.
    static func local(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.lastIndex(of: 0x3A).map { name[($0 + 1)...] } ?? name
    }

    /// Checks whether two names are the same, without regard to case.
    static func isSame(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        first.count == second.count && zip(first, second).allSatisfy { lowercasedASCII($0) == lowercasedASCII($1) }
    }
}

// MARK: Text

extension MarkupRules {
    /// Returns the treatment of text in an element, which may be the value of a form's field.
    func treatment(
        ofTextIn local: ArraySlice<UInt8>,
        _ field: ArraySlice<UInt8>?,
        _ scope: Scope
    ) -> (Treatment, Scope) {
        switch self {
        // Text of an element that only groups others is white space: a name such as `session` then decides nothing.
        case .general: (scope.treatment(of: local), scope)
        case .token: (treatment(ofTokenText: local, scope), scope)
        case .saml: (treatment(ofSAMLText: local), scope)
        case .page: treatment(ofPageText: local, field, scope)
        }
    }

    private func treatment(ofTokenText local: ArraySlice<UInt8>, _ scope: Scope) -> Treatment {
        let name = NameRules.normalized(local)
        if name == "signatureinfo" { return .secret(.certain, .signature) }
        if Self.keptTokenElements.contains(name) { return scope.isAdobe ? scope.treatmentOfIdentity(name) : .keep }
        if case .secret(let kind) = NameRules.verdict(local) { return .secret(.certain, kind) }
        return .secret(.certain, .tokenContent)
    }

    private func treatment(ofSAMLText local: ArraySlice<UInt8>) -> Treatment {
        let name = NameRules.normalized(local)
        if Self.keptSAMLElements.contains(name) { return .keep }
        return switch name {
        case "nameid", "nameidentifier", "baseid", "encryptedid": .secret(.certain, .samlSubject)
        case "attributevalue": .secret(.certain, .samlAttribute)
        case "signaturevalue", "digestvalue", "x509certificate", "modulus", "ciphervalue", "x509ski", "x509crl":
            .secret(.certain, .signature)
        default: .secret(.certain, .samlContent)
        }
    }

    private func treatment(
        ofPageText local: ArraySlice<UInt8>,
        _ field: ArraySlice<UInt8>?,
        _ scope: Scope
    ) -> (Treatment, Scope) {
        if let field {
            if local.equalsIgnoringCase("textarea") { return (scope.sent.treatment(of: field), scope.sent) }
            // What a person chooses from is read by them: it counts only where it is the value of a secret.
            if case .secret(.certain, let kind) = scope.treatment(of: field) {
                return (.secret(.certain, kind), scope)
            }
        }
        if let everything = scope.everything { return (.secret(everything, scope.kind), scope) }
        if local.equalsIgnoringCase("script") { return (.open, scope) }
        // An answer in XML may look like a page, or be called one: what HTML does not know is evaluated by its name.
        return (local.isEmpty || PageElements.contains(local) ? .keep : scope.treatment(of: local), scope)
    }
}

// MARK: Attributes

extension MarkupRules {
    /// The name of the field whose values stand in an element: of a text to be edited, or of a choice.
    func field(
        of element: ArraySlice<UInt8>,
        _ attributes: [MarkupAttribute],
        within outer: ArraySlice<UInt8>?
    ) -> ArraySlice<UInt8>? {
        guard self == .page else { return nil }
        if Self.isOption(element) { return outer }
        guard element.equalsIgnoringCase("textarea") || element.equalsIgnoringCase("select") else { return nil }
        return name(among: attributes)
    }

    private static func isOption(_ element: ArraySlice<UInt8>) -> Bool {
        element.equalsIgnoringCase("option") || element.equalsIgnoringCase("optgroup")
    }

    /// The name that says what a `value` or `content` attribute of the same tag is.
    func governingName(
        of element: ArraySlice<UInt8>,
        _ attributes: [MarkupAttribute],
        _ field: ArraySlice<UInt8>?
    ) -> ArraySlice<UInt8>? {
        guard self == .page || self == .general else { return nil }
        if let refresh = attributes.first(where: \.isRefresh) { return refresh.value }
        if let field, Self.isOption(element) { return field }
        return name(among: attributes)
    }

    /// Scripts find a field by its id, which often says the same as its name.
    private func name(among attributes: [MarkupAttribute]) -> ArraySlice<UInt8>? {
        for name in ["name", "property", "id"] as [StaticString] {
            let found = attributes.first { $0.name.equalsIgnoringCase(name) && !$0.value.isEmpty }
            if let found { return found.value }
        }
        return nil
    }

    func treatment(of attribute: MarkupAttribute, in tag: KnownTag, _ scope: Scope) -> (Treatment, Scope) {
        if attribute.name.starts(with: Array("xmlns".utf8)) { return (.keep, scope) }
        switch self {
        case .saml, .token: return (treatment(ofSealed: attribute, in: tag.element), scope)
        case .general, .page: break
        }
        guard let governing = tag.governing, attribute.isValue else {
            if attribute.name.equalsIgnoringCase("name") { return (.keep, scope) }
            return (treatment(ofPlain: attribute, in: tag, scope), scope)
        }
        if tag.isRefresh { return (.refresh, scope) }
        let inner = self == .page && tag.element.equalsIgnoringCase("input") ? scope.sent : scope
        return (inner.treatment(of: governing), inner)
    }

    /// An attribute where everything is secret but what is known.
    private func treatment(ofSealed attribute: MarkupAttribute, in element: ArraySlice<UInt8>) -> Treatment {
        let local = NameRules.normalized(Self.local(attribute.name))
        guard self == .saml else {
            return Self.keptTokenAttributes.contains(local) ? .keep : .secret(.certain, .tokenContent)
        }
        // An element whose newline got lost is followed by the name of its attribute at once.
        if local == "name", NameRules.normalized(element).hasPrefix("attribute") { return .keep }
        if local == "value", NameRules.normalized(element).hasPrefix("statuscode") { return .keep }
        if Self.keptSAMLAttributes.contains(local) { return .keep }
        return .secret(.certain, local == "sessionindex" ? .samlSubject : .samlContent)
    }

    /// An attribute that says by its own name what it holds.
    private func treatment(ofPlain attribute: MarkupAttribute, in tag: KnownTag, _ scope: Scope) -> Treatment {
        guard self == .page else { return scope.treatment(of: Self.local(attribute.name)) }
        if Self.isLink(attribute.name) { return .url }
        if attribute.name.startsIgnoringCase(with: "data-") {
            // What a page keeps for its scripts.
            let name = attribute.name.dropFirst(5)
            let treatment = scope.treatment(of: name)
            if case .secret = treatment { return treatment }
            return Self.isLink(name) ? .url : treatment
        }
        return tag.isHTML ? .open : scope.treatment(of: Self.local(attribute.name))
    }
}

extension Scope {
    fileprivate func treatmentOfIdentity(_ name: String) -> Treatment {
        NameTable.exact[name] == .identity ? .keepIdentity : .keep
    }

    /// The scope of a field's content in a page: it is sent back with its form, where it counts as secret unless its
    /// name is harmless.
    fileprivate var sent: Scope {
        var scope = everythingSecret(.suspected, .foreignField)
        scope.isParameter = true
        return scope
    }
}
