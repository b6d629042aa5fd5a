import Documents

/// What two values are, or where they part: of long ones the place, what stands there, and both lengths.
enum ValueDifference {
    /// More characters than this are not quoted whole.
    static let longest = 60

    /// Whether a value is too long to be quoted whole.
    static func isLong(_ value: String) -> Bool { value.count > longest }

    /// A value in quotation marks, a long one cut; `nothing` if there is none.
    static func quoted(_ value: String?) -> String {
        guard let value else { return "nothing" }
        return isLong(value) ? "\"\(value.prefix(longest - 3))…\"" : "\"\(value)\""
    }

    /// Both values behind their names: `recorded "a", replayed "b"`.
    ///
    /// - Parameters:
    ///   - one: the first value, nil for none.
    ///   - name: what the first one is called.
    ///   - other: the second value.
    ///   - otherName: what the second one is called.
    /// - Returns: both, or where they part, if both of them are long.
    static func text(_ one: String?, _ name: String, _ other: String?, _ otherName: String) -> String {
        guard let one, let other, isLong(one), isLong(other) else {
            return "\(name) \(quoted(one)), \(otherName) \(quoted(other))"
        }
        let (first, second) = (Array(one), Array(other))
        let place = zip(first, second).prefix { $0 == $1 }.count
        let lengths = "\(name) \(CountedNoun.text(first.count, "character")), \(otherName) \(second.count)"
        guard place < first.count || place < second.count else { return lengths }
        return "\(lengths); they part at character \(place + 1): "
            + "\(name) \(excerpt(first, at: place)), \(otherName) \(excerpt(second, at: place))"
    }

    /// What stands around a place: a few characters that are the same, and those that follow.
    private static func excerpt(_ value: [Character], at place: Int) -> String {
        guard place < value.count else { return "ends" }
        let range = max(0, place - 8)..<min(value.count, place + 16)
        return "\"" + (range.lowerBound > 0 ? "…" : "") + String(value[range])
            + (range.upperBound < value.count ? "…" : "")
            + "\""
    }
}
