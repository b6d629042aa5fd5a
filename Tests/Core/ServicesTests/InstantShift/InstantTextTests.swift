import Documents
import Testing

@testable import Services

/// Expected values are from `date -u -d @N`, by hand, or from the documents named.
@Suite struct InstantTextTests {
    private static let day: Int64 = 86_400

    private static func move(_ text: String, _ form: InstantText.Form, by seconds: Int64) -> String? {
        let bytes = Array(text.utf8)
        guard case .moved(let edits, _) = InstantText.move(bytes, 0..<bytes.count, form, by: seconds) else {
            return nil
        }
        return String(decoding: bytes.applying(edits), as: UTF8.self)
    }

    private static func outcome(_ text: String, _ form: InstantText.Form, by seconds: Int64 = day)
        -> InstantText.Outcome
    {
        let bytes = Array(text.utf8)
        return InstantText.move(bytes, 0..<bytes.count, form, by: seconds)
    }

    @Test(
        "A date moves and keeps its form",
        arguments: [
            // tokens.md §5 and its relatives
            ("2026/11/20 21:59:12 GMT +0200", "2026/11/21 21:59:12 GMT +0200"),
            ("2026/11/20_21:59:12_GMT_-0800", "2026/11/21_21:59:12_GMT_-0800"),
            ("2026-11-20 21:59:12 -0000", "2026-11-21 21:59:12 -0000"),
            ("2026/12/31 21:59:12 GMT +0000", "2027/01/01 21:59:12 GMT +0000"),
            // RFC 3339, xs:dateTime
            ("2026-11-20T21:59:12Z", "2026-11-21T21:59:12Z"), ("2026-11-20t21:59:12.5z", "2026-11-21t21:59:12.5z"),
            ("2028-02-28T00:00:00.123456789+05:30", "2028-02-29T00:00:00.123456789+05:30"),
            ("2026-11-30T21:59:12.000-0330", "2026-12-01T21:59:12.000-0330"),
            // Without a zone it is the same distance in any.
            ("2026-11-20T21:59:12", "2026-11-21T21:59:12"),
            // RFC 9110 §5.6.7, all three, and the hyphens of cookies
            ("Fri, 20 Nov 2026 21:59:12 GMT", "Sat, 21 Nov 2026 21:59:12 GMT"),
            ("Friday, 20-Nov-26 21:59:12 GMT", "Saturday, 21-Nov-26 21:59:12 GMT"),
            ("Fri Nov 20 21:59:12 2026", "Sat Nov 21 21:59:12 2026"),
            ("Fri Nov  6 21:59:12 2026", "Sat Nov  7 21:59:12 2026"),
            ("Mon Nov  9 21:59:12 2026", "Tue Nov 10 21:59:12 2026"),
            ("Mon Nov 30 21:59:12 UTC 2026", "Tue Dec  1 21:59:12 UTC 2026"),
            ("Fri, 20-Nov-2026 21:59:12 GMT", "Sat, 21-Nov-2026 21:59:12 GMT"),
            ("fri, 20 nov 2026 21:59:12 gmt", "sat, 21 nov 2026 21:59:12 gmt"),
            ("FRI, 20 NOV 2026 21:59:12 GMT", "SAT, 21 NOV 2026 21:59:12 GMT"),
            ("fRi, 20 NoV 2026 21:59:12 GMT", "sAt, 21 NoV 2026 21:59:12 GMT"),
            ("20 Nov 2026 21:59:12 +0100", "21 Nov 2026 21:59:12 +0100"),
            ("Thu, 31 Dec 2026 21:59:12 EST", "Fri, 01 Jan 2027 21:59:12 EST"),
            // A wrong weekday stays as wrong.
            ("Mon, 20 Nov 2026 21:59:12 GMT", "Tue, 21 Nov 2026 21:59:12 GMT"),
            // White space at the ends is none of it.
            (" 2026-11-20T21:59:12Z\r\n", " 2026-11-21T21:59:12Z\r\n"),
        ]
    )
    func dates(text: String, moved: String) {
        for form in [InstantText.Form.date, .header] {
            #expect(Self.move(text, form, by: Self.day) == moved)
            #expect(Self.move(moved, form, by: -Self.day) == text)
        }
    }

