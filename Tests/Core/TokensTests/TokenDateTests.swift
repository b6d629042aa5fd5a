import Testing
import Tokens
import VirtualTime

struct TokenDateTests {
    @Test(
        "K-151: a token's date names the instant of its local time and offset; the literal GMT is noise",
        arguments: [
            ("2011/03/19 02:29:34 GMT +0200", 1_300_494_574),
            ("2011/03/17 14:40:08 GMT +0200", 1_300_365_608),
            ("2026/01/31 08:00:00 GMT -0800", 1_769_875_200),
            ("2026/01/02 00:00:00 GMT +0000", 1_767_312_000),
        ] as [(String, Int64)]
    )
    func documentedDates(text: String, seconds: Int64) throws {
        let date = try TokenDate(parsing: text)
        #expect(date.instant == Instant(secondsSince1970: seconds))
        #expect(date.form == .slashes)
        #expect(date.text == text)
    }

    @Test(
        "Underscores, a missing blank before the offset, a missing GMT, a colon in the offset and Z are read too",
        arguments: [
            "2011/03/19_02:29:34_GMT_+0200", "2011/03/19 02:29:34 GMT+0200", "2011/03/19 02:29:34 +0200",
            "2011/03/19 02:29:34+0200", "2011/03/19 02:29:34 GMT +02:00", "2011/03/19 00:29:34 GMT Z",
            "2011-03-19 02:29:34 +0200", "2011-03-19 02:29:34 GMT +0200", "2011-03-19T02:29:34+02:00",
            "2011-03-19T00:29:34Z", "2011-03-19t00:29:34z", "2011-03-19 00:29:34 -0000",
            " \t2011/03/19 02:29:34 GMT +0200\r\n", "1300494574000",
        ]
    )
    func otherForms(text: String) throws {
        let date = try TokenDate(parsing: text)
        #expect(date.instant == Instant(secondsSince1970: 1_300_494_574))
        #expect(date.text == text)
        #expect("\(date)" == text)
    }

    @Test("A capture's ISO-like issue time with a blank before its offset is read")
    func captured() throws {
        let date = try TokenDate(parsing: "2026-11-20 21:59:12 -0000")
        #expect(date.instant == Instant(iso8601: "2026-11-20T21:59:12Z"))
        #expect(date.form == .hyphens)
    }

    @Test("Fractions are kept to the nanosecond, further digits dropped")
    func fractions() throws {
        #expect(try TokenDate(parsing: "2026-11-20T21:59:12.5Z").instant.nanosecond == 500_000_000)
        #expect(try TokenDate(parsing: "2026-11-20T21:59:12.1234567899Z").instant.nanosecond == 123_456_789)
    }

