import Documents
import Exchanges

/// The texts of a page, each once: header fields, URLs, bodies, and what is within tokens.
///
/// A poll that is made a thousand times has the same headers a thousand times.
struct PageTexts: Sendable {
    /// The texts, by place.
    private(set) var all: [String] = []
    /// What was opened: tokens, SAML messages, JWTs, by place.
    private(set) var openings: [JSONObject] = []
    private var places: [ExactText: Int] = [:]
    private var openingPlaces: [ExactText: Int] = [:]
    /// The places of bodies, and how many characters each has in full.
    private var bodies: [(place: Int, count: Int)] = []
    /// The bytes that are left for bodies, and for what is opened.
    private var room: Int
    private var openingRoom: Int

    /// Longer header values are truncated: 4,096 characters.
    static let longestValue = 4_096
    /// Longer bodies are truncated: 65,536 characters.
    static let longestBody = 65_536
    /// Of what no longer fits, this much is shown: 256 characters.
    static let shortestBody = 256

    /// No texts, with room for the bodies of so many exchanges: 200 kB and 400 bytes for each, at most 3 MB.
    init(exchangeCount: Int) {
        room = min(200_000 + 400 * exchangeCount, 3_000_000)
        openingRoom = min(100_000 + 200 * exchangeCount, 1_500_000)
    }

    /// The place of a line of text, safe to show, truncated where it is very long.
    mutating func place(of line: String) -> Int { place(ofShown: Self.shown(line)) }

    /// The place of a body with its lines, as much of it as there is room for; nil if there is nothing to show.
    mutating func place(ofBody lines: [String]) -> Int? {
        guard !lines.isEmpty else { return nil }
        let text = lines.joined(separator: "\n")
        if let known = places[ExactText(text)] { return known }
        let limit = max(Self.shortestBody, min(Self.longestBody, room))
        let shown = Self.truncated(text, to: limit)
        room = max(0, room - shown.utf8.count)
        let known = all.count
        let place = place(ofShown: shown)
        if place == known { bodies.append((place, text.unicodeScalars.count)) }
        return place
    }

    /// Truncates the longest bodies, all to the same length, until about so many bytes are saved, or none is longer than 64
    /// characters.
    mutating func shorten(by bytes: Int) {
        let counts = bodies.map { all[$0.place].unicodeScalars.count }
        // How much is said of a body that is truncated.
        let note = 32
        func isEnough(_ limit: Int) -> Bool { counts.reduce(0) { $0 + max(0, $1 - limit - note) } >= bytes }
        var (low, high) = (64, Self.longestBody)
        while low < high {
            let middle = (low + high + 1) / 2
            if isEnough(middle) { low = middle } else { high = middle - 1 }
        }
        for (body, count) in zip(bodies, counts) where count > low + note {
            all[body.place] = Self.truncated(all[body.place], to: low, of: body.count)
        }
    }

    /// The place of something that was opened; nil where there is no room left.
    mutating func place(ofOpening opening: JSONObject) -> Int? {
        let text = JSONValue.object(opening).serialized
        if let known = openingPlaces[ExactText(text)] { return known }
        guard openingRoom >= text.utf8.count else { return nil }
        openingRoom -= text.utf8.count
        openings.append(opening)
        openingPlaces[ExactText(text)] = openings.count - 1
        return openings.count - 1
    }

    private mutating func place(ofShown text: String) -> Int {
        if let known = places[ExactText(text)] { return known }
        all.append(text)
        places[ExactText(text)] = all.count - 1
        return all.count - 1
    }

    /// A line of text that is safe to show, truncated where it is very long.
    static func shown(_ line: String) -> String {
        PrintableText.escaped(truncated(line, to: longestValue))
    }

    /// By scalars: a letter and as many marks above it as anyone likes are one character.
    private static func truncated(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let count = text.unicodeScalars.count
        return count > limit ? truncated(text, to: limit, of: count) : text
    }

    private static func truncated(_ text: String, to limit: Int, of count: Int) -> String {
        String(text.unicodeScalars.prefix(limit)) + "… (truncated, \(CountedNoun.text(count, "character")))"
    }
}