    @Test(
        "A number moves in its unit, as a number or a text, and keeps its fraction",
        arguments: [
            ("1795211967", .seconds, "1795298367"), ("1795211967.25", .seconds, "1795298367.25"),
            ("1795211967011", .milliseconds, "1795298367011"), ("1795211967011", .date, "1795298367011"),
            ("1795211967011", .millisecondsOrSeconds, "1795298367011"),
            ("1795211967", .millisecondsOrSeconds, "1795298367"),
            // More digits, and fewer: 2001-09-09, and 1969.
            ("999999999", .seconds, "1000086399"), ("-86399", .seconds, "1"), ("-200000", .seconds, "-113600"),
            ("999999999999", .milliseconds, "1000086399999"), ("-5", .milliseconds, "86399995"),
        ] as [(String, InstantText.Form, String)]
    )
    func numbers(text: String, form: InstantText.Form, moved: String) {
        #expect(Self.move(text, form, by: Self.day) == moved)
        #expect(Self.move(moved, form, by: -Self.day) == text)
    }

    @Test(
        "Sentinels stay",
        arguments: [
            ("0", .seconds), ("0", .milliseconds), ("-1", .milliseconds), ("-1", .seconds), ("0", .header),
            ("-1", .header), ("", .milliseconds), ("  ", .header), ("1970-01-01T00:00:00Z", .date),
            ("1970/01/01 02:00:00 GMT +0200", .date), ("0001-01-01T00:00:00Z", .date),
            ("9999-12-31T23:59:59Z", .date), ("9999/12/31 00:00:00 GMT +0000", .date), ("253402300799", .seconds),
            ("253402300799999", .milliseconds), ("9223372036854775807", .milliseconds),
            ("99999999999999999999999", .milliseconds), ("-9223372036854775808", .seconds), ("2147483647", .seconds),
            ("2147483647000", .milliseconds), ("Tue, 19 Jan 2038 03:14:07 GMT", .header),
            ("Thu, 01 Jan 1970 00:00:00 GMT", .header), ("Thu, 01-Jan-1970 00:00:10 GMT", .header),
            ("Wed, 31 Dec 1969 23:59:59 GMT", .header), ("Thu, 01-Jan-70 00:00:01 GMT", .header),
            ("Thu, 19 Nov 1981 08:52:00 GMT", .header), ("Fri, 01 Jan 1990 00:00:00 GMT", .header),
            ("Mon, 26 Jul 1997 05:00:00 GMT", .header), ("Fri, 31 Dec 9999 23:59:59 GMT", .header),
        ] as [(String, InstantText.Form)]
    )
    func sentinels(text: String, form: InstantText.Form) {
        for seconds in [Self.day, -Self.day, 1] { #expect(Self.outcome(text, form, by: seconds) == .stays) }
    }

    @Test(
        "Next to a sentinel is an instant",
        arguments: [
            ("1", .seconds, "86401"), ("-2", .seconds, "86398"), ("2147483646", .seconds, "2147570046"),
            ("2147483648", .seconds, "2147570048"), ("1970-01-01T00:00:01Z", .date, "1970-01-02T00:00:01Z"),
            ("Sat, 03 Jan 1970 00:00:00 GMT", .header, "Sun, 04 Jan 1970 00:00:00 GMT"),
            ("Thu, 19 Nov 1981 08:52:01 GMT", .header, "Fri, 20 Nov 1981 08:52:01 GMT"),
            ("2147483647001", .milliseconds, "2147570047001"), ("0.5", .seconds, "86400.5"),
        ] as [(String, InstantText.Form, String)]
    )
    func beside(text: String, form: InstantText.Form, moved: String) {
        #expect(Self.move(text, form, by: Self.day) == moved)
    }

    @Test(
        "What is no instant of its field stays",
        arguments: [
            ("soon", .date), ("2026-13-20T21:59:12Z", .date), ("2026-02-29T21:59:12Z", .date),
            ("2026-11-20T24:00:00Z", .date), ("2026-11-20T21:59:60Z", .date), ("2026-11-20", .date),
            ("2026-11-20T21:59:12.Z", .date), ("2026-11-20T21:59:12Zebra", .date), ("2026-11-20T21:59:12+02", .date),
            ("2026-11/20T21:59:12Z", .date), ("2026-11-20T21:59:12+0260", .date), ("26-11-20T21:59:12Z", .date),
            ("1.5e12", .milliseconds), ("+5", .seconds), ("007", .seconds), ("-0", .seconds), ("5.", .seconds),
            ("0x10", .seconds), ("--5", .seconds), ("-", .seconds), ("1795211967", .header), ("1795211967", .dateTime),
            ("Fri, 20 Nov 2026", .header), ("Fri, 32 Nov 2026 21:59:12 GMT", .header),
            ("Fri, 20 Nux 2026 21:59:12 GMT", .header), ("20 November 2026 21:59:12 GMT", .header),
            ("Fri, 20 Nov 2026 21:59:12 GMT GMT GMT", .header),
            ("Fri, 20 Nov 202 21:59:12 GMT", .header), ("Fri Nov 6 21:59:12 2026", .header),
            ("Fri, 20 Nov 2026 21:59:12 GMT, Sat, 21 Nov 2026 21:59:12 GMT", .header), ("Fri", .header), ("é", .date),
            (String(repeating: "1", count: 65) + "-", .date),
        ] as [(String, InstantText.Form)]
    )
    func malformed(text: String, form: InstantText.Form) {
        #expect(Self.outcome(text, form) == .unreadable)
    }

    @Test(
        "What its form cannot write stays",
        arguments: [
            ("9999-12-30T12:00:00Z", .date, 2 * day), ("0001-01-02T00:00:00Z", .date, -2 * day),
            // Local time within the calendar, the instant past it.
            ("9999-12-30T22:30:00-0100", .date, day + 3_600), ("253402214399", .seconds, 2 * day),
            // The years of two digits are 1970 to 2069.
            ("Tuesday, 31-Dec-69 12:00:00 GMT", .header, day), ("Saturday, 03-Jan-70 00:00:00 GMT", .header, -7 * day),
            // Seconds that would be read as milliseconds, and the reverse.
            ("99999999999", .millisecondsOrSeconds, day), ("100000000001", .millisecondsOrSeconds, -day),
            ("100000000001", .millisecondsOrSeconds, -366 * day),
            // Digits after the point of a negative number would count the other way.
            ("5.5", .seconds, -day), ("-5.5", .seconds, day),
        ] as [(String, InstantText.Form, Int64)]
    )
    func unrepresentable(text: String, form: InstantText.Form, seconds: Int64) {
        #expect(Self.outcome(text, form, by: seconds) == .unrepresentable)
    }

    @Test("What becomes a sentinel moves, and is said to")
    func landing() {
        #expect(
            Self.outcome("86400", .seconds, by: -Self.day)
                == .moved([ByteEdit(range: 0..<5, bytes: [0x30])], isPlain: false)
        )
        guard case .moved(_, let isPlain) = Self.outcome("Tue, 19 Jan 2038 03:14:06 GMT", .header, by: 1) else {
            Issue.record("it moves")
            return
        }
        #expect(!isPlain)
    }

