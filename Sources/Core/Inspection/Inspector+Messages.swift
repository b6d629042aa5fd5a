import Documents
import Tokens

extension Inspector {
    /// Reads what a request asks for, or what a response states, and what either carries.
    func readMessage(_ message: MessageText, into result: inout Inspection, depth: Int) {
        result.kind = message.kind
        for (name, value) in message.known { result.add(name, value) }
        var carried = readPairs(message.query, into: &result, depth: depth)
        carried += readFragment(message.fragment, into: &result, depth: depth)
        if !message.rest.isEmpty { carried += readRest(of: message, into: &result, depth: depth) }
        diagnoseDuplicatesInCase(carried, &result)
    }

    /// Reads what an app's own page gets after the number sign: fields, a path before them, or the place on a page.
    private func readFragment(_ fragment: [UInt8], into result: inout Inspection, depth: Int) -> [String] {
        guard !fragment.isEmpty else { return [] }
        let name = "fragment"
        let path = fragment.prefix { $0 != UInt8(ascii: "?") }
        let pairs = path.count < fragment.count ? Array(fragment[(path.count + 1)...]) : fragment
        guard pairs.contains(UInt8(ascii: "=")) else {
            list(name, called: name, String(decoding: fragment, as: UTF8.self), isText: true, in: &result)
            look(into: fragment, at: name, called: name, of: &result, depth: depth)
            return []
        }
        if path.count < fragment.count {
            list(name, called: name, String(decoding: path, as: UTF8.self), isText: true, in: &result)
        }
        return readPairs(pairs, at: name, into: &result, depth: depth)
    }

    /// The headers and the body, and the names of the credentials in them.
    private func readRest(of message: MessageText, into result: inout Inspection, depth: Int) -> [String] {
        let head = MessageHead(message.hasHead ? message.rest : [], hasVersion: message.kind == .request)
        var carried: [String] = []
        var type: [UInt8] = []
        for header in head.headers {
            carried += readHeader(header.name, header.value, into: &result, depth: depth)
            if sameLetters(header.name, "content-type") { type = header.value }
        }
        if let folded = head.folded { result.diagnostics.append(.suspicious("folded-header", folded)) }
        guard message.hasHead, head.isUnderstood else {
            result.diagnostics.append(.suspicious("not-looked-at"))
            return carried
        }
        let body = withoutOuterBlanks(head.body)
        guard !body.isEmpty else { return carried }
        let words = String(decoding: type.prefix(256), as: UTF8.self).lowercased()
        return carried + readBody(body, type: words, into: &result, depth: depth)
    }

    private func readHeader(
        _ name: String,
        _ value: [UInt8],
        into result: inout Inspection,
        depth: Int
    ) -> [String] {
        list(name, called: name, String(decoding: value, as: UTF8.self), isText: true, in: &result)
        if sameLetters(name, "authorization") {
            // Behind its scheme stands an access token, if anything that is known here.
            look(into: value, at: name, called: "access_token", of: &result, depth: depth)
            let scheme = String(decoding: value.prefix(7), as: UTF8.self).lowercased()
            return ExactText(scheme) == "bearer " ? ["Authorization", "access_token"] : ["Authorization"]
        }
        if sameLetters(name, "location") {
            look(into: value, at: name, called: "Location", of: &result, depth: depth)
            return []
        }
        guard let role = Self.container(likeHeader: name) else { return [] }
        look(into: value, at: name, called: role, of: &result, depth: depth)
        return [role]
    }

    /// The body, which may be anything; `type` is what the message says of it.
    private func readBody(_ body: [UInt8], type: String, into result: inout Inspection, depth: Int) -> [String] {
        let name = "body"
        guard mayLook(&result) else { return [] }
        guard depth < limits.depth else {
            diagnosticDepth(name, &result)
            return []
        }
        let isForm = FormText(body) != nil || type.utf8.starts(with: "application/x-www-form-urlencoded".utf8)
        // Whatever its type says, a document is read as one.
        if isForm, !beginsDocument(body) {
            var form = Inspection(at: instant)
            form.kind = .form
            let names = readPairs(body, into: &form, depth: depth + 1)
            append(finished(form), called: name, to: &result)
            return names
        }
        let part = inspect(body, depth: depth + 1)
        let isHarmless = part.kind == .unknown && !Self.isDocument(type) && part.refusal?.name != "too-many-layers"
        if isHarmless {
            var unknown = Diagnostic.note("unknown-body")
            unknown.reasons = part.refusal.map { [$0] } ?? []
            diagnostic(unknown, as: .note, &result)
        } else {
            append(part, called: name, to: &result)
        }
        return []
    }

    /// Returns true if a body of this type is one that is read here.
    private static func isDocument(_ type: String) -> Bool {
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
        return ["/json", "/xml", "/jwt", "+json", "+xml", "+jwt"].contains { end in
            essence.suffix(end.utf8.count).elementsEqual(end.utf8)
        }
    }

    /// Says that what somebody is known by stands in two places of a message.
    private func diagnoseDuplicatesInCase(_ names: [String], _ result: inout Inspection) {
        var seen: [String] = []
        var told: [String] = []
        for name in names {
            if !seen.contains(exactly: name) {
                seen.append(name)
            } else if !told.contains(exactly: name) {
                told.append(name)
            }
        }
        guard !told.isEmpty else { return }
        let list = told.map(\.quoted).joined(separator: ", ")
        result.diagnostics.append(.suspicious("duplicate-field", as: "duplicate-credential", list))
    }
}
