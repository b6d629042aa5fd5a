/// A text in Base64 inside another: its bytes, and where each of its digits stands.
///
/// A change touches the digits that must change and no others: line breaks, padding and the alphabet stay as they are
/// written, and so do the bits after the last byte that no one reads.
package struct Base64Spelling {
    private let source: [UInt8]
    private let range: Range<Int>
    private let writing: Base64.Writing
    /// True if it must not be padded, which a text that needs no padding does not tell.
    private let isNeverPadded: Bool
    /// The places of the digits; all in a row where there is no white space.
    private let digits: Digits
    /// The bytes that the digits stand for.
    package let bytes: [UInt8]

    /// The text that stands at `range` of `source`; nil where that is not Base64.
    package init?(_ source: [UInt8], _ range: Range<Int>, isNeverPadded: Bool = false) {
        guard !range.isEmpty, let reading = try? Base64.read(Array(source[range]), allowsTrailingBits: true),
            !reading.bytes.isEmpty
        else { return nil }
        self.source = source
        self.range = range
        self.isNeverPadded = isNeverPadded
        writing = reading.writing
        bytes = reading.bytes
        digits =
            reading.hasWhitespace
            ? .scattered(range.filter { reading.writing.alphabet.holds(source[$0]) })
            : .row(range.lowerBound..<range.lowerBound + (reading.bytes.count * 8 + 5) / 6)
    }

    private enum Digits {
        case row(Range<Int>)
        case scattered([Int])

        var count: Int {
            switch self {
            case .row(let range): range.count
            case .scattered(let places): places.count
            }
        }

        /// The place of the digit of this number.
        subscript(index: Int) -> Int {
            switch self {
            case .row(let range): range.lowerBound + index
            case .scattered(let places): places[index]
            }
        }
    }

    /// The changes of the source that change the bytes as `edits` do.
    package func lifted(_ edits: [ByteEdit]) -> [ByteEdit] {
        let moved = bytes.applying(edits)
        guard moved.count == bytes.count else { return [rewritten(written(moved[...]))] }
        // Outside of them nothing differs.
        let end = min(edits.lazy.map(\.range.upperBound).max() ?? 0, bytes.count)
        let edited = min(edits.lazy.map(\.range.lowerBound).min() ?? 0, end)..<end
        guard let first = edited.first(where: { bytes[$0] != moved[$0] }),
            let last = edited.last(where: { bytes[$0] != moved[$0] })
        else { return [] }
        // Three bytes are four digits.
        let start = first / 3
        let written = written(moved[start * 3..<min((last / 3 + 1) * 3, bytes.count)])
        let final = start * 4 + written.count - 1
        // With what stands between the digits.
        let place = digits[start * 4]..<digits[final] + 1
        var changed = Array(source[place])
        for (offset, digit) in written.enumerated() {
            changed[digits[start * 4 + offset] - place.lowerBound] = digit
        }
        if final == digits.count - 1 {
            changed[changed.count - 1] = withSpareBits(changed[changed.count - 1], of: source[digits[final]])
        }
        return [ByteEdit(range: place, bytes: changed)]
    }

    private func written(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Base64.encoded(bytes, alphabet: writing.alphabet, padding: false)
    }

    /// The whole text with other digits, which are more or fewer: line breaks stand after as many digits as before.
    private func rewritten(_ written: [UInt8]) -> ByteEdit {
        // Nothing tells for a text that needs no padding: whoever writes for URLs leaves it out.
        let isStandard = writing.isPadded && writing.alphabet == .standard && !isNeverPadded
        let isPadded = source[range].contains(UInt8(ascii: "=")) || isStandard
        var rest = written[...]
        var output: [UInt8] = []
        output.reserveCapacity(range.count + 8)
        var end = digits.count == 0 ? range.lowerBound : digits[digits.count - 1] + 1
        for index in range.lowerBound..<end {
            if isSpace(source[index]) {
                output.append(source[index])
            } else if let digit = rest.popFirst() {
                output.append(digit)
            }
        }
        output += rest
        if isPadded { output += [UInt8](repeating: UInt8(ascii: "="), count: (4 - written.count % 4) % 4) }
        while end < range.upperBound, source[end] == UInt8(ascii: "=") { end += 1 }
        return ByteEdit(range: range.lowerBound..<end, bytes: output)
    }

    /// The digit with the bits of `old` that belong to no byte.
    private func withSpareBits(_ digit: UInt8, of old: UInt8) -> UInt8 {
        let spare: UInt8
        switch digits.count % 4 {
        case 2: spare = 15
        case 3: spare = 3
        default: return digit
        }
        // Four digits are three bytes, of which the first has all bits of the first digit.
        let end = [digit, old].map { try? Base64.read([$0] + Array("AAA".utf8)).bytes.first.map { $0 >> 2 } }
        guard let new = end[0] ?? nil, let old = end[1] ?? nil else { return digit }
        return Base64.encode([(new | old & spare) << 2, 0, 0], alphabet: writing.alphabet).utf8.first ?? digit
    }
}
