import Documents

/// Replaces values in texts, each wherever it is a word of its own and in whatever spelling it stands.
///
/// All are looked for at once: a text is gone through once for all of them, and once more for what its Base64 stands for.
struct TextReplacer: Hashable, Sendable {
    /// A value in one of its spellings.
    private struct Pattern: Hashable, Sendable {
        var bytes: [UInt8]
        /// The place of the four bytes that it is found by.
        var anchor: Int
        @ExactText var replacement: String
        var spelling: Spelling
        /// True if all spellings are the same: what is around it says how the other one is written.
        var isPlain: Bool
        /// True if it is a number in JSON, and the other one is not.
        var losesNumber: Bool
        /// True if the other one has characters that mean something in a document.
        var hasMarks: Bool
        /// True if it is an address, which goes on where a path does.
        var isURL: Bool
    }

    private var patterns: [Pattern] = []
    /// The patterns by the four bytes at their anchor.
    private var places: [UInt32: [Int]] = [:]
    /// Whether anything is found by four bytes with this hash: most places of a text end here.
    private var filter = [UInt64](repeating: 0, count: 64)

    /// A shorter value stands in too many places that mean something else: 4.
    static let shortest = 4

    /// True if nothing is replaced.
    var isEmpty: Bool { patterns.isEmpty }

    /// From now on `value` is replaced by `replacement`; nothing if it is too short to be looked for.
    mutating func replace(_ value: String, by replacement: String, isURL: Bool = false) {
        guard value.utf8.count >= Self.shortest, ExactText(value) != replacement else { return }
        var seen: Set<[UInt8]> = []
        let isPlain = value.utf8.allSatisfy { isAlphanumeric($0) || "-._~".utf8.contains($0) }
        let losesNumber = JSONNumber(value) != nil && JSONNumber(replacement) == nil
        let hasMarks = replacement.utf8.contains { $0 < 0x20 || "&<>\"'\\".utf8.contains($0) }
        for spelling in Spelling.allCases {
            let bytes = Array(spelling(value).utf8)
            guard seen.insert(bytes).inserted else { continue }
            let anchor = Self.anchor(of: bytes)
            let key = Self.key(bytes, at: anchor)
            filter[Self.word(key)] |= 1 << (UInt64(Self.hash(key)) & 63)
            places[key, default: []].append(patterns.count)
            patterns.append(
                Pattern(
                    bytes: bytes,
                    anchor: anchor,
                    replacement: replacement,
                    spelling: spelling,
                    isPlain: isPlain,
                    losesNumber: losesNumber,
                    hasMarks: hasMarks,
                    isURL: isURL
                )
            )
        }
    }

    /// From now on `value` stays.
    mutating func forget(_ value: String) {
        for spelling in Spelling.allCases {
            let bytes = Array(spelling(value).utf8)
            guard bytes.count >= Self.shortest else { continue }
            places[Self.key(bytes, at: Self.anchor(of: bytes))]?.removeAll { patterns[$0].bytes == bytes }
        }
    }

    /// The place of the four bytes that a value is found by: tokens of a kind begin alike.
    private static func anchor(of bytes: [UInt8]) -> Int { bytes.count > 64 ? 24 : 0 }

    private static func key(_ bytes: [UInt8], at index: Int) -> UInt32 {
        UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8
            | UInt32(bytes[index + 3])
    }

    private static func hash(_ key: UInt32) -> UInt32 { (key &* 0x9E37_79B1) >> 20 }
    private static func word(_ key: UInt32) -> Int { Int(hash(key) >> 6) }

    // MARK: Replacing

