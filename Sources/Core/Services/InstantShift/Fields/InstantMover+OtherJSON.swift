import Documents
import VirtualTime

// JSON of servers that are not Adobe's: no document states its fields.

extension InstantMover {
    /// Moves what is an instant beyond doubt: a number of seconds or milliseconds since 1970, or a date with a time of day, less than a year
    /// from when it was sent, in a member whose name says time, or beside a text that does (`{"name": "expiry", "value": …}`).
    ///
    /// What moved is in ``movedPlaces``: nobody has stated that it should.
    mutating func otherJSON(_ body: [UInt8], sentAt sent: Instant) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        var before: (path: [String], text: ArraySlice<UInt8>)?
        JSONLeaf.visit(body) { leaf, path in
            defer { before = leaf.isString ? (path, body[leaf.range]) : nil }
            guard leaf.range.count >= Self.shortestInstant, leaf.range.count <= WrittenDate.maximumBytes,
                let name = path.last, Self.saysTime(name.utf8) || Self.saysTime(before, beside: path)
            else { return }
            place = .body(field: path.joined(separator: "."))
            let found = inside(body, leaf.range, leaf.isString ? .json : nil) { mover, text, range in
                let range = text.trimmed(range)
                guard let form = Self.form(of: text, range, near: sent) else { return [] }
                return mover.instant(text, range, form)
            }
            if !found.isEmpty { movedPlaces.append(place) }
            edits += found
        }
        return edits
    }

    /// Ten digits are seconds.
    private static let shortestInstant = 10
    private static let year: Int64 = 366 * 86_400

    /// The form of a text that is an instant less than a year from `sent`; nil for any other.
    private static func form(of text: [UInt8], _ range: Range<Int>, near sent: Instant) -> InstantText.Form? {
        guard !range.isEmpty else { return nil }
        func isNear(_ seconds: Int64) -> Bool { (seconds - sent.secondsSince1970).magnitude <= UInt64(year) }
        if let number = WrittenNumber(text, range) {
            switch range.count {
            case 10: return isNear(number.whole) ? .seconds : nil
            case 13: return isNear(number.whole / 1_000) ? .milliseconds : nil
            default: return nil
            }
        }
        return WrittenDate(text, range).map { isNear($0.secondsSince1970) } == true ? .dateTime : nil
    }

    /// Checks whether a text that is the value of a member such as `name` says time, and stands right before the value that it names.
    private static func saysTime(_ before: (path: [String], text: ArraySlice<UInt8>)?, beside path: [String]) -> Bool {
        guard let before, let naming = before.path.last, ["name", "key", "type", "id"].contains(exactly: naming),
            before.path.dropLast() == path.dropLast()
        else { return false }
        return saysTime(before.text)
    }

    /// Checks whether one of the words of a name says that something is a time: `validityTill`, `expires_at`, `serverTime`.
    private static func saysTime(_ name: some Sequence<UInt8>) -> Bool {
        var word: [UInt8] = []
        var wasSmall = false
        func isTime() -> Bool { words.contains(word) }
        for byte in name {
            let isCapital = (0x41...0x5A).contains(byte)
            if !isLetter(byte) || isCapital && wasSmall {
                if isTime() { return true }
                word = []
            }
            if isLetter(byte) { word.append(lowercasedASCII(byte)) }
            wasSmall = isLetter(byte) && !isCapital
        }
        return isTime()
    }

    private static let words: Set<[UInt8]> = Set(
        [
            "time", "timestamp", "datetime", "date", "expires", "expiry", "expiration", "expire", "expired", "exp",
            "valid", "validity",
            "until", "till", "issued", "iat", "nbf", "created", "updated", "modified", "start", "starts", "started",
            "end", "ends", "ended",
            "begin", "begins", "now", "at", "ts", "since", "before", "after", "login",
        ].map { Array($0.utf8) }
    )
}
