/// A date and time of day in the proleptic Gregorian calendar, without a time zone.
///
/// The one piece of calendar arithmetic of the house: token dates, SAML's `dateTime` and ISO 8601 all go through it.
public struct CivilDate: Hashable, Sendable {
    /// Year, 1 to 9999.
    public let year: Int
    /// Month, 1 to 12.
    public let month: Int
    /// Day of the month, 1 to 31.
    public let day: Int
    /// Hour, 0 to 23.
    public let hour: Int
    /// Minute, 0 to 59.
    public let minute: Int
    /// Second, 0 to 59; leap seconds have no place in virtual time.
    public let second: Int

    /// The date with these fields, or nil if there is no such date: month 13, 30 February, hour 24.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
            (0...59).contains(minute), (0...59).contains(second),
            day >= 1, day <= Self.daysIn(month: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The date that UTC clocks show at `instant`.
    public init(utc instant: Instant) {
        let (days, rest) = floorDivide(instant.secondsSince1970, by: 86_400)
        // Howard Hinnant's civil_from_days: eras of 400 years that begin on 1 March.
        let shifted = days + 719_468
        let (era, dayOfEra) = floorDivide(shifted, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        hour = Int(rest / 3_600)
        minute = Int(rest % 3_600 / 60)
        second = Int(rest % 60)
    }

    /// Seconds from 1970-01-01T00:00:00 to this date, both read in the same zone.
    public var secondsSince1970: Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = floorDivide(shiftedYear, by: 400)
        let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return days * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    private static func daysIn(month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
