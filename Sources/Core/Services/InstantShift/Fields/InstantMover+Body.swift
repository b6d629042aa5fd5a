import Documents
import PassAPI

// The bodies of responses: the fields that the operation's row names, and what can be opened.

extension InstantMover {
    /// Moves the instants of the body of a response.
    mutating func body(_ body: [UInt8], of kind: ExchangeKind) -> [ByteEdit] {
        switch kind {
        case .operation(let operation): return self.body(body, fields: operation.specification.instants)
        case .unrecognizedAdobe: return self.body(body, fields: [])
        case .preflight: return []
        case .providerPage, .programmerService, .other:
            guard let sent, let first = body.first(where: { !isSpace($0) && ![0xEF, 0xBB, 0xBF].contains($0) }),
                first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            else { return forms(body) }
            return otherJSON(body, sentAt: sent)
        }
    }

    /// Moves the one field of an operation's body that holds the time at which it was sent.
    mutating func body(_ body: [UInt8], serviceTime field: InstantField) -> [ByteEdit] {
        self.body(body, fields: [field])
    }

    /// A body of Adobe's; its fields are named by their paths from its outermost object or element.
    private mutating func body(_ body: [UInt8], fields: [InstantField]) -> [ByteEdit] {
        if body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE]) {
            // Only a document in UTF-16 begins so.
            let text = SpelledText(body, 2..<body.count, .utf16(isBigEndian: body[0] == 0xFE))
            return text.lifted(self.body(text.bytes, fields: fields))
        }
        // By bytes: with a combining mark behind it a brace is another character.
        guard let start = body.firstIndex(where: { !isSpace($0) && ![0xEF, 0xBB, 0xBF].contains($0) }) else {
            return []
        }
        let first = body[start]
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return json(body, fields) }
        let beginning = body[start...].prefix(14).map(lowercasedASCII)
        if beginning.starts(with: "<!doctype html".utf8) || beginning.starts(with: "<html".utf8) { return forms(body) }
        if first == UInt8(ascii: "<"), !body.has("<signatureInfo", at: start) {
            let edits = opened(body, start..<body.count, .everything)
            return edits.isEmpty ? xml(body, fields) : edits
        }
        let edits = opened(body, start..<body.count, .everything)
        return edits.isEmpty ? url(body, fields) : edits
    }

    private mutating func json(_ body: [UInt8], _ fields: [InstantField]) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        JSONLeaf.visit(body) { leaf, path in
            let form = self.form(of: path, fields)
            // Most texts are short, and hold nothing.
            guard form != nil || leaf.isString && leaf.range.count >= Self.shortest else { return }
            place = .body(field: path.count == 1 ? path[0] : path.joined(separator: "."))
            edits += inside(body, leaf.range, leaf.isString ? .json : nil) { mover, text, range in
                form.map { mover.instant(text, range, $0) } ?? mover.opened(text, range, .everything)
            }
        }
        return edits
    }

    private mutating func xml(_ body: [UInt8], _ fields: [InstantField]) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        var walk = MarkupWalk(body)
        while let piece = walk.next() {
            guard case .text(let range, let isVerbatim) = piece, !fields.isEmpty || range.count >= Self.shortest else {
                continue
            }
            // The root's name is none of the field's.
            let path = Array(walk.path.dropFirst())
            let form = form(of: path, fields)
            // What is read of a field is all the text in it, that of elements too.
            let outer = path.indices.dropFirst().first {
                self.form(of: Array(path[..<$0]), fields) != nil
            }
            guard form != nil || outer != nil || range.count >= Self.shortest else { continue }
            place = .body(field: path[..<(outer ?? path.count)].joined(separator: "."))
            guard outer == nil, form == nil || !walk.isPart else {
                except(body, range, .unreadable)
                continue
            }
            edits += inside(body, range, isVerbatim ? nil : .entities) { mover, text, range in
                form.map { mover.instant(text, range, $0) } ?? mover.opened(text, range, .everything)
            }
        }
        return edits
    }

    /// Moves what `move` finds in a text that is written inside another, whose escapes are resolved for it.
    mutating func inside(
        _ text: [UInt8],
        _ range: Range<Int>,
        _ escaping: Escaping?,
        _ move: (inout InstantMover, [UInt8], Range<Int>) -> [ByteEdit]
    ) -> [ByteEdit] {
        guard let escaping, escaping.isNeeded(for: text[range]) else { return move(&self, text, range) }
        let spelled = SpelledText(text, range, escaping)
        return spelled.lifted(move(&self, spelled.bytes, 0..<spelled.bytes.count))
    }

    /// The form of the field at this path that moves; durations do not.
    private func form(of path: [String], _ fields: [InstantField]) -> InstantText.Form? {
        guard let field = fields.first(where: { $0.isAt(path) }) else { return nil }
        switch field.form {
        case .milliseconds: return .milliseconds
        case .millisecondsOrSeconds: return .millisecondsOrSeconds
        case .seconds: return .seconds
        case .date: return .date
        case .secondsAfter, .millisecondsAfter: return nil
        }
    }
}

