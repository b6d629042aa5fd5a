import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// Instants in the JSON of servers that are not Adobe's: what is one beyond doubt moves, and nothing else.
@Suite struct OtherJSONTests {
    private static let sent = Instant(secondsSince1970: 1_795_502_000)  // 2026-11-24
    private static let shift = InstantShift(wholeSeconds: 86_400)

    private static func moved(_ body: String, sentAt sent: Instant? = sent, _ kind: ExchangeKind = .programmerService)
        -> InstantShift.Moved
    { shift.moved(HTTPResponse(status: 200, body: Array(body.utf8)), of: kind, sentAt: sent) }

    private static func text(_ moved: InstantShift.Moved) -> String {
        String(decoding: moved.response.body ?? [], as: UTF8.self)
    }

    @Test(
        "Seconds, milliseconds and dates move a day, as numbers and as texts, where a name says time",
        arguments: [
            (#"{"validityTill":1795588695244}"#, #"{"validityTill":1795675095244}"#, "validityTill"),
            (
                #"{"data": {"expiresIn": "1798094305331"}}"#, #"{"data": {"expiresIn": "1798180705331"}}"#,
                "data.expiresIn"
            ),
            (#"[{"expiry":1795502365}]"#, #"[{"expiry":1795588765}]"#, "expiry"),
            (#"{"issued_at":"2026-11-24T08:00:00.25Z"}"#, #"{"issued_at":"2026-11-25T08:00:00.25Z"}"#, "issued_at"),
            (#"{"endDate":"2026-12-31T23:30:00+01:00"}"#, #"{"endDate":"2027-01-01T23:30:00+01:00"}"#, "endDate"),
            (#"{"name":"expiry","value":1795502365}"#, #"{"name":"expiry","value":1795588765}"#, "value"),
            (
                #"{"serverTime":1795502365,"exp":"179550\u0032365"}"#,
                #"{"serverTime":1795588765,"exp":"179558\u0038765"}"#, "serverTime"
            ),
        ]
    )
    func moves(body: String, expected: String, place: String) {
        for kind in [ExchangeKind.programmerService, .other("api.kite.example"), .providerPage] {
            let moved = Self.moved(body, kind)
            #expect(Self.text(moved) == expected)
            #expect(moved.undocumented.first == .body(field: place) && moved.exceptions.isEmpty)
        }
    }

    @Test(
        "What may be something else stays",
        arguments: [
            // No name says time; another number of digits; more than a year away; a duration; a date without a time of day.
            #"{"id":1795588695244}"#, #"{"userId":"1795588695"}"#, #"{"expiry":17955886952}"#,
            #"{"expiry":1827124401}"#,
            #"{"expires":1763879599}"#, #"{"expiresIn":21600}"#, #"{"validUntil":"2026-12-31"}"#, #"{"time":"soon"}"#,
            #"{"sometimes":1795588695244}"#, #"{"late":1795588695,"state":1795588695}"#, #"{"expiry":1795502365.5e3}"#,
            #"{"name":"expiry","other":{"value":1795502365}}"#, #"{"name":"serial","value":1795502365}"#,
            "<html><input name=\"expiry\" value=\"1795502365\"></html>", "expiry=1795502365", "",
        ]
    )
    func stays(body: String) {
        let moved = Self.moved(body)
        #expect(Self.text(moved) == body && moved.undocumented.isEmpty && moved.exceptions.isEmpty)
    }

    @Test("A year from when it was sent is near, a day more is not", arguments: [366, -366])
    func near(days: Int64) {
        let instant = Self.sent.secondsSince1970 + days * 86_400
        #expect(Self.moved("{\"time\":\(instant)}").undocumented.count == 1)
        #expect(Self.moved("{\"time\":\(instant + days.signum())}").undocumented.isEmpty)
    }

    @Test("Where it is to stay, it does; Adobe's own responses have documented fields alone")
    func keeps() {
        let body = #"{"validityTill":1795588695244}"#
        #expect(Self.text(Self.moved(body, sentAt: nil)) == body)
        #expect(Self.text(Self.moved(body, .operation(.configuration))) == body)
    }

    @Test("Moved back by as much from where it is now, it is as it was")
    func back() {
        let body = #"{"a":{"startTime":1795502365,"end":"2026-11-24T08:00:00Z"},"b":[1,2,{"expiry":"1795588695244"}]}"#
        let there = Self.moved(body)
        let back = Self.shift.reversed.moved(
            there.response,
            of: .programmerService,
            sentAt: Self.sent + .seconds(86_400)
        )
        #expect(there.undocumented.count == 3 && Self.text(back) == body)
    }
}
