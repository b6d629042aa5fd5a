import Documents

/// URLs: the query, the fragment, path parameters and user information are looked into, the rest stays.
enum URLVisitor {
    /// Bytes of a scheme that are looked at: an application's own may be a whole identifier.
    private static let longestScheme = 128

    /// Checks whether the text is an absolute URL, or a path with a query, a fragment or path parameters that hold
    /// values.
    static func looksLikeURL(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= 8 else { return false }
        if text[text.startIndex] == 0x2F { return holdsValues(text) || holdsUser(text) }
        guard isLetter(text[text.startIndex]) else { return false }
        for index in text.startIndex..<min(text.endIndex - 3, text.startIndex + longestScheme) {
            switch text[index] {
            case 0x3A: return text[index + 1] == 0x2F && text[index + 2] == 0x2F
            case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
            default: return false
            }
        }
        return false
    }

    private static func holdsValues(_ path: ArraySlice<UInt8>) -> Bool {
        guard let mark = path.firstIndex(where: { $0 == 0x3F || $0 == 0x3B || $0 == 0x23 }) else { return false }
        return path[mark...].contains(0x3D) && !path.contains(0x20)
    }

    /// `//user:password@host`, without a scheme.
    private static func holdsUser(_ text: ArraySlice<UInt8>) -> Bool {
        guard Host.isProtocolRelative(text) else { return false }
        let authority = text.dropFirst(2).prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        return authority.contains(0x40) && !authority.contains(where: isWhiteSpace)
    }

    /// The URL with its secrets replaced; `part` where it is the URL of a request.
    static func redact(
        _ text: ArraySlice<UInt8>,
        _ scope: Scope,
        part: RecordingPart? = nil,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(text)
        let fragment = text.firstIndex(of: 0x23) ?? text.endIndex
        let query = text[..<fragment].firstIndex(of: 0x3F) ?? fragment
        var inner = scope
        inner.isParameter = true
        let host = Host(of: text[..<query])
        inner.isAdobe = host.isAdobe
        if inner.everything == nil, !host.isAdobe, !host.isEmpty {
            inner = inner.everythingSecret(.suspected, .foreignField)
        }
        KeptValues.url(text[..<query], host, &sink)
        if let user = host.userInformation, !user.isEmpty {
            sink.enter(.requestURL, ArraySlice("user information".utf8))
            if let replaced = userInformation(text[user], inner, &sink) { edits.replace(user, with: replaced) }
        }
        let path = host.end..<query
        if let replaced = self.path(text[path], inner, part, &sink) { edits.replace(path, with: replaced) }
        if query < fragment {
            let range = query + 1..<fragment
            let queryPart: RecordingPart? = part == nil ? nil : .requestQuery
            if let replaced = FormVisitor.redact(text[range], inner, queryPart, &sink) {
                edits.replace(range, with: replaced)
            }
        }
        if fragment < text.endIndex {
            let range = fragment + 1..<text.endIndex
            if let replaced = self.fragment(text[range], inner, part, &sink) { edits.replace(range, with: replaced) }
        }
        return edits.result()
    }

    private static func fragment(
        _ text: ArraySlice<UInt8>,
        _ scope: Scope,
        _ part: RecordingPart?,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var scope = scope
        if !text.contains(0x3D) {
            // An anchor is no value without a name, unless it looks drawn by chance.
            if RandomText.looksRandom(text) {
                if let part { sink.enter(part, ArraySlice("fragment".utf8)) }
                return Values.secret(text, .suspected, .drawn, name: [], scope, &sink)
            }
            scope.everything = nil
        }
        return FormVisitor.redact(text, scope, part, &sink)
    }

    /// `user:password`, each a secret of its own.
    private static func userInformation(
        _ text: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(text)
        for item in text.split(separator: 0x3A, maxSplits: 1) {
            let name = ArraySlice("user information".utf8)
            let value = Transport.percent.decode(item)
            if let replaced = Values.secret(value[...], .certain, .credential, name: name, scope, &sink) {
                edits.replace(item.startIndex..<item.endIndex, with: Rewriting.write(replaced, .percent, like: item))
            }
        }
        return edits.result()
    }

    /// The registration code that a path of Adobe's ends with: kept where a field names it, since a replay shows it.
    private static func pathCode(
        _ path: ArraySlice<UInt8>,
        _ scope: Scope,
        _ part: RecordingPart?,
        _ edits: inout Edits,
        _ sink: inout some SecretSink
    ) {
        guard scope.isAdobe, let range = CodePath.code(in: path.prefix { $0 != 0x3B }) else { return }
        if let part { sink.enter(part, ArraySlice("registration code".utf8)) }
        let value = Transport.percent.decode(path[range])
        if let replaced = Values.secret(value[...], .suspected, .registrationCode, name: [], scope, &sink) {
            edits.replace(range, with: Rewriting.write(replaced, .percent, like: path[range]))
        }
    }

