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
        var edits: [ByteEdit] = []
        for (part, range) in reading.parts {
            guard let written = write(part, of: date, days, like: text[range]) else { return .unrepresentable }
            if !written.elementsEqual(text[range]) { edits.append(ByteEdit(range: range, bytes: written)) }
        }
        return .moved(edits, isPlain: !Sentinel.holds(new - zone, in: place))
    }

    private static func day(of second: Int64) -> Int64 {
        let (day, rest) = second.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? day - 1 : day
    }

    /// A part of the date in the form of the old; nil where that form has no room for it.
    private func write(_ part: Part, of date: CivilDate, _ days: Int64, like old: ArraySlice<UInt8>) -> [UInt8]? {
        switch part {
        case .year where old.count == 2:
            // As cookies read them (RFC 6265 §5.1.1).
            return (1970..<2070).contains(date.year) ? digits(date.year % 100, 2) : nil
        case .year: return digits(date.year, 4)
        case .month where old.first.map(isLetter) ?? false:
            return DateNames.name(CivilDate.months[date.month - 1], like: old)
        case .month: return digits(date.month, 2)
        case .day where reading.isAsctime && date.day < 10: return [0x20] + digits(date.day, 1)
        case .day: return digits(date.day, old.count)
        case .hour: return digits(date.hour, 2)
        case .minute: return digits(date.minute, 2)
        case .second: return digits(date.second, 2)
        case .weekday:
            guard let index = DateNames.place(of: old, in: CivilDate.weekdays) else { return nil }
            // Turned by as many days, so that a wrong one stays as wrong.
            let moved = ((Int64(index) + days) % 7 + 7) % 7
            return DateNames.name(CivilDate.weekdays[Int(moved)], like: old)
        }
    }

    /// The digits of a number that is not negative, with zeros before them up to this width.
    private func digits(_ value: Int, _ width: Int) -> [UInt8] {
        var digits: [UInt8] = []
        var rest = value
        repeat {
            digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || digits.count < width
        return digits.reversed()
    }
}
