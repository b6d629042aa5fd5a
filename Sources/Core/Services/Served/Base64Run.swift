import Documents

/// Base64 within a text: digits in a row, those that have a meaning there escaped or not.
struct Base64Run {
    /// Its place in the text, padding included.
    let range: Range<Int>
    /// What it stands for.
    let bytes: [UInt8]
    private let writing: Base64.Writing
    private let escape: Escape

    /// How `+`, `/` and `=` are written.
    private enum Escape {
        case none
        case percent(isUpper: Bool)
        /// `\/` for a slash.
        case slash
    }

    /// A shorter one holds no value that is looked for: 8.
    private static let shortest = 8

    /// Returns the runs in `text` that are Base64, from left to right.
    ///
    /// A slash is a digit and ends a segment of a path; where the whole is not Base64, or not of anything, its segments may be.
    static func all(in text: [UInt8]) -> [Base64Run] {
        var runs: [Base64Run] = []
        var index = 0
        while index < text.count {
            guard digit(in: text, at: index) != nil else {
                index += 1
                continue
            }
            let start = index
            var hasSlash = false
            while let (byte, length) = digit(in: text, at: index) {
                hasSlash = hasSlash || byte == UInt8(ascii: "/")
                index += length
            }
            if index - start >= shortest { add(start..<index, of: text, hasSlash: hasSlash, to: &runs) }
        }
        return runs
    }

    private static func add(_ range: Range<Int>, of text: [UInt8], hasSlash: Bool, to runs: inout [Base64Run]) {
        if let run = Base64Run(range, of: text), !hasSlash || run.isOfText { return runs.append(run) }
        guard hasSlash else { return }
        for segment in text[range].split(separator: UInt8(ascii: "/")) where segment.count >= shortest {
            if let run = Base64Run(segment.startIndex..<segment.endIndex, of: text) { runs.append(run) }
        }
    }

    /// True if it begins like a text, of which every value that is looked for is a part.
    private var isOfText: Bool {
        bytes.prefix(3).allSatisfy { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }
    }

    private init?(_ digits: Range<Int>, of text: [UInt8]) {
        var plain: [UInt8] = []
        plain.reserveCapacity(digits.count)
        var escape = Escape.none
        var index = digits.lowerBound
        while index < digits.upperBound, let (byte, length) = Self.digit(in: text, at: index) {
            plain.append(byte)
            if length == 3 { escape = .percent(isUpper: text[index + 2] < UInt8(ascii: "a")) }
            if length == 2 { escape = .slash }
            index += length
        }
        guard plain.count % 4 != 1 else { return nil }
        // A digit more than the padding has room for begins something else.
        while plain.count % 4 != 0, let (length, isUpper) = Self.padding(in: text, at: index) {
            plain.append(UInt8(ascii: "="))
            if length == 3 { escape = .percent(isUpper: isUpper) }
            index += length
        }
        guard let reading = try? Base64.read(plain, allowsTrailingBits: true) else { return nil }
        (range, bytes, writing) = (digits.lowerBound..<index, reading.bytes, reading.writing)
        self.escape = escape
    }

    /// Returns other bytes written in the same way.
    ///
    /// - Parameters:
    ///   - other: The bytes.
    ///   - isInURL: Whether they stand in a URL, where digits with a meaning of their own are escaped.
    /// - Returns: Their Base64.
    func written(_ other: [UInt8], isInURL: Bool) -> [UInt8] {
        let text = Base64.encode(other, as: writing)
        var escape = escape
        if case .none = escape, isInURL, !text.utf8.elementsEqual(Base64.encode(bytes, as: writing).utf8) {
            let hadMarks = Base64.encode(bytes, as: writing).utf8.contains { !isAlphanumeric($0) }
            if !hadMarks { escape = .percent(isUpper: true) }
        }
        switch escape {
        case .none: return Array(text.utf8)
        case .slash:
            return text.utf8.flatMap { $0 == UInt8(ascii: "/") ? Array("\\/".utf8) : [$0] }
        case .percent(let isUpper):
            return text.utf8.flatMap { byte -> [UInt8] in
                isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    ? [byte]
                    : [
                        UInt8(ascii: "%"), Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte, isUpper: isUpper),
                    ]
            }
        }
    }

    /// The digit at `index`, decoded, and how many bytes it takes; nil if there is none.
    private static func digit(in text: [UInt8], at index: Int) -> (byte: UInt8, length: Int)? {
        guard index < text.count else { return nil }
        let byte = text[index]
        if isAlphanumeric(byte) { return (byte, 1) }
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"): return (byte, 1)
        case UInt8(ascii: "\\"):
            guard index + 1 < text.count, text[index + 1] == UInt8(ascii: "/") else { return nil }
            return (UInt8(ascii: "/"), 2)
        case UInt8(ascii: "%"):
            guard index + 2 < text.count, text[index + 1] == UInt8(ascii: "2") else { return nil }
            switch lowercasedASCII(text[index + 2]) {
            case UInt8(ascii: "b"): return (UInt8(ascii: "+"), 3)
            case UInt8(ascii: "f"): return (UInt8(ascii: "/"), 3)
            default: return nil
            }
        default: return nil
        }
    }

    private static func padding(in text: [UInt8], at index: Int) -> (length: Int, isUpper: Bool)? {
        guard index < text.count else { return nil }
        if text[index] == UInt8(ascii: "=") { return (1, true) }
        guard text[index] == UInt8(ascii: "%"), index + 2 < text.count, text[index + 1] == UInt8(ascii: "3"),
            lowercasedASCII(text[index + 2]) == UInt8(ascii: "d")
        else { return nil }
        return (3, text[index + 2] == UInt8(ascii: "D"))
    }
}
