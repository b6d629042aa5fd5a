import Documents
import Exchanges

// The headers of a response that hold instants, whoever sent it.

extension InstantMover {
    /// What holds the instants of a header field.
    enum HeldInstants {
        case date
        case dateOrDuration
        case cookies
        case location

        /// What a field of this name holds; nil if that is no instant.
        init?(in field: HeaderField) {
            if Self.dates.contains(where: field.isNamed) {
                self = .date
            } else if field.isNamed("Retry-After") {
                self = .dateOrDuration
            } else if field.isNamed("Set-Cookie") {
                self = .cookies
            } else if field.isNamed("Location") {
                self = .location
            } else {
                return nil
            }
        }

        /// RFC 9110 §6.6.1, §8.8.2; RFC 9111 §5.3; RFC 8594; RFC 7089.
        private static let dates = ["Date", "Expires", "Last-Modified", "Sunset", "Memento-Datetime"]
    }

    /// Moves the instants of a header field's value.
    mutating func instants(_ held: HeldInstants, in value: [UInt8], isOfAdobe: Bool) -> [ByteEdit] {
        let whole = 0..<value.count
        switch held {
        case .date: return instant(value, whole, .header)
        case .dateOrDuration:
            // A number is a duration (RFC 9110 §10.2.3).
            return value[value.trimmed(whole)].allSatisfy(isDigit) ? [] : instant(value, whole, .header)
        case .cookies: return cookies(value)
        case .location: return location(value, isOfAdobe: isOfAdobe)
        }
    }

    /// The `Expires` of cookies; `Max-Age` is a duration.
    ///
    /// Recorders join several fields with line feeds, and some with commas.
    private mutating func cookies(_ value: [UInt8]) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        for line in value.split(separator: 0x0A) {
            // What comes first is the name and value.
            for attribute in line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).dropFirst() {
                guard case (let name, let date?) = FormField.cut(attribute) else { continue }
                let trimmed = String(decoding: value[value.trimmed(name.indices)], as: UTF8.self)
                guard sameLetters(trimmed, "expires") else { continue }
                edits += instant(value, self.date(in: value, value.trimmed(date.indices)), .header)
            }
        }
        return edits
    }

    /// The part of an attribute's value that can be its date: without quotes, and without a cookie that follows behind a
    /// comma, which in a date only stands after the weekday.
    private func date(in value: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        if end - start >= 2, value[start] == UInt8(ascii: "\""), value[end - 1] == UInt8(ascii: "\"") {
            (start, end) = (start + 1, end - 1)
        }
        let letters = value[start..<end].prefix(while: isLetter).count
        if let comma = value[min(start + letters + 1, end)..<end].firstIndex(of: UInt8(ascii: ",")) { end = comma }
        return start..<end
    }

    /// Tokens and SAML messages among the parameters of an address; of a third party, SAML messages alone.
    private mutating func location(_ value: [UInt8], isOfAdobe: Bool) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        guard let start = value.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return []
        }
        let pieces = value[(start + 1)...].split {
            $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?")
        }
        for piece in pieces {
            guard case (let name, let raw?) = FormField.cut(piece), !raw.isEmpty else { continue }
            let isSAML = Self.messages.contains { sameLetters(String(decoding: name, as: UTF8.self), $0) }
            guard isSAML || isOfAdobe else { continue }
            edits += inside(value, raw.indices, .percent(plusIsSpace: true)) {
                $0.opened($1, $2, isSAML ? .saml : .everything)
            }
        }
        return edits
    }

    /// The parameters and fields of forms that hold a SAML message (SAML Bindings 2.0 §3.4, §3.5).
    static let messages = ["SAMLResponse", "SAMLRequest"]
}
