import Exchanges
import PassAPI
import Redaction
import Replay
import Report
import Services
import Testing
import VirtualTime

@Suite struct ReplayerTests {
    // MARK: The captures

    @Test("A capture of a client that follows the cookbook replays without divergence", arguments: Captures.cookbook)
    func noDivergence(name: String) throws {
        let result = try Replayer.replay(Captures.recording(name))
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.replayedCount > 10)
    }

    @Test("The timeline of a platform sign-on shows the steps of the cookbook in their order")
    func steps() throws {
        let result = try Replayer.replay(Captures.recording("apple-sso-tvos"))
        let steps = result.timeline.events.filter { $0.actor == .client }.map(\.kind)
            .filter { $0.hasPrefix("S") || $0.hasPrefix("L") }
        #expect(
            steps.removingRepeats == [
                "S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S11", "L1", "L2", "L3",
            ]
        )
    }

    @Test("K-65, K-16: a refused permission leads to regular login, in the timeline too")
    func accessDenied() throws {
        let result = try Replayer.replay(Captures.recording("access-denied-tvos"))
        let steps = result.timeline.events.filter { $0.actor == .client }.map(\.kind)
        #expect(steps.contains("S10"))
        #expect(!steps.contains("S7"))
    }

    @Test("The ignored preselected MVPD is named")
    func preselected() throws {
        let result = try Replayer.replay(Captures.recording("unsupported-provider-tvos"))
        let warning = try #require(result.warnings.first { $0.code == .parameterMismatch })
        #expect(warning.summary.contains("mvpd"))
        #expect(warning.summary.contains("Sandpiper"))
        #expect(!warning.summary.contains("\n"))
    }

    @Test("Without a VSA log the platform's answers are inferred", arguments: Captures.cookbook)
    func withoutVSALog(name: String) throws {
        let result = try Replayer.replay(Captures.recording(name, withVSALog: false))
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.notes.contains(.platformInferred))
        // `show` lists no VSA call: nothing can be said of what the app passed, or left out.
        #expect(result.warnings.filter { !$0.vsaCalls.isEmpty }.map(\.summary) == [])
        #expect(result.warnings.compactMap(\.brokenRule).filter { $0.hasPrefix("VSA-") } == [])
    }

    @Test("An empty recording holds no sign-on")
    func empty() {
        #expect(throws: ReplayError.noSignOn) { try Replayer.replay(Recording()) }
    }

    // MARK: Determinism

    @Test("Replaying twice gives the same timeline and the same digest", arguments: Captures.cookbook)
    func deterministic(name: String) throws {
        let recording = try Captures.recording(name)
        let first = try Replayer.replay(recording)
        let second = try Replayer.replay(recording)
        #expect(first.digest == second.digest)
        #expect(first.timeline == second.timeline)
    }

    @Test("A replay that differs in anything has another digest")
    func digestTells() throws {
        let recording = try Captures.recording("apple-sso-tvos")
        let changed = try recording.changingAnswer(7, "1795298352845", "1795298352846")
        #expect(try Replayer.replay(recording).digest != Replayer.replay(changed).digest)
    }

    @Test("A redacted recording replays as the original does, under whatever key", arguments: Captures.cookbook)
    func redacted(name: String) throws {
        let original = try Captures.recording(name)
        let expected = try Replayer.replay(original)
        for byte in [UInt8(1), 2] {
            let result = try Replayer.replay(original.redacted(key: Array(repeating: byte, count: 32)))
            #expect(result.divergences.map(\.summary) == [])
            #expect(result.digest == expected.digest)
        }
    }

    // MARK: Cut

    @Test("A deleted exchange is a divergence that names it", arguments: Captures.cookbook)
    func cut(name: String) throws {
        let recording = try Captures.recording(name)
        // The last one leaves no gap; the store's count tells of that.
        for ordinal in 1..<recording.exchanges.count {
            let result = try Replayer.replay(recording.cutting(ordinal))
            let named = result.divergences.first { $0.exchange == ordinal && $0.reason == .notRecorded }
            #expect(named?.summary.hasPrefix("This exchange is missing") == true, "exchange \(ordinal)")
        }
    }

    @Test("Numbers that were skipped when it was recorded are not missed, those beside them are")
    func skippedNumbers() throws {
        var recording = try Captures.recording("apple-sso-tvos").cutting(9).cutting(12)
        recording.information.skippedExchanges = try #require(OrdinalGaps(parsing: "9"))
        let missing = try Replayer.replay(recording).divergences.filter { $0.reason == .notRecorded }
            .filter { $0.summary.contains("missing from the recording") }
        #expect(missing.map(\.exchange) == [12])
        #expect(missing[0].summary == "This exchange is missing from the recording, which continues with exchange 13.")
    }

    @Test("A HAR from which an exchange was cut before the import diverges where the client asks for it")
    func cutBeforeImport() throws {
        let recording = try Captures.recording("apple-sso-tvos")
        // Left out: what a shorter honest session would lack too, the credentials (they are kept for ever), the
        // Programmer's own calls, and the logout.
        for ordinal in [2, 3, 4, 5, 6, 7, 8, 10, 11, 13] {
            let result = try Replayer.replay(recording.cuttingAndRenumbering(ordinal))
            let operation = try #require(PassRequest(recognizing: recording.exchanges[ordinal - 1].request)).operation
            #expect(
                result.divergences.contains { $0.summary.contains(operation.rawValue) },
                "exchange \(ordinal): \(result.divergences.map(\.summary))"
            )
        }
    }

    // MARK: Changed

    @Test(
        "A changed field of an answer is named with its exchange",
        arguments: [
            (1, "dd942397", "dd942398", "client_id"), (2, "dad05a31", "dad05a32", "access_token"),
            (4, "com.example.meadowlark", "com.example.lark", "mvpds[platformMappingId=com.example.meadowlark]"),
            (4, "\"Meadowlark\"", "\"Larkmeadow\"", "mvpds[Larkmeadow].id"),
            (4, "\"uid\", ", "", "mvpds[Meadowlark].requiredMetadataFields"),
            (5, "PD94bWwg", "PD94bWwh", "the payload"), (7, "\"KITE1\"", "\"KITE2\"", "resource"),
            (7, "KITETV", "KITEFM", "requestor"), (7, "Meadowlark", "Plover", "mvpd"),
            (7, "1795298352845", "1795211952845", "expires"), (8, "1795212252891", "1795219952891", "expires"),
            (8, "\"KITE1\"", "\"KITE2\"", "resource"),
            (8, "PHNpZ25hdHVyZUluZm8+MkVX", "PHNpZ25hdHVyZUluZm8+MkVY", "serializedToken"),
            (13, "\"Apple\"", "\"Plover\"", "data.tokenSource"), (2, "\"bearer\"", "\"mac\"", "token_type"),
            (7, "\"expires\"", "\"expired\"", "expires"), (8, "\"expires\"", "\"expired\"", "expires"),
            (13, "\"data\"", "\"date\"", "body"), (13, "}}", "}", "body"),
        ]
    )
    func changedField(ordinal: Int, old: String, new: String, field: String) throws {
        let changed = try Captures.recording("apple-sso-tvos").changingAnswer(ordinal, old, new)
        let result = try Replayer.replay(changed)
        // Whole names: of the fields of a divergence about the exchange, and of what it is the cause of.
        let names = result.divergences.flatMap { divergence in
            (divergence.exchange == ordinal ? divergence.fields.map(\.name) : [])
                + (divergence.cause?.exchange == ordinal ? [divergence.cause?.field ?? ""] : [])
        }
        #expect(names.contains(field), "\(names)")
    }

    @Test("A changed status is named with its exchange", arguments: [2, 3, 4, 5, 6, 7, 8, 10, 11])
    func changedStatus(ordinal: Int) throws {
        let recording = try Captures.recording("apple-sso-tvos")
        let status = recording.exchanges[ordinal - 1].response?.status == 403 ? 200 : 403
        let result = try Replayer.replay(recording.changingStatus(ordinal, to: status))
        let named = result.divergences.contains { $0.exchange == ordinal || $0.cause?.exchange == ordinal }
        #expect(named, "\(result.divergences.map(\.summary))")
    }

    @Test("A body in an answer that says it has none is named with its exchange", arguments: [1, 2, 7, 8, 10, 13])
    func bodyOfNoContent(ordinal: Int) throws {
        let result = try Replayer.replay(Captures.recording("apple-sso-tvos").changingStatus(ordinal, to: 204))
        let first = try #require(result.divergences.first)
        #expect(first.exchange == ordinal && first.reason == .fieldMismatch)
        #expect(first.fields.map(\.name) == ["status"] && first.fields.map(\.recorded) == ["204"], "\(first.fields)")
    }

    @Test(
        "A registration code lasts ten hours at most, and names its end",
        arguments: [
            ("1795213756772", "1795247956772", 0), ("1795213756772", "1795247956773", 1), ("expires", "ends", 1),
        ]
    )
    func spanOfCode(old: String, new: String, count: Int) throws {
        let changed = try Captures.recording("second-screen-tvos").changingAnswer(5, old, new)
        let named = try Replayer.replay(changed).divergences.filter { $0.exchange == 5 }
        #expect(named.flatMap(\.fields).map(\.name) == Array(repeating: "expires", count: count))
    }

    // MARK: Swapped

    @Test(
        "Two swapped answers diverge, and one of the two is named",
        arguments: [
            ("apple-sso-tvos", 3, 4), ("apple-sso-tvos", 3, 7), ("apple-sso-tvos", 8, 11), ("apple-sso-tvos", 6, 13),
            ("apple-sso-tvos", 7, 8), ("apple-sso-tvos", 9, 13), ("second-screen-tvos", 6, 7),
            ("access-denied-tvos", 6, 7),
            ("unsupported-provider-tvos", 6, 7),
        ]
    )
    func swapped(name: String, first: Int, second: Int) throws {
        let result = try Replayer.replay(Captures.recording(name).swappingAnswers(first, second))
        let named = result.divergences.contains {
            [first, second].contains($0.exchange) || [first, second].contains($0.cause?.exchange)
        }
        #expect(named, "\(result.divergences.map(\.summary))")
    }
}

extension [String] {
    fileprivate var removingRepeats: [String] {
        reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}
