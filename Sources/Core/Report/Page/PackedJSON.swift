import Documents

/// JSON without what it says again and again: a page of 10,000 exchanges has the names of its members 100,000 times.
///
/// It is an object of three members. `value` is the value: an object is an array of a number and the values of its members, the
/// number being the place of their names in `shapes`; an array is one that begins with -1. A string `~` and a number is the
/// one at this place of `words`; `^`, a number, `|` and a text begin with as many characters of the string before that
/// was neither of `words` and stood in a member of the same name. `unpacked` in ``PageScript`` reads it.
enum PackedJSON {
    /// The packed form of `value`, the same for the same value.
    static func value(of value: JSONValue) -> JSONValue {
        var packing = Packing(words: words(in: value))
        let packed = packing.packed(value, under: "")
        return .object([
            "shapes": .array(packing.shapes.map { .texts($0.map(\.wrappedValue)) }),
            "words": .texts(packing.words),
            "value": packed,
        ])
    }

    /// The strings that are there so often that naming them is shorter, the most frequent first.
    private static func words(in value: JSONValue) -> [String] {
        var counts: [ExactText: (count: Int, first: Int)] = [:]
        func count(_ value: JSONValue) {
            switch value {
            case .null, .bool, .number: break
            case .string(let string):
                let first = counts.count
                counts[ExactText(string), default: (0, first)].count += 1
            case .array(let items): items.forEach(count)
            case .object(let object): object.members.forEach { count($0.value) }
            }
        }
        count(value)
        // A word costs its place, up to eight bytes, wherever it is, and itself once.
        let worthwhile = counts.filter { text, seen in  // tidy: sorted next
            (text.wrappedValue.utf8.count + 2) * seen.count > text.wrappedValue.utf8.count + 3 + 8 * seen.count
        }
        return worthwhile.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }.map(
            \.key.wrappedValue
        )
    }
}

private struct Packing {
    let words: [String]
    private(set) var shapes: [[ExactText]] = []
    private let wordPlaces: [ExactText: Int]
    private var shapePlaces: [[ExactText]: Int] = [:]
    private var before: [ExactText: String] = [:]

    /// A shorter beginning is written again.
    private static let shortestBeginning = 5

    init(words: [String]) {
        self.words = words
        wordPlaces = Dictionary(uniqueKeysWithValues: words.enumerated().map { (ExactText($1), $0) })
    }

    mutating func packed(_ value: JSONValue, under key: String) -> JSONValue {
        switch value {
        case .null, .bool, .number: value
        case .string(let string): .string(packed(string, under: key))
        case .array(let items): .array([.count(-1)] + items.map { packed($0, under: key) })
        case .object(let object):
            .array([.count(shape(of: object))] + object.members.map { packed($0.value, under: $0.key) })
        }
    }

    private mutating func packed(_ string: String, under key: String) -> String {
        if let place = wordPlaces[ExactText(string)] { return "~\(place)" }
        let old = before.updateValue(string, forKey: ExactText(key)) ?? ""
        // ASCII has one length in UTF-8 and in a script.
        let shared = zip(old.utf8, string.utf8).prefix { $0 == $1 && $0 < 0x80 }.count
        let isMarked = string.utf8.first.map { "~^".utf8.contains($0) } ?? false
        guard shared >= Self.shortestBeginning || isMarked else { return string }
        return "^\(shared)|" + String(decoding: string.utf8.dropFirst(shared), as: UTF8.self)
    }

    private mutating func shape(of object: JSONObject) -> Int {
        let names = object.members.map { ExactText($0.key) }
        if let place = shapePlaces[names] { return place }
        shapes.append(names)
        shapePlaces[names] = shapes.count - 1
        return shapes.count - 1
    }
}
