import Testing
import VirtualTime

@Suite struct InstantTests {
    static let first: Int64 = -62_135_596_800
    static let last: Int64 = 253_402_300_799

    @Test("Nanoseconds of a second and more are carried over")
    func carry() {
        let instant = Instant(secondsSince1970: 1, nanosecond: 2_500_000_000)
        #expect(instant.secondsSince1970 == 3)
        #expect(instant.nanosecond == 500_000_000)
    }

    @Test(
        "An instant outside the years 1 to 9999 is clamped",
        arguments: [
            (last, UInt32(999_999_999), Instant.distantFuture), (last, 1_000_000_000, .distantFuture),
            (last + 1, 0, .distantFuture), (.max, .max, .distantFuture), (first, 0, .distantPast),
            (first - 1, 999_999_999, .distantPast), (.min, 0, .distantPast),
        ]
    )
    func clamped(seconds: Int64, nanosecond: UInt32, instant: Instant) {
        #expect(Instant(secondsSince1970: seconds, nanosecond: nanosecond) == instant)
    }

    @Test("Other units round down, before 1970 too, and saturate")
    func units() {
        #expect(Instant(millisecondsSince1970: -1) == Instant(secondsSince1970: -1, nanosecond: 999_000_000))
        #expect(Instant(microsecondsSince1970: -1) == Instant(secondsSince1970: -1, nanosecond: 999_999_000))
        #expect(Instant(secondsSince1970: -1, nanosecond: 999_999_999).millisecondsSince1970 == -1)
        #expect(Instant(secondsSince1970: -1, nanosecond: 1).microsecondsSince1970 == -1_000_000)
        #expect(Instant(secondsSince1970: 1, nanosecond: 1_999).microsecondsSince1970 == 1_000_001)
        #expect(Instant(millisecondsSince1970: .max) == .distantFuture)
        let last = Instant(microsecondsSince1970: .max)
        #expect(last.nanosecond == 999_999_000 && last <= .distantFuture)
        #expect(Instant(microsecondsSince1970: last.microsecondsSince1970) == last)
        #expect(Instant(microsecondsSince1970: .min) < Instant(secondsSince1970: 0))
        #expect(Instant.distantFuture.microsecondsSince1970 == 253_402_300_799_999_999)
    }

    @Test("Adding and subtracting carries over the second, both ways")
    func arithmetic() {
        let instant = Instant(secondsSince1970: 0, nanosecond: 1)
        #expect(instant - .nanoseconds(2) == Instant(secondsSince1970: -1, nanosecond: 999_999_999))
        #expect(instant + .nanoseconds(-2) == Instant(secondsSince1970: -1, nanosecond: 999_999_999))
        #expect(instant + .nanoseconds(999_999_999) == Instant(secondsSince1970: 1))
        #expect(instant + .milliseconds(1_500) == Instant(secondsSince1970: 1, nanosecond: 500_000_001))
        #expect(instant + .zero == instant)
        var moved = instant
        moved += .seconds(-1)
        #expect(moved == Instant(secondsSince1970: -1, nanosecond: 1))
    }

    @Test("Parts of a nanosecond are dropped, not rounded")
    func attoseconds() {
        let part = Duration(secondsComponent: 0, attosecondsComponent: 999_999_999)
        let instant = Instant(secondsSince1970: 5, nanosecond: 5)
        #expect(instant + part == instant)
        #expect(instant - part == instant)
        #expect(instant + (Duration.zero - part) == instant)
    }

    @Test("Arithmetic saturates and never traps")
    func saturation() {
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
        let shortest = Duration(secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999)
        for instant in [Instant.distantPast, Instant(secondsSince1970: 0), .distantFuture] {
            #expect(instant + longest == .distantFuture)
            #expect(instant - longest == .distantPast)
            #expect(instant + shortest == .distantPast)
            #expect(instant - shortest == .distantFuture)
            #expect(instant + longest + longest == .distantFuture)
        }
        #expect(Instant.distantFuture + .nanoseconds(1) == .distantFuture)
        #expect(Instant.distantPast - .nanoseconds(1) == .distantPast)
        #expect(Instant.distantFuture - .nanoseconds(1) < .distantFuture)
    }

    @Test("The span between two instants takes one to the other")
    func spans() {
        let instants = [
            Instant.distantPast, Instant(secondsSince1970: -1, nanosecond: 999_999_999), Instant(secondsSince1970: 0),
            Instant(secondsSince1970: 1_795_211_952, nanosecond: 599_335_000), .distantFuture,
        ]
        for from in instants {
            for to in instants {
                #expect(from + (to - from) == to)
                #expect((to - from < .zero) == (to < from))
            }
        }
    }

    @Test("Instants are ordered by second, then by nanosecond")
    func order() {
        #expect(Instant(secondsSince1970: -1, nanosecond: 5) < Instant(secondsSince1970: 0))
        #expect(Instant(secondsSince1970: 1, nanosecond: 5) < Instant(secondsSince1970: 1, nanosecond: 6))
        #expect(!(Instant(secondsSince1970: 1) < Instant(secondsSince1970: 1)))
    }
}
