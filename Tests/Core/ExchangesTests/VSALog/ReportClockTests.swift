import Exchanges
import SubscriberAccount
import Testing
import VirtualTime

/// A device's clock is not the recorder's.
@Suite struct ReportClockTests {
    static let arrival = Instant(microsecondsSince1970: 1_763_675_952_500_000)

    static func clock(sent difference: Duration) -> ReportClock {
        ReportClock(arrivedAt: arrival, sentAt: arrival - difference)
    }

    @Test("A clock that is fast is set back, one that is slow set forward, one that may be right left alone")
    func shift() {
        #expect(ReportClock(arrivedAt: Self.arrival).shift == .zero)
        #expect(Self.clock(sent: .zero).shift == .zero)
        #expect(Self.clock(sent: ReportClock.tolerance).shift == .zero)
        #expect(Self.clock(sent: ReportClock.tolerance + .microseconds(1)).shift == .microseconds(1_000_001))
        #expect(Self.clock(sent: .microseconds(-1)).shift == .microseconds(-1))
        #expect(Self.clock(sent: .seconds(-86_400 * 365)).shift == .seconds(-86_400 * 365))
    }

    @Test("Every time that a line gives is shifted; a line without one happened when it arrived")
    func times() throws {
        let clock = Self.clock(sent: .seconds(-3_600))
        let text = #"{"at":"2025-11-20T22:59:12.4Z","action":"launch"}"# + "\n" + #"{"action":"cancel"}"#
        let userActions = try UserActionLog.parse(report: Array(text.utf8), clock: clock)
        #expect(userActions.map(\.occurredAt.description) == ["2025-11-20T21:59:12.400Z", "2025-11-20T21:59:12.500Z"])
    }

    @Test("A VSA call is written again with the recorder's time, and with all else it said")
    func vsaCalls() throws {
        let clock = Self.clock(sent: .seconds(10))
        let lines = [
            #"{"at":"2025-11-20 22:59:02+0100","call":"enqueue","request":{},"metadata":null,"error":null,"x":1}"#,
            #"{"call":"checkAccessStatus","accessStatus":"denied"}"#,
            #"{"at":null,"call":"checkAccessStatus","accessStatus":"denied"}"#,
        ]
        let report = Array(lines.joined(separator: "\n").utf8)
        let responses = try VSALog.parse(report: report, clock: clock)
        #expect(
            responses.map(\.answeredAt.description)
                == ["2025-11-20T21:59:12Z", "2025-11-20T21:59:12.500Z", "2025-11-20T21:59:12.500Z"]
        )
        let written = responses.map(VSALog.line)
        #expect(written[0].contains(#""x":1"#))
        #expect(
            try VSALog.parse(Array(written.joined(separator: "\n").utf8)).map(\.answeredAt)
                == responses.map(\.answeredAt)
        )
    }

    @Test("A time at the end of all time is shifted no further")
    func saturation() throws {
        let clock = ReportClock(arrivedAt: .distantFuture, sentAt: .distantPast)
        let text = #"{"at":"9999-12-31T23:59:59Z","action":"launch"}"#
        let userActions = try UserActionLog.parse(report: Array(text.utf8), clock: clock)
        #expect(userActions.first?.occurredAt.description == "9999-12-31T23:59:59.999999Z")
    }
}
