import Documents

/// GraphQL documents: their arguments are read like the fields of a query, the rest stays.
///
/// `mutation { signIn(email: "…", input: { pin: 1234 }) { token } }`. Like the walk through JSON this one is lenient.
enum GraphQLVisitor {
    private struct Frame {
        var closer: UInt8
        var scope: Scope
        var name: ArraySlice<UInt8> = []
        var treatment: Treatment?
    }

    /// Brackets inside each other that are followed.
    private static let maximumNesting = 64

    /// Checks whether the text is a document that says what it is: `query`, `mutation`, `subscription`, `fragment`.
    static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first == 0x23 || firstLetters.contains(first) else { return false }
        var rest = skipped(text)
        let word = takeName(&rest)
        guard keywords.contains(where: { word.elementsEqual($0) }) else { return false }
        rest = skipped(rest)
        if rest.first.map(isNameStart) == true {
            _ = takeName(&rest)
            rest = skipped(rest)
            if word.first == UInt8(ascii: "f") { return rest.starts(with: Array("on ".utf8)) }
        }
        return rest.first == 0x7B || rest.first == 0x28 || rest.first == 0x40
    }

    /// Checks whether the text is a query in short: a selection in braces, as no JSON begins.
    static func beginsShort(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == 0x7B || text.first == 0x23 else { return false }
        let text = skipped(text)
        guard text.first == 0x7B else { return false }
        var rest = skipped(text.dropFirst())
        guard rest.first.map(isNameStart) == true else { return false }
        _ = takeName(&rest)
        rest = skipped(rest)
        if rest.first == 0x3A {
            rest = skipped(rest.dropFirst())
            guard rest.first.map(isNameStart) == true else { return false }
            _ = takeName(&rest)
            rest = skipped(rest)
        }
        return rest.first.map { $0 == 0x28 || $0 == 0x7B || $0 == 0x7D || $0 == 0x40 || isNameStart($0) } ?? false
    }

    /// The names that a query in short is sent under.
    static func isNamedQuery(_ name: ArraySlice<UInt8>) -> Bool {
        ["query", "mutation", "document", "graphql", "gql"].contains(NameRules.normalized(name))
    }

    /// The document with the secrets in its arguments replaced.
    static func redact(_ text: ArraySlice<UInt8>, _ scope: Scope, _ sink: inout some SecretSink) -> [UInt8]? {
        var outer = scope
        outer.isParameter = true
        var edits = Edits(text)
        var frames: [Frame] = []
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            switch byte {
            case 0x23:
                index = text[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
                continue
            case 0x22:
                let (content, end, isBlock) = string(in: text, at: index)
                if let frame = frames.last, let changed = value(text[content], isBlock, frame, &sink) {
                    edits.replace(content, with: changed)
                }
                index = end
                continue
            case 0x28, 0x7B, 0x5B:
                // What is not within parentheses selects fields, and has no values.
                if byte == 0x28 || !frames.isEmpty, frames.count < maximumNesting {
                    frames.append(frame(for: byte, within: frames.last, outer))
                }
            case 0x29, 0x7D, 0x5D:
                if frames.last?.closer == byte { frames.removeLast() }
            case 0x2D, 0x30...0x39:
                let end = JSONVisitor.endOfNumber(text, index)
                if let frame = frames.last, let changed = number(text[index..<end], frame, &sink) {
                    edits.replace(index..<end, with: changed)
                }
                index = end
                continue
            case _ where isNameStart(byte):
                var rest = text[index...]
                let name = takeName(&rest)
                if let last = frames.indices.last, JSONVisitor.isColonNext(text, rest.startIndex) {
                    frames[last].name = name
                    frames[last].treatment = frames[last].scope.treatment(of: name)
                }
                index = rest.startIndex
                continue
            default: break
            }
            index += 1
        }
        return edits.result()
    }

    /// A list's elements are of the name that the list has, an object's members of their own.
    private static func frame(for bracket: UInt8, within outer: Frame?, _ scope: Scope) -> Frame {
        var frame = Frame(closer: bracket == 0x28 ? 0x29 : bracket + 2, scope: outer?.scope ?? scope)
        guard let outer else { return frame }
        if case .secret(let certainty, let kind) = outer.treatment {
            frame.scope = frame.scope.everythingSecret(certainty, kind, frame.scope.rules)
        }
        if bracket == 0x5B {
            frame.name = outer.name
            frame.treatment = outer.treatment
        }
        return frame
    }

    private static func treatment(in frame: Frame) -> Treatment {
        frame.treatment ?? frame.scope.everything.map { .secret($0, frame.scope.kind) } ?? .open
    }

    private static func value(
        _ raw: ArraySlice<UInt8>,
        _ isBlock: Bool,
        _ frame: Frame,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        guard !raw.isEmpty else { return nil }
        let isEscaped = !isBlock && raw.contains(0x5C)
        let value = isEscaped ? Transport.json.decode(raw)[...] : raw
        let scope = frame.scope.encoded(isEscaped)
        guard let changed = Values.treated(treatment(in: frame), frame.name, value, scope, &sink) else {
            return nil
        }
        return isBlock ? changed : Rewriting.write(changed, .json, like: raw)
    }

    private static func number(
        _ digits: ArraySlice<UInt8>,
        _ frame: Frame,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        guard case .secret(let certainty, let kind) = treatment(in: frame), TextShape.keepsNumber(digits) else {
            return nil
        }
        return sink.secret(Array(digits), certainty, kind, name: frame.name)
    }

    // MARK: Tokens

    /// Returns the text between the quotes, the end of the string, and whether it is one in three quotes.
    private static func string(in text: ArraySlice<UInt8>, at start: Int) -> (Range<Int>, end: Int, isBlock: Bool) {
        let quotes = Array(repeating: UInt8(ascii: "\""), count: 3)
        guard text[start...].starts(with: quotes) else {
            let end = JSONVisitor.endOfString(text, start)
            let isClosed = end > start + 1 && text[end - 1] == 0x22
            return (start + 1..<(isClosed ? end - 1 : end), end, false)
        }
        let content = text[(start + 3)...]
        let close = content.firstRange(of: quotes[...])
        return (start + 3..<(close?.lowerBound ?? text.endIndex), close?.upperBound ?? text.endIndex, true)
    }

    /// Behind white space, commas, which GraphQL takes for such, and comments.
    private static func skipped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text.drop { isWhiteSpace($0) || $0 == 0x2C }
        while rest.first == 0x23 {
            rest = rest.drop { $0 != 0x0A && $0 != 0x0D }.drop { isWhiteSpace($0) || $0 == 0x2C }
        }
        return rest
    }

    private static func takeName(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let name = text.prefix { isNameStart($0) || isDigit($0) }
        text = text[name.endIndex...]
        return name
    }

    private static func isNameStart(_ byte: UInt8) -> Bool { isLetter(byte) || byte == 0x5F }

    private static let keywords = ["query", "mutation", "subscription", "fragment"].map { Array($0.utf8) }
    private static let firstLetters = Array("qmsf".utf8)
}
