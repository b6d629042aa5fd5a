import Documents

// Texts of requests and answers are compared by their bytes here, never with `==`. Swift's own comparison takes for equal
// what is canonically equivalent, which no peer would agree to, and sorts the marks of each letter to find out: for a
// name of a hundred thousand marks that takes seconds. Hashing one takes as long.

/// Whether two lists hold the same texts, byte for byte.
func sameTexts(_ one: [String], _ other: [String]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { sameBytes($0, $1) }
}

/// Whether two texts are the same bytes, or both are missing.
func sameOrMissing(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return sameBytes(one, other)
}

/// What `case "name":` asks of a text.
func ~= (pattern: String, text: String) -> Bool { sameBytes(pattern, text) }

/// What `case "name":` asks of a text that may be missing.
func ~= (pattern: String, text: String?) -> Bool { text.map { sameBytes(pattern, $0) } ?? false }

/// The small letter of a capital ASCII letter, any other byte as it is.
func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}
