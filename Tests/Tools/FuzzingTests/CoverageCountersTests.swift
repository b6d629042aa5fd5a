import FuzzReadings
import Testing

@testable import Fuzzing

@Suite struct CoverageCountersTests {
    /// The events, in order.
    private final class Log: @unchecked Sendable {
        var entries: [String] = []
    }

    @Test("CoverageCounters are kept before what is not counted, and put back behind it, whether it holds or not")
    func order() throws {
        let log = Log()
        let keeping: CoverageCounters.Keeping = ({ log.entries.append("keep") }, { log.entries.append("put back") })
        let answer = try uncounted(keeping) { () throws(PropertyFailure) in
            log.entries.append("check")
            return 7
        }
        #expect(answer == 7)
        #expect(log.entries == ["keep", "check", "put back"])
        #expect(throws: PropertyFailure.self) {
            try uncounted(keeping) { () throws(PropertyFailure) in throw PropertyFailure("a", "b") }
        }
        #expect(log.entries == ["keep", "check", "put back", "keep", "put back"])
    }

    @Test("Where nothing is counted it is checked all the same")
    func nothingCounted() throws {
        #expect(try uncounted(nil) { () throws(PropertyFailure) in 7 } == 7)
    }
}
