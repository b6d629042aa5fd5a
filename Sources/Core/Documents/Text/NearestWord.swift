/// Finds the word that somebody meant.
public enum NearestWord {
    /// `did you mean "play"?` if a word is near, else the words there are: of many the first, and how many there are.
    public static func hint(for found: String, among words: [String]) -> String? {
        if let word = nearest(to: found, among: words) { return "did you mean \"\(word)\"?" }
        guard !words.isEmpty else { return nil }
        guard words.count > listed else { return "known: " + words.joined(separator: ", ") }
        return "known: " + words.prefix(listed).joined(separator: ", ") + ", … (\(words.count) in all)"
    }

    /// So many words fit on a line or two.
    private static let listed = 16

    /// The word nearest to `found`, if one is near: at most a third of its letters differ, or it is a part of one.
    public static func nearest(to found: String, among words: [String]) -> String? {
        let found = normalized(found)
        guard (1...60).contains(found.count) else { return nil }
        var best: (word: String, distance: Int)?
        for word in words {
            let distance = distance(found, normalized(word))
            if distance < best?.distance ?? .max { best = (word, distance) }
        }
        if let best, best.distance <= max(1, found.count / 3) { return best.word }
        guard found.count >= 3 else { return nil }
        let wholes = words.filter { normalized($0).split(separator: 32).contains { $0.elementsEqual(found) } }
        return wholes.count == 1 ? wholes[0] : nil
    }

    /// Lower case, with every separator a blank: nobody means the hyphen.
    private static func normalized(_ word: String) -> [UInt8] {
        word.lowercased().utf8.map { [45, 46, 95].contains($0) ? 32 : $0 }
    }

    /// Returns the number of letters that have to be put in, taken out, changed, or swapped with their neighbor.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            before = previous
            previous = row
        }
        return previous[b.count]
    }
}
