import Documents
import Tokens

extension Inspector {
    /// The fields of a form or a query, and what is odd about how they are written.
    ///
    /// - Parameters:
    ///   - query: the fields, as they stand between ampersands.
    ///   - place: what their paths begin with; empty for what is no part of another.
    ///   - result: what gets the fields.
    ///   - depth: how many things they stand in.
    /// - Returns: the names of those that hold something worth a look, each once.
    @discardableResult
    func readPairs(_ query: [UInt8], at place: String = "", into result: inout Inspection, depth: Int) -> [String] {
        let pairs = FormField.pieces(of: query, omittingEmpty: true).map { FormPair($0) }
        var containers: [String] = []
        // A browser carries the response from page to page as it is; only an app normalizes it.
        let isBrowsers = pairs.contains { ExactText($0.name) == "RelayState" }
        for pair in pairs {
            let name = pair.name
            // There may be very many that are neither listed nor looked into.
            let isContainer = Self.isContainer(name)
            guard isContainer || roomForFields(in: result) > 0 else { continue }
            let text = String(decoding: pair.value, as: UTF8.self)
            let path = place.isEmpty ? name : FieldPath.joining(place, name)
            list(path, called: name, text, isText: true, in: &result)
            guard isContainer else { continue }
            if !containers.contains(exactly: name) { containers.append(name) }
            look(into: pair.value, at: path, called: name, inside: .form, of: &result, depth: depth)
            if !isBrowsers, ExactText(name) == "SAMLResponse", result.parts.last?.name == path {
                diagnoseTransport(ofSAML: pair.value, &result.parts[result.parts.count - 1].inspection)
            }
        }
        diagnostic(pairs.filter(\.isBadlyEncoded), &result) {
            .suspicious("bad-percent-encoding", as: "badly-encoded-field", $0, $1)
        }
        diagnostic(pairs.filter { !$0.isText }, &result) { .suspicious("bad-encoding", as: "field-not-text", $0, $1) }
        let twins = repeated(pairs)
        diagnostic(twins.filter { Self.isContainer($0.name) }, &result) { .suspicious("duplicate-field", $0, $1) }
        // A list, such as the resources to authorise, is written so.
        diagnostic(twins.filter { !Self.isContainer($0.name) }, &result) { .note("duplicate-field", $0, $1) }
        return containers
    }

    /// Diagnostics on the first of some fields, and on how many more there are.
    private func diagnostic(
        _ pairs: [FormPair],
        _ result: inout Inspection,
        _ diagnostic: (_ name: String, _ others: String) -> Diagnostic
    ) {
        if let first = pairs.first { result.diagnostics.append(diagnostic(first.name, "\(pairs.count - 1)")) }
    }

    /// The second of each name that stands more than once.
    private func repeated(_ pairs: [FormPair]) -> [FormPair] {
        var counts: [[UInt8]: Int] = [:]
        return pairs.filter { pair in
            let count = counts[pair.key, default: 0] + 1
            counts[pair.key] = count
            return count == 2
        }
    }
}

/// A text written as a form is: fields with ampersands between them, or a single one.
enum FormText {
    case pairs([UInt8])
    case parameter(String, [UInt8])

    /// Nil for what begins with no name of a field, and for Base64 that ends with its padding.
    ///
    /// The separators have to stand there as they are: what is between them is encoded once, their names included.
    init?(_ content: [UInt8]) {
        let text = content.first == UInt8(ascii: "?") ? content.dropFirst() : content[...]
        guard firstOffset(of: UInt8(ascii: "="), in: content.span) != nil else { return nil }
        let field = text.prefix { $0 != UInt8(ascii: "&") }
        let isAlone = field.count == text.count
        let (rawName, rawValue) = FormField.cut(field)
        let value = rawValue ?? []
        guard let name = Self.name(rawName, isAlone: isAlone), value.first != UInt8(ascii: "=") else { return nil }
        guard isAlone else {
            self = .pairs(Array(text))
            return
        }
        let hasPadding = value.starts(with: "%3D".utf8) || value.starts(with: "%3d".utf8)
        guard !value.isEmpty, !hasPadding else { return nil }
        // What is shown as the name of an encoding is plain.
        guard name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            self = .pairs(Array(text))
            return
        }
        self = .parameter(String(decoding: name, as: UTF8.self), Array(value))
    }

    /// The name with its percent signs resolved; nil if none is written so.
    ///
    /// A name does not hold what documents are made of: then the whole was percent-encoded but for its equals signs.
    private static func name(_ text: ArraySlice<UInt8>, isAlone: Bool) -> [UInt8]? {
        let isName = text.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "["), UInt8(ascii: "]"), 0x80...: true
            case UInt8(ascii: "+"): !isAlone
            default: isNameByte(byte)
            }
        }
        guard isName, !text.isEmpty else { return nil }
        let name = PercentEncoding.decodeStrictly(text, plusAsSpace: true) ?? Array(text)
        guard name.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && !"<>\"{}".utf8.contains($0) }) else { return nil }
        return name
    }
}

/// A field of a form, decoded once.
private struct FormPair {
    /// The name as bytes: two names may be different bytes and yet look alike.
    let key: [UInt8]
    let value: [UInt8]
    /// True if a part could not be decoded, and stays as it came.
    let isBadlyEncoded: Bool

    var name: String { String(decoding: key, as: UTF8.self) }

    var isText: Bool { Self.isText(key) && Self.isText(value) }

    init(_ text: ArraySlice<UInt8>) {
        let (rawName, rawValue) = FormField.cut(text)
        let name = PercentEncoding.decodeStrictly(rawName, plusAsSpace: true)
        let value = PercentEncoding.decodeStrictly(rawValue ?? [], plusAsSpace: true)
        key = name ?? Array(rawName)
        self.value = value ?? Array(rawValue ?? [])
        isBadlyEncoded = name == nil || value == nil
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }
}
