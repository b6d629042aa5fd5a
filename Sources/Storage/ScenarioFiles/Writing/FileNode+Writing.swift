import Simulation

// A piece of a file as YAML that reads back as the same piece.

extension FileNode {
    /// The piece as a document: the keys of the outermost mapping begin their lines.
    var yamlDocument: String {
        var text = ""
        write(indent: 0, to: &text)
        return text
    }

    private func write(indent: Int, to text: inout String) {
        switch content {
        case .nothing, .text:
            text += inline + "\n"
        case .list(let items):
            for item in items {
                text += String(repeating: " ", count: indent) + "- "
                item.writeItem(indent: indent + 2, to: &text)
            }
        case .map(let entries):
            for entry in entries {
                text += String(repeating: " ", count: indent)
                entry.write(indent: indent, to: &text)
            }
        }
    }

    /// Writes what stands behind `- `: the first key of a mapping stands on the same line.
    private func writeItem(indent: Int, to text: inout String) {
        guard case .map(let entries) = content, let first = entries.first else {
            text += inline + "\n"
            return
        }
        first.write(indent: indent, to: &text)
        for entry in entries.dropFirst() {
            text += String(repeating: " ", count: indent)
            entry.write(indent: indent, to: &text)
        }
    }

    /// True if the piece fits on one line: texts, lists of texts, small mappings.
    fileprivate var fitsLine: Bool {
        switch content {
        case .nothing, .text: true
        case .list(let items):
            items.isEmpty
                || items.allSatisfy { item in if case .text = item.content { true } else { false } }
        case .map(let entries):
            entries.isEmpty
                || entries.allSatisfy { $0.value.isLeaf && !$0.value.isNothing } && inline.utf8.count <= 100
        }
    }

    /// True if there is no mapping in it.
    private var isLeaf: Bool {
        switch content {
        case .nothing, .text: true
        case .list: fitsLine
        case .map: false
        }
    }

    /// The piece on one line.
    fileprivate var inline: String {
        switch content {
        case .nothing: ""
        case .text(let text): text.yamlScalar
        case .list(let items): "[" + items.map(\.inline).joined(separator: ", ") + "]"
        case .map(let entries):
            entries.isEmpty
                ? "{}"
                : "{ " + entries.map { "\($0.key.yamlScalar): \($0.value.inline)" }.joined(separator: ", ") + " }"
        }
    }

    fileprivate func writeBlock(indent: Int, to text: inout String) { write(indent: indent, to: &text) }
}

extension FileNode.Entry {
    /// Writes `key: value`, the value on lines of its own where it is large.
    fileprivate func write(indent: Int, to text: inout String) {
        text += key.yamlScalar + ":"
        if value.isNothing {
            text += "\n"
        } else if value.fitsLine {
            text += " " + value.inline + "\n"
        } else {
            text += "\n"
            value.writeBlock(indent: indent + 2, to: &text)
        }
    }
}

extension String {
    /// The text as a YAML scalar: plain where nobody could take it for something else, else in double quotes.
    var yamlScalar: String {
        if isPlainScalar { return self }
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case _ where scalar.needsEscape:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                // As short as can be: a key of more than 1,024 characters is none.
                let (sign, length) = scalar.value < 0x100 ? ("\\x", 2) : ("\\u", 4)
                text += sign + String(repeating: "0", count: length - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private var isPlainScalar: Bool {
        let bytes = Array(utf8)
        guard let first = bytes.first, let last = bytes.last, last != UInt8(ascii: " "), last != UInt8(ascii: ":")
        else {
            return false
        }
        guard first.isWordByte || first == UInt8(ascii: "/") || first == UInt8(ascii: "+") else { return false }
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                continue
            case UInt8(ascii: ":"):
                guard index + 1 < bytes.count, bytes[index + 1].isWordByte else { return false }
            default:
                guard byte.isWordByte else { return false }
            }
        }
        return true
    }
}

extension UInt8 {
    /// True if it is a letter or digit of ASCII.
    fileprivate var isWordByte: Bool {
        switch self {
        case 48...57, 65...90, 97...122: true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// True if YAML does not allow it unescaped, or a reader could not see it.
    fileprivate var needsEscape: Bool {
        switch value {
        case 0...0x1F, 0x7F...0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
