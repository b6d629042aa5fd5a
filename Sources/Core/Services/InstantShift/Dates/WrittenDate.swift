import Documents
import VirtualTime

/// A date and time of day as it is written, with the place of each of its parts.
///
/// Read are the dates of tokens with slashes and of ISO 8601 (tokens.md §5), those of HTTP in its three forms (RFC 9110
/// §5.6.7), and those of cookies with hyphens (RFC 6265 §5.1.1). A zone need not be known: the distance is the same in all.
struct WrittenDate {
    /// The parts of a date that moving it can change.
    enum Part: Hashable, Sendable { case weekday, year, month, day, hour, minute, second }

    private let text: [UInt8]
    private let reading: DateScanner.Reading

    /// The date that stands at `range` of `text`; nil where there is none, or more than one.
    init?(_ text: [UInt8], _ range: Range<Int>) {
        guard range.count <= Self.maximumBytes, let reading = DateScanner.read(text, range) else { return nil }
        self.text = text
        self.reading = reading
    }

    /// The instant, in whole seconds since 1970; in UTC where no zone is written.
    var secondsSince1970: Int64 { reading.date.secondsSince1970 - Int64(reading.offset) }

    /// No date is longer than this many bytes.
    static let maximumBytes = 64

    /// Moves it.
    func moved(by seconds: Int64, in place: Sentinel.Place) -> InstantText.Outcome {
        let old = reading.date.secondsSince1970
        let zone = Int64(reading.offset)
        if Sentinel.holds(old - zone, in: place) { return .stays }
        // No overflow: neither is longer than the calendar.
        let new = old + seconds
        let calendar = Instant.distantPast.secondsSince1970...Instant.distantFuture.secondsSince1970
        guard calendar.contains(new), calendar.contains(new - zone) else { return .unrepresentable }
        let date = CivilDate(utc: Instant(secondsSince1970: new))
        let days = Self.day(of: new) - Self.day(of: old)
        guard let edits = edits(writing: date, days) else { return .unrepresentable }
        return .moved(new == old ? [] : edits, isPlain: !Sentinel.holds(new - zone, in: place))
    }

    /// The changes that make it another date, so many days later; nil where its form has no room for that.
    private func edits(writing date: CivilDate, _ days: Int64) -> [ByteEdit]? {
        guard let first = reading.parts.first?.range, let last = reading.parts.last?.range else { return nil }
        let whole = first.lowerBound..<last.upperBound
        var written: [UInt8] = []
        written.reserveCapacity(Self.maximumBytes)
        var end = whole.lowerBound
        var isAsLong = true
        for (part, range) in reading.parts {
            written += text[end..<range.lowerBound]
            let start = written.count
            guard write(part, of: date, days, like: text[range], to: &written) else { return nil }
            isAsLong = isAsLong && written.count - start == range.count
            end = range.upperBound
        }
        if isAsLong { return [ByteEdit(range: whole, bytes: written)] }
        // Whoever spells them in escapes has to know which of them became longer, or shorter.
        return reading.parts.map { part, range in
            var written: [UInt8] = []
            _ = write(part, of: date, days, like: text[range], to: &written)
            return ByteEdit(range: range, bytes: written)
        }
    }

    private static func day(of second: Int64) -> Int64 {
        let (day, rest) = second.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? day - 1 : day
    }

    /// Writes a part of the date in the form of the old; false where that form has no room for it.
    private func write(
        _ part: Part,
        of date: CivilDate,
        _ days: Int64,
        like old: ArraySlice<UInt8>,
        to text: inout [UInt8]
    ) -> Bool {
        switch part {
        case .year where old.count == 2:
            // As cookies read them (RFC 6265 §5.1.1).
            guard (1970..<2070).contains(date.year) else { return false }
            text.append(date.year % 100, width: 2)
        case .year: text.append(date.year, width: 4)
        case .month where old.first.map(isLetter) ?? false:
            DateNames.write(CivilDate.months[date.month - 1], like: old, to: &text)
        case .month: text.append(date.month, width: 2)
        case .day where reading.isAsctime && date.day < 10:
            text.append(0x20)
            text.append(date.day, width: 1)
        case .day: text.append(date.day, width: old.count)
        case .hour: text.append(date.hour, width: 2)
        case .minute: text.append(date.minute, width: 2)
        case .second: text.append(date.second, width: 2)
        case .weekday:
            guard let index = DateNames.place(of: old, in: CivilDate.weekdays) else { return false }
            // Turned by as many days, so that a wrong one stays as wrong.
            let moved = ((Int64(index) + days) % 7 + 7) % 7
            DateNames.write(CivilDate.weekdays[Int(moved)], like: old, to: &text)
        }
        return true
    }
}
