import Report
import Testing
import VirtualTime

@Suite struct DistanceTextTests {
    /// Milliseconds, and how they are told.
    static let distances: [(milliseconds: Int64, text: String)] = [
        (2_592_000_000, "30 d"), (2_591_999_988, "30 d"), (90_061_000, "1 d 1 h"), (86_461_000, "1 d"),
        (299_000, "4 min 59 s"), (3_600_000, "1 h"), (9_500, "9 s 500 ms"), (40, "40 ms"), (0, "0 ms"),
        (-300_000, "5 min"),
    ]

    @Test("A distance is told in its two largest units, from ten seconds on to the second", arguments: distances)
    func words(distance: (milliseconds: Int64, text: String)) {
        #expect("\(DistanceText(.milliseconds(distance.milliseconds)))" == distance.text)
    }

    @Test("An instant is told with the side on which it lies")
    func sides() throws {
        let instant = try #require(Instant(iso8601: "2026-12-20T21:59:12Z"))
        #expect(DistanceText.text(of: instant, from: instant - .seconds(60)) == "2026-12-20T21:59:12Z, 1 min after")
        #expect(DistanceText.text(of: instant, from: instant + .seconds(60)) == "2026-12-20T21:59:12Z, 1 min before")
        #expect(DistanceText.text(of: .distantPast, from: .distantFuture).hasSuffix(" before"))
    }
}
