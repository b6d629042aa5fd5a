extension MarkupReader {
    /// Passes over an XML declaration, if one stands here: version 1.0, and no encoding but UTF-8.
    mutating func skipDeclaration() throws(Fallback) {
        guard bytes.has(MarkupMark.declaration, 6, at: index) else { return }
        index &+= 6
        guard try declares("version", oneOf: ["1.0"]) else { throw .leftToLibXML2 }
        _ = try declares("encoding", oneOf: ["utf-8", "UTF-8"])
        _ = try declares("standalone", oneOf: ["yes", "no"])
        skipSpaces()
        try expect(UInt8(ascii: "?"))
        try expect(UInt8(ascii: ">"))
    }

    /// Returns true if the declaration continues with `name` and one of the values, in quotes of either kind.
    private mutating func declares(_ name: String, oneOf values: [String]) throws(Fallback) -> Bool {
        let start = index
        skipSpaces()
        guard take(name) else {
            index = start
            return false
        }
        // The first blank was read with the mark.
        guard start < index &- name.utf8.count || bytes[start &- 1] == 0x20, take("=") else { throw .leftToLibXML2 }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .leftToLibXML2 }
        index &+= 1
        for value in values where take(value) {
            try expect(quote)
            return true
        }
        throw .leftToLibXML2
    }

    private mutating func skipSpaces() {
        while bytes[index] == 0x20 { index &+= 1 }
    }

    /// Passes over `text` if it comes next.
    private mutating func take(_ text: String) -> Bool {
        var end = index
        for byte in text.utf8 {
            guard bytes[end] == byte else { return false }
            end &+= 1
        }
        index = end
        return true
    }
}
