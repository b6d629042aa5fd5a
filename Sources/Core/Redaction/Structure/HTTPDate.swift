import Documents
import VirtualTime

/// Dates of HTTP, which are many and never worth looking into: `Fri, 20 Nov 2026 21:59:12 GMT` (RFC 9110 §5.6.7).
enum HTTPDate {
    /// Checks whether it is a date and nothing else: what has another character anywhere is looked into.
    static func isDate(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count == shape.count else { return false }
        for (byte, expected) in zip(value, shape) {
            // 9 stands for any digit, a for any letter of a name.
            switch expected {
            case 0x39: guard isDigit(byte) else { return false }
            case 0x61: guard (0x41...0x5A).contains(byte & 0xDF) else { return false }
            default: guard byte == expected else { return false }
            }
        }
        let start = value.startIndex
        return isOne(of: CivilDate.weekdays, value[start..<start + 3])
            && isOne(of: CivilDate.months, value[start + 8..<start + 11])
    }

    private static let shape = Array("aaa, 99 aaa 9999 99:99:99 GMT".utf8)

    private static func isOne(of names: [String], _ name: ArraySlice<UInt8>) -> Bool {
        names.contains { $0.utf8.prefix(3).elementsEqual(name) }
    }
}
