/// Something odd that was noticed while reading, with a name to look for and the facts that a sentence for people
/// quotes.
///
/// A diagnostic never stops the reading; what does is an error. The sentence is made in `Report`.
public struct Diagnostic: Hashable, Sendable {
    /// The degrees to which a diagnostic matters.
    public enum Weight: Hashable, Sendable {
        /// Worth knowing; the thing is sound all the same.
        case note
        /// It lacks what protects it, or that is broken by now: no sign of an attack, and no protection against one.
        case weak
        /// Reason to distrust it.
        case suspicious
    }

    /// The degree to which it matters.
    public var weight: Weight
    /// The name, in lower-case words with hyphens: `comment-split-name-id`.
    public var name: String
    /// The name of its sentence: that of the diagnostic, where all diagnostics of that name have one sentence.
    public var sentence: String
    /// The facts that were seen, and their places, in the order in which the sentence counts them.
    public let values: [String]
    /// The one of several things that it is about, where one inspection reports them together: `signatures[1]`.
    public private(set) var place: String?
    /// The position of what an error refused; nil where the diagnostic is not an error.
    public private(set) var position: InputPosition?
    /// The diagnostic behind it, at most one, where it is reported with it.
    public var reasons: [Diagnostic] = []

    private init(_ weight: Weight, _ name: String, _ sentence: String?, _ values: [String]) {
        self.weight = weight
        self.name = name
        self.sentence = sentence ?? name
        self.values = values.map(Self.cut)
    }

    /// Cuts a quotation, which can be as long as the input, and each of a thousand parts can have it: one character
    /// more than is shown shows that there was more.
    private static func cut(_ value: String) -> String {
        guard value.utf8.count > maximumScalars else { return value }
        return String(value.unicodeScalars.prefix(maximumScalars + 1))
    }

    /// The number of characters of a sentence that are shown.
    package static let maximumScalars = 500

    /// A diagnostic of this name that makes the thing suspicious.
    public static func suspicious(_ name: String, as sentence: String? = nil, _ values: String...) -> Diagnostic {
        Diagnostic(.suspicious, name, sentence, values)
    }

    /// A diagnostic of this name on what no longer protects the thing.
    public static func weak(_ name: String, as sentence: String? = nil, _ values: String...) -> Diagnostic {
        Diagnostic(.weak, name, sentence, values)
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
    package static func error(_ name: String, _ error: some PositionedError) -> Diagnostic {
        var diagnostic = Diagnostic(.suspicious, name, "error", [error.description])
        diagnostic.position = error.position
        return diagnostic
    }
}
