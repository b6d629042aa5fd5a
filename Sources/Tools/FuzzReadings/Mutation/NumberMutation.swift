package import VirtualTime

/// Puts numbers of 11 to 19 digits where others stand: times in microseconds, ids, lengths; about as long as an integer can be.
package enum NumberMutation {
    /// Another text with such a number in the place of one of its own, in one case of eight; else what `others` makes.
    package static func mutated(
        _ input: [UInt8],
        _ generator: inout SeededGenerator,
        or others: ([UInt8], inout SeededGenerator) -> [UInt8]?
    ) -> [UInt8]? {
        guard generator.below(8) == 0 else { return others(input, &generator) }
        return withLongNumber(input, &generator) ?? others(input, &generator)
    }

    /// The text with a number of 11 to 19 digits in the place of one of its own; nil if it has none.
    package static func withLongNumber(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]? {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        let starts = input.indices.filter { isDigit(input[$0]) && ($0 == 0 || !isDigit(input[$0 - 1])) }
        guard let start = generator.element(of: starts) else { return nil }
        let end = input[start...].firstIndex { !isDigit($0) } ?? input.endIndex
        return Array(input[..<start]) + Array(generator.number().utf8) + Array(input[end...])
    }
}
