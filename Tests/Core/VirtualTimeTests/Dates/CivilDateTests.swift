import Testing
import VirtualTime

@Suite struct CivilDateTests {
    @Test("Each day of the 400 years of a cycle, and of the first and last, goes there and back")
    func everyDay() {
        var previous: CivilDate?
        for start in [-135_140, -62_135_596_800 / 86_400, 253_402_300_799 / 86_400 - 146_096] as [Int64] {
            previous = nil
            for day in start..<start + 146_097 {
                let date = CivilDate(utc: Instant(secondsSince1970: day * 86_400 + 86_399))
                guard date.secondsSince1970 == day * 86_400 + 86_399,
                    CivilDate(year: date.year, month: date.month, day: date.day, hour: 23, minute: 59, second: 59)
                        == date
                else { Issue.record("\(date)"); return }
                if let previous {
                    // A day follows its eve: the same month, or the first of the next month or year.
                    let isNext =
                        date.day == previous.day + 1
                        ? (date.month, date.year) == (previous.month, previous.year)
                        : date.day == 1
                            && date.month == previous.month % 12 + 1
                            && date.year == previous.year + (previous.month == 12 ? 1 : 0)
                    guard isNext else { Issue.record("\(previous) \(date)"); return }
                }
                previous = date
            }
        }
    }

    @Test(
        "Years that 4 divides are leap years, centuries only where 400 divides them",
        arguments: [
            (2024, true), (2026, false), (1900, false), (2000, true), (2100, false), (9999, false), (4, true),
            (1, false),
        ]
    )
    func leapYears(year: Int, isLeap: Bool) {
        #expect((CivilDate(year: year, month: 2, day: 29) != nil) == isLeap)
        #expect(CivilDate(year: year, month: 2, day: 28) != nil)
    }

    @Test(
        "There is no such date",
        arguments: [
            (0, 1, 1, 0, 0, 0), (10_000, 1, 1, 0, 0, 0), (2026, 0, 1, 0, 0, 0), (2026, 13, 1, 0, 0, 0),
            (2026, 4, 31, 0, 0, 0),
            (2026, 1, 0, 0, 0, 0), (2026, 1, 32, 0, 0, 0), (2026, 1, 1, 24, 0, 0), (2026, 1, 1, 0, 60, 0),
            (2026, 1, 1, 0, 0, 60), (.max, .max, .max, .max, .max, .max), (.min, .min, .min, .min, .min, .min),
        ]
    )
    func refused(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        #expect(CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second) == nil)
    }

    @Test("Known dates")
    func known() {
        #expect(CivilDate(year: 1970, month: 1, day: 1)?.secondsSince1970 == 0)
        #expect(
            CivilDate(year: 2011, month: 3, day: 19, hour: 2, minute: 29, second: 34)?.secondsSince1970 == 1_300_501_774
        )
        #expect(CivilDate(utc: .distantPast) == CivilDate(year: 1, month: 1, day: 1))
        #expect(
            CivilDate(utc: .distantFuture)
                == CivilDate(year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59)
        )
    }
}
