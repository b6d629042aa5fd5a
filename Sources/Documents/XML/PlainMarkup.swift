/// Reads the plainest of documents without libxml2: one line of ASCII, elements and text and nothing else.
///
/// So Adobe's tokens are written, and a simulation reads hundreds of thousands of them. Whatever else a document holds
/// (attributes, references, comments, blank texts, a slip) is left to libxml2, and so is what comes near a limit: the
/// result is the same, or there is none.
struct PlainMarkup {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var index = 0

    private init(_ bytes: [UInt8], _ limits: XMLLimits) {
        self.bytes = bytes
        depthLimit = min(limits.depth, 16)
    }

    /// The root of the document in `bytes`; nil if it is not that plain, or not well-formed.
    static func root(of bytes: [UInt8], limits: XMLLimits) -> XMLElement? {
        // Neither a name nor a text nor the number of nodes can be more than the whole.
        let whole = bytes.count
        guard whole <= limits.totalBytes, whole <= limits.textBytes, whole <= limits.nameBytes, whole <= limits.nodes,
            limits.depth > 0
        else { return nil }
        var reader = PlainMarkup(bytes, limits)
        return reader.document()
    }

    private mutating func document() -> XMLElement? {
        guard take(UInt8(ascii: "<")), let name = takeName() else { return nil }
        var open = [XMLElement(XMLName(name), line: 1)]
        while index < bytes.count {
            guard take(UInt8(ascii: "<")) else {
                guard let text = takeText() else { return nil }
                open[open.count - 1].children.append(.text(text))
                continue
            }
            if take(UInt8(ascii: "/")) {
                guard let name = takeName(), let closed = open.popLast(), closed.name.local == name else { return nil }
                if open.isEmpty { return index == bytes.count ? closed : nil }
                open[open.count - 1].children.append(.element(closed))
            } else {
                guard open.count < depthLimit, let name = takeName() else { return nil }
                open.append(XMLElement(XMLName(name), line: 1))
            }
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// A name of letters and digits, and the `>` behind it.
    private mutating func takeName() -> String? {
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): index += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9") where index > start: index += 1
            case UInt8(ascii: ">") where index > start:
                defer { index += 1 }
                return String(decoding: bytes[start..<index], as: UTF8.self)
            default: return nil
            }
        }
        return nil
    }

    /// Printable characters up to the next tag, not all of them blanks.
    private mutating func takeText() -> String? {
        let start = index
        var isBlank = true
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
            switch bytes[index] {
            case UInt8(ascii: "&"), UInt8(ascii: ">"), UInt8(ascii: "]"): return nil
            case 0x20: break
            case 0x21..<0x7F: isBlank = false
            default: return nil
            }
            index += 1
        }
        return isBlank ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
    }
}
