/// Base64 of the URL-safe alphabet by counting bits, one character after the other: slow, and plain to see.
enum IndependentBase64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [Int?] = (0..<256).map { byte in digits.firstIndex(of: UInt8(byte)) }

    /// The bytes of `text`, without padding; nil if a character is no digit, or bits are left that are not zero.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
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
