import Checkout
import Exchanges
import PassAPI
import Replay
import Report
import Services
import Testing
import VirtualTime

@Suite struct BrowserReplayTests {
    @Test("A capture of the browser dialect replays without divergence or deviation", arguments: Captures.browser)
    func noDivergence(name: String) throws {
        let recording = try Captures.recording(name)
        let result = try Replayer.replay(recording)
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.warnings.map(\.summary) == [])
        #expect(result.notes == [.userInferred])
        // All but the login page and the two pages of the provider.
        #expect(result.replayedCount == recording.exchanges.count - 3)
    }

    @Test("The timeline shows the steps of a sign-on, and of a second playback the last one alone")
    func steps() throws {
        let whole = ["registration", "code", "login", "session", "authorize", "media"]
        #expect(try Self.steps("ytdlp-sign-on") == whole)
        #expect(try Self.steps("ytdlp-cached-second-play") == whole + ["media"])
    }

    private static func steps(_ name: String) throws -> [String] {
        let known = ["registration", "code", "login", "session", "authorize", "media", "logout"]
        return try Replayer.replay(Captures.recording(name)).timeline.events
            .filter { $0.actor == .client && known.contains($0.kind) }.map(\.kind)
    }

    @Test("A timeline names a resource by its guid, not by the whole document")
    func names() throws {
        let events = try Replayer.replay(Captures.recording("ytdlp-sign-on")).timeline.events
        #expect(events.contains { $0.summary == "the user plays show-1" })
        #expect(events.contains { $0.summary == "show-1 with a fresh media token" })
        #expect(!events.contains { $0.summary.contains("<rss") })
    }

    @Test("Replaying twice, or redacted under whatever key, gives the same digest", arguments: Captures.browser)
    func deterministic(name: String) throws {
        let recording = try Captures.recording(name)
        let expected = try Replayer.replay(recording)
        #expect(try Replayer.replay(recording).timeline == expected.timeline)
        for byte in [UInt8(1), 2] {
            let result = try Replayer.replay(recording.redacted(key: Array(repeating: byte, count: 32)))
            #expect(result.divergences.map(\.summary) == [])
            #expect(result.digest == expected.digest)
        }
    }

    // MARK: Tampered with

    @Test(
        "A token with a hash in place of the device id and a media token with the user's hash are no errors (ae §10, tok §4)"
    )
    func hashes() throws {
        let id = "NjNhZDE2OTdmNzZmNDQ5MjhjNjJkNmQ4MzE3ZmI4Y2Y"
        var text = String(decoding: try Checkout.bytes(of: "Recordings/captures/ytdlp-sign-on.har"), as: UTF8.self)
        let hash = "43c1e8696f1ed002ab5595859014ebf0951522d9"
        for (start, end) in [("&gt;", "="), ("%3E", "%3D"), (">", "=")] {
            let field = "simpleTokenFingerprint" + start
            #expect(text.contains(field + id + end))
            text = text.replacing(field + id + end, with: field + hash)
        }
        text = text.replacing(
            "sessionGUID>0A16EEF3-3DCA-4FEC-9F82-073A89EB552C",
            with: "sessionGUID>6f1ed002ab5595859014ebf0951522d9"
        )
        let result = try Replayer.replay(try HAR.recording(parsing: Array(text.utf8)))
        #expect(result.divergences.map(\.summary) == [])
    }

    @Test(
        "A changed field of an answer is named with its exchange",
        arguments: [
            (1, "NjNh", "NjNi", "deviceId"), (2, "bc20fcf5", "bc20fcf6", "client_id"),
            (2, "872e63f7", "872e63f8", "client_secret"), (3, "44f87632", "44f87633", "access_token"),
            (3, "\"bearer\"", "\"mac\"", "token_type"), (4, "898C0AF", "898C0AE", "code"),
            (4, "SportsNet", "SportsFM", "requestor"), (4, "1795213861428", "1795212000000", "expires"),
            (8, "&gt;0A16EEF3", "&gt;0A16EEF4", "simpleTokenAuthenticationGuid"), (8, "Rogers", "Shaw", "MsoID"),
            (8, "&gt;SportsNet", "&gt;SportsFM", "simpleTokenRequestorID"),
            (8, "2026/12/20", "2026/11/20", "simpleTokenExpires"), (8, "2026/12/20", "yesterday", "authnToken"),
            (8, "&gt;NjNh", "&gt;NjNi", "simpleTokenFingerprint"),
            (8, "MEExNkVF", "MEExNkVG", "simpleSamlNameID"),
            (8, "f46b4488", "f46b4489", "simpleSamlSessionIndex"), (8, "authnToken", "authnTokens", "body"),
            (9, "show-1", "show-2", "simpleTokenResourceID"), (9, "2026/11/21", "2026/11/19", "simpleTokenTTL"),
            (9, "Rogers", "Shaw", "simpleTokenMsoID"), (9, "&gt;NjNh", "&gt;NjNi", "simpleTokenFingerprint"),
            (9, "A6wSHmVc", "A6wSHmVd", "signatureInfo"),
            (10, "Rogers", "Shaw", "mvpdId"),
            (10, "SportsNet", "SportsFM", "requestorID"), (10, "300000", "0", "ttl"), (10, "300000", "soon", "body"),
        ]
    )
    func changedField(ordinal: Int, old: String, new: String, field: String) throws {
        let result = try Replayer.replay(Captures.recording("ytdlp-sign-on").changingAnswer(ordinal, old, new))
        let named =
            result.divergences.filter { $0.exchange == ordinal || $0.cause?.exchange == ordinal }.map(\.summary)
            + result.warnings.filter { $0.exchanges.contains(ordinal) }.map(\.summary)
        #expect(!result.divergences.isEmpty)
        #expect(named.contains { $0.contains(field) }, "\(result.divergences.map(\.summary))")
    }

    // Not the last one: a recording that ends with a refusal is as good as any.
    @Test("A changed status is named with its exchange", arguments: [1, 2, 3, 4, 8, 9])
    func changedStatus(ordinal: Int) throws {
        let result = try Replayer.replay(Captures.recording("ytdlp-sign-on").changingStatus(ordinal, to: 403))
        let named = result.divergences.contains { $0.exchange == ordinal || $0.cause?.exchange == ordinal }
        #expect(named, "\(result.divergences.map(\.summary))")
    }

    @Test("An exchange that was cut out is named", arguments: Captures.browser)
    func cut(name: String) throws {
        let recording = try Captures.recording(name)
        for ordinal in 1..<recording.exchanges.count {
            let result = try Replayer.replay(recording.cutting(ordinal))
            #expect(result.divergences.contains { $0.exchange == ordinal && $0.reason == .notRecorded })
        }
        for ordinal in [1, 2, 3, 4, 8] {
            let result = try Replayer.replay(recording.cuttingAndRenumbering(ordinal))
            let operation = try #require(PassRequest(recognizing: recording.exchanges[ordinal - 1].request)).operation
            #expect(
                result.divergences.contains { $0.summary.contains(operation.rawValue) },
                "exchange \(ordinal): \(result.divergences.map(\.summary))"
            )
        }
    }

    @Test("Two swapped answers diverge, and one of the two is named", arguments: [(2, 3), (8, 9), (9, 10), (10, 11)])
    func swapped(first: Int, second: Int) throws {
        let recording = try Captures.recording("ytdlp-cached-second-play").swappingAnswers(first, second)
        let result = try Replayer.replay(recording)
        if first == 10 {
            // Two media tokens of one session and one resource: nothing in them tells which came first.
            #expect(result.divergences.count <= 1)
            return
        }
        #expect(
            result.divergences.contains {
                [first, second].contains($0.exchange) || [first, second].contains($0.cause?.exchange)
            },
            "\(result.divergences.map(\.summary))"
        )
    }

    @Test("An AuthZ token that had ended before the second playback would have been asked for again")
    func endedEarlier() throws {
        let recording = try Captures.recording("ytdlp-cached-second-play")
            .changingAnswer(9, "2026/11/21 22:01:05", "2026/11/20 22:01:06")
        let result = try Replayer.replay(recording)
        #expect(result.divergences.map(\.reason) == [.fieldMismatch, .expiredDuringReplay])
        #expect(result.divergences.first?.fields.map(\.name) == ["authz_token simpleTokenTTL"])
        #expect(result.divergences.first?.cause?.exchange == 9)
        let missed = try #require(result.divergences.last)
        #expect(missed.reason == .expiredDuringReplay)
        #expect(
            missed.summary.hasPrefix("The reference client requested ae.authorize after exchange 9 (simpleTokenTTL ")
        )
        #expect(missed.cause?.exchange == 9 && missed.cause?.field == "simpleTokenTTL")
    }

    @Test("Two tokens that differ are told apart by their elements")
    func tokenElements() throws {
        let recording = try Captures.recording("ytdlp-sign-on").changingAnswer(8, "f46b4488", "f46b4489")
        let fields = try Replayer.replay(recording).divergences.flatMap(\.fields).map(\.name)
        #expect(fields == ["authentication_token simpleSamlSessionIndex"])
        let unsigned = try Captures.recording("ytdlp-sign-on").changingAnswer(8, "Y7xoZMNJQT2XS8zs", "Y7xoZMNJQT2XS8zt")
        let signature = try Replayer.replay(unsigned).divergences.flatMap(\.fields).map(\.name)
        #expect(signature == ["authentication_token signatureInfo"])
    }
}