    private static func path(
        _ path: ArraySlice<UInt8>,
        _ scope: Scope,
        _ part: RecordingPart?,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(path)
        pathCode(path, scope, part, &edits, &sink)
        pathParameters(path, scope, part, &edits, &sink)
        let changed = edits.result()
        let scope = scope.encoded(path.contains(0x25))
        guard scope.encodings > 0 || sink.isSweeping else { return changed }
        // What the rules left of each segment.
        let left = changed.map { $0[...] } ?? path
        edits = Edits(left)
        for segment in left.split(separator: 0x2F) {
            let value = Transport.percent.decode(segment)
            guard let replaced = sink.kept(value[...], scope) else { continue }
            let range = segment.startIndex..<segment.endIndex
            edits.replace(range, with: Rewriting.write(replaced, .percent, like: segment))
        }
        return edits.result() ?? changed
    }

    /// `;jsessionid=…` behind a path segment.
    private static func pathParameters(
        _ path: ArraySlice<UInt8>,
        _ scope: Scope,
        _ part: RecordingPart?,
        _ edits: inout Edits,
        _ sink: inout some SecretSink
    ) {
        guard path.contains(0x3B) else { return }
        for segment in path.split(separator: 0x2F) {
            for parameter in segment.split(separator: 0x3B).dropFirst() {
                guard let equals = parameter.firstIndex(of: 0x3D) else { continue }
                let range = equals + 1..<parameter.endIndex
                let name = parameter[parameter.startIndex..<equals]
                if let part { sink.enter(part, name) }
                let value = Transport.percent.decode(parameter[range])
                if let replaced = Values.named(name, value[...], scope, &sink) {
                    edits.replace(range, with: Rewriting.write(replaced, .percent, like: parameter[range]))
                }
            }
        }
    }
}

/// The host of a URL, and whether what is sent to it is Adobe's business.
struct Host {
    /// The end of the authority; the start of the text if there is none.
    var end: Int
    /// User information, without the at sign.
    var userInformation: Range<Int>?
    private(set) var name: ArraySlice<UInt8>
    private var isAdobePath: Bool

    /// The host of a URL without query.
    init(of text: ArraySlice<UInt8>) {
        let isProtocolRelative = Self.isProtocolRelative(text)
        guard let start = isProtocolRelative ? text.startIndex + 2 : text.firstRange(of: "://")?.upperBound else {
            end = text.startIndex
            name = text[text.startIndex..<text.startIndex]
            isAdobePath = Self.isAdobe(path: text)
            return
        }
        end = text[start...].firstIndex(of: 0x2F) ?? text.endIndex
        var authority = text[start..<end]
        if let at = authority.lastIndex(of: 0x40) {
            userInformation = start..<at
            authority = authority[(at + 1)...]
        }
        name = authority.first == 0x5B ? authority : authority.prefix { $0 != 0x3A }
        isAdobePath = Self.isAdobe(path: text[end...])
    }

    var isEmpty: Bool { name.isEmpty }

    /// The label of a name that its owner has registered: `kite` of `www.kite.example` and of `www.kite.co.uk`; nil for an
    /// address, and for a name of one label.
    ///
    /// Everybody knows it, whatever a cookie holds.
    var registeredName: ArraySlice<UInt8>? {
        let labels = name.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard name.first != 0x5B, labels.count > 1, let top = labels.last,
            top.contains(where: { !(0x30...0x39).contains($0) })
        else {
            return nil
        }
        let second = labels[labels.count - 2]
        let isShared = top.count == 2 && Self.shared.contains { second.elementsEqual($0.utf8) }
        return labels.count > 2 && isShared ? labels[labels.count - 3] : second
    }

    /// The labels below countries' domains under which others register.
    private static let shared = ["co", "com", "org", "net", "ac", "gov", "edu", "ne", "or", "go"]

    /// Checks whether the URL leaves out its scheme: `//host/path`, in which browsers take a backslash for a slash.
    static func isProtocolRelative(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 2 && text.prefix(2).allSatisfy { $0 == 0x2F || $0 == 0x5C }
    }

    /// Adobe's domain, or one of the paths that only its services have: a stand-in or a proxy has another name.
    var isAdobe: Bool {
        if isAdobePath { return true }
        let end = name.suffix(Self.domainBytes)
        guard end.equalsIgnoringCase("adobe.com") else { return false }
        return end.startIndex == name.startIndex || name[end.startIndex - 1] == 0x2E
    }

    /// Bytes of Adobe's domain.
    private static let domainBytes = 9

    private static func isAdobe(path: ArraySlice<UInt8>) -> Bool {
        guard path.count > 4, path[path.startIndex] == 0x2F else { return false }
        return prefixes.contains { path.starts(with: $0) }
    }

    private static let prefixes = [
        "/api/v1/config/", "/api/v1/checkauthn", "/api/v1/tokens/", "/api/v1/authorize", "/api/v1/mediatoken",
        "/api/v1/preauthorize", "/o/client/", "/reggie/v1/", "/adobe-services/", "/indiv/", "/sp/saml/",
    ].map { Array($0.utf8) }
}
