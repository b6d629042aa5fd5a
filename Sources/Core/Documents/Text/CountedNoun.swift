/// A number with its noun, in the form that goes with the number: `1 exchange`, `2 exchanges`, `0 entries`.
public enum CountedNoun {
    /// `count` with `noun`; `plural` where that is not the noun with an s.
    public static func text(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        "\(count) \(form(count, noun, plural: plural))"
    }

    /// The form of `noun` that goes with `count`, for where the number stands elsewhere in the sentence.
    public static func form(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        count == 1 ? noun : plural ?? noun + "s"
    }
}
