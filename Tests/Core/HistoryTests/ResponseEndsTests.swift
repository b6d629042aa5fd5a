import History
import Testing
import VirtualTime

/// Source: issue "Serve", parts 2 and 5: what has expired is given to nobody.
@Suite struct ResponseEndsTests {
    @Test(
        "A response holds until the first of what it gives, reads and needs expires, a refusal as long as the access token"
    )
    func ends() throws {
        let ends = History(try Captures.recording("second-screen-tvos")).responseEnds
        // By the responses: the access token of exchange 2 is made at 1795211956628 and lasts 21,600 s.
        let access: Int64 = 1_795_233_556_628
        let expected: [Int: Int64] = [
            2: access, 4: access,
            // 403 and 404, which a service would not give without it.
            3: access, 6: access,
            // The code, by itself.
            5: 1_795_213_756_772,
            // AuthN and AuthZ tokens outlive the access token with which they are requested; media tokens are made anew.
            7: access, 8: access, 9: access, 11: access, 12: access, 14: access, 15: access,
        ]
        #expect(ends.mapValues { $0.secondsSince1970 * 1_000 + Int64($0.nanosecond) / 1_000_000 } == expected)
    }

    @Test("What a token states is read where it is given and where it comes back")
    func tokens() throws {
        let ends = History(try Captures.recording("ytdlp-sign-on")).responseEnds
        // `session` names the code of exchange 4, which ends before the AuthN token does that it gives.
        #expect(ends[8] == Instant(millisecondsSince1970: 1_795_213_861_428))
        // The AuthZ token's end, which is before that of the AuthN token that `authorize` needs.
        #expect(ends[9] == Instant(iso8601: "2026-11-21T22:01:01Z"))
        // A media token is made for as long as the AuthZ token lasts that is sent for it.
        #expect(ends[10] == Instant(iso8601: "2026-11-21T22:01:01Z"))
        #expect(ends[1] == nil && ends[2] == nil && ends[6] == nil && ends[7] == nil)
    }
}
