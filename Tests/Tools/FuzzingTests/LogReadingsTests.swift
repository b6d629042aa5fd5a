import FuzzReadings
import Testing

@testable import Fuzzing

/// The writing of a VSA log differs from its own JSON wherever it is wrong.
@Suite struct LogReadingsTests {
    private static let log =
        #"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":{"new":[1,{"a":null}]},"x":1.50}"#

    @Test("Lines are the same in any order of their members")
    func agrees() throws {
        let other = #"{"x":1.50,"call":"enqueue","request":{"new":[1,{"a":null}]},"at":"2026-11-20T21:59:12Z"}"#
        try LogReadings.agree([other, other], with: Array("\u{FEFF}\(Self.log)\r\n \t\n\(Self.log)".utf8))
        try LogReadings.agree([], with: [])
    }

    @Test(
        "A member that is lost, new or another is seen, and so is a line",
        arguments: [
            [], [log, log],
            [#"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":{"new":[1,{"a":null}]}}"#],
            [#"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":{"new":[1,{}]},"x":1.50}"#],
            [#"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":{"new":[1,{"a":null}]},"x":1.50,"y":null}"#],
            [#"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":{"new":[true,{"a":null}]},"x":1.50}"#],
            [#"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":{"new":[1,{"a":null}]},"x":1.5}"#],
        ]
    )
    func differs(lines: [String]) {
        #expect(throws: PropertyFailure.self) { try LogReadings.agree(lines, with: Array(Self.log.utf8)) }
    }
}
