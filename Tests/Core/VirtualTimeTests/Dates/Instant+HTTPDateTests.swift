import Testing
import VirtualTime

/// Dates of HTTP, from RFC 9110 §5.6.7 and the calendar.
@Suite struct InstantHTTPDateTests {
    @Test(
        "An instant is written in GMT with the day of the week, at whole seconds",
        arguments: [
            ("1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
            ("1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
            ("2024-02-29T23:59:59.5Z", "Thu, 29 Feb 2024 23:59:59 GMT"),
            ("2026-11-20T21:59:12.599Z", "Fri, 20 Nov 2026 21:59:12 GMT"),
            ("0001-01-01T00:00:00Z", "Mon, 01 Jan 0001 00:00:00 GMT"),
            ("9999-12-31T23:59:59Z", "Fri, 31 Dec 9999 23:59:59 GMT"),
        ]
    )
    func dates(text: String, date: String) throws {
        #expect(try #require(Instant(iso8601: text)).httpDate == date)
    }
}
