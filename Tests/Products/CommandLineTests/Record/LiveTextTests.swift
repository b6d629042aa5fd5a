import Documents
import Exchanges
import Foundation
import Proxy
import Report
import SubscriberAccount
import Testing
import VirtualTime

@testable import kinescope
@testable import ProxyProtocol

@Suite struct LiveTextTests {
    private static func line(
        _ exchange: Exchange,
        _ name: String = "v1.checkauthn",
        operation: String? = "v1.checkauthn",
        json: Bool = false
    ) -> String {
        let brief = ExchangeBrief(of: exchange, name: name, operation: operation)
        return LiveText(showsJSON: json).line(for: .exchange(brief, bodyBytes: 1_234))
    }

    @Test(
        "An exchange is one line as in the timeline: time of day, ordinal, who and whom, operation, status, duration, size"
    )
    func exchange() {
        let line = Self.line(Sample.exchange())
        let time = "\(LocalTime(Sample.start))"
        #expect(line == "\(time)     0  app → Adobe     v1.checkauthn         200   12.3 ms  1.2 kB\n")
        // Without its query, and with its host.
        let other = Self.line(Sample.exchange(), operation: nil)
        #expect(other.contains("  app → adobe     GET /api/v1/checkauthn"))
        #expect(other.hasSuffix("  api.auth.adobe.com, 1.…\n"))
    }

    @Test("A failure has its reason, and the columns have a heading")
    func failure() {
        var exchange = Sample.exchange()
        exchange.outcome = .failure("the server closed the connection")
        #expect(
            Self.line(exchange).hasSuffix(
                "      -   12.3 ms  the server closed the conn…\n"
            )
        )
        #expect(LiveText().heading.hasPrefix("local time"))
    }

    @Test("What a server or a client chose cannot reach the terminal as a control sequence")
    func escapes() {
        var exchange = Sample.exchange(path: "/a\u{1B}[2J\nb")
        exchange.request.method = "G\u{7}T"
        let line = Self.line(exchange, "Other: \u{202E}evil", operation: nil)
        #expect(!line.dropLast().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(line.contains(#"/a\u{1b}[2J\u{a}b"#))
        let notice = RecorderNotice.passingThrough(host: "pinned\u{1B}.example", reason: "r")
        #expect(!LiveText().line(for: .notice(notice)).contains("\u{1B}"))
    }

    @Test("As JSON each line is one object that says what it is")
    func json() throws {
        let text = LiveText(showsJSON: true)
        let userAction = UserAction(ordinal: 3, occurredAt: Sample.start, action: .play(resource: "KITE1"))
        let origin = Origin(isSecure: true, host: "cdn.example")
        let response = VSACall(
            ordinal: 1,
            answeredAt: Sample.start,
            question: .checkAccessStatus(prompt: false),
            answer: .accessStatus(.granted, nil)
        )
        let lines = [
            Self.line(Sample.exchange(), json: true),
            text.line(for: .userAction(userAction)),
            text.line(for: .vsaCall(response)),
            text.line(for: .notice(.refused(client: "127.0.0.1", reason: "too many"))),
            text.line(for: .skipped(SkippedExchange(method: "GET", origin: origin, reason: .filter))),
            text.line(notShown: 12),
        ]
        let objects = try lines.map { try JSONValue(parsing: Array($0.utf8)) }
        let types = objects.map { $0["type"]?.string }
        #expect(types == ["exchange", "userAction", "vsaCall", "notice", "skipped", "notShown"])
        #expect(objects[0]["responseBodyBytes"]?.number?.text == "1234" && objects[0]["status"]?.number?.text == "200")
        #expect(objects[1]["action"]?.string == "play")
        #expect(objects[3]["code"]?.string == "connectionRefused" && objects[3]["client"]?.string == "127.0.0.1")
        #expect(objects[4]["code"]?.string == "filter" && objects[4]["host"]?.string == "cdn.example")
        #expect(objects[5]["lineCount"]?.number?.text == "12")
        #expect(lines.allSatisfy { $0.hasSuffix("\n") && $0.dropLast().allSatisfy { $0 != "\n" } })
    }

    @Test("A quiet recorder shows no event, no recorder shows what was left out")
    func quiet() {
        let origin = Origin(isSecure: true, host: "cdn.example")
        let skipped = RecordedEvent.skipped(SkippedExchange(method: "GET", origin: origin, reason: .filter))
        let notice = RecordedEvent.notice(.refused(client: "127.0.0.1", reason: "too many"))
        #expect(LiveText(isQuiet: true).shows(notice) && !LiveText().shows(skipped))
    }

    @Test(
        "Sizes have three figures at most",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_249, "1.2 kB"), (99_999, "99 kB"),
            (1_500_000, "1.5 MB"), (2_000_000_000, "2.0 GB"),
        ]
    )
    func sizes(bytes: Int, text: String) {
        #expect(LiveText.size(bytes) == text)
    }

    @Test("The time of day is that of the place")
    func localTime() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 5 * 3_600 + 1_800))
        #expect("\(LocalTime(Sample.start, in: zone))" == "03:29:18.042")
        let utc = try #require(TimeZone(secondsFromGMT: 0))
        #expect("\(LocalTime(Sample.start, in: utc))" == "21:59:18.042")
        #expect("\(LocalTime(Instant(secondsSince1970: -1), in: utc))" == "23:59:59.000")
    }
}
