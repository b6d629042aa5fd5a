import Checkout
import Exchanges
import Foundation
import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// Source: issue 28 §2; the captures are bundled, and what is in them is read here without the code under test.
@Suite struct InstantShiftTests {
    static let captures = ["Recordings/captures", "Recordings/v2"].flatMap { Checkout.files(below: $0, suffix: ".har") }

    static func exchanges(of capture: String) throws -> [Exchange] {
        try HAR.recording(parsing: Checkout.bytes(of: capture)).exchanges
    }

    /// 1,234 days, 5 hours, 6 minutes and 7 seconds: no part of a date stays.
    static let distance: Int64 = 106_635_967

    @Test("There are captures of V1, the SDKs, browsers and V2")
    func captured() throws {
        #expect(Self.captures.count >= 21)
        #expect(Self.captures.contains { $0.contains("/v2/") })
    }

    @Test("A response that is moved and moved back is the same to the byte", arguments: captures)
    func back(capture: String) throws {
        // Up to 40 years either way: no cookie gets into 1970, which would delete it.
        var generator = SeededGenerator(seed: UInt64(capture.utf8.count))
        let random = (0..<24).map { _ in Int64(generator.next() % 2_522_880_000) - 1_261_440_000 }
        for exchange in try Self.exchanges(of: capture) {
            for seconds in [1, -1, 3_600, 31 * 86_400, -86_400 * 365] + random {
                let shift = InstantShift(wholeSeconds: seconds)
                guard let moved = shift.moved(exchange) else { continue }
                #expect(moved.exceptions.isEmpty, "\(exchange.ordinal): \(moved.exceptions)")
                var served = exchange
                served.outcome = .response(moved.response)
                #expect(
                    shift.reversed.moved(served)?.response == exchange.response,
                    "\(exchange.ordinal) by \(seconds) s"
                )
                // Before 2001 a number has a digit less.
                if let length = exchange.response?.headers[first: "Content-Length"].flatMap({ Int($0) }),
                    length == exchange.response?.body?.count
                {
                    #expect(moved.response.headers[first: "Content-Length"] == "\(moved.response.body?.count ?? 0)")
                }
            }
        }
    }

    @Test("A distance of nothing changes nothing and breaks no signature", arguments: captures)
    func nothing(capture: String) throws {
        for exchange in try Self.exchanges(of: capture) {
            let moved = InstantShift(wholeSeconds: 0).moved(exchange)
            #expect(moved?.response == exchange.response)
            #expect(moved?.signatures == [] || moved == nil)
        }
    }

    @Test(
        "Every instant that can be found in a response, in whatever encoding, moves by the distance",
        arguments: captures
    )
    func everyInstant(capture: String) throws {
        var found = 0
        for exchange in try Self.exchanges(of: capture) {
            guard let recorded = exchange.response else { continue }
            let shift = InstantShift(wholeSeconds: Self.distance)
            let moved = shift.moved(recorded, of: ExchangeKind(of: exchange), sentAt: exchange.endedAt).response
            let before = FoundInstants.all(in: recorded)
            let after = FoundInstants.all(in: moved)
            found += before.count
            #expect(after.count == before.count, "\(exchange.ordinal)")
            #expect(zip(before, after).allSatisfy { $1 - $0 == Self.distance * 1000 }, "\(exchange.ordinal)")
        }
        #expect(found > 0)
    }

    @Test("What a response gives out is made and expires later by the distance, and lasts as long", arguments: captures)
    func grants(capture: String) throws {
        let distance = Duration.seconds(Self.distance)
        for exchange in try Self.exchanges(of: capture) {
            guard let operation = PassRequest(recognizing: exchange.request)?.operation,
                let recorded = exchange.response,
                let moved = InstantShift(wholeSeconds: Self.distance).moved(exchange)?.response
            else { continue }
            let before = PassResponse(reading: recorded, for: operation).grants(of: operation)
            let after = PassResponse(reading: moved, for: operation).grants(of: operation)
            #expect(after.map(\.made) == before.map { $0.made.map { $0 + distance } })
            #expect(after.map(\.expires) == before.map { $0.expires.map { $0 + distance } })
            #expect(after.map(\.lifetime) == before.map(\.lifetime))
            #expect(after.map(\.user) == before.map(\.user))
        }
    }

    @Test("An exchange that failed has nothing to move")
    func failed() throws {
        var exchange = try #require(try Self.exchanges(of: Self.captures[0]).first)
        exchange.outcome = .failure("timeout")
        #expect(InstantShift(wholeSeconds: 5).moved(exchange) == nil)
    }

    @Test("The distance between two clocks is whole seconds, rounded down")
    func clocks() {
        let recorded = Instant(secondsSince1970: 100, nanosecond: 500_000_000)
        for (seconds, nanosecond, expected) in [
            (103, 500_000_000, 3), (103, 499_999_999, 2), (103, 999_999_999, 3), (100, 0, -1), (97, 500_000_000, -3),
        ] as [(Int64, UInt32, Int64)] {
            let served = Instant(secondsSince1970: seconds, nanosecond: nanosecond)
            #expect(InstantShift(from: recorded, to: served).wholeSeconds == expected)
        }
        #expect(InstantShift(from: .distantPast, to: .distantFuture).wholeSeconds == 315_537_897_599)
        #expect(InstantShift(wholeSeconds: 5).reversed == InstantShift(wholeSeconds: -5))
    }

    @Test("Any distance is one that does not trap", arguments: [Int64.min, .max, .min + 1, -1 << 60, 1 << 40])
    func farAway(seconds: Int64) throws {
        for exchange in try Self.exchanges(of: Self.captures[0]) {
            let moved = InstantShift(wholeSeconds: seconds).moved(exchange)
            // Nothing is representable there, and all of it is reported.
            #expect(moved?.response == exchange.response)
            #expect(moved?.exceptions.isEmpty == false)
            #expect(moved?.exceptions.allSatisfy { $0.reason == .notRepresentable } ?? true)
        }
    }
}

