import Documents

/// The first pass through what else a HAR entry holds: cookies, parameters, WebSocket messages, redirects, comments.
struct ArchiveWalk {
    private let scope: Scope

    init(_ scope: Scope) {
        self.scope = scope
    }

    /// Objects and arrays inside each other that are walked through; the search for known secrets goes deeper.
    private static let maximumDepth = 64

    func redact(_ object: JSONObject, _ leaves: inout some SecretLeaves) -> JSONObject {
        redact(object, in: "", depth: 0, &leaves) ?? object
    }

    private func redact(
        _ object: JSONObject,
        in list: String,
        depth: Int,
        _ leaves: inout some SecretLeaves
    ) -> JSONObject? {
        guard depth < Self.maximumDepth else { return nil }
        // Built anew only where something changes, which is seldom.
        var result: JSONObject?
        // A pair of name and value: the name says what the value is.
        let name = object["name"]?.string
        for (index, member) in object.members.enumerated() {
            let changed: JSONValue?
            if let name, member.key == "value", case .string(let value) = member.value {
                changed = pair(name, value, in: list, &leaves).map { .string($0) }
            } else {
                changed = redact(member.value, named: member.key, depth: depth + 1, &leaves)
            }
            guard let changed else { continue }
            result = result ?? object
            result?.members[index].value = changed
        }
        return result
    }

    private func redact(
        _ value: JSONValue,
        named key: String,
        depth: Int,
        _ leaves: inout some SecretLeaves
    ) -> JSONValue? {
        switch value {
        case .null, .bool, .number: return nil
        case .object(let object): return redact(object, in: key, depth: depth, &leaves).map { .object($0) }
        case .array(let elements):
            guard depth < Self.maximumDepth else { return nil }
            var result: [JSONValue]?
            for (index, element) in elements.enumerated() {
                guard let changed = redact(element, named: key, depth: depth + 1, &leaves) else { continue }
                result = result ?? elements
                result?[index] = changed
            }
            return result.map { .array($0) }
        case .string(let text):
            leaves.enter(.archiveEntry, ArraySlice(key.utf8))
            var scope = scope
            if key == "text", !scope.isAdobe { scope = scope.everythingSecret(.presumed, .foreignField) }
            let bytes = Array(text.utf8)
            let changed =
                key == "text" && FormText.looksLikeForm(bytes[...])
                ? FormText.redact(bytes[...], scope, nil, &leaves) : member(key, bytes[...], scope, &leaves)
            return changed.map { .string(String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// A string of a member that HAR does not know may be secret by the member's name: `_request.authorization`.
    private func member(
        _ key: String,
        _ value: ArraySlice<UInt8>,
        _ scope: Scope,
        _ leaves: inout some SecretLeaves
    ) -> [UInt8]? {
        let name = Array(key.utf8)
        if key == "comment" {
            return Values.open(value, scope, &leaves) ?? ChanceText.redactWords(value, scope, &leaves)
        }
        if key == "redirectURL" || key == "url" { return HeaderText.url(value, scope, &leaves) }
        guard case .secret(let kind) = NameRules.verdict(name) else { return Values.open(value, scope, &leaves) }
        return Values.secret(value, .certain, kind, name: name[...], scope, &leaves)
    }

    private func pair(
        _ name: String,
        _ value: String,
        in list: String,
        _ leaves: inout some SecretLeaves
    ) -> String? {
        let nameBytes = Array(name.utf8)
        let bytes = Array(value.utf8)
        let changed: [UInt8]?
        leaves.enter(.archiveEntry, nameBytes[...])
        switch list {
        case "cookies":
            changed = Values.secret(bytes[...], .certain, .cookie, name: nameBytes[...], scope, &leaves)
        case "headers", "requestTrailers", "responseTrailers":
            changed = HeaderText.redact(nameBytes, bytes[...], isRequest: true, scope, &leaves)
        default:
            var scope = scope
            scope.isParameter = true
            if !scope.isAdobe { scope = scope.everythingSecret(.presumed, .foreignField) }
            changed = Values.named(nameBytes[...], bytes[...], scope, &leaves)
        }
        return changed.map { String(decoding: $0, as: UTF8.self) }
    }
}
