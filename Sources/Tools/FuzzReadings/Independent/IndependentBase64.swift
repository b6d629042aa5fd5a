/// Base64 by counting bits, one character after the other: slow, and plain to see.
package enum IndependentBase64 {
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    private static let urlSafe = values(of: letters + "-_")
    private static let standard = values(of: letters + "+/")

    private static func values(of digits: String) -> [Int?] {
        let digits = Array(digits.utf8)
        return (0..<256).map { byte in digits.firstIndex(of: UInt8(byte)) }
    }

    /// The bytes of `text` in the URL-safe alphabet, without padding; nil if a character is no digit, or bits are left that
    /// are not zero.
    package static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text, urlSafe) }

    /// The bytes of `text` as what was pasted is read: white space may stand anywhere, and the padding is as long as it
    /// should be or missing.
    package static func decodeTolerantly(_ text: [UInt8], isURLSafe: Bool) -> [UInt8]? {
        let digits = text.filter { !blanks.contains($0) }
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let rest = digits.dropLast(padding)
        // One digit holds no byte, and nobody pads what is full.
        let isFull = (rest.count + padding).isMultiple(of: 4) && padding <= 2
        guard padding == 0 || isFull else { return nil }
        return decode(Array(rest), isURLSafe ? urlSafe : standard)
    }

    private static func decode(_ text: [UInt8], _ values: [Int?]) -> [UInt8]? {
        var bits: [Bool] = []
        bits.reserveCapacity(text.count * 6)
        for byte in text {
            guard let value = values[Int(byte)] else { return nil }
            for shift in [5, 4, 3, 2, 1, 0] { bits.append(value >> shift & 1 == 1) }
        }
        let whole = bits.count / 8
        guard bits.count - whole * 8 < 6, !bits[(whole * 8)...].contains(true) else { return nil }
        return (0..<whole).map { index in
            bits[(index * 8)..<(index * 8 + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
}
