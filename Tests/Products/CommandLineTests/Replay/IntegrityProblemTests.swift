import RecordingStore
import Replay
import Report
import Services
import Testing
import VirtualTime

@testable import kinescope

@Suite struct IntegrityProblemTests {
    static let instant = Instant(secondsSince1970: 1_795_211_952)

    @Test("Damage to an exchange is a divergence that names the exchange and the field")
    func exchange() {
        let problem = IntegrityProblem(.exchange(7), field: "response body", reason: "its digest does not fit")
        let divergence = problem.divergence(at: Self.instant)
        #expect(divergence.reason == .fieldMismatch)
        #expect(divergence.exchange == 7)
        #expect(divergence.instant == Self.instant)
        #expect(divergence.summary.contains("exchange 7, response body"))
    }

    @Test(
        "Damage to anything else is a divergence too",
        arguments: [
            IntegrityProblem(.vsaCall(2), reason: "gone"),
            IntegrityProblem(.database, reason: "a page is damaged"),
            IntegrityProblem(.information, field: "exchange_count", reason: "15, but there are 14"),
            IntegrityProblem(.userAction(1), reason: "gone"),
        ]
    )
    func others(problem: IntegrityProblem) {
        let divergence = problem.divergence(at: Self.instant)
        #expect(divergence.exchange == nil)
        #expect(divergence.summary.contains(problem.description))
    }
}
