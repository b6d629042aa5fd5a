/// A document's bytes as UTF-8, with everything checked that libxml2 should never see.
///
/// The checks come before libxml2 because 2.9 takes a NUL byte for the end, decodes UTF-7 where a declaration says so,
/// and needs quadratic time for the attributes of a tag.
struct XMLInput {
    /// The document in UTF-8, without a byte order mark, every line end a line feed.
    private(set) var bytes: [UInt8]
    /// The form of the caller's bytes.
    private let form: Form
    /// The offsets in ``bytes`` at which a line feed stands for a carriage return and a line feed, in order.
    private var joinedLineEnds: [Int] = []

    private enum Form {
        case utf8(markLength: Int)
        case utf16
    }

    init(_ original: [UInt8], limits: XMLLimits) throws(XMLError) {
        let size = min(limits.totalBytes, Int(Int32.max))
        guard original.count <= size else { throw XMLError(.limit(name: "totalBytes", value: size), byteOffset: size) }
        switch (original.first, original.dropFirst().first) {
        case (0xFF, 0xFE): self.init(bytes: try transcode(original, lowByteFirst: true), form: .utf16)
        case (0xFE, 0xFF): self.init(bytes: try transcode(original, lowByteFirst: false), form: .utf16)
        case (0x3C, 0x00), (0x00, 0x3C):
            throw XMLError(.encoding("UTF-16 without a byte order mark"), line: 1, column: 1, byteOffset: 0)
        default:
            let hasMark = original.starts(with: [0xEF, 0xBB, 0xBF])
            self.init(
                bytes: hasMark ? Array(original.dropFirst(3)) : original,
                form: .utf8(markLength: hasMark ? 3 : 0)
            )
        }
        if let bad = firstInvalidUTF8(in: bytes.span, 0..<bytes.count) {
            // What the declaration names explains it.
            try checkDeclaration()
            throw error(.encoding("bytes that are not UTF-8"), at: bad)
        }
        if let nul = firstOffset(of: 0, in: bytes.span) { throw error(.nul, at: nul) }
        guard !bytes.allSatisfy(isSpace) else { throw error(.empty, at: 0) }
        // libxml2 would skip it and lose count of what it has consumed.
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw error(.malformed("a second byte order mark"), at: 0)
        }
        try checkDeclaration()
        normalizeLineEnds()
        var scanner = XMLMarkupScanner(limits: limits)
        if let (cause, offset) = scanner.firstFault(in: bytes.span) { throw error(cause, at: offset) }
    }

    private init(bytes: [UInt8], form: Form) {
        self.bytes = bytes
        self.form = form
    }

    /// An error at `offset` of the UTF-8, told in the caller's offsets.
    func error(_ cause: XMLError.Cause, at offset: Int) -> XMLError {
        var line = 1
        var lineStart = 0
        var index = 0
        let end = min(offset, bytes.count)
        while index < end {
            let byte = bytes[index]
            index &+= 1
            // The first checks come before carriage returns have become line feeds.
            let isAlone = byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A)
            guard byte == 0x0A || isAlone else { continue }
            line &+= 1
            lineStart = index
        }
        // In characters, as libxml2 counts them in the errors that it finds itself.
        let column = 1 &+ bytes[lineStart..<max(lineStart, end)].count { $0 & 0xC0 != 0x80 }
        return XMLError(cause, line: line, column: column, byteOffset: originalOffset(of: offset))
    }

    /// Returns the offset that the byte at `offset` of the UTF-8 had in the caller's bytes.
    func originalOffset(of offset: Int) -> Int {
        let joined = joinedLineEnds.count { $0 < offset }
        switch form {
        case .utf8(let markLength): return offset &+ markLength &+ joined
        case .utf16:
            var units = 1 &+ joined
            // Continuation bytes add no unit, leads of four bytes stand for two.
            for byte in bytes.prefix(offset) where byte & 0xC0 != 0x80 { units &+= byte >= 0xF0 ? 2 : 1 }
            return units &* 2
        }
    }

    /// Turns every line end into a line feed, as XML 1.0 §2.11 asks for before parsing.
    ///
    /// libxml2's push parser, under the pull reader, forgets it in CDATA sections.
    private mutating func normalizeLineEnds() {
        guard let first = firstOffset(of: 0x0D, in: bytes.span) else { return }
        var output = Array(bytes[..<first])
        output.reserveCapacity(bytes.count)
        var index = first
        while index < bytes.count {
            if bytes[index] == 0x0D {
                if index &+ 1 < bytes.count, bytes[index &+ 1] == 0x0A {
                    joinedLineEnds.append(output.count)
                    index &+= 1
                }
                output.append(0x0A)
            } else {
                output.append(bytes[index])
            }
            index &+= 1
        }
        bytes = output
    }

    /// Refuses a declaration that names another version or another encoding.
    ///
    /// Between UTF-8 and UTF-16 the bytes decide: .NET labels as UTF-16 what it then sends as UTF-8.
    private func checkDeclaration() throws(XMLError) {
        // XML 1.1 has other line ends and other characters: what is read as 1.0 would be two documents.
        if let (version, offset) = declared("version"), version != "1.0" {
            throw error(.malformed("the version \(version.quoted): only XML 1.0 is read"), at: offset)
        }
        guard let (name, offset) = declared("encoding") else { return }
        switch ExactText(name.lowercased()) {
        case "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be": return
        case "us-ascii", "ascii":
            if let high = bytes.firstIndex(where: { $0 >= 0x80 }) {
                throw error(.encoding("a byte above 0x7F in what is declared as \(name)"), at: high)
            }
        default: throw error(.encoding("the declared encoding \(name.quoted)"), at: offset)
        }
    }

    /// Returns the value of `pseudoAttribute` in the XML declaration, and its place.
    private func declared(_ pseudoAttribute: String) -> (value: String, offset: Int)? {
        guard bytes.starts(with: "<?xml".utf8), bytes.count > 5, isSpace(bytes[5]) else { return nil }
        let key = Array(pseudoAttribute.utf8)
        var index = 5
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") {
                return nil
            } else if byte == key[0], bytes[index...].starts(with: key) {
                var start = index &+ key.count
                while start < bytes.count, isSpace(bytes[start]) || bytes[start] == UInt8(ascii: "=") { start &+= 1 }
                guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
                else { return nil }
                let name = bytes[(start &+ 1)...].prefix { $0 != bytes[start] && $0 > 0x20 && $0 < 0x7F }.prefix(64)
                return (String(decoding: name, as: UTF8.self), start &+ 1)
            }
            index &+= 1
        }
        return nil
    }
}

/// The UTF-8 of UTF-16 that begins with a byte order mark: every half pair and every odd byte is an error.
private func transcode(_ bytes: [UInt8], lowByteFirst: Bool) throws(XMLError) -> [UInt8] {
    guard bytes.count & 1 == 0 else {
        throw XMLError(.encoding("UTF-16 with half a unit at its end"), byteOffset: bytes.count &- 1)
    }
    func unit(at index: Int) -> UInt32 {
        let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index &+ 1]))
        return lowByteFirst ? second << 8 | first : first << 8 | second
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 2
    while index < bytes.count {
        var scalar = unit(at: index)
        let start = index
        index &+= 2
        if scalar & 0xF800 == 0xD800 {
            guard scalar < 0xDC00, index < bytes.count, unit(at: index) & 0xFC00 == 0xDC00 else {
                throw XMLError(.encoding("half a surrogate pair in UTF-16"), byteOffset: start)
            }
            scalar = 0x10000 &+ ((scalar & 0x3FF) << 10 | unit(at: index) & 0x3FF)
            index &+= 2
        }
        guard scalar != 0 else { throw XMLError(.nul, byteOffset: start) }
        if let character = Unicode.Scalar(scalar) {
            output += UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
        }
    }
    return output
}
