// Texts from outside are compared by their bytes, never with `==`. Swift's own comparison takes for equal what is
// canonically equivalent, which no peer would agree to, and sorts the marks of each letter to find out: for a name of a
// hundred thousand marks that takes seconds. Hashing one takes as long.

/// Whether two texts are the same bytes.
///
/// Swift's `==` compares what is canonically equivalent: the Kelvin sign equals `K`, which no peer would agree to. For
/// many combining marks in a row it takes quadratic time, too.
package func sameBytes(_ one: String, _ other: String) -> Bool {
    let count = one.utf8.count
    guard count == other.utf8.count else { return false }
    // A text that is as long in UTF-16 is ASCII, where `==` is quick and compares bytes.
    guard count == one.utf16.count, count == other.utf16.count else { return one.utf8.elementsEqual(other.utf8) }
    return one == other
}

/// A text that equals another only if both are the same bytes: what a set or a dictionary is to go by.
package struct ExactText: Hashable, Sendable {
    /// The text itself.
    package let text: String

    /// The text as a key.
    package init(_ text: String) { self.text = text }

    /// Whether both are the same bytes.
    package static func == (one: ExactText, other: ExactText) -> Bool { sameBytes(one.text, other.text) }

    /// Takes in the bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}

extension Hasher {
    /// Takes in the bytes of a text: a string's own hash brings it into another form first, as its `==` does.
    mutating func combine(bytesOf text: String) {
        var text = text
        text.withUTF8 { bytes in
            combine(bytes.count)
            unsafe combine(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}

/// Whether two texts are the same bytes, in whatever case of ASCII letters either is written.
package func sameLetters(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
        && zip(one.utf8, other.utf8).allSatisfy { lowercasedASCII($0) == lowercasedASCII($1) }
}

/// What `case "name":` asks of a text, in each file that imports this module.
package func ~= (pattern: String, text: String) -> Bool { sameBytes(pattern, text) }

/// What `case "name":` asks of a text that may be missing.
package func ~= (pattern: String, text: String?) -> Bool { text.map { sameBytes(pattern, $0) } ?? false }

/// The small letter of a capital ASCII letter, any other byte as it is.
package func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}
