/// Checks whether two texts are the same bytes, in whatever case of ASCII letters either is written.
package func sameLetters(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
        && zip(one.utf8, other.utf8).allSatisfy { lowercasedASCII($0) == lowercasedASCII($1) }
}

/// The small letter of a capital ASCII letter, any other byte as it is.
package func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}
