import Checkout
import Exchanges
import Foundation
import Replay
import Testing

@testable import Report

@Suite struct BehaviorTextTests {
    static func result(_ name: String) throws -> ReplayResult {
        try Replayer.replay(try recording(name))
    }

    private static func recording(_ name: String) throws -> Recording {
        let file = Checkout.top.appending(path: "Recordings/captures/clients/\(name).har")
        return try HAR.recording(parsing: Array(Data(contentsOf: file)))
    }

    private static func text(_ name: String) throws -> String {
        let recording = try recording(name)
        let style = TextStyle(width: TextWidth(300))
        return ReplayText(style).text(of: try Replayer.replay(recording), from: recording, called: name)
    }

    @Test("What an app does other than documented is printed once, with the exchanges that show it")
    func lines() throws {
        let lines = try Self.text("kodi-espn3-denied").split(separator: "\n")
        let launch =
            "Unlike the documented client, the app does not check for a token at launch (S1)."
        #expect(lines.contains { $0.contains(" note     exchange 1 ") && $0.hasSuffix(launch) })
        let reaction =
            "The app continues with v1.authn.read, v1.authorize, v1.logout after 403 for an authorization (rule LOGOUT-001)."
        #expect(lines.count { $0.hasSuffix(reaction) } == 1)
    }

    @Test("What breaks a must is a warning, everything else a note")
    func warning() throws {
        let lines = try Self.text("clientless-sign-on").split(separator: "\n")
        // README: authorize twice is a slip of the client.
        let warnings = lines.filter { $0.contains("] warning  ") }
        #expect(warnings.count == 1)
        #expect(warnings[0].contains("exchanges 3, 4, 9, 10 "))
        #expect(warnings[0].hasSuffix("The app requests each authorization 2 times in a row (rule ERR-001)."))
        #expect(
            lines.contains {
                $0.contains("] note ") && $0.contains("calls v1.checkauthn, v1.authn.read before each playback")
            }
        )
    }

    @Test("What the recording does not show is named as assumed")
    func assumed() throws {
        let result = try Self.result("eplus-espn-sign-on")
        // README: what happens after an expiry cannot be seen before one.
        #expect(result.assumedRows.contains("expiry-check=never"))
        #expect(result.assumedRows.contains("authorization=when-expired"))
        #expect(
            try Self.text("eplus-espn-sign-on").contains("sets it): expiry-check=never; authorization=when-expired")
        )
    }

    @Test(
        "What an app does around its calls has words of its own",
        arguments: [
            ("registration", "when-refused", "fetches an access token after a call was refused (401)"),
            ("code-expiry", "polls-on", "continues polling after the code has expired"),
            ("after-authorization", "v1.authz.read", "calls v1.authz.read before the media token"),
        ]
    )
    func around(row: String, value: String, words: String) {
        let row = BehaviorDifference(row: row, value: value, documented: "none", exchanges: [4])
        #expect(BehaviorText.line(for: row) == "Unlike the documented client, the app \(words).")
    }

    @Test("A row without words of its own is printed by its name")
    func unknown() {
        let row = BehaviorDifference(row: "new-row", value: "on", documented: "off", exchanges: [1, 2, 3, 4, 5])
        #expect(BehaviorText.line(for: row) == "Unlike the documented client, the app has new-row=on.")
    }

    @Test("A rhythm is one of several intervals; of one it is said that it was one")
    func rhythm() {
        var row = BehaviorDifference(row: "poll-interval", value: "5s5ms506us", documented: "10s", exchanges: [2, 3])
        let interval = Duration.microseconds(5_005_506)
        row.pollPace = PollPace(interval: interval, median: interval, intervalCount: 1)
        #expect(
            BehaviorText.line(for: row) == "Unlike the documented client, the app polled again after 5.006 s, once."
        )
        row.pollPace = PollPace(interval: interval, median: interval, intervalCount: 3)
        row.exchanges = [2, 3, 4, 5]
        #expect(
            BehaviorText.line(for: row)
                == "Unlike the documented client, the app polls every 5.006 s (median of 3 intervals)."
        )
    }
}
