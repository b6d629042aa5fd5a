import Documents

/// Codes and ids that are too short to be searched for anywhere: they are replaced where they stand as a whole word.
///
/// A one-time code has six to eight digits, many a user's id seven. A page says them to a person, and a path ends with one.
struct KnownWords: Sendable {
    private var pseudonyms: [Bytes: [UInt8]] = [:]
    /// A bit for each length that there is.
    private var lengths: UInt32 = 0

    var isEmpty: Bool { pseudonyms.isEmpty }

    mutating func insert(_ value: [UInt8], _ pseudonym: [UInt8]) {
        guard value.count < UInt32.bitWidth, pseudonym.count == value.count else { return }
        pseudonyms[Bytes(value)] = pseudonym
        lengths |= 1 << UInt32(value.count)
    }

    mutating func remove(_ value: Bytes) { pseudonyms[value] = nil }

    /// The text with every such word replaced, or nil if there is none.
    func replacing(_ text: [UInt8]) -> [UInt8]? {
        guard !isEmpty else { return nil }
        var edits = Edits(text[...])
        var index = 0
        while index < text.count {
            index += Self.escape(in: text, at: index)
            var end = index
            while end < text.count, isAlphanumeric(text[end]) { end += 1 }
            let word = index..<end
            index = max(end, index + 1)
            guard word.count < UInt32.bitWidth, lengths & 1 << UInt32(word.count) != 0, !isPartOfNumber(word, in: text),
                let pseudonym = pseudonyms[Bytes(Array(text[word]))]
            else { continue }
            edits.replace(word, with: pseudonym)
        }
        return edits.result()
    }

    /// Bytes of an escape that begins here: its letters and digits belong to no word.
    private static func escape(in text: [UInt8], at index: Int) -> Int {
        guard index < text.count else { return 0 }
        let transport: Transport
        switch text[index] {
        case 0x25: transport = .percent
        case 0x5C: transport = .json
        case 0x26: transport = .xml
        default: return 0
        }
        let length = transport.unit(in: text[...], at: index).length
        return length > 1 ? length : 0
    }

    /// Checks whether digits belong to a number with a fraction.
    private func isPartOfNumber(_ word: Range<Int>, in text: [UInt8]) -> Bool {
        guard text[word].allSatisfy(isDigit) else { return false }
        let before = word.lowerBound
        if before >= 2, text[before - 1] == 0x2E, isDigit(text[before - 2]) { return true }
        let after = word.upperBound
        return after + 1 < text.count && text[after] == 0x2E && isDigit(text[after + 1])
    }
}
