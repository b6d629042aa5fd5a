import PassAPI
import Replay
import Testing
import VirtualTime

/// Documentation/explanation/replay.md, Digests: over every event of the timeline and every finding.
@Suite("What a replay's digest stands for") struct ReplayResultTests {
    static let instant = StagedSession.start

    /// Damage to an exchange as it is found outside the replay: it stands in no timeline.
    private static func damage(_ exchange: Int, _ field: String = "response body") -> Divergence {
        Divergence(
            .fieldMismatch,
            at: instant,
            exchange: exchange,
            damagedPart: field,
            .damaged("exchange \(exchange), \(field): changed")
        )
    }

    @Test("Each finding counts: which exchange and field it is about, how many there are, in which order")
    func divergences() throws {
        let result = try Replayer.replay(Captures.recording("apple-sso-tvos"))
        let found: [[Divergence]] = [
            [], [Self.damage(3)], [Self.damage(5)], [Self.damage(3, "response headers")],
            [Self.damage(3), Self.damage(5)], [Self.damage(5), Self.damage(3)], [Self.damage(3), Self.damage(3)],
            [Divergence(.notRecorded, at: Self.instant, exchange: 3, .missing(through: 3, next: 5))],
            [Divergence(.notRecorded, at: Self.instant, exchange: 4, .missing(through: 4, next: 5))],
        ]
        let digests = found.map { divergences in
            var changed = result
            changed.add(divergences)
            return changed.digest
        }
        #expect(Set(digests).count == found.count)
        #expect(digests.first == result.digest, "nothing was found")
        var again = result
        again.add([Self.damage(5)])
        #expect(again.digest == digests[2])
    }

    @Test("Deviations count as divergences do, and are told from them")
    func warnings() throws {
        let result = try Replayer.replay(Captures.recording("apple-sso-tvos"))
        func digest(_ warnings: [ReplayWarning]) -> Digest {
            var changed = result
            changed.warnings = warnings
            return changed.digest
        }
        let all = result.warnings
        #expect(all.count == 5)
        let last = try #require(all.last)
        let elsewhere = ReplayWarning(last.content, at: last.instant, exchanges: [99])
        let another = ReplayWarning.Content.callNotNeeded(.configuration)
        let ofAnotherKind = ReplayWarning(another, at: last.instant, exchanges: last.exchanges)
        let kinds = [
            [], all.dropLast(), all, all.reversed(), all + [last], all.dropLast() + [elsewhere],
            all.dropLast() + [ofAnotherKind],
        ]
        #expect(Set(kinds.map { digest(Array($0)) }).count == kinds.count)
        #expect(last.code == .bearerTokenDisclosed)
        let inOtherWords = ReplayWarning(.foreignHost("kite.example"), at: last.instant, exchanges: last.exchanges)
        #expect(digest(all.dropLast() + [inOtherWords]) == digest(all), "wording counts for nothing")
        var asDivergence = result
        asDivergence.warnings = []
        asDivergence.divergences = all.map { Divergence(.fieldMismatch, at: $0.instant, .damaged("")) }
        #expect(asDivergence.digest != result.digest)
    }

    @Test("Damage to an exchange that is known to be missing is not told twice")
    func missing() throws {
        var result = try Replayer.replay(Captures.recording("apple-sso-tvos").cutting(9))
        let count = result.divergences.count
        result.add([Self.damage(9), Self.damage(10)])
        #expect(result.divergences.dropFirst(count) == [Self.damage(10)])
    }
}
