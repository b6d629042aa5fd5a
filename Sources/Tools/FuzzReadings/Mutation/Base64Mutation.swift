import VirtualTime

/// Makes other spellings of Base64 of one: without padding, with another, in the other alphabet, with a digit less or more.
enum Base64Mutation {
    /// Another text made of `text`, as if it were Base64.
    static func changed(_ text: String, _ generator: inout SeededGenerator) -> String {
        var digits = Array(text.utf8)
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        let isURLSafe = generator.oneIn(2)
        for index in digits.indices {
            switch digits[index] {
            case UInt8(ascii: "+"), UInt8(ascii: "-"): digits[index] = UInt8(ascii: isURLSafe ? "-" : "+")
            case UInt8(ascii: "/"), UInt8(ascii: "_"): digits[index] = UInt8(ascii: isURLSafe ? "_" : "/")
            default: continue
            }
        }
        switch generator.below(4) {
        case 0 where !digits.isEmpty: digits.removeLast()
        case 1: digits += Array((isURLSafe ? "-_8" : "+/8").utf8)
        default: break
        }
        // As long as it should be, or not there at all.
        let padding = generator.oneIn(2) ? (4 - digits.count % 4) % 4 : 0
        return String(decoding: digits, as: UTF8.self) + String(repeating: "=", count: padding)
    }
}
