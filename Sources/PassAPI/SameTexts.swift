import Documents

/// Whether two lists hold the same texts, byte for byte.
func sameTexts(_ one: [String], _ other: [String]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { sameBytes($0, $1) }
}

/// Whether two texts are the same bytes, or both are missing.
func sameOrMissing(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return sameBytes(one, other)
}
