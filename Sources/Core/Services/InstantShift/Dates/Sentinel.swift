import VirtualTime

/// A value in the place of an instant that names none: it stays where it is, however far all others move.
struct Sentinel: Hashable, Sendable {
    /// The fields in which it has its meaning.
    enum Place: Hashable, Sendable {
        /// Any.
        case anywhere
        /// `Date`, `Expires`, `Last-Modified` and the `Expires` of a cookie.
        case headers
    }

    /// The meanings there are.
    enum Meaning: Hashable, Sendable {
        /// What it belongs to has no end.
        case never
        /// What it belongs to has ended already, or is deleted.
        case past
        /// Nothing is known: a field that was never set.
        case unset
    }

    /// The values, in seconds since 1970.
    var seconds: ClosedRange<Int64>
    /// What they mean.
    var meaning: Meaning
    /// The fields in which they mean that.
    var place = Place.anywhere

    /// Every sentinel; numbers in milliseconds count as the second they name, if it is a whole one.
    static let all: [Sentinel] = [
        // 0, and 1970-01-01T00:00:00Z in any form: RFC 7591 §3.2.1 for never, the zero of every clock else.
        Sentinel(seconds: 0...0, meaning: .unset),
        // -1: what `time()` gives for a date that is none.
        Sentinel(seconds: -1 ... -1, meaning: .unset),
        // 0001-01-01T00:00:00Z: .NET's and Go's time that was never set.
        Sentinel(seconds: firstSecond...firstSecond, meaning: .unset),
        // 1970-01-01 in a cookie deletes it: RFC 6265 §3.1; servers write its first seconds, and in local time a day
        // before or after.
        Sentinel(seconds: -86_400...172_799, meaning: .past, place: .headers),
        // Thu, 19 Nov 1981 08:52:00 GMT: PHP's `session.cache_limiter` nocache.
        Sentinel(seconds: 375_007_920...375_007_920, meaning: .past, place: .headers),
        // Fri, 01 Jan 1990 00:00:00 GMT: Google's front ends.
        Sentinel(seconds: 631_152_000...631_152_000, meaning: .past, place: .headers),
        // Sat, 26 Jul 1997 05:00:00 GMT: the PHP manual's example of `header()`.
        Sentinel(seconds: 869_893_200...869_893_200, meaning: .past, place: .headers),
        // 2038-01-19T03:14:07Z: the largest of 32 bits, written for never.
        Sentinel(seconds: 2_147_483_647...2_147_483_647, meaning: .never),
        // 9999-12-31, and what is past the calendar: the largest of 64 bits.
        Sentinel(seconds: lastSecond - 86_399 ... .max, meaning: .never),
        Sentinel(seconds: .min...(firstSecond - 1), meaning: .unset),
    ]

    /// The texts in `Expires` that are no date, which a cache takes for one in the past (RFC 9111 §5.3).
    static let pastHeaders = ["0", "-1"]

    /// Checks whether `second` is a sentinel in a field of this place; with a part of a second it is not the one of a
    /// single second.
    static func holds(_ second: Int64, isWhole: Bool = true, in place: Place) -> Bool {
        all.contains { sentinel in
            sentinel.seconds.contains(second) && (sentinel.place == .anywhere || sentinel.place == place)
                && (isWhole || sentinel.seconds.lowerBound < sentinel.seconds.upperBound)
        }
    }

    /// 0001-01-01T00:00:00Z.
    private static let firstSecond = Instant.distantPast.secondsSince1970
    /// 9999-12-31T23:59:59Z.
    private static let lastSecond = Instant.distantFuture.secondsSince1970
}
