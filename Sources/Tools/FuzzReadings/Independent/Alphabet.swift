/// The bytes that a text may be made of, as a table: it is asked for every byte of every input.
package struct Alphabet: Sendable {
    private var table = [Bool](repeating: false, count: 256)

    /// The bytes of `characters`.
    package init(_ characters: String) {
        for byte in characters.utf8 { table[Int(byte)] = true }
    }

    /// Checks whether `text` is made of nothing else.
    package func holds(_ text: some Sequence<UInt8>) -> Bool { text.allSatisfy { table[Int($0)] } }

    private static let alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    /// RFC 4648 §4, with padding.
    package static let base64 = Alphabet(alphanumeric + "+/=")
    /// The characters of a percent-encoded Base64 parameter.
    package static let parameter = Alphabet(alphanumeric + "%")
}
