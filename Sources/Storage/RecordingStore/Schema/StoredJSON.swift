import Documents
import Exchanges

/// Compact JSON text, exactly as SQLite's `json_array` and `json_quote` write it.
///
/// The same bytes are stored and digested, so whoever has the row can compute the digest again.
struct StoredJSON {
    private(set) var bytes: [UInt8] = []

    /// The list of header fields as an array of `[name, value]` pairs.
    init(_ fields: HeaderFields) {
        bytes.reserveCapacity(64 * fields.count + 2)
        bytes.append(UInt8(ascii: "["))
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "["))
            append(quoted: field.name)
            bytes.append(UInt8(ascii: ","))
            append(quoted: field.value)
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// An array of values, each a number, a text or null.
    init(_ elements: Element...) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch element {
            case .integer(let value): bytes += String(value).utf8
            case .text(let value): append(quoted: value)
            case .null: bytes += "null".utf8
            }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// The kinds of elements of an array.
    enum Element {
        case integer(Int64)
        case text(String)
        case null

        static func optional(_ value: Int64?) -> Element { value.map { .integer($0) } ?? .null }
        static func optional(_ value: String?) -> Element { value.map { .text($0) } ?? .null }
    }

    private mutating func append(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            if unsafe utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                unsafe bytes.append(contentsOf: utf8)
            } else {
                unsafe utf8.forEach { append(escaped: $0) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0..<0x20:
            bytes += "\\u00".utf8
            bytes += [Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte)]
        default: bytes.append(byte)
        }
    }
}
