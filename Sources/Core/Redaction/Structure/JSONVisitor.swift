import Documents

/// JSON as bytes: strings and numbers are replaced where they stand, nothing else is touched.
///
/// The walk is lenient, since captures hold JSON with slips (rest-api-v1.md §2, §5): it follows quotes and brackets and
/// minds neither commas nor what a strict reader would refuse.
enum JSONVisitor {
    private struct Frame {
        var scope: Scope
        var isObject: Bool
        /// The treatment of the next value that the name demands.
        var treatment: Treatment?
        var name: ArraySlice<UInt8>
    }

    /// Objects and arrays inside each other that are followed; what is deeper is evaluated by the last name met.
    private static let maximumNesting = 64

    /// Checks whether the text begins like an object or array of JSON, not like a word in braces.
    static func looksLikeJSON(_ text: ArraySlice<UInt8>) -> Bool {
        guard let last = text.trimmed.last, last == 0x7D || last == 0x5D else { return false }
        guard let next = text.trimmed.dropFirst().first(where: { !isWhiteSpace($0) }) else { return false }
        return [0x22, 0x7B, 0x5B, 0x5D, 0x7D].contains(next) || (text.first == 0x5B && isDigit(next))
    }

    /// Checks whether the text is one string or one number of JSON, and not merely begins like it.
    static func isScalar(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first == 0x22 && text.last == 0x22 || first == 0x2D || isDigit(first)
        else { return false }
        return (try? JSONValue(parsing: Array(text))) != nil
    }

    /// `member` is what the text is the value of, if it is that of an object's member.
    static func redact(
        _ text: ArraySlice<UInt8>,
        as member: (name: ArraySlice<UInt8>, treatment: Treatment)? = nil,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(text)
        var frames = [Frame(scope: scope, isObject: true, treatment: nil, name: text.prefix(0))]
        if let member {
            frames.append(Frame(scope: scope, isObject: true, treatment: member.treatment, name: member.name))
        }
        var unfollowed = 0
        var hasUpdateTime: Bool?
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            switch byte {
            case 0x22:
                let end = endOfString(text, index)
                // A text cut off within a string has no closing quote to leave out.
                let isClosed = end > index + 1 && text[end - 1] == 0x22
                let content = index + 1..<(isClosed ? end - 1 : end)
                // A name is what a colon follows, not what a comma precedes: commas get lost (rest-api-v1.md §2).
                if let last = frames.indices.last, isColonNext(text, end) {
                    let raw = text[content]
                    let isEscaped = raw.contains(0x5C)
                    let name = isEscaped ? Transport.json.decode(raw)[...] : raw
                    frames[last].name = name
                    frames[last].treatment = frames[last].scope.treatment(of: name)
                    let scope = frames[last].scope.encoded(isEscaped)
                    if isEscaped || sink.isSweeping, let changed = sink.kept(name, scope) {
                        edits.replace(content, with: Rewriting.write(changed, .json, like: raw))
                    }
                } else if let replacement = string(text, content, frames, scope, &sink) {
                    edits.replace(content, with: replacement)
                }
                index = end
                continue
            case 0x2C:
                if let last = frames.indices.last, frames[last].isObject { frames[last].treatment = nil }
            case 0x7B, 0x5B:
                if frames.count <= maximumNesting {
                    frames.append(frame(for: byte, frames, scope, text, &hasUpdateTime))
                } else {
                    unfollowed += 1
                }
            case 0x7D, 0x5D:
                if unfollowed > 0 {
                    unfollowed -= 1
                } else if frames.count > 1 {
                    frames.removeLast()
                }
            case 0x2D, 0x30...0x39:
                let end = endOfNumber(text, index)
                if let replacement = number(text[index..<end], frames, scope, &sink) {
                    edits.replace(index..<end, with: replacement)
                }
                index = end
                continue
            default: break
            }
            index += 1
        }
        return edits.result()
    }

    /// The frame of an object or array that opens: what its name says counts for everything in it.
    private static func frame(
        for bracket: UInt8,
        _ frames: [Frame],
        _ scope: Scope,
        _ text: ArraySlice<UInt8>,
        _ hasUpdateTime: inout Bool?
    ) -> Frame {
        var inner = frames.last?.scope ?? scope
        var name = text[text.startIndex..<text.startIndex]
        var treatment: Treatment?
        if let outer = frames.last {
            name = outer.name
            if case .secret(let certainty, let kind) = outer.treatment {
                inner = inner.everythingSecret(certainty, kind, kind == .userMetadata ? .metadata : inner.rules)
            } else if outer.isObject, holdsUserMetadata(name, depth: frames.count - 1, text, inner, &hasUpdateTime) {
                inner = inner.everythingSecret(.certain, .userMetadata, .metadata)
            } else {
                inner = inner.within(name)
            }
            if bracket == 0x5B { treatment = outer.treatment }
        }
        return Frame(scope: inner, isObject: bracket == 0x7B, treatment: treatment, name: name)
    }

    /// `data` beside `updated` (V1, rest-api-v1.md §7.12) and `attributes` of a V2 profile.
    private static func holdsUserMetadata(
        _ name: ArraySlice<UInt8>,
        depth: Int,
        _ text: ArraySlice<UInt8>,
        _ scope: Scope,
        _ hasUpdateTime: inout Bool?
    ) -> Bool {
        guard scope.everything == nil, scope.rules == .general else { return false }
        if depth == 1, name.elementsEqual("data".utf8) {
            // Looked for once in a text, however many members are called so.
            let answer = hasUpdateTime ?? (text.firstRange(of: "\"updated\"") != nil)
            hasUpdateTime = answer
            return answer
        }
        return depth >= 3 && name.elementsEqual("attributes".utf8)
    }

    private static func string(
        _ text: ArraySlice<UInt8>,
        _ range: Range<Int>,
        _ frames: [Frame],
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        let raw = text[range]
        guard !raw.isEmpty else { return nil }
        let inner = frames.last?.scope ?? scope
        let treatment = frames.last?.treatment ?? inner.everything.map { .secret($0, inner.kind) } ?? .open
        let isEscaped = raw.contains(0x5C)
        let scope = inner.encoded(isEscaped)
        if treatment == .keep, scope.encodings == 0, !sink.isSweeping { return nil }
        let value = isEscaped ? Transport.json.decode(raw)[...] : raw
        let name = frames.last?.name ?? []
        guard let replaced = Values.treated(treatment, name, value, scope, &sink) else { return nil }
        return Rewriting.write(replaced, .json, like: raw)
    }

    private static func number(
        _ digits: ArraySlice<UInt8>,
        _ frames: [Frame],
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        let inner = frames.last?.scope ?? scope
        let treatment = frames.last?.treatment ?? inner.everything.map { .secret($0, inner.kind) } ?? .open
        guard case .secret(let certainty, let kind) = treatment else {
            return sink.kept(digits, inner)
        }
        guard TextShape.keepsNumber(digits) else { return nil }
        return sink.secret(Array(digits), certainty, kind, name: frames.last?.name ?? [])
    }

    static func endOfString(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
        var index = start + 1
        while index < text.endIndex {
            switch text[index] {
            case 0x5C: index = min(index + 2, text.endIndex)
            case 0x22: return index + 1
            default: index += 1
            }
        }
        return text.endIndex
    }

    static func isColonNext(_ text: ArraySlice<UInt8>, _ start: Int) -> Bool {
        text[start...].first { !isWhiteSpace($0) } == 0x3A
    }

    static func endOfNumber(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
        var index = start + 1
        while index < text.endIndex {
            switch text[index] {
            case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: index += 1
            default: return index
            }
        }
        return index
    }
}
