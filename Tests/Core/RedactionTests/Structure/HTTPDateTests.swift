import Testing

@testable import Redaction

/// RFC 9110 §5.6.7: IMF-fixdate is the one form that is sent.
@Suite struct HTTPDateTests {
    @Test(
        "A date is a day's name, day, month, year, time and GMT",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 01 Jan 2026 00:00:00 GMT", "Tue, 02 Feb 2026 23:59:60 GMT",
            "Wed, 21 Oct 2026 07:28:00 GMT", "Thu, 31 Mar 2026 07:28:00 GMT", "Fri, 20 Nov 2026 21:59:12 GMT",
            "Sat, 30 Apr 2026 07:28:00 GMT", "Sat, 30 May 2026 07:28:00 GMT", "Sat, 30 Jun 2026 07:28:00 GMT",
            "Sat, 30 Jul 2026 07:28:00 GMT", "Sat, 30 Aug 2026 07:28:00 GMT", "Sat, 30 Sep 2026 07:28:00 GMT",
            "Sat, 30 Dec 2026 07:28:00 GMT",
        ]
    )
    func dates(text: String) { #expect(HTTPDate.isDate(Array(text.utf8)[...])) }

    @Test(
        "What has another text of the same length is looked into",
        arguments: [
            "kite-subscriber-90210-xyz GMT", "Sun, kite-90210 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:3x GMT",
            "Sun. 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08-49-37 GMT", "Abc, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Abc 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37  GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT", "", "Sunday, 06-Nov-94 08:49:37 GMT",
        ]
    )
    func others(text: String) { #expect(!HTTPDate.isDate(Array(text.utf8)[...])) }

    @Test("A mail address in a harmless header is replaced though it ends as a date does")
    func hidden() {
        let value = "wren.kite@harbor.example, GMT"
        #expect(value.utf8.count == 29)
        #expect(!Probe.header("User-Agent", value).contains("wren.kite@harbor.example"))
    }
}
