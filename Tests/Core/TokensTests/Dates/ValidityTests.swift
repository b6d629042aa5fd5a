import Testing
import Tokens
import VirtualTime

struct ValidityTests {
    static let start = Instant(secondsSince1970: 1_000)
    static let end = Instant(secondsSince1970: 2_000)
    static let nanosecond = Duration.nanoseconds(1)

    @Test("An interval holds from its start on, and strictly before its end")
    func edges() {
        let validity = Validity(notBefore: Self.start, expiry: Self.end)
        #expect(validity.state(at: Self.start - Self.nanosecond) == .notYet)
        #expect(validity.state(at: Self.start) == .valid)
        #expect(validity.state(at: Self.end - Self.nanosecond) == .valid)
        #expect(validity.state(at: Self.end) == .expired)
        #expect(validity.state(at: Self.end + Self.nanosecond) == .expired)
    }

    @Test("With the inclusive boundary it holds at its end too, and not a nanosecond longer")
    func inclusive() {
        let validity = Validity(expiry: Self.end)
        #expect(validity.isValid(at: Self.end, boundary: .inclusive))
        #expect(!validity.isValid(at: Self.end + Self.nanosecond, boundary: .inclusive))
        #expect(!validity.isValid(at: Self.end, boundary: .exclusive))
    }

    @Test("An interval without ends always holds, one turned inside out never")
    func extremes() {
        #expect(Validity().isValid(at: .distantPast))
        #expect(Validity().isValid(at: .distantFuture))
        let inverted = Validity(notBefore: Self.end, expiry: Self.start)
        for instant in [Instant.distantPast, Self.start, Self.end, .distantFuture] {
            #expect(!inverted.isValid(at: instant))
        }
    }
}
