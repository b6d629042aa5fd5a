/// The walk through a value: what it is written in is peeled off, secrets are replaced, and it is written again.
///
/// Each function answers with the new text, or nil if nothing is to change.
enum Values {
    /// A value of this name in this scope.
    static func named(
        _ name: ArraySlice<UInt8>,
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        switch scope.treatment(of: name) {
        case .keep: return nil
        case .keepIdentity:
            leaves.identity(value)
            return nil
        case .open: return open(value, scope, &leaves)
        case .secret(let certainty, let kind): return secret(value, certainty, kind, name: name, scope, &leaves)
        }
    }

    /// A value that is no secret itself but may hold a structure that holds some.
    static func open(_ value: ArraySlice<UInt8>, _ scope: Scope, _ leaves: inout some SecretLeaves) -> [UInt8]? {
        guard value.count >= 8, scope.depth < Scope.maximumDepth else { return nil }
        let content = value.trimmed
        guard let first = content.first else { return nil }
        if first == 0x3C { return Markup.redact(value, scope.deeper, &leaves) }
        if first == 0x7B || first == 0x5B { return JSONText.redact(value, scope.deeper, &leaves) }
        if let parts = JWTText(content) { return within(value, content, parts.redact(scope.deeper, &leaves)) }
        if URLText.looksLikeURL(content) {
            return within(value, content, URLText.redact(content, scope.deeper, &leaves))
        }
        return peeled(content) { layer, write in
            open(layer[...], scope.deeper, &leaves).map(write)
        }.flatMap { within(value, content, $0) }
    }

    /// A secret value; what it is written in stays, and so does what a structure in it says that is no secret.
    static func secret(
        _ value: ArraySlice<UInt8>,
        _ certainty: Certainty,
        _ kind: SecretKind,
        name: ArraySlice<UInt8>,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        let content = value.trimmed
        guard !Searchability.isEmpty(content) else { return nil }
        guard scope.depth < Scope.maximumDepth else {
            return within(value, content, leaves.secret(Array(content), certainty, kind, name: name))
        }
        let inner = scope.deeper.everythingSecret(certainty, kind, scope.rules)
        switch content[content.startIndex] {
        case 0x3C:
            if let markup = Markup.redact(content, inner, &leaves) { return within(value, content, markup) }
            if Markup.isKnown(content) { return nil }
        case 0x7B, 0x5B:
            if JSONText.looksLikeJSON(content) {
                return JSONText.redact(content, inner, &leaves).flatMap { within(value, content, $0) }
            }
        default:
            if let parts = JWTText(content) { return within(value, content, parts.redact(inner, &leaves)) }
            // A password may look like a URL; a field that may hold anything more likely holds where to return to.
            if certainty == .presumed, URLText.looksLikeURL(content) {
                return within(value, content, URLText.redact(content, inner, &leaves))
            }
        }
        let peeled = peeled(content) { layer, write in
            secret(layer[...], certainty, kind, name: name, scope.deeper, &leaves).map(write) ?? Array(content)
        }
        if let peeled { return within(value, content, peeled) }
        // A list of addresses, as proxies write it.
        if kind == .networkAddress, content.contains(0x2C) {
            var edits = Edits(value)
            for item in content.split(separator: 0x2C).map(\.trimmed) where !Searchability.isEmpty(item) {
                edits.replace(
                    item.startIndex..<item.endIndex,
                    with: leaves.secret(Array(item), certainty, kind, name: name)
                )
            }
            return edits.result()
        }
        return within(value, content, leaves.secret(Array(content), certainty, kind, name: name))
    }

    /// What `value` holds in percent, Base64 or hexadecimal form, if that is text: walked and written again.
    private static func peeled(
        _ value: ArraySlice<UInt8>,
        _ walk: (_ layer: [UInt8], _ write: ([UInt8]) -> [UInt8]) -> [UInt8]?
    ) -> [UInt8]? {
        if Layers.isPercentEncoded(value) {
            let transport = Transport.percent
            return walk(transport.decode(value)) { Rewriting(transport, like: value).write($0) }
        }
        if let text = Layers.hexadecimalText(value) {
            let isUpper = value.contains { (0x41...0x46).contains($0) }
            return walk(text) { Layers.hexadecimal($0, isUpper: isUpper) }
        }
        if let base64 = Layers.base64Text(value) {
            return walk(base64.bytes) { base64.encoding($0) }
        }
        return nil
    }

    /// `replacement` with the white space that stood around the content.
    private static func within(
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