    @Test("Milliseconds are told from seconds before 1967 as well")
    func early() {
        // 1795211967011 - 105 * 365 * 86400 * 1000
        let moved = Self.move("1795211967011", .millisecondsOrSeconds, by: -105 * 365 * Self.day)
        #expect(moved == "-1516068032989")
        #expect(Self.move("-1516068032989", .millisecondsOrSeconds, by: 105 * 365 * Self.day) == "1795211967011")
    }

    @Test("The last instants of the calendar and of 32 bits are crossed")
    func edges() {
        #expect(Self.move("9999-12-29T23:59:59Z", .date, by: Self.day) == "9999-12-30T23:59:59Z")
        #expect(Self.move("2147483646", .seconds, by: 2) == "2147483648")
        #expect(Self.move("Tue, 19 Jan 2038 03:14:06 GMT", .header, by: 2) == "Tue, 19 Jan 2038 03:14:08 GMT")
        #expect(Self.move("Sun, 28 Feb 2100 12:00:00 GMT", .header, by: Self.day) == "Mon, 01 Mar 2100 12:00:00 GMT")
        #expect(Self.move("1969-12-31T23:59:58.25Z", .date, by: 3) == "1970-01-01T00:00:01.25Z")
    }

    @Test("A date of which one part becomes longer as another becomes shorter keeps the escapes between them")
    func partsOfDates() throws {
        // One blank is escaped and one is not; the day takes what the weekday gives.
        let old = "Wednesday, %209-Sep-2026 21:59:12 GMT"
        let new = "Thursday, %2010-Sep-2026 21:59:12 GMT"
        // The day of two digits stays one.
        let back = "Wednesday, %2009-Sep-2026 21:59:12 GMT"
        for (text, expected, seconds) in [(old, new, Int64(86_400)), (new, back, -86_400)] {
            let bytes = Array(text.utf8)
            let spelled = SpelledText(bytes, 0..<bytes.count, .percent(plusIsSpace: false))
            let moved = InstantText.move(spelled.bytes, 0..<spelled.bytes.count, .header, by: seconds)
            guard case .moved(let edits, true) = moved else {
                Issue.record("\(text) does not move: \(moved)")
                continue
            }
            #expect(String(decoding: bytes.applying(spelled.lifted(edits)), as: UTF8.self) == expected)
        }
    }
}
