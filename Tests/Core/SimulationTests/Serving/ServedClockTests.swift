import Simulation
import Testing
import VirtualTime

/// Source: issue "Serve", part 5.
@Suite struct ServedClockTests {
    static let wall = Instant(secondsSince1970: 1_800_000_000)
    static let shown = Instant(secondsSince1970: 1_700_000_000, nanosecond: 5)

    @Test(
        "It goes as fast as the wall's, or so many times as fast, from what it showed",
        arguments: [1, 60, 1_000_000]
    )
    func rates(rate: Int) {
        let clock = ServedClock(showing: Self.shown, at: Self.wall, rate: rate)
        #expect(clock.instant(at: Self.wall) == Self.shown)
        let later = clock.instant(at: Self.wall + .milliseconds(1_500))
        #expect(later == Self.shown + .milliseconds(1_500 * rate))
    }

    @Test("Frozen, it shows the same however late it is; it goes on when it is let")
    func frozen() {
        var clock = ServedClock(showing: Self.shown, at: Self.wall, rate: 0)
        #expect(clock.instant(at: Self.wall + .seconds(86_400)) == Self.shown)
        clock.change(rate: 2, at: Self.wall + .seconds(10))
        #expect(clock.instant(at: Self.wall + .seconds(13)) == Self.shown + .seconds(6))
        clock.change(rate: 0, at: Self.wall + .seconds(20))
        #expect(clock.instant(at: Self.wall + .seconds(99)) == Self.shown + .seconds(20))
    }

    @Test("It never goes back: neither where it is turned, nor where the wall's clock does")
    func neverBack() {
        var clock = ServedClock(showing: Self.shown, at: Self.wall)
        clock.turn(to: Self.shown - .seconds(5), at: Self.wall + .seconds(1))
        #expect(clock.instant(at: Self.wall + .seconds(1)) == Self.shown + .seconds(1))
        #expect(clock.instant(at: Self.wall) == Self.shown + .seconds(1))
        clock.turn(to: Self.shown + .seconds(100), at: Self.wall + .seconds(1))
        #expect(clock.instant(at: Self.wall + .seconds(3)) == Self.shown + .seconds(102))
    }

    @Test("A rate that is none is the nearest that is, and the end of time is the end")
    func bounds() {
        #expect(ServedClock(showing: Self.shown, at: Self.wall, rate: -3).rate == 0)
        #expect(ServedClock(showing: Self.shown, at: Self.wall, rate: .max).rate == 1_000_000)
        let last = ServedClock(showing: .distantFuture, at: Self.wall, rate: 1_000_000)
        #expect(last.instant(at: .distantFuture) == .distantFuture)
    }
}
