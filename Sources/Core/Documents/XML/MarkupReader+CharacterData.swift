extension MarkupReader {
    /// Reads the text up to the next tag, comment, section or instruction.
    mutating func readText() throws(Fallback) {
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
                guard !bytes.has(MarkupMark.sectionEnd, 3, at: index) else { throw .leftToLibXML2 }
                index &+= 1
            default: try skipUncommon()
            }
        }
    }

    /// Passes over an attribute's value up to its quote, and says whether it stands in the bytes as it is.
    mutating func skipAttributeValue(_ quote: UInt8) throws(Fallback) -> Bool {
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

    /// Passes over characters up to the next `stop`.
    mutating func skipText(to stop: UInt8) throws(Fallback) {
        while true {
            index = bytes.next(stop, stop, stop, from: index)
            if bytes[index] == stop { return }
            try skipUncommon()
        }
    }

    /// Passes over a character that is no printable one of ASCII: a tab, a line feed, or one of several bytes.
    private mutating func skipUncommon() throws(Fallback) {
        switch bytes[index] {
        case 0x0A:
            line &+= 1
            index &+= 1
        case 0x09: index &+= 1
        case 0x0D: throw .carriageReturn
        case 0x80...: index &+= try bytes.sequenceLength(at: index)
        default: throw .leftToLibXML2
        }
    }

    /// The text in `range`, as it is or with its references resolved, and blanks for tabs and line feeds in attributes.
    func string(_ range: ByteRange, isVerbatim: Bool, isAttribute: Bool) throws(Fallback) -> String {
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
