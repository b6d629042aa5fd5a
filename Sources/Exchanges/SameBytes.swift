import Documents

// Texts are compared by their bytes here, never with `==`. Swift's own comparison takes for equal what is canonically
// equivalent, which no peer would agree to, and sorts the marks of each letter to find out: for a name of a hundred
// thousand marks that takes seconds.

/// Whether two texts are the same bytes, in whatever case of ASCII letters either is written.
func sameLetters(_ one: String, _ other: String) -> Bool {
    let (one, other) = (one.utf8, other.utf8)
    return one.count == other.count && zip(one, other).allSatisfy { lowercased($0) == lowercased($1) }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

/// What `case "name":` asks of a text.
func ~= (pattern: String, text: String) -> Bool { sameBytes(pattern, text) }

/// What `case "name":` asks of a text that may be missing.
func ~= (pattern: String, text: String?) -> Bool { text.map { sameBytes(pattern, $0) } ?? false }
