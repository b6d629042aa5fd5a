import Documents

/// Something odd that was noticed while reading, with a name to look for and a sentence for people.
///
/// A remark never stops the reading; what does is an error.
public struct Remark: Hashable, Sendable {
    /// How much it matters.
    public enum Weight: Hashable, Sendable {
        /// Worth knowing; the thing is sound all the same.
        case note
        /// Reason to distrust it.
        case suspicious
    }

    /// How much it matters.
    public var weight: Weight
    /// What it is called, in lower-case words with hyphens: `comment-split-name-id`.
    public var name: String
    /// What was seen and where, in one sentence, on one line whatever it quotes.
    public let detail: String

    init(weight: Weight, name: String, detail: String) {
        self.weight = weight
        self.name = name
        self.detail = Self.cut(detail).inOneLine
    }

    /// What is quoted can be as long as the input, and each of a thousand parts can quote it.
    private static func cut(_ detail: String) -> String {
        guard detail.utf8.count > maximumScalars else { return detail }
        let scalars = detail.unicodeScalars.prefix(maximumScalars)
        return scalars.endIndex < detail.endIndex ? String(scalars) + "…" : detail
    }

    /// How much of a detail is kept.
    static let maximumScalars = 500

    /// A remark of this name that makes the thing suspicious.
    public static func suspicious(_ name: String, _ detail: String) -> Remark {
        Remark(weight: .suspicious, name: name, detail: detail)
    }

    /// A remark of this name that is only worth knowing.
    public static func note(_ name: String, _ detail: String) -> Remark {
        Remark(weight: .note, name: name, detail: detail)
    }
}
