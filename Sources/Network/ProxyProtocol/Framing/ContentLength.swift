import Documents
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
        let digits = value.utf8
        // Nineteen nines are more than an integer holds, and zeros may stand before any number.
        guard values.count == 1, !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let bytes = Int(value)
        else {
            self = .unusable(values.joined(separator: ", "))
            return
        }
        self = .bytes(bytes)
    }

    /// The length that the fields of a head state; spaces around it are none of the value (RFC 9112 §5).
    package init(of headers: HTTPHeaders) {
        self.init(headers["content-length"].map { String(Substring($0).trimmedSpaces) })
    }
}
