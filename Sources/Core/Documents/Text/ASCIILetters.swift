/// Checks whether two texts are the same bytes, in whatever case of ASCII letters either is written.
package func sameLetters(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
        && zip(one.utf8, other.utf8).allSatisfy { lowercasedASCII($0) == lowercasedASCII($1) }
}
