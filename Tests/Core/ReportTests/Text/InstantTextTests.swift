import Testing
import VirtualTime

@testable import Report

@Suite struct InstantTextTests {
    private static let instant = Instant(secondsSince1970: 1_800_000_000, nanosecond: 123_456_000)

    @Test("A head names its instant to the millisecond, rounded, in UTC")
    func headline() {
        #expect(Self.instant.headline == "2027-01-15 08:00:00.123 UTC")
        #expect(
            Instant(secondsSince1970: 1_800_000_000, nanosecond: 999_600_000).headline == "2027-01-15 08:00:01.000 UTC"
        )
    }

    @Test("Beside an expiration the nanosecond matters")
    func precise() {
        let beside = Instant(secondsSince1970: 1_800_000_000, nanosecond: 1)
        #expect(beside.preciseHeadline == "2027-01-15 08:00:00.000000001 UTC")
        #expect(Self.instant.preciseHeadline == Self.instant.headline)
    }

    @Test(
        "A near expiration is told by how far it is, a distant one by its date",
        arguments: [
            (Duration.milliseconds(299_960), "expires in 5 min"), (.seconds(86_399), "expires in 1 d"),
            (.seconds(86_340), "expires in 23 h 59 min"), (.seconds(30 * 86_400), "expires 2027-02-14"),
            (.nanoseconds(1), "expires in less than 1 s"), (.milliseconds(500), "expires in 1 s"),
            (.zero, "expired just now"), (.seconds(-90), "expired 1 min 30 s ago"),
            (.seconds(-30 * 86_400), "expired 2026-12-16"),
        ]
    )
    func expiration(distance: Duration, text: String) {
        #expect((Self.instant + distance).expiration(seenFrom: Self.instant) == text)
    }
}
