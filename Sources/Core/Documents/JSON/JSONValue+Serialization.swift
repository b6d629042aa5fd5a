extension JSONValue {
    /// The value as compact JSON text, members in their order.
    ///
    /// Only what must be escaped is: quotes, backslashes and control characters. Parsing gives the value back.
    public var serialized: String { String(decoding: serializedBytes, as: UTF8.self) }

    /// The UTF-8 bytes of ``serialized``.
    public var serializedBytes: [UInt8] {
        var bytes: [UInt8] = []
        appendSerialized(to: &bytes)
        return bytes
    }

    /// Appends the UTF-8 bytes of ``serialized`` to `bytes`: what a writer of long texts uses.
    public func appendSerialized(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let number): bytes += number.text.utf8
        case .string(let text): appendQuoted(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.appendSerialized(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                appendQuoted(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.appendSerialized(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

/// Appends `text` in quotes, runs that need no escape in one piece.
private func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { source in
        var start = 0
        for index in 0..<source.count {
            let byte = unsafe source[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index]))
            appendEscape(of: byte, to: &bytes)
            start = index &+ 1
        }
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
}

private func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x20...: bytes.append(byte)
    default:
        bytes += "u00".utf8
        bytes += [Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte)]
    }
}
