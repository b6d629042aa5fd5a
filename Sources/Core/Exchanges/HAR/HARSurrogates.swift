import Documents

/// Halves of surrogate pairs in a HAR: `JSON.stringify` writes them where a text was cut within a character.
///
/// No text of ours can hold one, so the reader takes a private character for it (``Documents/JSONLimits``). An entry
/// that has some says so in its extra members, since a HAR may hold these characters themselves.
enum HARSurrogates {
    /// The mark among the names of absent members, where it names none.
    static let mark = JSONValue.string("\\u")

    /// Notes in an entry's extra members that it has halves.
    static func note(in extras: inout HARExtrasBuilder) { extras.addAbsent("\\u") }

    /// Checks whether extra members note that.
    static func areNoted(in extras: JSONObject?) -> Bool {
        extras?[HARExtras.absentKey]?.array?.contains(mark) ?? false
    }

    /// Writes the halves of what was serialized from `start` on as they were read.
    static func restore(in bytes: inout [UInt8], from start: Int) {
        guard bytes[start...].contains(first) else { return }
        var output: [UInt8] = []
        var index = start
        while index < bytes.count {
            if let unit = half(in: bytes, at: index) {
                output += Array("\\u\(String(unit, radix: 16))".utf8)
                index += 4
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        bytes.replaceSubrange(start..., with: output)
    }

    /// The first byte of these characters in UTF-8.
    private static let first: UInt8 = 0xF4

    /// U+10D800 to U+10DFFF: F4 8D A0 80 to F4 8D BF BF.
    private static func half(in bytes: [UInt8], at index: Int) -> UInt32? {
        guard bytes[index] == first, index + 3 < bytes.count, bytes[index + 1] == 0x8D, bytes[index + 2] >= 0xA0 else {
            return nil
        }
        return 0xD000 | UInt32(bytes[index + 2] & 0x3F) << 6 | UInt32(bytes[index + 3] & 0x3F)
    }
}
