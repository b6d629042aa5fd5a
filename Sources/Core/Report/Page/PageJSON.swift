public import Documents

extension PageContent {
    /// Everything as one value of JSON.
    public var json: JSONValue {
        .object([
            "type": .string("page"), "schema": .count(JSONLine.schema), "kinescope": .string(PageTexts.shown(version)),
            "recordings": .array(recordings.map { .object($0.object) }),
            "differences": .array(differences.map { .object($0.object) }),
            "texts": .texts(texts.all),
            "openings": .array(texts.openings.map { .object($0) }),
        ])
    }
}

/// JSON inside an element of HTML.
enum PageData {
    /// A page that would have more than these bytes of data shows less of long bodies: 14.4 MB.
    static let mostBytes = 14_400_000

    /// The bytes of what a page shows, packed.
    static func bytes(of content: PageContent) -> [UInt8] {
        var content = content
        var bytes = bytes(of: PackedJSON.value(of: content.json))
        // What is saved is known when it is packed: a few times are enough, and where bodies are not what is long none is.
        for _ in 0..<3 where bytes.count > mostBytes {
            content = content.shortened(by: bytes.count - mostBytes)
            bytes = self.bytes(of: PackedJSON.value(of: content.json))
        }
        return bytes
    }

    /// The bytes of `value` with nothing in them that HTML or a script reads as its own: `<`, `>`, `&`, and the two line
    /// separators that JSON has and older scripts have not.
    static func bytes(of value: JSONValue) -> [UInt8] {
        let plain = value.serializedBytes
        var bytes: [UInt8] = []
        bytes.reserveCapacity(plain.count + plain.count / 16)
        var index = 0
        while index < plain.count {
            switch plain[index] {
            case UInt8(ascii: "<"): bytes += "\\u003C".utf8
            case UInt8(ascii: ">"): bytes += "\\u003E".utf8
            case UInt8(ascii: "&"): bytes += "\\u0026".utf8
            case 0xE2
            where index + 2 < plain.count && plain[index + 1] == 0x80 && [0xA8, 0xA9].contains(plain[index + 2]):
                bytes += (plain[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8
                index += 2
            case let byte: bytes.append(byte)
            }
            index += 1
        }
        return bytes
    }
}
