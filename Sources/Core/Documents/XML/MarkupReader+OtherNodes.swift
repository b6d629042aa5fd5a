extension MarkupReader {
    /// Reads the comment that begins here.
    mutating func readComment() throws(Fallback) {
        guard bytes.has(MarkupMark.comment, 4, at: index) else { throw .leftToLibXML2 }
        index &+= 4
        let start = index
        // What HTML takes for the end of the comment, though XML does not.
        guard bytes[index] != UInt8(ascii: ">"), !bytes.has(MarkupMark.dashEnd, 2, at: index) else {
            throw .leftToLibXML2
        }
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
    mutating func readSection() throws(Fallback) {
        guard bytes.has(MarkupMark.section, 8, at: index), bytes[index &+ 8] == UInt8(ascii: "[") else {
            throw .leftToLibXML2
        }
        // libxml2 makes one of two sections next to each other.
        if let tag = open.last, nodes.count > tag.firstChild, case .cdata? = nodes.last { throw .leftToLibXML2 }
        index &+= 9
        let start = index
        while true {
            try skipText(to: UInt8(ascii: "]"))
            if bytes.has(MarkupMark.sectionEnd, 3, at: index) { break }
            index &+= 1
        }
        try countNode()
        nodes.push(.cdata(try string(ByteRange(start, index), isVerbatim: true, isAttribute: false)))
        index &+= 3
    }

    /// Reads the processing instruction that begins here.
    mutating func readInstruction() throws(Fallback) {
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
}
