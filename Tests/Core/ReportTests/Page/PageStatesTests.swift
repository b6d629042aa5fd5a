import Documents
import Exchanges
import History
import Testing
import VirtualTime

@testable import Report

@Suite("The states of a page") struct PageStatesTests {
    @Test(
        "Put together from the changes, the state at each stop is what `kinescope state --at` prints",
        arguments: BundledRecordings.paths
    )
    func states(path: String) throws {
        let recording = try BundledRecordings.recording(path)
        let history = History(recording)
        let device = history.mainDevice
        let page = PageContent([PageSource(recording, name: path)], version: "test").json
        let stops = try #require(page["recordings"]?.array?.first?["stops"]?.array)
        #expect(stops.count > recording.exchanges.count)
        var state = RebuiltState()
        for stop in stops {
            state.take(stop)
            let instant = try #require(stop["at"]?.string.flatMap { Instant(iso8601: $0) })
            let whole = StateText().text(of: StateReport(history.asOf(.instant(instant)), device: device, at: instant))
            // What it begins with is about the whole recording: the instant, the last event, the devices.
            let sections = ["\nservice\n", "\nno longer valid\n", "\nrefused\n", "\nfailed\n"]
            let start = sections.compactMap { whole.firstRange(of: $0)?.lowerBound }.min() ?? whole.endIndex
            #expect(state.text(at: instant) == String(whole[start...]), "\(path) at \(instant)")
        }
    }

    @Test("The slider stops at the end of each exchange, and just before and at each expiration")
    func stops() throws {
        let recording = try BundledRecordings.recording("Recordings/captures/clients/secondscreen-both.har")
        let page = PageContent([PageSource(recording, name: "a")], version: "test").json
        let stops = try #require(page["recordings"]?.array?.first?["stops"]?.array)
        #expect(stops.first?["type"]?.string == "start")
        #expect(
            stops.compactMap { $0["type"]?.string == "exchange" ? $0["ordinal"]?.number?.int64 : nil } == Array(1...10)
        )
        // As sweep lists them: a media token, the code, a cookie, an AuthZ and an AuthN token.
        let at = stops.filter { $0["type"]?.string == "at" }.compactMap { $0["at"]?.string }
        #expect(
            at == [
                "2026-11-24T06:50:55.603Z", "2026-11-24T07:15:55.326Z", "2026-11-25T06:45:55Z",
                "2026-11-25T06:45:55.553Z", "2026-12-24T06:45:55.540Z",
            ]
        )
        let before = stops.filter { $0["type"]?.string == "justBefore" }.compactMap { $0["at"]?.string }
        #expect(before.first == "2026-11-24T06:50:55.602999999Z" && before.count == 5)
        let last = try #require(stops.last)
        #expect(last["effect"]?.string == "v1.media → 403")
    }
}
