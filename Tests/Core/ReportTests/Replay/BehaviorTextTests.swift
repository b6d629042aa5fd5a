import Checkout
import Exchanges
import Foundation
import Replay
import Testing

@testable import Report

@Suite struct BehaviorTextTests {
    static func result(_ name: String) throws -> ReplayResult {
        let file = Checkout.top.appending(path: "Recordings/captures/clients/\(name).har")
        return try Replayer.replay(HAR.recording(parsing: Array(Data(contentsOf: file))))
    }

    @Test("What an app does otherwise is printed once, with the exchanges that show it")
    func lines() throws {
        let text = try ReplayText().text(of: Self.result("kodi-espn3-denied"))
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains("does not check for a token at launch (S1) (exchange 1)"))
        let reaction =
            "after 403 for an authorization continues with v1.authn.read, v1.authorize, v1.logout "
        #expect(lines.count { $0.hasPrefix(reaction) } == 1)
    }

    @Test("What breaks a must is a warning, everything else a note")
    func warning() throws {
        let text = try ReplayText().text(of: Self.result("clientless-sign-on"))
        let parts = text.components(separatedBy: "\nWarnings (")
        #expect(parts.count == 2)
        // README: authorize twice is a slip of the client.
        #expect(
            parts.last?.contains("requests each authorization 2 times (exchanges 3, 4, 9, 10), which breaks ERR-001")
                == true
        )
        #expect(parts.first?.contains("calls v1.checkauthn, v1.authn.read before each playback") == true)
    }

    @Test("What the recording does not show is named as assumed")
    func assumed() throws {
        let result = try Self.result("eplus-espn-sign-on")
        // README: what happens after an expiry cannot be seen before one.
        #expect(result.assumedRows.contains("expiry-check=never"))
        #expect(result.assumedRows.contains("authorization=when-expired"))
        #expect(ReplayText().text(of: result).contains("authorization=when-expired"))
    }

    @Test(
        "What an app does around its calls has words of its own",
        arguments: [
            ("registration", "when-refused", "fetches an access token when a call was refused (401)"),
            ("code-expiry", "polls-on", "continues polling after the code has expired"),
            ("after-authorization", "v1.authz.read", "calls v1.authz.read before the media token"),
        ]
    )
    func around(row: String, value: String, words: String) {
        let row = BehaviorDifference(row: row, value: value, documented: "none", exchanges: [4])
        #expect(BehaviorText.line(for: row) == words + " (exchange 4)")
    }

    @Test("A row without words of its own is printed by its name")
    func unknown() {
        let row = BehaviorDifference(row: "new-row", value: "on", documented: "off", exchanges: [1, 2, 3, 4, 5])
        #expect(BehaviorText.line(for: row) == "new-row: on (exchanges 1, 2, 3, 4, …)")
    }

    @Test("What became of the exchanges is counted, and those that were not replayed are named")
    func fates() throws {
        let result = try Self.result("eplus-espn-sign-on")
        // README: two programmer calls, 6 and 8.
        #expect(FateText.counts(of: result) == "6 of 8 exchanges replayed, 0 adopted, 2 skipped, 0 not reached")
        #expect(FateText.lines(of: result) == ["skipped, third-party host: 6, 8"])
    }
}
