// ISO 8601 as RFC 3339 profiles it: what HAR files, account logs and SAML print, and what the timeline shows.

extension Instant: CustomStringConvertible {
    /// The instant in UTC with as many fraction digits as it needs, in groups of three: `2026-11-20T21:59:12.599335Z`.
    public var description: String {
        let date = CivilDate(utc: self)
        var text = pad(date.year, 4) + "-" + pad(date.month, 2) + "-" + pad(date.day, 2)
        text += "T" + pad(date.hour, 2) + ":" + pad(date.minute, 2) + ":" + pad(date.second, 2)
        if nanosecond.isMultiple(of: 1_000_000_000) {
            return text + "Z"
        }
        if nanosecond.isMultiple(of: 1_000_000) {
            return text + "." + pad(Int(nanosecond / 1_000_000), 3) + "Z"
        }
        if nanosecond.isMultiple(of: 1_000) {
            return text + "." + pad(Int(nanosecond / 1_000), 6) + "Z"
        }
        return text + "." + pad(Int(nanosecond), 9) + "Z"
    }

    /// The instant that an RFC 3339 date-time names, or nil if the text is none.
    ///
    /// Accepted: `2026-11-20T21:59:12Z`, a fraction of one or more digits (those past the ninth are dropped), an offset
    /// `+01:00` or `+0100` in place of `Z`, a space or lower-case `t` in place of `T`, lower-case `z`. A text without a
    /// zone names no instant, and neither does a second of 60 or an hour of 24.
    public init?(iso8601 text: some StringProtocol) {
        var scanner = DigitScanner(text.utf8)
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
            let day = scanner.digits(2), scanner.take(oneOf: "Tt "), let hour = scanner.digits(2), scanner.take(":"),
            let minute = scanner.digits(2), scanner.take(":"), let second = scanner.digits(2),
            let date = CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var nanosecond: UInt32 = 0
        if scanner.take(".") {
            guard let fraction = scanner.fraction() else { return nil }
            nanosecond = fraction
        }
        guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
        self.init(secondsSince1970: date.secondsSince1970 - Int64(offset), nanosecond: nanosecond)
    }
}

private func pad(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// Reads fixed-width decimal fields from bytes, never past their end.
public struct DigitScanner<Bytes: Collection<UInt8>> {
    private var rest: Bytes.SubSequence

    /// A scanner at the first of `bytes`.
    public init(_ bytes: Bytes) { rest = bytes[...] }

    /// Whether everything was read.
    public var isAtEnd: Bool { rest.isEmpty }

    /// Exactly `count` decimal digits as a number, or nil and nothing read.
    public mutating func digits(_ count: Int) -> Int? {
        var value = 0
        var index = rest.startIndex
        for _ in 0..<count {
            guard index != rest.endIndex, (48...57).contains(rest[index]) else { return nil }
            value = value * 10 + Int(rest[index] - 48)
            rest.formIndex(after: &index)
        }
        rest = rest[index...]
        return value
    }

    /// Reads `character` if it comes next.
    public mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads one character if it is among `characters`, all of which are ASCII.
    public mutating func take(oneOf characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    /// One or more digits after a decimal point, as nanoseconds; digits past the ninth are dropped.
    public mutating func fraction() -> UInt32? {
        var value: UInt32 = 0
        var count = 0
        while let byte = rest.first, (48...57).contains(byte) {
            if count < 9 { value = value * 10 + UInt32(byte - 48) }
            count += 1
            rest.removeFirst()
        }
        guard count > 0 else { return nil }
        for _ in 0..<max(0, 9 - count) { value *= 10 }
        return value
    }

    /// `Z`, `±hh:mm` or `±hhmm` as seconds east of Greenwich; hours to 23, minutes to 59.
    public mutating func zone() -> Int? {
        if take(oneOf: "Zz") { return 0 }
        let isWest: Bool
        if take("+") {
            isWest = false
        } else if take("-") {
            isWest = true
        } else {
            return nil
        }
        guard let hours = digits(2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}
