/// Hexadecimal digits (`HEXDIG` of RFC 5234, in either case) and bytes written in them, two digits each (RFC 4648 §8).
public enum Hexadecimal {
    /// The value of a digit in either case; nil for any other byte.
    @inlinable public static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }

    /// The digit of the four lowest bits of `value`.
    @inlinable public static func digit(_ value: UInt8, isUpper: Bool = false) -> UInt8 {
        let value = value & 15
        return value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: isUpper ? "A" : "a") &+ value &- 10
    }

    /// `bytes` as text.
    @inlinable public static func text(of bytes: some Sequence<UInt8>, isUpper: Bool = false) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            digits.append(digit(byte >> 4, isUpper: isUpper))
            digits.append(digit(byte, isUpper: isUpper))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
