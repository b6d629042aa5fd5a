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

    private let text: [UInt8]
    private let end: Int
    private var index: Int
    private var parts: [(part: WrittenDate.Part, range: Range<Int>)] = []

    private init(_ text: [UInt8], _ range: Range<Int>) {
        self.text = text
        parts.reserveCapacity(7)
        (index, end) = (range.lowerBound, range.upperBound)
    }

    /// The date that all of `range` is; nil where it is none.
    static func read(_ text: [UInt8], _ range: Range<Int>) -> Reading? {
        var scanner = DateScanner(text, range)
        guard let first = scanner.next else { return nil }
        // Four digits are a year, one or two a day.
        let isNumeric =
            isDigit(first) && range.count > 4 && text[range.lowerBound + 2..<range.lowerBound + 4].allSatisfy(isDigit)
        guard let reading = isNumeric ? scanner.numeric() : scanner.worded(), scanner.index >= scanner.end else {
            return nil
        }
        return reading
    }

    private var next: UInt8? { index < end ? text[index] : nil }

    /// `2026/11/20 21:59:12 GMT +0200`, `2026-11-20T21:59:12.5Z` and their relatives.
    private mutating func numeric() -> Reading? {
        guard let year = number(.year, 4...4), let mark = take("/-"), let month = number(.month, 2...2),
            take("/-") == mark, let day = number(.day, 2...2), take(" _Tt") != nil, let time = time()
        else { return nil }
        if take(".,") != nil {
            guard take("0123456789") != nil else { return nil }
            while take("0123456789") != nil {}
        }
        guard let offset = zone() else { return nil }
        return reading(year, month, day, time, offset)
    }

    /// `Fri, 20 Nov 2026 21:59:12 GMT`, `Friday, 20-Nov-26 21:59:12 GMT`, `Fri Nov 20 21:59:12 2026`, with a weekday or
    /// without.
    private mutating func worded() -> Reading? {
        if DateNames.place(of: word, in: CivilDate.weekdays) != nil {
            take(.weekday, word)
            _ = take(",")
            while take(" ") != nil {}
        }
        if DateNames.place(of: word, in: CivilDate.months) != nil { return asctime() }
        guard let day = number(.day, 1...2), take(" -") != nil,
            let month = DateNames.place(of: word, in: CivilDate.months)
        else { return nil }
        take(.month, word)
        guard take(" -") != nil else { return nil }
        let start = index
        guard var year = number(.year, 2...4), index - start != 3, take(" ") != nil, let time = time(),
            let offset = zone()
        else { return nil }
        // As cookies read it (RFC 6265 §5.1.1): the form has two digits until 2069.
        if parts.last(where: { $0.part == .year })?.range.count == 2 { year += year < 70 ? 2000 : 1900 }
        return reading(year, month + 1, day, time, offset)
    }

    private mutating func asctime() -> Reading? {
        guard let month = DateNames.place(of: word, in: CivilDate.months) else { return nil }
        take(.month, word)
        guard take(" ") != nil else { return nil }
        let start = index
        let isPadded = take(" ") != nil
        guard let day = number(.day, isPadded ? 1...1 : 2...2) else { return nil }
        parts[parts.count - 1].range = start..<index
        guard take(" ") != nil, let time = time(), take(" ") != nil else { return nil }
        // `UTC` stands there in other programs' form.
        if !word.isEmpty {
            index = word.endIndex
            guard take(" ") != nil else { return nil }
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
    private var word: ArraySlice<UInt8> { text[index..<end].prefix(while: isLetter) }

    /// Reads one byte if it is among the ASCII `characters`.
    private mutating func take(_ characters: StaticString) -> UInt8? {
        guard let next, characters.withUTF8Buffer({ unsafe $0.contains(next) }) else { return nil }
        index += 1
        return next
    }

    /// Reads a word that is a part.
    private mutating func take(_ part: WrittenDate.Part, _ word: ArraySlice<UInt8>) {
        parts.append((part, word.startIndex..<word.endIndex))
        index = word.endIndex
    }

    /// A part of as many digits.
    private mutating func number(_ part: WrittenDate.Part, _ widths: ClosedRange<Int>) -> Int? {
        let digits = text[index..<end].prefix(widths.upperBound).prefix(while: isDigit)
        guard widths.contains(digits.count) else { return nil }
        take(part, digits)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// `21:59:12`.
    private mutating func time() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(.hour, 2...2), take(":") != nil, let minute = number(.minute, 2...2), take(":") != nil,
            let second = number(.second, 2...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Nothing, `Z`, `GMT`, `+0200`, `GMT +02:00`: seconds east of Greenwich, 0 for a zone that is not known; nil where
    /// something else comes.
    private mutating func zone() -> Int? {
        _ = take(" _")
        if !word.isEmpty {
            // `Z`, `GMT`, `UTC`, `CEST`.
            guard word.count <= 4 else { return nil }
            index = word.endIndex
            _ = take(" _")
        }
        guard let sign = take("+-") else { return index >= end ? 0 : nil }
        guard let hours = offsetDigits() else { return nil }
        _ = take(":")
        guard let minutes = offsetDigits(), minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    private mutating func offsetDigits() -> Int? {
        let digits = text[index..<end].prefix(2)
        guard digits.count == 2, digits.allSatisfy(isDigit) else { return nil }
        index = digits.endIndex
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