/// The instants of the captures' months in a response, as milliseconds since 1970, found by their digits alone.
enum FoundInstants {
    /// All of them, in the order in which they stand.
    static func all(in response: HTTPResponse) -> [Int64] {
        response.headers.flatMap { all(in: $0.value) }
            + all(in: String(decoding: response.body ?? [], as: UTF8.self))
    }

    /// Those of a text, and of the texts in Base64 within it.
    static func all(in text: String, depth: Int = 0) -> [Int64] {
        var found: [(String.Index, [Int64])] = []
        // From 2026-11 on, and up to 2031: what is this large is nothing else in these recordings.
        for match in text.matches(of: /(?:^|[^0-9A-Za-z])(1[789][0-9]{8}([0-9]{3})?)(?![0-9A-Za-z])/) {
            guard let number = Int64(match.1) else { continue }
            found.append((match.range.lowerBound, [match.2 == nil ? number * 1000 : number]))
        }
        let numeric = /(20[0-9]{2})[-\/]([0-9]{2})[-\/]([0-9]{2})[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})/
        for match in text.matches(of: numeric) {
            let month = Int(match.2) ?? 0
            found.append((match.range.lowerBound, [seconds(match.1, month, match.3, match.4, match.5, match.6)]))
        }
        let worded = /([0-9]{2})[- ]([A-Z][a-z]{2})[- ](20[0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2})/
        for match in text.matches(of: worded) {
            let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            let month = (names.firstIndex(of: String(match.2)) ?? -1) + 1
            found.append((match.range.lowerBound, [seconds(match.3, month, match.1, match.4, match.5, match.6)]))
        }
        if depth < 4 {
            for match in text.matches(of: /[A-Za-z0-9+\/_-]{24,}={0,2}/) {
                var digits = String(match.0).replacing("-", with: "+").replacing("_", with: "/").replacing(
                    "=",
                    with: ""
                )
                digits += String(repeating: "=", count: (4 - digits.count % 4) % 4)
                guard let data = Data(base64Encoded: digits) else { continue }
                let inner = all(in: String(decoding: data, as: UTF8.self), depth: depth + 1)
                if !inner.isEmpty { found.append((match.range.lowerBound, inner)) }
            }
        }
        return found.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }

    private static func seconds(
        _ year: Substring,
        _ month: Int,
        _ day: Substring,
        _ hour: Substring,
        _ minute: Substring,
        _ second: Substring
    ) -> Int64 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let parts = DateComponents(
            year: Int(year),
            month: month,
            day: Int(day),
            hour: Int(hour),
            minute: Int(minute),
            second: Int(second)
        )
        return Int64(calendar.date(from: parts)?.timeIntervalSince1970 ?? 0) * 1000
    }
}
