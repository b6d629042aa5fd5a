/// What is kept and what is secret in a text with tags, by what the text is.
enum MarkupRules {
    /// An answer in XML: names decide, as in JSON.
    case general
    /// An AuthN, AuthZ or media token (tokens.md §2 to §4): everything but what is known to be harmless is secret.
    case token
    /// A SAML message: likewise.
    case saml
    /// A page: form fields by their names, links by their queries.
    case page

    init(of text: ArraySlice<UInt8>) {
        if text.firstRange(of: "urn:oasis:names:tc:SAML") != nil {
            self = .saml
            return
        }
        guard let start = text.firstIndex(of: 0x3C) else {
            self = .general
            return
        }
        if Self.isPage(text[start...]) {
            self = .page
            return
        }
        let rest = text[(start + 1)...]
        let first = Self.local(rest.prefix { !ASCII.isSpace($0) && $0 != 0x3E && $0 != 0x2F })
        let name = NameRules.normalised(first)
        if Self.samlRoots.contains(name), first.count < rest.prefix(while: { !ASCII.isSpace($0) }).count {
            self = .saml
        } else {
            self = .general
        }
    }

    /// Whether the first element is one of HTML, or the document says it is HTML.
    ///
    /// A prolog, comments and the document type of anything else may stand before.
    private static func isPage(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        while let start = rest.firstIndex(of: 0x3C) {
            let tag = rest[(start + 1)...]
            if tag.startsIgnoringCase(with: "!doctype"),
                tag.dropFirst(8).drop(while: ASCII.isSpace).startsIgnoringCase(with: "html")
            {
                return true
            }
            guard tag.first == 0x3F || tag.first == 0x21 else {
                let name = local(tag.prefix { !ASCII.isSpace($0) && $0 != 0x3E && $0 != 0x2F })
                return pageElements.contains(NameRules.normalised(name))
            }
            let isComment = tag.starts(with: Array("!--".utf8))
            let end = isComment ? tag.firstRange(of: "-->")?.upperBound : tag.firstIndex(of: 0x3E)
            guard let end else { return false }
            rest = tag[end...]
        }
        return false
    }

    /// The rules inside an element of this name.
    func entering(_ local: ArraySlice<UInt8>) -> MarkupRules {
        switch self {
        case .general, .page: Self.tokenRoots.contains(NameRules.normalised(local)) ? .token : self
        case .token, .saml: self
        }
    }

    /// The scope inside an element of this name.
    func scope(_ outer: Scope, in local: ArraySlice<UInt8>) -> Scope {
        switch self {
        case .general:
            let name = NameRules.normalised(local)
            return name == "usermeta" || name == "usermetadata"
                ? outer.everythingSecret(.certain, .userMetadata, .metadata) : outer
        case .token: return outer.everythingSecret(.certain, .tokenContent)
        case .saml: return outer.everythingSecret(.certain, .samlContent)
        case .page: return outer
        }
    }

    /// Elements without an end: the token's wrapper tag is never closed (tokens.md §2), nor are HTML's void elements.
    func isVoid(_ local: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .general, .saml, .token: false
        case .page: Self.voidElements.contains(NameRules.normalised(local))
        }
    }

    /// The name after the prefix.
    static func local(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.lastIndex(of: 0x3A).map { name[($0 + 1)...] } ?? name
    }
}

// MARK: Text

extension MarkupRules {
    func treatment(ofTextIn local: ArraySlice<UInt8>, _ scope: Scope) -> Treatment {
        switch self {
        case .general:
            // Text of an element that only groups others is white space: a name such as `session` then decides nothing.
            return scope.treatment(of: local)
        case .token:
            let name = NameRules.normalised(local)
            if name == "signatureinfo" { return .secret(.certain, .signature) }
            if Self.keptTokenElements.contains(name) { return scope.isAdobe ? scope.treatmentOfIdentity(name) : .keep }
            if case .secret(let kind) = NameRules.verdict(local) { return .secret(.certain, kind) }
            return .secret(.certain, .tokenContent)
        case .saml:
            let name = NameRules.normalised(local)
            if Self.keptSAMLElements.contains(name) { return .keep }
            switch name {
            case "nameid", "nameidentifier", "baseid", "encryptedid": return .secret(.certain, .samlSubject)
            case "attributevalue": return .secret(.certain, .samlAttribute)
            case "signaturevalue", "digestvalue", "x509certificate", "modulus", "ciphervalue", "x509ski", "x509crl":
                return .secret(.certain, .signature)
            default: return .secret(.certain, .samlContent)
            }
        case .page: return local.equalsIgnoringCase("script") ? .open : .keep
        }
    }
}

// MARK: Attributes

