import Documents
import SubscriberAccount
import VirtualTime

// What a piece says, where it is known what it has to be. `what` names it in errors: `"play"`, `the key "start"`.

extension FileNode {
    /// A text that is not empty.
    func text(_ what: String) throws(Problem) -> String {
        guard case .text(let text) = content, !text.isEmpty else { throw wrong(what, "a text") }
        return text
    }

    /// A name: a text of at most 200 bytes, as keys have to be.
    func name(_ what: String) throws(Problem) -> String {
        let text = try text(what)
        guard text.utf8.count <= 200 else { throw Problem(place, "\(what) is longer than 200 bytes") }
        return text
    }

    /// A list of texts, or one text that stands for a list of one.
    func texts(_ what: String) throws(Problem) -> [String] {
        switch content {
        case .text: return [try text(what)]
        case .list(let items):
            var texts: [String] = []
            for item in items { texts.append(try item.text("what \(what) lists")) }
            return texts
        case .nothing, .map: throw wrong(what, "a list of texts")
        }
    }

    /// A list of words: `[a, b]`, or one text in which they stand behind each other (`a b`, `a, b`).
    func words(_ what: String) throws(Problem) -> [String] {
        guard case .text(let text) = content else { return try texts(what) }
        return text.split { $0 == " " || $0 == "," }.map(String.init)
    }

    /// Yes or no.
    func flag(_ what: String) throws(Problem) -> Bool {
        switch ExactText(try text(what)) {
        case "yes", "true", "on": return true
        case "no", "false", "off": return false
        default: throw wrong(what, "yes or no")
        }
    }

    /// A whole number in `range`.
    func count(_ what: String, in range: ClosedRange<Int>) throws(Problem) -> Int {
        let text = try text(what)
        guard text.utf8.count <= 18, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
            range.contains(number)
        else { throw wrong(what, "a whole number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    /// A duration: `1h30m`.
    func duration(_ what: String) throws(Problem) -> Duration {
        let text = try text(what)
        do {
            return try Duration(words: text)
        } catch {
            throw Problem(duration: error, of: what, text, at: place)
        }
    }

    /// A duration with a sign: `+5m`, `-1h`.
    func signedDuration(_ what: String) throws(Problem) -> Duration {
        let text = try text(what)
        let sign = text.first
        guard sign == "+" || sign == "-" else { throw wrong(what, "a duration with + or - in front, like +5m") }
        do {
            let duration = try Duration(words: text.dropFirst())
            return sign == "-" ? .zero - duration : duration
        } catch {
            throw Problem(duration: error, of: what, text, at: place)
        }
    }

    /// An instant: `2026-11-20T08:00:00Z`.
    func instant(_ what: String) throws(Problem) -> Instant {
        let text = try text(what)
        if let instant = Instant(iso8601: text) { return instant }
        let year = (text.hasPrefix("-") ? text.dropFirst() : text[...]).prefix { $0.isNumber }
        if text.hasPrefix("-") || year.count > 4 || year == "0000" || Self.isMovedOut(text) {
            throw Problem(place, "\(what): \"\(text.shortened)\" lies outside the years 1 to 9999")
        }
        throw wrong(what, "an instant like 2026-11-20T08:00:00Z, with its zone")
    }

    /// Returns true if it is a date of the years 1 to 9999 that its zone moves out of them.
    private static func isMovedOut(_ text: String) -> Bool {
        ["+01:00".count, "+0100".count].contains { length in
            let (date, zone) = (text.dropLast(length), text.suffix(length))
            return Instant(iso8601: date + "Z") != nil && Instant(iso8601: "2026-11-20T00:00:00" + zone) != nil
        }
    }

    /// A version: `1.7.5`.
    func version(_ what: String) throws(Problem) -> PlatformVersion {
        let text = try text(what)
        guard text.utf8.count <= 20, let version = PlatformVersion(text), version.description.utf8.count <= 20 else {
            throw wrong(what, "a version like 7.0 or 1.7.5")
        }
        return version
    }

    /// One of some words.
    func choice<Value>(_ what: String, _ words: [(String, Value)]) throws(Problem) -> Value {
        let text = try text(what)
        if let value = words.first(where: { $0.0 == text })?.1 { return value }
        throw Problem(
            place,
            "\(what) cannot be \"\(text.shortened)\"",
            NearestWord.hint(for: text, among: words.map(\.0))
        )
    }

    /// One of a type's raw values.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ what: String,
        of type: Value.Type = Value.self
    ) throws(Problem) -> Value {
        try choice(what, Value.allCases.map { ($0.rawValue, $0) })
    }

    /// The largest number of devices, apps, requestors, providers, subscribers or options that a mapping may name.
    package static let mostNames = 2_000

    /// Named pieces, of names that are free.
    func named(_ what: String) throws(Problem) -> [Entry] {
        guard case .map(let entries) = content else { throw wrong(what, "a mapping of names") }
        guard entries.count <= Self.mostNames else {
            throw Problem(place, "\(what) has \(entries.count) entries", "at most \(Self.mostNames) are read")
        }
        for entry in entries where entry.key.isEmpty || entry.key.utf8.count > 200 {
            throw Problem(entry.place, "a name in \(what) is empty or longer than 200 bytes")
        }
        return entries
    }

    /// Returns the problem of a piece that is not what it has to be.
    func wrong(_ what: String, _ expected: String) -> Problem {
        Problem(place, "\(what) has to be \(expected), not \(kind)")
    }
}

extension Problem {
    /// A text that is not a duration.
    init(duration error: DurationWordsError, of what: String, _ text: String, at place: Place) {
        self.init(place, "\(what): \"\(text.shortened)\" is not a duration", error.description)
    }
}
