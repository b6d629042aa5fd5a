import Documents

/// The first pass through what else a HAR entry holds: cookies, parameters, WebSocket messages, redirects, comments.
struct HARVisitor {
    private let scope: Scope

    init(_ scope: Scope) {
        self.scope = scope
    }

    /// The place of a value, and the statements of the names around it.
    private struct Place {
        /// The name of the member that holds the value, or the array that it is an element of.
        let key: String
        /// The same as bytes, once for all elements of an array.
        let name: ArraySlice<UInt8>
        var treatment: Treatment
        var scope: Scope
        var depth = 0
        /// True if it belongs to the response.
        var isAnswer = false
        /// The type of what was sent or received, where the value is that.
        var bodyType: String?

        init(_ key: String, _ treatment: Treatment, _ scope: Scope, depth: Int = 0, isAnswer: Bool = false) {
            self.key = key
            name = ArraySlice(key.utf8)
            self.treatment = treatment
            self.scope = scope
            self.depth = depth
            self.isAnswer = isAnswer
        }
    }

    /// Objects and arrays inside each other that are walked through; what is deeper is walked through as text.
    private static let maximumDepth = 64

    func redact(_ object: JSONObject, _ sink: inout some SecretSink) -> JSONObject? {
        self.object(object, at: Place("", .open, scope), &sink)
    }

    private func value(_ value: JSONValue, at place: Place, _ sink: inout some SecretSink) -> JSONValue? {
        switch value {
        case .null, .bool: return nil
        case .number(let number): return self.number(number, at: place, &sink)
        case .string(let text):
            sink.enter(.harExtras, place.name)
            let bytes = Array(text.utf8)
            var place = place
            place.scope = Self.written(text, place.scope)
            let changed = string(bytes[...], at: place, &sink)
            return changed.map { .string(String(decoding: $0, as: UTF8.self)) }
        case .array(let elements):
            guard place.depth < Self.maximumDepth else { return deep(value, at: place, &sink) }
            var inner = place
            inner.depth += 1
            var result: [JSONValue]?
            for (index, element) in elements.enumerated() {
                guard let changed = self.value(element, at: inner, &sink) else { continue }
                result = result ?? elements
                result?[index] = changed
            }
            return result.map { .array($0) }
        case .object(let object):
            guard place.depth < Self.maximumDepth else { return deep(value, at: place, &sink) }
            return self.object(object, at: inside(place, object), &sink).map { .object($0) }
        }
    }

    /// The place of an object's members: under a secret name all of them are, as in a body of JSON.
    private func inside(_ place: Place, _ object: JSONObject) -> Place {
        guard case .secret(let certainty, let kind) = place.treatment else { return place }
        // Of a cookie only the value is secret.
        if ExactText(place.key) == Self.cookies, object["name"]?.string != nil, object["value"] != nil { return place }
        var inner = place
        let rules = kind == .userMetadata ? .metadata : place.scope.rules
        inner.scope = place.scope.everythingSecret(certainty, kind, rules)
        return inner
    }

    private func object(_ object: JSONObject, at place: Place, _ sink: inout some SecretSink) -> JSONObject? {
        // Built anew only where something changes, which is seldom.
        var result: JSONObject?
        // A pair of name and value: the name says what the value is.
        let name = object["value"] == nil ? nil : object["name"]?.string
        let types = (content: object["mimeType"]?.string, message: object["type"]?.string)
        for (index, member) in object.members.enumerated() {
            let changed: JSONValue?
            switch member.$key {
            case "value":
                if let name {
                    changed = pair(name, member.value, in: place, &sink)
                } else {
                    changed = value(member.value, at: self.place(of: member.key, types, place), &sink)
                }
            case "name" where name != nil && place.scope.everything == nil: changed = nil
            default: changed = value(member.value, at: self.place(of: member.key, types, place), &sink)
            }
            let key = sink.kept(ArraySlice(member.key.utf8), Self.written(member.key, place.scope))
            guard key != nil || changed != nil else { continue }
            result = result ?? object
            result?.members[index] = JSONMember(
                key.map { String(decoding: $0, as: UTF8.self) } ?? member.key,
                changed ?? member.value
            )
        }
        return result
    }

    /// The scope of a text as it will be written in JSON.
    private static func written(_ text: String, _ scope: Scope) -> Scope {
        scope.encoded(text.utf8.contains { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 })
    }

    /// The place of the member of this name.
    ///
    /// `types` are what its neighbours `mimeType` and `type` say, looked up once for all members.
    private func place(of key: String, _ types: (content: String?, message: String?), _ outer: Place) -> Place {
        var place = Place(key, .open, outer.scope, depth: outer.depth + 1, isAnswer: outer.isAnswer)
        switch ExactText(key) {
        case "response", "content": place.isAnswer = true
        case "request", "postData": place.isAnswer = false
        default: break
        }
        if outer.scope.everything == nil {
            if ExactText(key) == "text" {
                place.bodyType = String((types.content ?? "").unicodeScalars.prefix(Self.longestType))
            } else if ExactText(key) == "data", let isReceived = Self.isReceived(types.message, in: outer.key) {
                place.bodyType = ""
                place.isAnswer = isReceived
            }
            if place.bodyType != nil, !place.isAnswer { place.scope = sent(place.scope) }
        }
        // These two of HAR name nothing but what is the same for everyone, or other members.
        place.treatment =
            place.scope.everything == nil && (ExactText(key) == "mimeType" || ExactText(key) == "pageref")
            ? .open : place.scope.treatment(of: place.name)
        return place
    }

