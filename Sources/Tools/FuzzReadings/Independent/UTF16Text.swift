import Foundation

/// Texts in UTF-16 as Foundation and the standard library write and read them, for those that the house reads by itself.
package enum UTF16Text {
    /// The UTF-8 text in UTF-16; nil if it is no UTF-8.
    ///
    /// A byte order mark stands in front if `hasMark`.
    package static func written(_ text: [UInt8], isBigEndian: Bool, hasMark: Bool) -> [UInt8]? {
        guard let string = String(validating: text, as: UTF8.self),
            let data = string.data(using: isBigEndian ? .utf16BigEndian : .utf16LittleEndian)
        else { return nil }
        let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        return (hasMark ? mark : []) + Array(data)
    }

    /// The UTF-8 of a text that begins with a byte order mark of UTF-16; nil if none does, or if half a character is in it.
    package static func read(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]), bytes.count.isMultiple(of: 2) else {
            return nil
        }
        let low = bytes[0] == 0xFF ? 0 : 1
        let units = stride(from: 2, to: bytes.count, by: 2).map {
            UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }
}
