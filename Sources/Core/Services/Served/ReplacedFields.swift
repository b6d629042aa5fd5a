import Documents
import PassAPI

/// What a redactor has replaced in the URLs of pages: what would be replaced again is a pseudonym, of which nothing is known but
/// where it stands, and that it is the same elsewhere.
struct ReplacedFields {
    private var places: [Int: Set<PageRequest.Place>] = [:]
    /// The short pseudonyms in each place; nil where there are several.
    private var short: [ExactText: ExactText?] = [:]

    /// Takes up the page of an exchange, and what becomes of it if it is redacted once more.
    mutating func learn(_ index: Int, _ page: PageRequest, redacted: PageRequest) {
        page.forEachField { place, value in
            guard ExactText(redacted.value(at: place)) != ExactText(value) else { return }
            places[index, default: []].insert(place)
            guard case .query = place, !Self.canStandForItself(value) else { return }
            let (key, value) = (Self.key(of: place, of: page), ExactText(value))
            short[key] = .some((short[key] ?? value) == value ? value : nil)
        }
    }

    /// The kind of what stands in a place of the page of an exchange, if an app has a value of its own there; nil if not.
    func kind(of value: String, at place: PageRequest.Place, of page: PageRequest, _ index: Int) -> OwnValueKind? {
        guard places[index]?.contains(place) == true else { return nil }
        if Self.canStandForItself(value) { return .pseudonym }
        // Where there are several, they choose between responses (`page=2`).
        return short[Self.key(of: place, of: page)].flatMap { $0 } == nil ? nil : .placeholder
    }

    /// The key of a place in all requests that have the same path and the same names in the query.
    static func key(of place: PageRequest.Place, of page: PageRequest) -> ExactText {
        let path = page.segments.map(\.wrappedValue).joined(separator: "/")
        // Of several of one name each has a place of its own.
        let number = if case .query(let index, _) = place { index } else { 0 }
        return ExactText("\(page.shape) \(path) \(number) \(place.name)")
    }

    /// Checks whether a pseudonym is one secret's alone, and nothing else is written like it.
    ///
    /// Short ones and numbers are those of several, and stand for something else in bodies.
    private static func canStandForItself(_ pseudonym: String) -> Bool {
        pseudonym.utf8.count >= 8 && pseudonym.utf8.contains { isLetter($0) }
    }
}
