import Documents

/// The walk through a value: what it is written in is peeled off, secrets are replaced, and it is written again.
///
/// Each function answers with the new text, or nil if nothing is to change.
enum Values {
    /// A value of this name in this scope.
    static func named(
        _ name: ArraySlice<UInt8>,
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        treated(scope.treatment(of: name), name, value, scope, &sink)
    }

    /// A value with which this is to be done.
    static func treated(
        _ treatment: Treatment,
        _ name: ArraySlice<UInt8>,
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        switch treatment {
        case .keep: return sink.isSweeping ? open(value, scope, &sink) : sink.kept(value, scope)
        case .keepIdentity:
            sink.identity(value.content)
            return sink.isSweeping ? open(value, scope, &sink) : sink.kept(value, scope)
        case .open: return open(value, scope, &sink)
        case .url: return url(value, scope, &sink)
        case .refresh: return HeaderVisitor.refresh(value, scope, &sink)
        case .entropyCheck: return entropyCheck(name, value, scope, &sink)
        case .secret(let certainty, let kind): return secret(value, certainty, kind, name: name, scope, &sink)
        }
    }

    /// A value that is no secret itself but may hold a structure that holds some.
    static func open(_ value: ArraySlice<UInt8>, _ scope: Scope, _ sink: inout some SecretSink) -> [UInt8]? {
        guard value.count >= 8 else { return nil }
        let content = value.content
        guard let first = content.first, scope.depth < Scope.maximumDepth else { return sink.kept(value, scope) }
        if first == 0x3C { return within(value, content, MarkupFormat.redact(content, scope.deeper, &sink)) }
        if GraphQLVisitor.begins(content) || GraphQLVisitor.beginsShort(content) {
            return within(value, content, GraphQLVisitor.redact(content, scope.deeper, &sink))
        }
        if first == 0x7B || first == 0x5B {
            return within(value, content, JSONVisitor.redact(content, scope.deeper, &sink))
        }
        if let parts = JWTVisitor(content) { return within(value, content, parts.redact(scope.deeper, &sink)) }
        if URLVisitor.looksLikeURL(content) {
            return within(value, content, URLVisitor.redact(content, scope.deeper, &sink))
        }
        guard let layer = Layer(of: content) else { return sink.kept(value, scope) }
        return within(value, content, open(layer.text[...], layer.scope(within: scope), &sink).map(layer.write))
    }

    /// A value of which its place says that it is a URL: a relative one is hard to tell from words.
    static func url(_ value: ArraySlice<UInt8>, _ scope: Scope, _ sink: inout some SecretSink) -> [UInt8]? {
        let content = value.content
        // Without a query, path parameters and a fragment it is a place and no more, or is written in another form.
        guard content.contains(where: { $0 == 0x3F || $0 == 0x3B || $0 == 0x23 }) else {
            return open(value, scope, &sink)
        }
        guard scope.depth < Scope.maximumDepth else { return nil }
        return within(value, content, URLVisitor.redact(content, scope.deeper, &sink))
    }

    /// A value whose name says nothing: looked into, and replaced if it is no structure and looks drawn by chance.
    private static func entropyCheck(
        _ name: ArraySlice<UInt8>,
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        guard value.count >= 8 else { return nil }
        let content = value.content
        if scope.depth >= Scope.maximumDepth || isStructure(content) { return open(value, scope, &sink) }
        if let layer = Layer(of: content) {
            let inside = entropyCheck(name, layer.text[...], layer.scope(within: scope), &sink)
            return within(value, content, inside.map(layer.write))
        }
        guard RandomText.looksRandom(content) else { return sink.kept(value, scope) }
        return secret(value, .suspected, .drawn, name: name, scope, &sink)
    }

    private static func isStructure(_ content: ArraySlice<UInt8>) -> Bool {
        guard let first = content.first else { return true }
        return first == 0x3C || first == 0x7B || first == 0x5B || JWTVisitor(content) != nil
            || URLVisitor.looksLikeURL(content) || GraphQLVisitor.begins(content)
    }

    /// A secret value; what it is written in stays, and so does what a structure in it says that is no secret.
    static func secret(
        _ value: ArraySlice<UInt8>,
        _ certainty: Certainty,
        _ kind: SecretKind,
        name: ArraySlice<UInt8>,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        let content = value.content
        guard !Searchability.isEmpty(content) else { return nil }
        if certainty == .suspected {
            if PublicConstants.contains(content) { return nil }
            // Whatever the field is called, this is somebody's.
            if MailAddress.isAddress(content) {
                return secret(value, .certain, .credential, name: name, scope, &sink)
            }
        }
        guard scope.depth < Scope.maximumDepth else {
            return within(value, content, sink.secret(Array(content), certainty, kind, name: name))
        }
        let inner = scope.deeper.everythingSecret(certainty, kind, scope.rules)
        if certainty == .suspected,
            GraphQLVisitor.begins(content) || GraphQLVisitor.isNamedQuery(name) && GraphQLVisitor.beginsShort(content)
        {
            return within(value, content, GraphQLVisitor.redact(content, inner, &sink))
        }
        switch content[content.startIndex] {
        case 0x3C:
            let before = sink.found
            let markup = MarkupFormat.redact(content, inner, &sink)
            if sink.found > before || MarkupFormat.isKnown(content) { return within(value, content, markup) }
        case 0x7B, 0x5B:
            // In a password that merely looks like JSON only what is quoted would be replaced.
            if JSONVisitor.looksLikeJSON(content), (try? JSONValue(parsing: Array(content))) != nil {
                return within(value, content, JSONVisitor.redact(content, inner, &sink))
            }
        default:
            if let parts = JWTVisitor(content) { return within(value, content, parts.redact(inner, &sink)) }
            // A password may look like a URL; a field that may hold anything more likely holds where to return to.
            if certainty == .suspected, URLVisitor.looksLikeURL(content) {
                return within(value, content, URLVisitor.redact(content, inner, &sink))
            }
        }
        // What was walked through as markup is not decoded and walked through again.
        if content.first != 0x3C, let layer = Layer(of: content) {
            let inside = secret(layer.text[...], certainty, kind, name: name, layer.scope(within: scope), &sink)
            return within(value, content, inside.map(layer.write))
        }
        if kind == .networkAddress, content.contains(0x2C) { return addresses(value, certainty, name, &sink) }
        return within(value, content, sink.secret(Array(content), certainty, kind, name: name))
    }

    /// A list of addresses, as proxies write it.
    private static func addresses(
        _ value: ArraySlice<UInt8>,
        _ certainty: Certainty,
        _ name: ArraySlice<UInt8>,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(value)
        for item in value.split(separator: 0x2C).map(\.trimmed) where !Searchability.isEmpty(item) {
            if let replaced = sink.secret(Array(item), certainty, .networkAddress, name: name) {
                edits.replace(item.startIndex..<item.endIndex, with: replaced)
            }
        }
        return edits.result()
    }

    /// `replacement` with the white space and the byte order mark that stood around the content.
    static func within(
        _ value: ArraySlice<UInt8>,
        _ content: ArraySlice<UInt8>,
        _ replacement: [UInt8]?
    ) -> [UInt8]? {
        guard let replacement else { return nil }
        if value.count == content.count { return replacement }
        return Array(value[value.startIndex..<content.startIndex]) + replacement
            + Array(value[content.endIndex..<value.endIndex])
    }
}
