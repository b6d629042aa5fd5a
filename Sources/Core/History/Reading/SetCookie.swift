import Documents
import Exchanges
import VirtualTime

/// A cookie that a response sets, with the end that it states (RFC 6265 §5.2).
struct SetCookie: Hashable, Sendable {
    var name: String
    /// The instant of its end: by the service's clock where `Expires` states it.
    var expires: Instant
    /// The attribute that states it, and whose clock it goes by: `Max-Age` counts from when it was received.
    var isByMaxAge: Bool

    /// The cookies of a response that state an end, in order; a session's cookie states none.
    static func all(in headers: HeaderFields, receivedAt instant: Instant) -> [SetCookie] {
        headers.filter { $0.isNamed("Set-Cookie") }.flatMap { field in
            // Recorders join several fields with line feeds.
            field.value.utf8.split(separator: 0x0A).prefix(most).compactMap {
                cookie(Substring($0), receivedAt: instant)
            }
        }
    }

    /// The names of the cookies that a request sends.
    static func names(in headers: HeaderFields) -> [String] {
        headers.filter { $0.isNamed("Cookie") }.flatMap { field in
            field.value.utf8.split(separator: UInt8(ascii: ";")).prefix(most).compactMap { name(of: Substring($0)) }
        }
    }

    private static func cookie(_ line: Substring, receivedAt instant: Instant) -> SetCookie? {
        let parts = line.utf8.split(separator: UInt8(ascii: ";")).prefix(most).map { Substring($0) }
        guard let pair = parts.first, let name = name(of: pair) else { return nil }
        var expires: Instant?
        for attribute in parts.dropFirst() {
            let halves = attribute.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1)
                .map { String(Substring($0).trimmedSpaces).lowercased() }
            guard halves.count == 2 else { continue }
            switch ExactText(halves[0]) {
            // It outweighs `Expires` (§5.3).
            case "max-age":
                guard let seconds = Int64(halves[1]), seconds < longestAge else { continue }
                // None, or less, deletes the cookie.
                return SetCookie(name: name, expires: instant + .seconds(max(0, seconds)), isByMaxAge: true)
            case "expires": expires = date(halves[1])
            default: break
            }
        }
        return expires.map { SetCookie(name: name, expires: $0, isByMaxAge: false) }
    }

    private static func name(of pair: Substring) -> String? {
        let bytes = pair.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard bytes.count == 2 else { return nil }
        let name = Substring(bytes[0]).trimmedSpaces
        return name.isEmpty || name.utf8.count > 256 ? nil : String(name)
    }

    /// A date as cookies have it, in small letters: the first of each of its parts counts, in whatever order (RFC 6265 §5.1.1).
    private static func date(_ text: String) -> Instant? {
        var time: (hour: Int, minute: Int, second: Int)?
        var (day, month, year): (Int?, Int?, Int?) = (nil, nil, nil)
        let words = text.utf8.split { byte in
            !(UInt8(ascii: "0")...UInt8(ascii: ":") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte)
        }
        for word in words.prefix(most).map({ Substring($0) }) {
            if time == nil, let written = self.time(word) {
                time = written
            } else if day == nil, let number = Int(word), word.utf8.count <= 2 {
                day = number
            } else if month == nil, let place = CivilDate.months.firstIndex(where: { word.hasPrefix($0.lowercased()) })
            {
                month = place + 1
            } else if year == nil, let number = Int(word), [2, 4].contains(word.utf8.count) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }
        guard let time, let day, let month, let year else { return nil }
        let (hour, minute, second) = time
        let date = CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return date.map { Instant(secondsSince1970: $0.secondsSince1970) }
    }

    /// `21:59:12`.
    private static func time(_ word: Substring) -> (hour: Int, minute: Int, second: Int)? {
        var cursor = ByteCursor(word)
        guard let hour = cursor.digits(2), cursor.take(":"), let minute = cursor.digits(2), cursor.take(":"),
            let second = cursor.digits(2), cursor.isAtEnd
        else { return nil }
        return (hour, minute, second)
    }

    /// Cookies of a field, attributes of a cookie and words of a date that are looked at: browsers keep 50 cookies of a site.
    private static let most = 64
    /// 400 days, which browsers cut ages to (draft-ietf-httpbis-rfc6265bis §5.5), ten times.
    private static let longestAge: Int64 = 4_000 * 86_400
}