    /// Returns `text` with all values replaced; nil if none is in it.
    func replacing(_ text: String, in surroundings: Surroundings = .text) -> String? {
        guard !isEmpty else { return nil }
        return replacing(Array(text.utf8), in: surroundings).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns `bytes` with all values replaced; nil if none is in them.
    func replacing(_ bytes: [UInt8], in surroundings: Surroundings = .text) -> [UInt8]? {
        isEmpty ? nil : replacing(bytes, in: surroundings, depth: 0)
    }

    /// Base64 in Base64 is opened so often: 3.
    private static let deepest = 3

    private func replacing(_ bytes: [UInt8], in surroundings: Surroundings, depth: Int) -> [UInt8]? {
        guard bytes.count >= Self.shortest else { return nil }
        var edits = plainEdits(in: bytes, surroundings)
        if depth < Self.deepest {
            let found = edits
            var next = 0
            for run in Base64Run.all(in: bytes) {
                // Both are in order.
                while next < found.count, found[next].range.upperBound <= run.range.lowerBound { next += 1 }
                if next < found.count, found[next].range.overlaps(run.range) { continue }
                guard let inner = replacing(run.bytes, in: .init(run.bytes), depth: depth + 1) else { continue }
                edits.append(ByteEdit(range: run.range, bytes: run.written(inner, isInURL: surroundings == .url)))
            }
        }
        guard !edits.isEmpty else { return nil }
        return bytes.applying(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    /// The values that stand in a text as they are spelled, none within another: the first, and of those the longest.
    private func plainEdits(in bytes: [UInt8], _ surroundings: Surroundings) -> [ByteEdit] {
        var found: [(range: Range<Int>, pattern: Int)] = []
        var key = UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
        for last in 3..<bytes.count {
            key = key << 8 | UInt32(bytes[last])
            guard filter[Self.word(key)] & (1 << (UInt64(Self.hash(key)) & 63)) != 0, let indices = places[key] else {
                continue
            }
            for index in indices {
                let pattern = patterns[index]
                let start = last - 3 - pattern.anchor
                guard start >= 0, start + pattern.bytes.count <= bytes.count else { continue }
                let range = start..<start + pattern.bytes.count
                guard bytes[range].elementsEqual(pattern.bytes), isWord(range, of: bytes, pattern) else { continue }
                found.append((range, index))
            }
        }
        found.sort { one, other in
            one.range.lowerBound != other.range.lowerBound
                ? one.range.lowerBound < other.range.lowerBound : one.range.upperBound > other.range.upperBound
        }
        var edits: [ByteEdit] = []
        var end = 0
        var document = DocumentReading(of: surroundings)
        for (range, index) in found where range.lowerBound >= end {
            let pattern = patterns[index]
            let isLookedAt = surroundings.isDocument && (pattern.hasMarks || pattern.losesNumber)
            let place = isLookedAt ? document.surroundings(at: range.lowerBound, of: bytes) : [surroundings]
            edits.append(ByteEdit(range: range, bytes: written(pattern, at: range, of: bytes, place)))
            end = range.upperBound
        }
        return edits
    }

    // MARK: What is around a value

    /// Checks whether the value stands by itself: it is no part of a longer word, and an address no part of a longer one.
    private func isWord(_ range: Range<Int>, of bytes: [UInt8], _ pattern: Pattern) -> Bool {
        if let first = pattern.bytes.first, isAlphanumeric(first), range.lowerBound > 0,
            isAlphanumeric(bytes[range.lowerBound - 1]), !endsEscape(bytes, at: range.lowerBound)
        {
            return false
        }
        guard range.upperBound < bytes.count else { return true }
        let next = bytes[range.upperBound]
        if pattern.isURL {
            if isAlphanumeric(next) || "/._~-:@".utf8.contains(next) { return false }
            let isSlash = bytes[range.upperBound...].prefix(3).map(lowercasedASCII).elementsEqual("%2f".utf8)
            return !isSlash && !bytes[range.upperBound...].starts(with: "\\/".utf8)
        }
        guard let last = pattern.bytes.last, isAlphanumeric(last) else { return true }
        return !isAlphanumeric(next)
    }

    /// Checks whether the byte before `index` is the end of an escape rather than a letter: `%3D`, `\n`, `\u0026`.
    private func endsEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        if index >= 3, bytes[index - 3] == UInt8(ascii: "%") {
            return Hexadecimal.value(of: bytes[index - 2]) != nil && Hexadecimal.value(of: bytes[index - 1]) != nil
        }
        if index >= 2, bytes[index - 2] == UInt8(ascii: "\\") { return true }
        return index >= 6 && bytes[index - 6] == UInt8(ascii: "\\") && bytes[index - 5] == UInt8(ascii: "u")
    }

    private func written(
        _ pattern: Pattern,
        at range: Range<Int>,
        of bytes: [UInt8],
        _ surroundings: [Surroundings]
    ) -> [UInt8] {
        guard pattern.spelling == .plain else { return Array(pattern.spelling(pattern.replacement).utf8) }
        let value = pattern.replacement
        let (inner, outer) = (surroundings.last ?? .text, surroundings.dropLast().reversed())
        func spelled(_ text: String) -> [UInt8] { Array(outer.reduce(text) { $1.spelling($0) }.utf8) }
        if pattern.losesNumber, isNumber(range, of: bytes, inner) { return spelled(#""\#(inner.spelling(value))""#) }
        guard pattern.isPlain else { return spelled(inner.spelling(value)) }
        let before = bytes[..<range.lowerBound].suffix(48)
        if before.suffix(3).map(lowercasedASCII).elementsEqual("%3d".utf8) {
            return Array(Spelling.componentTwice(value).utf8)
        }
        let isEncoded = before.suffix(3).first == UInt8(ascii: "%") && endsEscape(bytes, at: range.lowerBound)
        // In a text of any other kind a slash may be one between words.
        let isSegment = inner != .text && inner != .form && before.last == UInt8(ascii: "/")
        if isEncoded || isSegment || isQueryValue(before, in: inner) { return Array(Spelling.component(value).utf8) }
        return spelled(inner.spelling(value))
    }

    /// Checks whether a number stands by itself, not in a string: where one is expected that is no number, it becomes a string.
    private func isNumber(_ range: Range<Int>, of bytes: [UInt8], _ surroundings: Surroundings) -> Bool {
        switch surroundings {
        case .json: return true
        case .script:
            let before = bytes[..<range.lowerBound].last { !isSpace($0) }
            let after = bytes[range.upperBound...].first { !isSpace($0) }
            return before.map { ":=,([".utf8.contains($0) } ?? false && after.map { ",;)]}".utf8.contains($0) } ?? true
        case .text, .url, .jsonString, .markup, .verbatim, .cdata, .form: return false
        }
    }

    /// Checks whether what follows is the value of a query: a name and an equals sign after a question mark or ampersand, or at
    /// the beginning of a form.
    private func isQueryValue(_ before: ArraySlice<UInt8>, in surroundings: Surroundings) -> Bool {
        guard before.last == UInt8(ascii: "=") else { return false }
        let name = before.dropLast().reversed().prefix { isAlphanumeric($0) || "-_.;".utf8.contains($0) }
        guard !name.isEmpty else { return false }
        guard let mark = before.dropLast(name.count + 1).last else {
            return surroundings == .form && before.startIndex == 0
        }
        return mark == UInt8(ascii: "?") || mark == UInt8(ascii: "&")
    }
}
