import Documents
import Exchanges
import Foundation
import Proxy
import Redaction
import Report
import Testing

@testable import kinescope
@testable import ProxyProtocol

@Suite struct RecordingReportTests {
    private static func tally() -> RecordingStatistics {
        var tally = RecordingStatistics()
        for (status, name) in [(200, "v1.checkauthn"), (403, "v1.checkauthn"), (502, "Other: a.example")] {
            let brief = ExchangeBrief(of: Sample.exchange(status: status), name: name)
            tally.add(.exchange(brief, bodyBytes: 0))
        }
        var failed = Sample.exchange()
        failed.outcome = .failure("no connection")
        tally.add(.exchange(ExchangeBrief(of: failed, name: "v1.checkauthn"), bodyBytes: 0))
        tally.add(.userAction(UserAction(ordinal: 1, occurredAt: Sample.start, action: .launch)))
        let origin = Origin(isSecure: true, host: "cdn.example")
        tally.add(.skipped(SkippedExchange(method: "GET", origin: origin, reason: .media("image/png"), number: 3)))
        return tally
    }

    @Test("The summary counts by name, tells errors and what was left out, and what to do next")
    func text() {
        let report = RecordingReport(
            path: "a b.kinescope",
            duration: .seconds(61),
            tally: Self.tally(),
            redactions: RedactionSummary()
        )
        #expect(
            report.text == """
                a b.kinescope: 4 exchanges, 1 user action in 1 min 1 s, 0 bytes
                       3  v1.checkauthn
                       1  Other: a.example
                1 without a response, 1 with status 4xx, 1 with status 5xx
                1 exchange skipped, whose numbers are skipped: 3
                       1  media (image/png) from cdn.example
                no secrets were found
                next: kinescope replay 'a b.kinescope'

                """
        )
    }

    @Test("What was dropped is named by its numbers")
    func dropped() {
        var tally = Self.tally()
        for ordinal in [9, 7, 8] {
            tally.drop(Sample.ended(ordinal))
            tally.drop(exchange: ordinal)
        }
        let report = RecordingReport(path: "a.kinescope", duration: .seconds(1), tally: tally)
        let gap = "gap: 3 events dropped while another program had the recording locked"
        #expect(report.text.contains(gap + ", whose numbers are skipped: 7 to 9\n"))
        #expect(
            JSONValue.object(report.object).serialized.contains(
                #""skippedExchanges":[{"first":3,"last":3},{"first":7,"last":9}]"#
            )
        )
    }

    @Test("A recording that stopped early says until when it goes, and that secrets were kept")
    func failure() {
        var tally = Self.tally()
        tally.skip(Sample.ended(5))
        tally.skip(.userActions([UserAction(ordinal: 1, occurredAt: Sample.start, action: .launch)]))
        var report = RecordingReport(path: "a.kinescope", duration: .seconds(1), tally: tally)
        report.failure = "the disk is full"
        #expect(report.text.contains("not complete: the disk is full\nrecorded until "))
        #expect(report.text.contains("2026-11-20T21:59:18.054345Z); 2 events passed unrecorded afterwards\n"))
        #expect(report.text.contains("do not pass this file on"))
        report.tally = RecordingStatistics()
        #expect(report.text.contains("nothing was recorded; 0 events passed unrecorded\n"))
        #expect(!report.text.contains("next:"))
    }

    @Test("As JSON it is one object with the same numbers")
    func json() throws {
        let report = RecordingReport(
            path: "a.kinescope",
            duration: .milliseconds(1_500),
            tally: Self.tally(),
            redactions: RedactionSummary()
        )
        let object = report.object
        #expect(object["exchangeCount"]?.number?.text == "4")
        #expect(object["durationMicroseconds"]?.number?.text == "1500000")
        #expect(object["exchangesByKind"]?.array?.first?["count"]?.number?.text == "4")
        #expect(object["skippedByHost"]?.array?.count == 1)
        #expect(object["message"] == .null && object["hasSecret"] == .bool(false))
    }

    @Test(
        "A path that a shell would take apart is quoted",
        arguments: [("a/b.kinescope", "a/b.kinescope"), ("it's", "'it'\\''s'"), ("", "''")]
    )
    func quoting(path: String, word: String) {
        #expect(ShellWord.quoted(path) == word)
    }
}

@Suite struct RecordingGreetingTests {
    private static func greeting(
        host: String = "127.0.0.1",
        _ change: (inout RecorderSettings) -> Void = { _ in }
    ) -> StartupMessage {
        var settings = RecorderSettings()
        change(&settings)
        return StartupMessage(
            path: "a.kinescope",
            host: host,
            port: 8_080,
            settings: settings,
            isRedacted: true,
            isContinued: false,
            certificatePath: "/home/kite/ca.pem",
            fingerprint: "AB:CD"
        )
    }

    @Test("It says where it listens, how to try it, and whom to trust")
    func text() {
        let text = Self.greeting().text
        #expect(text.hasPrefix("recording to a.kinescope; secrets are replaced before they are written\n"))
        #expect(
            text.contains(
                "curl --proxy http://127.0.0.1:8080 \\\n    --cacert /home/kite/ca.pem \\\n    https://"
            )
        )
        #expect(text.contains("SHA-256 AB:CD") && text.contains("http://kinescope.local/"))
        let origin = Origin(isSecure: true, host: "api.auth.adobe.com")
        let reverse = Self.greeting { $0.upstream = origin }.text
        #expect(reverse.contains("listening at http://127.0.0.1:8080, in front of https://api.auth.adobe.com\n"))
    }

    @Test("Who can reach an address beyond this machine is a warning, and what to do about it")
    func warnings() {
        #expect(Self.greeting().warnings.isEmpty)
        #expect(Self.greeting(host: "::1").warnings.isEmpty && Self.greeting(host: "localhost").warnings.isEmpty)
        let open = Self.greeting(host: "0.0.0.0").warnings
        #expect(open.count == 1 && open[0].contains("anyone who can reach this machine"))
        #expect(open[0].contains("--password"))
        let closed = Self.greeting(host: "192.168.1.20") {
            $0.credentials = ProxyCredentials(user: "u", password: "secretsecret")
        }
        #expect(closed.warnings.count == 1 && !closed.warnings[0].contains("secretsecret"))
        #expect(Self.greeting { $0.verifiesUpstream = false }.warnings.count == 1)
    }

    @Test("As JSON it is the line after the header, which a script waits for")
    func json() throws {
        let object = Self.greeting().object
        #expect(object["type"]?.string == "listening" && object["port"]?.number?.text == "8080")
        #expect(object["file"]?.string == "a.kinescope")
    }
}
