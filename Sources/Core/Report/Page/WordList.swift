import Documents

/// Words one after the other, as a sentence has them.
enum WordList {
    /// More names than these are counted: six.
    static let mostNames = 6

    /// All of them: `a, b and c`.
    static func text(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Each name once, the first ones and how many more there are: `a, b, c, d, e, f and 3 more`.
    static func text(ofNames names: [String]) -> String {
        let names = distinct(names)
        // "And one more" would be no shorter than its name.
        guard names.count > mostNames + 1 else { return text(names) }
        return text(names.prefix(mostNames) + ["\(names.count - mostNames) more"])
    }

    /// Each once, where it stands first.
    static func distinct(_ words: [String]) -> [String] {
        var seen: Set<ExactText> = []
        return words.filter { seen.insert(ExactText($0)).inserted }
    }
}