extension MarkupRules {
    /// The name that says what a `value` or `content` attribute of the same tag is.
    func governingName(of element: ArraySlice<UInt8>, _ attributes: [MarkupAttribute]) -> ArraySlice<UInt8>? {
        guard self == .page || self == .general else { return nil }
        if let refresh = attributes.first(where: \.isRefresh) { return refresh.value }
        return attributes.first { $0.name.equalsIgnoringCase("name") || $0.name.equalsIgnoringCase("property") }?.value
    }

    func treatment(
        of attribute: MarkupAttribute,
        in element: ArraySlice<UInt8>,
        _ governing: ArraySlice<UInt8>?,
        _ scope: Scope
    ) -> (Treatment, Scope) {
        switch self {
        case .saml, .token:
            let name = attribute.name
            if name.starts(with: Array("xmlns".utf8)) { return (.keep, scope) }
            let local = NameRules.normalised(Self.local(name))
            let kept = self == .saml ? Self.keptSAMLAttributes : Self.keptTokenAttributes
            if kept.contains(local) { return (.keep, scope) }
            let kind: SecretKind =
                self == .saml ? (local == "sessionindex" ? .samlSubject : .samlContent) : .tokenContent
            return (.secret(.certain, kind), scope)
        case .general, .page:
            if attribute.name.starts(with: Array("xmlns".utf8)) { return (.keep, scope) }
            guard let governing, attribute.isValue else {
                if attribute.name.equalsIgnoringCase("name") { return (.keep, scope) }
                if self == .page { return (Self.isLink(attribute) ? .url : .open, scope) }
                return (scope.treatment(of: Self.local(attribute.name)), scope)
            }
            if element.equalsIgnoringCase("meta"), governing.trimmed.equalsIgnoringCase("refresh") {
                return (.refresh, scope)
            }
            var inner = scope
            // What an input holds is sent back with the form, where it counts as secret unless its name is harmless.
            if self == .page, element.equalsIgnoringCase("input") {
                inner = inner.everythingSecret(.presumed, .foreignField)
                inner.isParameter = true
            }
            return (inner.treatment(of: governing), inner)
        }
    }
}

extension Scope {
    fileprivate func treatmentOfIdentity(_ name: String) -> Treatment {
        NameTable.exact[name] == .identity ? .keepIdentity : .keep
    }
}

// MARK: Tables

extension MarkupRules {
    private static let tokenRoots: Set<String> = [
        "signatureinfo", "simpleauthenticationtoken", "simpleauthorizationtoken", "shortauthorizationtoken",
    ]
    private static let keptTokenElements: Set<String> = [
        "simpletokenrequestorid", "simpletokenresourceid", "simpletokendomainname", "simpletokenexpires",
        "simpletokenmsoid", "simpletokensubmvpdid", "simpletokenttl", "requestorid", "resourceid", "ttl", "issuetime",
        "mvpdid", "proxymvpdid", "simpleauthorizedresource", "authorizedresource",
    ]
    private static let keptTokenAttributes: Set<String> = ["simpleresourceid", "resourceid", "version"]

    private static let samlRoots: Set<String> = [
        "response", "assertion", "authnrequest", "attributequery", "logoutrequest", "logoutresponse",
        "artifactresponse", "encryptedassertion",
    ]
    private static let keptSAMLElements: Set<String> = [
        "issuer", "audience", "statusmessage", "authncontextclassref", "authncontextdeclref", "authenticatingauthority",
        "requesterid", "inclusivenamespaces",
    ]
    private static let keptSAMLAttributes: Set<String> = [
        "id", "inresponseto", "version", "issueinstant", "notbefore", "notonorafter", "authninstant",
        "sessionnotonorafter", "destination", "recipient", "value", "name", "nameformat", "format", "friendlyname",
        "method", "algorithm", "uri", "type", "consent", "namequalifier", "spnamequalifier", "protocolbinding",
        "assertionconsumerserviceurl", "assertionconsumerserviceindex", "attributeconsumingserviceindex",
        "providername", "forceauthn", "ispassive", "allowcreate", "comparison", "prefixlist", "encoding", "mimetype",
        "schemalocation", "lang", "nil", "issueinstants", "reason",
    ]

    private static func isLink(_ attribute: MarkupAttribute) -> Bool {
        linkAttributes.contains(NameRules.normalised(local(attribute.name)))
    }

    private static let linkAttributes: Set<String> = ["href", "src", "action", "formaction"]
    private static let pageElements: Set<String> = [
        "html", "head", "body", "form", "div", "script", "input", "meta", "title", "p", "span", "table", "center",
    ]
    private static let voidElements: Set<String> = [
        "input", "meta", "br", "hr", "img", "link", "base", "area", "col", "embed", "source", "track", "wbr", "param",
    ]
}
