package import NIOHTTP1

/// The value of `Content-Length`, if it is as RFC 9110 §8.6 has it: digits, once.
///
/// Swift's own `Int` would take a sign; and behind a length that two read differently one of them reads another request.
package enum ContentLength: Hashable, Sendable {
    /// There is none.
    case absent
    /// So many bytes.
    case bytes(Int)
    /// It is empty, signed, a list, too large for any body, or there is more than one.
    case unusable(String)

    /// The length that these values state.
    package init(_ values: [String]) {
        guard let value = values.first else {
            self = .absent
            return
        }
        let bytes = values.count == 1 ? Self.number(value) : nil
        self = bytes.map { .bytes($0) } ?? .unusable(values.joined(separator: ", "))
    }

    /// The length that the fields of a head state; spaces around it are none of the value (RFC 9112 §5).
    package init(of headers: HTTPHeaders) {
        var values = headers.lazy.filter { HeaderRole($0.name) == .contentLength }
            .map { Substring($0.value).trimmedSpaces }.makeIterator()
        guard let value = values.next() else {
            self = .absent
            return
        }
        let others = Array(IteratorSequence(values))
        if others.isEmpty, let bytes = Self.number(value) {
            self = .bytes(bytes)
        } else {
            self.init(([value] + others).map(String.init))
        }
    }

    /// The number of bytes that a text states.
    private static func number(_ text: some StringProtocol) -> Int? {
        // Nineteen nines are more than an integer holds, and zeros may stand before any number.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
