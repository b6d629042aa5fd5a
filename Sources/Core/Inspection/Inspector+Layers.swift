import Documents
import Tokens

extension Inspector {
    /// Takes one layer off, or says what the content is.
    func step(_ bytes: [UInt8], _ result: inout Inspection) -> Step {
        if isDeviceIdentifier(behind: result.layers) { return .content(.deviceIdentifier(bytes)) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .peeled(.byteOrderMark, Array(bytes.dropFirst(3))) }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes) }
        // Without a mark: the reader of XML names what is wrong, and where.
        if bytes.starts(with: [0x3C, 0x00]) || bytes.starts(with: [0x00, 0x3C]) { return .content(.markup(bytes)) }
        let content = withoutOuterBlanks(bytes)
        guard let first = content.first else { return .refused("empty") }
        guard let text = String(validating: content, as: UTF8.self) else { return notText(bytes, result) }
        guard firstOffset(of: 0, in: content.span) == nil else { return .refused("nul-byte") }
        // The blanks before a document stay, so that an error's place is a place in the input.
        let leading = bytes.prefix { isSpace($0) }
        let document = leading.isEmpty ? content : Array(leading) + content
        switch first {
        case UInt8(ascii: "<"): return .content(.markup(document))
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .content(.json(document))
        case UInt8(ascii: "\""): return jsonString(document)
        case UInt8(ascii: "&"): return entities(text)
        default: return plain(text, content, behind: leading.count, &result)
        }
    }

    /// Checks whether what was peeled is the id of a device, which may be any text.
    private func isDeviceIdentifier(behind layers: [TransportLayer]) -> Bool {
        guard let last = layers.last, last == .base64 || last == .base64URL else { return false }
        return layers.dropLast().last == .scheme("fingerprint")
    }

    /// Reads what begins with nothing that gives it away; `leading` characters of white space precede it.
    private func plain(_ text: String, _ content: [UInt8], behind leading: Int, _ result: inout Inspection) -> Step {
        if let step = date(text, behind: leading) ?? header(content) ?? message(content) ?? webToken(text)
            ?? form(content) ?? percent(text, content)
        {
            return step
        }
        return base64(content, behind: leading, &result) ?? .refused("unrecognized")
    }

    private func notText(_ bytes: [UInt8], _ result: Inspection) -> Step {
        // The declaration may name the charset that these bytes are in.
        if withoutOuterBlanks(bytes).starts(with: "<?xml".utf8) { return .content(.markup(bytes)) }
        switch result.layers.last {
        case .base64?, .base64URL?: return deflated(bytes) ?? .refused("not-text")
        default: return .refused("bad-encoding")
        }
    }

    /// The document that the redirect binding compressed; nil if these bytes are none that was.
    private func deflated(_ bytes: [UInt8]) -> Step? {
        let inflation = Inflation(bytes, .raw, limit: bytes.count * limits.inflation)
        // Of bytes that are anything else, hardly any begin like this.
        guard inflation.bytes.first == UInt8(ascii: "<"), inflation.bytes.count >= 8, looksLikeText(inflation.bytes)
        else {
            return nil
        }
        switch inflation.end {
        case .whole where inflation.unread == 0: return .peeled(.deflate, inflation.bytes)
        case .whole: return .refused("bad-deflate", as: "more-than-deflate", "\(inflation.unread)")
        case .limit: return .refused("too-long", as: "inflates-too-long", "\(limits.inflation)")
        case .truncated: return .refused("bad-deflate", as: "truncated-deflate", "\(inflation.bytes.count)")
        case .damaged: return .refused("bad-deflate", as: "damaged-deflate", "\(inflation.bytes.count)")
        }
    }

    private func utf16(_ bytes: [UInt8]) -> Step {
        guard bytes.count.isMultiple(of: 2) else { return .refused("bad-encoding", as: "odd-utf-16") }
        let isBigEndian = bytes[0] == 0xFE
        let units = stride(from: 2, to: bytes.count, by: 2).map { index in
            let (high, low) = isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        let text = String(decoding: units, as: UTF16.self)
        guard text.utf16.elementsEqual(units) else { return .refused("bad-encoding", as: "half-surrogate") }
        return .peeled(.utf16, Array(text.utf8))
    }

    private func jsonString(_ content: [UInt8]) -> Step {
        do throws(JSONError) {
            guard case .string(let text) = try JSONValue(parsing: content) else {
                return .refused("not-well-formed", as: "no-string")
            }
            return .peeled(.jsonString, Array(text.utf8))
        } catch {
            return .refused("not-well-formed", as: "bad-string", "\(error)")
        }
    }

    private func entities(_ text: String) -> Step {
        let inner = TokenText.unescapedOnce(text)
        guard inner.utf8.count < text.utf8.count else { return .refused("unrecognized", as: "no-entity") }
        return .peeled(.entities, Array(inner.utf8))
    }

    /// A date, or what can only be meant as one.
    private func date(_ text: String, behind leading: Int) -> Step? {
        let bytes = Array(text.utf8.prefix(6))
        let digits: ClosedRange<UInt8> = 48...57
        let looksLikeDate =
            bytes.count == 6 && bytes[..<4].allSatisfy(digits.contains) && [0x2D, 0x2F].contains(bytes[4])
            && digits.contains(bytes[5]) && text.utf8.count <= TokenDate.maximumBytes
        guard looksLikeDate || text.utf8.allSatisfy(digits.contains) else { return nil }
        do throws(TokenDateError) {
            return .content(.date(try TokenDate(parsing: text)))
        } catch {
            var placed = error
            placed.byteOffset += leading
            return .refused("bad-date", "\(placed)")
        }
    }

    /// `Name: value`, or a value after its scheme.
    private func header(_ content: [UInt8]) -> Step? {
        for scheme in ["Bearer", "fingerprint"] {
            let length = scheme.utf8.count
            guard content.count > length, content[length] == 0x20, startsIgnoringCase(content, with: scheme) else {
                continue
            }
            return .peeled(.scheme(scheme), Array(content[(length + 1)...]))
        }
        let name = content.prefix { isNameByte($0) && $0 != UInt8(ascii: ".") }
        let after = name.endIndex + 1
        guard !name.isEmpty, after < content.count, content[name.endIndex] == UInt8(ascii: ":"),
            content[after] == UInt8(ascii: " "), firstOffset(of: 0x0A, in: content.span) == nil
        else { return nil }
        return .peeled(.header(String(decoding: name, as: UTF8.self)), Array(content[after...]))
    }

    private func message(_ content: [UInt8]) -> Step? { MessageText(content).map { Step.content(.message($0)) } }

    private func webToken(_ text: String) -> Step? {
        // Every header is an object: its Base64 begins so before a name, before a line end, and where nothing follows.
        guard ["ey", "ew", "e3"].contains(where: { text.utf8.starts(with: $0.utf8) }),
            text.utf8.contains(UInt8(ascii: "."))
        else { return nil }
        let isEncoded = text.utf8.allSatisfy { isNameByte($0) || "+/=".utf8.contains($0) }
        // Where the header says so, the payload is any text (RFC 7797).
        guard isEncoded || (try? JSONWebSignature(compact: text))?.isUnencoded == true else { return nil }
        return .content(.webToken(text))
    }

    private func form(_ content: [UInt8]) -> Step? {
        switch FormText(content) {
        case .pairs(let pairs)?: .content(.form(pairs))
        case .parameter(let name, let value)?: .peeled(.parameter(name), value)
        case nil: nil
        }
    }

    private func percent(_ text: String, _ content: [UInt8]) -> Step? {
        guard firstOffset(of: UInt8(ascii: "%"), in: content.span) != nil else { return nil }
        guard let decoded = PercentEncoding.decodeStrictly(text) else {
            return .refused("bad-percent-encoding")
        }
        // Fields are decoded one by one; only a document may be encoded as a whole with its equals signs left alone.
        guard !hasSeparators(text) || beginsDocument(decoded) else { return nil }
        // A plus in a form is a blank, but in Base64 that someone forgot to encode it is a plus.
        guard text.utf8.contains(UInt8(ascii: "+")), !decoded.allSatisfy(isStandardBase64),
            let form = PercentEncoding.decodeStrictly(text, plusAsSpace: true)
        else { return .peeled(.percent, decoded) }
        return .peeled(.form, form)
    }

    private func base64(_ content: [UInt8], behind leading: Int, _ result: inout Inspection) -> Step? {
        let isStandard = content.allSatisfy { isStandardBase64($0) || isSpace($0) }
        guard isStandard || content.allSatisfy({ Base64.Alphabet.urlSafe.holds($0) || $0 == UInt8(ascii: "=") }) else {
            return nil
        }
        let layer: TransportLayer = isStandard ? .base64 : .base64URL
        if let inner = blanksForPluses(content) {
            result.diagnostics.append(.suspicious("plus-became-blank"))
            return .peeled(layer, inner)
        }
        do throws(Base64Error) {
            let reading = try Base64.read(content)
            let inner = reading.bytes
            // A short word is Base64 of something or other; only text inside makes it worth a layer.
            guard !inner.isEmpty, looksLikeText(inner) || content.count >= 40 else { return nil }
            if isStandard, !reading.writing.isPadded {
                result.diagnostics.append(.note("no-padding"))
            }
            if reading.hasWhitespace { result.diagnostics.append(.note("broken-lines")) }
            return .peeled(layer, inner)
        } catch {
            var placed = error
            placed.byteOffset += leading
            return content.count >= 16 ? .refused(.error("bad-base64", placed)) : nil
        }
    }
}

