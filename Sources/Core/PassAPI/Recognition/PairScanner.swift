import Documents

/// Finds `"name" : value` in broken JSON, whatever stands between the pairs.
struct PairScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func nextPair() -> (name: String, value: String)? {
        while let name = nextString() {
            skipBlanks()
            guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { continue }
            index += 1
            skipBlanks()
            guard index < bytes.count else { return nil }
            if bytes[index] == UInt8(ascii: "\"") { return nextString().map { (name, $0) } }
            return (name, bareValue())
        }
        return nil
    }

    /// The next quoted text from here on; escapes other than of quote and backslash stay as they are.
    private mutating func nextString() -> String? {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += 1 }
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\") where index + 1 < bytes.count:
                if bytes[index + 1] != UInt8(ascii: "\""), bytes[index + 1] != UInt8(ascii: "\\") {
                    text.append(bytes[index])
                }
                text.append(bytes[index + 1])
                index += 2
            default:
                text.append(bytes[index])
                index += 1
            }
        }
        return nil
    }

    private mutating func bareValue() -> String {
        let start = index
        while index < bytes.count, !isWhiteSpace(bytes[index]), !",}\"".utf8.contains(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while index < bytes.count, isWhiteSpace(bytes[index]) { index += 1 }
    }
}
