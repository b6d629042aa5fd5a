import Documents
import VirtualTime

/// Reads a date from left to right and keeps the places of its parts.
struct DateScanner {
    /// A date that was read.
    struct Reading {
        /// Its parts, in the order in which they stand.
        var parts: [(part: WrittenDate.Part, range: Range<Int>)]
        /// The date as it is printed.
        var date: CivilDate
        /// The seconds east of Greenwich; 0 where its zone is not known.
        var offset = 0
        /// True in the form of `asctime`, which has a space before a day of one digit.
        var isAsctime = false
    }

    private var cursor: ByteCursor
    private var parts: [(part: WrittenDate.Part, range: Range<Int>)] = []

    private init(_ text: [UInt8], _ range: Range<Int>) {
        cursor = ByteCursor(text, range)
        parts.reserveCapacity(7)
    }

    /// The date that all of `range` is; nil where it is none.
    static func read(_ text: [UInt8], _ range: Range<Int>) -> Reading? {
        var scanner = DateScanner(text, range)
        guard let first = scanner.cursor.next else { return nil }
        // Four digits are a year, one or two a day.
        let isNumeric =
            isDigit(first) && range.count > 4 && text[range.lowerBound + 2..<range.lowerBound + 4].allSatisfy(isDigit)
        guard let reading = isNumeric ? scanner.numeric() : scanner.worded(), scanner.cursor.isAtEnd else {
            return nil
        }
        return reading
    }

    /// `2026/11/20 21:59:12 GMT +0200`, `2026-11-20T21:59:12.5Z` and their relatives.
    private mutating func numeric() -> Reading? {
        guard let year = number(.year, 4...4), let mark = cursor.take(oneOf: "/-"), let month = number(.month, 2...2),
            cursor.take(oneOf: "/-") == mark, let day = number(.day, 2...2), cursor.take(oneOf: " _Tt") != nil,
            let time = time()
        else { return nil }
        if cursor.take(oneOf: ".,") != nil {
            guard cursor.take(oneOf: "0123456789") != nil else { return nil }
            while cursor.take(oneOf: "0123456789") != nil {}
        }
        guard let offset = zone() else { return nil }
        return reading(year, month, day, time, offset)
    }

    /// `Fri, 20 Nov 2026 21:59:12 GMT`, `Friday, 20-Nov-26 21:59:12 GMT`, `Fri Nov 20 21:59:12 2026`, with a weekday or
    /// without.
    private mutating func worded() -> Reading? {
        if DateNames.place(of: word, in: CivilDate.weekdays) != nil {
            take(.weekday, word)
            _ = cursor.take(",")
            while cursor.take(" ") {}
        }
        if DateNames.place(of: word, in: CivilDate.months) != nil { return asctime() }
        guard let day = number(.day, 1...2), cursor.take(oneOf: " -") != nil,
            let month = DateNames.place(of: word, in: CivilDate.months)
        else { return nil }
        take(.month, word)
        guard cursor.take(oneOf: " -") != nil else { return nil }
        let start = cursor.offset
        guard var year = number(.year, 2...4), cursor.offset - start != 3, cursor.take(" "), let time = time(),
            let offset = zone()
        else { return nil }
        // As cookies read it (RFC 6265 §5.1.1): the form has two digits until 2069.
        if parts.last(where: { $0.part == .year })?.range.count == 2 { year += year < 70 ? 2000 : 1900 }
        return reading(year, month + 1, day, time, offset)
    }

    private mutating func asctime() -> Reading? {
        guard let month = DateNames.place(of: word, in: CivilDate.months) else { return nil }
        take(.month, word)
        guard cursor.take(" ") else { return nil }
        let start = cursor.offset
        let isPadded = cursor.take(" ")
        guard let day = number(.day, isPadded ? 1...1 : 2...2) else { return nil }
        parts[parts.count - 1].range = start..<cursor.offset
        guard cursor.take(" "), let time = time(), cursor.take(" ") else { return nil }
        // `UTC` stands there in other programs' form.
        if !word.isEmpty {
            cursor.skip(word.count)
            guard cursor.take(" ") else { return nil }
        }
        guard let year = number(.year, 4...4) else { return nil }
        var reading = reading(year, month + 1, day, time, 0)
        reading?.isAsctime = true
        return reading
    }

    private func reading(
        _ year: Int,
        _ month: Int,
        _ day: Int,
        _ time: (hour: Int, minute: Int, second: Int),
        _ offset: Int
    ) -> Reading? {
        let (hour, minute, second) = time
        return CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
            .map { Reading(parts: parts, date: $0, offset: offset) }
    }
}

// MARK: Single parts

extension DateScanner {
    /// The letters that come next.
    private var word: ArraySlice<UInt8> { cursor.rest.prefix(while: isLetter) }

    /// Reads a word that is a part.
    private mutating func take(_ part: WrittenDate.Part, _ word: ArraySlice<UInt8>) {
        parts.append((part, word.startIndex..<word.endIndex))
        cursor.skip(word.count)
    }

    /// A part of as many digits.
    private mutating func number(_ part: WrittenDate.Part, _ widths: ClosedRange<Int>) -> Int? {
        let start = cursor.offset
        for width in widths.reversed() {
            if let value = cursor.digits(width) {
                parts.append((part, start..<cursor.offset))
                return value
            }
        }
        return nil
    }

    /// `21:59:12`.
    private mutating func time() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(.hour, 2...2), cursor.take(":"), let minute = number(.minute, 2...2), cursor.take(":"),
            let second = number(.second, 2...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Nothing, `Z`, `GMT`, `+0200`, `GMT +02:00`: seconds east of Greenwich, 0 for a zone that is not known; nil where
    /// something else comes.
    private mutating func zone() -> Int? {
        _ = cursor.take(oneOf: " _")
        if !word.isEmpty {
            // `Z`, `GMT`, `UTC`, `CEST`.
            guard word.count <= 4 else { return nil }
            cursor.skip(word.count)
            _ = cursor.take(oneOf: " _")
        }
        guard let sign = cursor.take(oneOf: "+-") else { return cursor.isAtEnd ? 0 : nil }
        guard let hours = cursor.digits(2) else { return nil }
        _ = cursor.take(":")
        guard let minutes = cursor.digits(2), minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