/// Returns true if the text has an ampersand or an equals sign, and not as padding at its end.
private func hasSeparators(_ text: String) -> Bool {
    var rest = text.utf8[...]
    while rest.last == UInt8(ascii: "=") { rest.removeLast() }
    return rest.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "=") }
}

/// Returns true if what these bytes begin with gives them away as a document.
func beginsDocument(_ bytes: [UInt8]) -> Bool {
    bytes.first { !isSpace($0) }.map { "<{[\"".utf8.contains($0) } ?? false
}

/// Decodes Base64 whose plus signs a form made spaces; nil if that is not what is wrong with it.
private func blanksForPluses(_ content: [UInt8]) -> [UInt8]? {
    guard content.contains(0x20), content.count.isMultiple(of: 4) else { return nil }
    func text(_ content: [UInt8], allowsWhitespace: Bool) -> [UInt8]? {
        guard let inner = try? Base64.decode(content, allowsWhitespace: allowsWhitespace), looksLikeText(inner)
        else { return nil }
        return inner
    }
    guard text(content, allowsWhitespace: true) == nil else { return nil }
    return text(content.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }, allowsWhitespace: false)
}

/// UTF-8 without control characters, or UTF-16 with a mark.
private func looksLikeText(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
    return bytes.allSatisfy { $0 >= 0x20 || isSpace($0) } && String(validating: bytes, as: UTF8.self) != nil
}

/// The bytes without the blanks before and behind them.
func withoutOuterBlanks(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
        let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return last - first + 1 == bytes.count ? bytes : Array(bytes[first...last])
}

/// Returns true if the bytes begin with a word of ASCII letters and marks, in whatever case its letters are.
func startsIgnoringCase(_ bytes: some Sequence<UInt8>, with word: String) -> Bool {
    func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    return bytes.starts(with: word.utf8) { small($0) == small($1) }
}

/// Letters, digits, hyphen, underscore, full stop.
func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
    default: false
    }
}

/// A digit of the standard alphabet, or padding.
private func isStandardBase64(_ byte: UInt8) -> Bool {
    Base64.Alphabet.standard.holds(byte) || byte == UInt8(ascii: "=")
}
