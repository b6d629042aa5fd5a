import Fuzzing
import VirtualTime

/// Puts numbers of 11 to 19 digits where others stand: times in microseconds, ids, lengths; about as long as an integer can be.
enum NumberMutation {
    /// Another text with such a number in the place of one of its own, in one case of eight; else what `others` makes.
    static func mutated(
        _ input: [UInt8],
        _ generator: inout SeededGenerator,
        or others: ([UInt8], inout SeededGenerator) -> [UInt8]?
    ) -> [UInt8]? {
        guard generator.below(8) == 0 else { return others(input, &generator) }
        return withLongNumber(input, &generator) ?? others(input, &generator)
    }

    /// The text with a number of 11 to 19 digits in the place of one of its own; nil if it has none.
    static func withLongNumber(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]? {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        let starts = input.indices.filter { isDigit(input[$0]) && ($0 == 0 || !isDigit(input[$0 - 1])) }
        guard let start = generator.element(of: starts) else { return nil }
        let end = input[start...].firstIndex { !isDigit($0) } ?? input.endIndex
        return Array(input[..<start]) + number(&generator) + Array(input[end...])
    }

    /// The digits of a number: any of 11 to 19 digits, or one at the edge of what an integer or a floating-point number holds.
    static func number(_ generator: inout SeededGenerator) -> [UInt8] {
        let edges = [
            "9223372036854775807", "9223372036854775808", "9999999999999999999", "9007199254740993", "99999999999",
            "1795212258158000", "253402300800000000",
        ]
        if generator.below(4) == 0 { return Array((generator.element(of: edges) ?? edges[0]).utf8) }
        let count = 11 + generator.below(9)
        return [0x31 + UInt8(generator.below(9))] + (1..<count).map { _ in 0x30 + UInt8(generator.below(10)) }
    }
}