    @Test("A number is milliseconds since 1970, up to 64 bits of them; past the year 9999 it is the distant future")
    func milliseconds() throws {
        let date = try TokenDate(parsing: "1769817600123")
        #expect(date.instant == Instant(millisecondsSince1970: 1_769_817_600_123))
        #expect(date.form == .milliseconds)
        #expect(try TokenDate(parsing: "0").instant == Instant(secondsSince1970: 0))
        #expect(try TokenDate(parsing: "9223372036854775807").instant == .distantFuture)
        #expect(throws: TokenDateError(.numberOutOfRange, byteOffset: 0)) {
            try TokenDate(parsing: "9223372036854775808")
        }
    }

    @Test(
        "What names no instant is refused, and the error says what is wrong and at which byte",
        arguments: [
            ("", .empty, 0),
            ("  \n", .empty, 0),
            ("2011/13/19 02:29:34 GMT +0200", .noSuchDate, 0),
            ("2011/00/19 02:29:34 GMT +0200", .noSuchDate, 0),
            ("2011/02/29 02:29:34 GMT +0200", .noSuchDate, 0),
            ("0000/01/01 00:00:00 GMT +0000", .noSuchDate, 0),
            ("2011/03/19 24:00:00 GMT +0200", .noSuchDate, 0),
            ("2011/03/19 23:59:60 GMT +0200", .noSuchDate, 0),
            ("2011/03/19 02:29:34 GMT", .noOffset, 23),
            ("2011/03/19 02:29:34", .noOffset, 19),
            ("2011/03/19 02:29:34 GMT +1500", .offsetOutOfRange, 24),
            ("2011/03/19 02:29:34 GMT +0060", .offsetOutOfRange, 24),
            ("2011/03/19 02:29:34 GMT +0200x", .trailingBytes, 29),
            ("2011/03/19 02:29:34 UTC +0200", .expected("an offset like +0200"), 20),
            ("2011/03-19 02:29:34 GMT +0200", .expected("\"/\""), 7),
            ("2011/3/19 02:29:34 GMT +0200", .expected("a month of two digits"), 5),
            ("2011/03/19T02:29:34 GMT +0200", .expected("a space or underscore before the time"), 10),
            ("2011.03.19", .expected("a slash or hyphen"), 4),
            ("-5", .expected("a digit"), 0),
            ("next week", .expected("a digit"), 0),
            ("2026-11-20T21:59:12.Z", .expected("digits after the point"), 20),
            ("2011/03/19 02:29:34 GMT +02", .expected("minutes of the offset in two digits"), 27),
        ] as [(String, TokenDateError.Cause, Int)]
    )
    func refused(text: String, cause: TokenDateError.Cause, offset: Int) {
        #expect(throws: TokenDateError(cause, byteOffset: offset)) { try TokenDate(parsing: text) }
        #expect(TokenDateError(cause, byteOffset: offset).description.hasSuffix("at byte \(offset)"))
    }

    @Test("Offsets reach to fourteen hours and fifty-nine minutes either way, and no further")
    func offsets() throws {
        let east = try TokenDate(parsing: "2026/01/02 00:00:00 GMT +1459")
        #expect(east.instant == Instant(iso8601: "2026-01-01T09:01:00Z"))
        let west = try TokenDate(parsing: "2026/01/02 00:00:00 GMT -1459")
        #expect(west.instant == Instant(iso8601: "2026-01-02T14:59:00Z"))
        #expect(throws: TokenDateError.self) { try TokenDate(parsing: "2026/01/02 00:00:00 GMT -1500") }
    }

    @Test("The ends of the calendar do not trap; what lies past them is the distant future or past")
    func calendarEnds() throws {
        let last = try TokenDate(parsing: "9999/12/31 23:59:59 GMT +0000")
        #expect(last.instant == Instant(secondsSince1970: 253_402_300_799))
        #expect(try TokenDate(parsing: "9999/12/31 23:59:59 GMT -1459").instant == .distantFuture)
        #expect(try TokenDate(parsing: "0001/01/01 00:00:00 GMT +1459").instant == .distantPast)
    }

    @Test("A text of sixty-four bytes is read, one of sixty-five is refused")
    func lengthLimit() throws {
        let blanks = String(repeating: " ", count: TokenDate.maximumBytes - 29)
        #expect(try TokenDate(parsing: "2011/03/19 02:29:34 GMT +0200" + blanks).form == .slashes)
        #expect(throws: TokenDateError(.tooLong, byteOffset: 64)) {
            try TokenDate(parsing: "2011/03/19 02:29:34 GMT +0200 " + blanks)
        }
    }

    @Test("K-151: an instant is printed in the tokens' form and reads back as the same instant")
    func printing() throws {
        let instant = Instant(secondsSince1970: 1_300_494_574, nanosecond: 5)
        let date = TokenDate(instant, offsetMinutes: 120)
        #expect(date.text == "2011/03/19 02:29:34 GMT +0200")
        #expect(try TokenDate(parsing: date.text) == date)
        #expect(TokenDate(instant, offsetMinutes: -480).text == "2011/03/18 16:29:34 GMT -0800")
        #expect(TokenDate(instant, offsetMinutes: -30).text == "2011/03/18 23:59:34 GMT -0030")
        #expect(TokenDate(instant, offsetMinutes: 100_000).text.hasSuffix("GMT +1459"))
        for end in [Instant.distantPast, .distantFuture] {
            for offset in [-899, 0, 899] {
                let printed = TokenDate(end, offsetMinutes: offset)
                #expect(try TokenDate(parsing: printed.text).instant == printed.instant)
            }
        }
    }
}
