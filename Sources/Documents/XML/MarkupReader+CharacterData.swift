extension MarkupReader {
    /// Reads the text up to the next tag, comment, section or instruction.
    mutating func readText() throws(Doubt) {
        let start = index
        var isVerbatim = true
        while true {
            index = bytes.next(UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "]"), from: index)
            switch bytes[index] {
            case UInt8(ascii: "<"):
                try countNode()
                nodes.push(.text(try string(ByteRange(start, index), isVerbatim: isVerbatim, isAttribute: false)))
                return
            case UInt8(ascii: "&"):
                isVerbatim = false
                _ = try bytes.skipReference(&index)
            case UInt8(ascii: "]"):
                guard !bytes.has(Mark.sectionEnd, 3, at: index) else { throw .leftToLibXML2 }
                index &+= 1
            default: try skipUncommon()
            }
        }
    }

    /// Passes over an attribute's value up to its quote, and says whether it stands in the bytes as it is.
    mutating func skipAttributeValue(_ quote: UInt8) throws(Doubt) -> Bool {
        var isVerbatim = true
        while true {
            index = bytes.next(quote, UInt8(ascii: "&"), UInt8(ascii: "<"), from: index)
            switch bytes[index] {
            case quote: return isVerbatim
            case UInt8(ascii: "&"):
                isVerbatim = false
                _ = try bytes.skipReference(&index)
            case UInt8(ascii: "<"): throw .leftToLibXML2
            case let byte:
                // Tabs and line feeds become blanks.
                if byte < 0x20 { isVerbatim = false }
                try skipUncommon()
            }
        }
    }

    /// Reads the comment that begins here.
    mutating func readComment() throws(Doubt) {
        guard bytes.has(Mark.comment, 4, at: index) else { throw .leftToLibXML2 }
        index &+= 4
        let start = index
        // What HTML takes for the end of the comment, though XML does not.
        guard bytes[index] != UInt8(ascii: ">"), !bytes.has(Mark.dashEnd, 2, at: index) else { throw .leftToLibXML2 }
        while true {
            try skipText(to: UInt8(ascii: "-"))
            if bytes[index &+ 1] == UInt8(ascii: "-") { break }
            index &+= 1
        }
        try countNode()
        nodes.push(.comment(try string(ByteRange(start, index), isVerbatim: true, isAttribute: false)))
        index &+= 2
        try expect(UInt8(ascii: ">"))
    }

    /// Reads the CDATA section that begins here.
    mutating func readSection() throws(Doubt) {
        guard bytes.has(Mark.section, 8, at: index), bytes[index &+ 8] == UInt8(ascii: "[") else {
            throw .leftToLibXML2
        }
        // libxml2 makes one of two sections next to each other.
        if let tag = open.last, nodes.count > tag.firstChild, case .cdata? = nodes.last { throw .leftToLibXML2 }
        index &+= 9
        let start = index
        while true {
            try skipText(to: UInt8(ascii: "]"))
            if bytes.has(Mark.sectionEnd, 3, at: index) { break }
            index &+= 1
        }
        try countNode()
        nodes.push(.cdata(try string(ByteRange(start, index), isVerbatim: true, isAttribute: false)))
        index &+= 3
    }

    /// Reads the processing instruction that begins here.
    mutating func readInstruction() throws(Doubt) {
        index &+= 2
        let nameStart = index
        try skipName()
        let target = bytes.string(ByteRange(nameStart, index))
        // `xml` in any case is reserved, and libxml2 knows `xml-stylesheet` and `oasis-xml-catalog`.
        guard !target.utf8.contains(UInt8(ascii: "-")), target.prefix(3).lowercased() != "xml" else {
            throw .leftToLibXML2
        }
        let isSeparate = try skipBlanks()
        let start = index
        while true {
            try skipText(to: UInt8(ascii: "?"))
            if bytes[index &+ 1] == UInt8(ascii: ">") { break }
            index &+= 1
        }
        guard isSeparate || start == index else { throw .leftToLibXML2 }
        try countNode()
        let data = try string(ByteRange(start, index), isVerbatim: true, isAttribute: false)
        nodes.push(.processingInstruction(target: target, data: data))
        index &+= 2
    }

    /// Passes over an XML declaration, if one stands here: version 1.0, and no encoding but UTF-8.
    mutating func skipDeclaration() throws(Doubt) {
        guard bytes.has(Mark.declaration, 6, at: index) else { return }
        index &+= 6
        guard try declares("version", oneOf: ["1.0"]) else { throw .leftToLibXML2 }
        _ = try declares("encoding", oneOf: ["utf-8", "UTF-8"])
        _ = try declares("standalone", oneOf: ["yes", "no"])
        skipSpaces()
        try expect(UInt8(ascii: "?"))
        try expect(UInt8(ascii: ">"))
    }

    /// Whether the declaration goes on with `name` and one of the values, in quotes of either kind.
    private mutating func declares(_ name: String, oneOf values: [String]) throws(Doubt) -> Bool {
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

    /// Passes over characters up to the next `stop`.
    private mutating func skipText(to stop: UInt8) throws(Doubt) {
        while true {
            index = bytes.next(stop, stop, stop, from: index)
            if bytes[index] == stop { return }
            try skipUncommon()
        }
    }

    /// Passes over a character that is no printable one of ASCII: a tab, a line feed, or one of several bytes.
    private mutating func skipUncommon() throws(Doubt) {
        switch bytes[index] {
        case 0x0A:
            line &+= 1
            index &+= 1
        case 0x09, 0x7F: index &+= 1
        case 0x0D: throw .carriageReturn
        case 0x80...: index &+= try bytes.sequenceLength(at: index)
        default: throw .leftToLibXML2
        }
    }

    /// The text in `range`, as it is or with its references resolved, and blanks for tabs and line feeds in attributes.
    func string(_ range: ByteRange, isVerbatim: Bool, isAttribute: Bool) throws(Doubt) -> String {
        if isVerbatim {
            guard range.count <= limits.textBytes else { throw .leftToLibXML2 }
            return bytes.string(range)
        }
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        var index = range.start
        while index < range.end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "&") {
                let character = try bytes.skipReference(&index)
                text.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
            } else {
                text.append(isAttribute && byte < 0x20 ? 0x20 : byte)
                index &+= 1
            }
        }
        guard text.count <= limits.textBytes else { throw .leftToLibXML2 }
        return String(decoding: text, as: UTF8.self)
    }
}

/// What markup begins and ends with, the first byte the lowest.
private enum Mark {
    // `<!--`
    static let comment: UInt64 = 0x2D_2D_21_3C
    // `->`
    static let dashEnd: UInt64 = 0x3E_2D
    // `<![CDATA`, of `<![CDATA[`
    static let section: UInt64 = 0x41_54_41_44_43_5B_21_3C
    // `]]>`
    static let sectionEnd: UInt64 = 0x3E_5D_5D
    // `<?xml `
    static let declaration: UInt64 = 0x20_6C_6D_78_3F_3C
}
