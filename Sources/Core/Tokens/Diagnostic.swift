/// Something odd that was noticed while reading, with a name to look for and the facts that a sentence for people
/// quotes.
///
/// A diagnostic never stops the reading; what does is an error. The sentence is made in `Report`.
public struct Diagnostic: Hashable, Sendable {
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
    /// What its sentence is called: as the diagnostic is, where all diagnostics of that name have one sentence.
    public var sentence: String
    /// What was seen and where, in the order in which the sentence counts it.
    public let values: [String]
    /// Which of several things it is about, where one inspection tells of them together: `signatures[1]`.
    public private(set) var place: String?
    /// What is behind it, at most one, where that is told with it.
    public var reasons: [Diagnostic] = []

    private init(_ weight: Weight, _ name: String, _ sentence: String?, _ values: [String]) {
        self.weight = weight
        self.name = name
        self.sentence = sentence ?? name
        self.values = values.map(Self.cut)
    }

    /// What is quoted can be as long as the input, and each of a thousand parts can quote it: one character more than
    /// is shown tells that there was more.
    private static func cut(_ value: String) -> String {
        guard value.utf8.count > maximumScalars else { return value }
        return String(value.unicodeScalars.prefix(maximumScalars + 1))
    }

    /// How much of a sentence is shown.
    package static let maximumScalars = 500

    /// A diagnostic of this name that makes the thing suspicious.
    public static func suspicious(_ name: String, as sentence: String? = nil, _ values: String...) -> Diagnostic {
        Diagnostic(.suspicious, name, sentence, values)
    }

    /// A diagnostic of this name that is only worth knowing.
    public static func note(_ name: String, as sentence: String? = nil, _ values: String...) -> Diagnostic {
        Diagnostic(.note, name, sentence, values)
    }

    /// The diagnostic, of one of several things.
    package func of(_ place: String) -> Diagnostic {
        var diagnostic = self
        diagnostic.place = place
        return diagnostic
    }

    /// An error of this name that says itself what is wrong and where.
    package static func error(_ name: String, _ error: some CustomStringConvertible) -> Diagnostic {
        Diagnostic(.suspicious, name, "error", [error.description])
    }
}
