/// UTF-16, in which some tools of Windows save: a HAR is UTF-8 by RFC 8259 §8.1.
enum HAREncoding {
    /// The file in UTF-8: itself unless it begins like UTF-16.
    ///
    /// Half a surrogate pair becomes an escape, which within a string means the same.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard let isBigEndian = isBigEndian(bytes) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) ? 2 : 0
        func unit(at index: Int) -> UInt32? {
            guard index + 1 < bytes.count else { return nil }
            let pair = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
            return isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
        }
        while let high = unit(at: index) {
            index += 2
            if high & 0xFC00 == 0xD800, let low = unit(at: index), low & 0xFC00 == 0xDC00 {
                index += 2
                append(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF), to: &output)
            } else {
                append(high, to: &output)
            }
        }
        // Half a unit is no character, and no JSON.
        if index < bytes.count { output.append(0xFF) }
        return output
    }

    private static func append(_ value: UInt32, to output: inout [UInt8]) {
        if let scalar = Unicode.Scalar(value) {
            output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        } else {
            output += Array("\\u\(String(value, radix: 16))".utf8)
        }
    }

    /// Checks whether UTF-16 is big-endian, by its byte order mark or by what JSON begins with; nil for anything else.
    private static func isBigEndian(_ bytes: [UInt8]) -> Bool? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xFE, 0xFF): return true
        case (0xFF, 0xFE): return bytes[2] == 0 && bytes[3] == 0 ? nil : false
        case (0, 0x7B): return true
        case (0x7B, 0): return bytes[2] == 0 && bytes[3] == 0 ? nil : false
        default: return nil
        }
    }
}