    /// Checks whether an object of this type is a message that was received; nil if it is not a message.
    private static func isReceived(_ type: String?, in list: String) -> Bool? {
        switch ExactText(type) {
        case "send": false
        case "receive": true
        // Nothing longer is worth a look, once for each of many messages.
        default: list.utf8.count < 64 && NameRules.normalized(list.utf8) == "websocketmessages" ? false : nil
        }
    }

    /// Returns the scope of what was sent: to anyone but Adobe it may be a login, as in a body.
    private func sent(_ scope: Scope) -> Scope {
        var scope = scope
        scope.isParameter = true
        return scope.isAdobe ? scope : scope.everythingSecret(.suspected, .foreignField)
    }

    private static let cookies = "cookies"
    /// Characters of a type with its parameters: more say nothing, and would be read for each of many texts.
    private static let longestType = 256
}

// MARK: Values

extension HARVisitor {
    private func number(_ number: JSONNumber, at place: Place, _ sink: inout some SecretSink) -> JSONValue? {
        guard case .secret(let certainty, let kind) = place.treatment else { return nil }
        let digits = Array(number.text.utf8)
        guard TextShape.keepsNumber(digits[...]) else { return nil }
        sink.enter(.harExtras, place.name)
        guard let replaced = sink.secret(digits, certainty, kind, name: place.name) else { return nil }
        return JSONNumber(String(decoding: replaced, as: UTF8.self)).map { .number($0) }
    }

    private func string(
        _ text: ArraySlice<UInt8>,
        at place: Place,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        ProseVisitor.mark(text, .harExtras, &sink)
        sink.enter(.harExtras, place.name)
        if let type = place.bodyType {
            return BodyVisitor.redact(
                Array(text),
                type: Array(type.utf8)[...],
                isRequest: !place.isAnswer,
                as: .harExtras,
                place.scope,
                &sink
            )
        }
        if place.scope.everything == nil {
            switch ExactText(place.key) {
            case "comment":
                return Values.open(text, place.scope, &sink) ?? RandomText.redactWords(text, place.scope, &sink)
            case "redirectURL", "url": return HeaderVisitor.url(text, place.scope, &sink)
            default: break
            }
        }
        return Values.treated(place.treatment, place.name, text, place.scope, &sink)
    }

    /// Redacts what lies deeper than is walked through: as text it needs no stack.
    private func deep(_ value: JSONValue, at place: Place, _ sink: inout some SecretSink) -> JSONValue? {
        sink.enter(.harExtras, place.name)
        let text = Array(value.serialized.utf8)
        guard let changed = JSONVisitor.redact(text[...], as: (place.name, place.treatment), place.scope, &sink) else {
            return nil
        }
        return try? JSONValue(parsing: changed, limits: JSONTokens.anySize)
    }

    private func pair(
        _ name: String,
        _ value: JSONValue,
        in list: Place,
        _ sink: inout some SecretSink
    ) -> JSONValue? {
        var place = Place(name, list.treatment, list.scope, depth: list.depth + 1, isAnswer: list.isAnswer)
        switch ExactText(list.key) {
        case ExactText(Self.cookies): place.treatment = .secret(.certain, .cookie)
        case "headers", "requestTrailers", "responseTrailers":
            if case .string(let text) = value { return field(name, text, list.scope, &sink) }
            place.treatment = list.scope.treatment(of: place.name)
        default:
            place.scope = sent(list.scope)
            place.treatment = place.scope.treatment(of: place.name)
        }
        if case .string(let text) = value {
            sink.enter(.harExtras, place.name)
            let bytes = Array(text.utf8)
            let changed = Values.treated(place.treatment, place.name, bytes[...], place.scope, &sink)
            return changed.map { .string(String(decoding: $0, as: UTF8.self)) }
        }
        return self.value(value, at: place, &sink)
    }

    /// The value of a header field, such as the `Host` that a recorder put in place of the client's: in every exchange
    /// the same.
    private func field(
        _ name: String,
        _ text: String,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> JSONValue? {
        let plain = PlainHeader(
            name: ExactText(name),
            value: ExactText(text),
            isRequest: true,
            isAdobe: scope.isAdobe,
            isInHAR: true
        )
        // What was found to be plain is so where nothing around it says otherwise.
        let isOrdinary = scope.everything == nil && !scope.isParameter
        if isOrdinary, sink.isPlain(plain) { return nil }
        let before = (sink.found, sink.opened)
        sink.enter(.harExtras, ArraySlice(name.utf8))
        let bytes = Array(text.utf8)
        let changed = HeaderVisitor.redact(Array(name.utf8), bytes[...], isRequest: true, scope, &sink)
        if isOrdinary, (sink.found, sink.opened) == before { sink.rememberPlain(plain) }
        return changed.map { .string(String(decoding: $0, as: UTF8.self)) }
    }
}
