import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Replay

@Suite("The pauses between polls") struct PollRhythmTests {
    private static let start = Instant(secondsSince1970: 1_795_212_000)

    /// A call of `path` that begins so many milliseconds after the first and is answered after ten.
    private func call(_ milliseconds: Int64, _ path: String = "tokens/authn") throws -> RecordedCall {
        let request = HTTPRequest(
            method: "GET",
            url: "https://api.auth.adobe.com/api/v1/\(path)?requestor=KITETV&deviceId=kite-1"
        )
        return RecordedCall(
            ordinal: 1,
            startedAt: Self.start + .milliseconds(milliseconds),
            duration: .milliseconds(10),
            request: try #require(PassRequest(recognizing: request)),
            outcome: .failure("none")
        )
    }

    private func rhythm(_ starts: [Int64]) throws -> PollRhythm {
        var rhythm = PollRhythm()
        for start in starts { rhythm.take(try call(start)) }
        return rhythm
    }

    @Test(
        "A timer's pauses differ by less than a quarter of a second, or a tenth of the longest",
        arguments: [
            ([1_000, 1_249], true), ([1_000, 1_250], false), ([9_001, 10_000], true), ([9_000, 10_000], false),
            ([5_000], true), ([], false), ([4_000, 9_000, 4_000], false),
        ]
    )
    func alike(pauses: [Int64], isTimer: Bool) {
        #expect(PollRhythm.areAlike(pauses.map { Duration.milliseconds($0) }) == isTimer)
    }

    @Test("A fourth poll keeps the time of three that a timer made", arguments: [(13_030, true), (14_000, false)])
    func timer(start: Int64, fits: Bool) throws {
        // Pauses of 3 s from the end of one to the start of the next.
        let rhythm = try rhythm([4_000, 7_010, 10_020])
        #expect(rhythm.fits(try call(start), isChained: false) == fits)
    }

    @Test("Two polls, or three at a user's word, say nothing about when the next comes")
    func user() throws {
        #expect(try rhythm([4_000, 7_010]).fits(try call(60_000), isChained: false))
        #expect(try rhythm([4_000, 7_010, 30_000]).fits(try call(60_000), isChained: false))
        #expect(PollRhythm().fits(try call(0, "checkauthn"), isChained: false))
    }

    @Test("Another call is a poll only if it comes along with one, and after the first such only if it is that one")
    func companion() throws {
        var rhythm = try rhythm([4_000])
        #expect(!rhythm.fits(try call(4_200, "checkauthn"), isChained: false))
        #expect(rhythm.fits(try call(4_020, "checkauthn"), isChained: true))
        rhythm.take(try call(4_020, "checkauthn"))
        rhythm.take(try call(7_010))
        #expect(rhythm.fits(try call(7_030, "checkauthn"), isChained: true))
        #expect(!rhythm.fits(try call(7_030, "tokens/usermetadata"), isChained: true))
    }
}
