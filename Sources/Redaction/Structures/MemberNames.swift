/// The names of the members of a JSON text: one that is replaced becomes none of the others, since an object in which a name
/// stands twice is refused.
struct MemberNames {
    private var taken: Set<[UInt8]> = []
    /// The same name becomes the same letters in every object.
    private var replaced: [[UInt8]: [UInt8]] = [:]

    init(in text: [UInt8]) {
        var index = 0
        while index < text.count {
            guard let token = JSONTokens.token(in: text[...], at: index) else {
                index += 1
                continue
            }
            if JSONTokens.isName(token, in: text) { taken.insert(JSONTokens.content(of: text[token])) }
            index = token.upperBound
        }
    }

    /// As many letters as the name has bytes, or nil where all that were tried are names already: it stays then, and of a
    /// secret that reaches over it the values are replaced.
    mutating func replacement(for name: [UInt8], _ pseudonyms: Pseudonyms) -> [UInt8]? {
        if let known = replaced[name] { return known }
        var letters = pseudonyms.letters(for: name)
        var tries = 1
        while taken.contains(letters) {
            guard tries < Self.maximumTries else { return nil }
            tries += 1
            Self.goOn(&letters)
        }
        taken.insert(letters)
        replaced[name] = letters
        return letters
    }

    /// All that two letters can be.
    private static let maximumTries = 26 * 26

    /// The letters that come next in the order of a dictionary.
    private static func goOn(_ letters: inout [UInt8]) {
        for index in letters.indices.reversed() {
            guard letters[index] == 0x7A else {
                letters[index] += 1
                return
            }
            letters[index] = 0x61
        }
    }
}
