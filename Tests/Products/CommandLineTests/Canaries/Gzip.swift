/// The format of RFC 1952 without compressing anything: what leaks from it can be found.
enum Gzip {
    /// The bytes, at most 65,535, as one stored block.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(truncatingIfNeeded: bytes.count)
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(UInt32(count) | UInt32(~count) << 16) + bytes
            + little(~sum) + little(UInt32(count))
    }

    private static func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
}