// MARK: Pages

extension InstantMover {
    /// The SAML messages in the hidden fields of a page's forms, which a browser posts on.
    mutating func forms(_ body: [UInt8]) -> [ByteEdit] {
        guard Self.mayHoldMessage(body) else { return [] }
        var edits: [ByteEdit] = []
        for case .tag(let tag) in MarkupWalk(body) where body.has("input", inAnyCaseAt: tag.name) {
            guard let name = tag.value(of: "name", in: body), let value = tag.value(of: "value", in: body) else {
                continue
            }
            let field = String(decoding: SpelledText(body, name, .entities).bytes, as: UTF8.self)
            guard Self.messages.contains(where: { sameLetters(field, $0) }) else { continue }
            place = .body(field: field)
            edits += inside(body, value, .entities) { $0.opened($1, $2, .saml) }
        }
        return edits
    }

    /// Checks whether the name of a field that holds a SAML message is anywhere: pages, scripts and images are many and
    /// long, and hardly any has one.
    private static func mayHoldMessage(_ body: [UInt8]) -> Bool {
        let bytes = body.span
        guard bytes.count >= 4 else { return false }
        for index in 0..<bytes.count - 3 where bytes[index] | 0x20 == UInt8(ascii: "s") {
            if bytes[index + 1] | 0x20 == UInt8(ascii: "a"), bytes[index + 2] | 0x20 == UInt8(ascii: "m"),
                bytes[index + 3] | 0x20 == UInt8(ascii: "l")
            {
                return true
            }
        }
        return false
    }
}

// MARK: The URL of a stream

extension InstantMover {
    /// The parts of a signed URL that are instants: `hdnea=exp=1795503034~hmac=…` (access-enabler.md §14.1).
    private mutating func url(_ body: [UInt8], _ fields: [InstantField]) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        let marks = Array("?&=~#".utf8)
        guard let start = body.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        for part in body.indices[(start + 1)...].split(whereSeparator: { "&~#".utf8.contains(body[$0]) }) {
            // The name before the last equals sign, and after any other.
            let range = part.startIndex..<part.endIndex
            guard let equals = body[range].lastIndex(of: UInt8(ascii: "=")) else { continue }
            let name = body[range.lowerBound..<equals].split(whereSeparator: marks.contains).last ?? []
            guard let form = form(of: [String(decoding: name, as: UTF8.self)], fields) else { continue }
            edits += instant(body, equals + 1..<range.upperBound, form)
        }
        guard !edits.isEmpty else { return [] }
        let signature = signer.flatMap { SimulatedService.signature(of: body.applying(edits), by: $0) }
        let place = body.place(of: "~hmac=", from: start).map { $0 + 6 }
        // Nothing but the signature follows.
        if let place, let signature, place + signature.count == body.trimmed(0..<body.count).upperBound {
            edits.append(ByteEdit(range: place..<place + signature.count, bytes: signature))
            signatureBroke(.signedURL, isSignedAgain: true)
        } else {
            signatureBroke(.signedURL)
        }
        return edits
    }
}
