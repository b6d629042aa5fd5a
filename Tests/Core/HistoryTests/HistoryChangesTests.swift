import Exchanges
import History
import Testing
import VirtualTime

@Suite("The states of a recording, each as what changed") struct HistoryChangesTests {
    @Test(
        "Added up they are the history as of each instant",
        arguments: [
            "apple-sso-tvos", "second-screen-tvos", "access-denied-tvos", "ytdlp-cached-second-play",
            "clients/kodi-native-authn-expired-second-play", "clients/kodi-espn3-denied", "clients/secondscreen-both",
            "clients/eplus-espn-authz-expired-second-play",
        ]
    )
    func addedUp(name: String) throws {
        let history = try Captures.history(name)
        let span = try #require(history.span)
        let nanosecond = Duration.nanoseconds(1)
        var instants = [span.lowerBound - .seconds(1), span.lowerBound, span.upperBound]
        instants += try Captures.recording(name).exchanges.flatMap {
            [$0.startedAt, $0.endedAt - nanosecond, $0.endedAt]
        }
        instants += history.expirations.flatMap { [$0.instant.value - nanosecond, $0.instant.value] }
        instants = instants.filter { $0 >= span.lowerBound - .seconds(1) }.sorted()
        var changes = HistoryChanges(in: history)
        var entries: [Holding] = []
        var (refusals, failures): ([RecordedRefusal], [FailedCall]) = ([], [])
        for instant in instants {
            let step = changes.advance(to: instant)
            for (index, holding) in step.entries {
                if index == entries.count { entries.append(holding) } else { entries[index] = holding }
            }
            refusals += step.refusals
            failures += step.failures
            let expected = history.asOf(.instant(instant))
            #expect(entries == expected.entries, "\(name) at \(instant)")
            #expect(refusals == expected.refusals && failures == expected.failures && step.point == expected.point)
        }
        #expect(entries.count == history.entries.count && !entries.isEmpty)
    }

    @Test("Where nothing happens nothing has changed")
    func quiet() throws {
        let history = try Captures.history("apple-sso-tvos")
        let end = try #require(history.span?.upperBound)
        var changes = HistoryChanges(in: history)
        #expect(!changes.advance(to: end).entries.isEmpty)
        #expect(changes.advance(to: end + .seconds(1)).entries.isEmpty)
    }
}
