/// Something that people are told, with what a program takes in its place: a code, and the facts that the words are about.
public struct CodedText: Hashable, Sendable {
    /// A word of a closed list, in lowerCamelCase.
    public var code: String
    /// The facts, in a fixed order.
    public var values: [EventValue]
    /// The text that people read.
    ///
    /// No program and no digest depends on it.
    public var words: String

    /// A text of these parts.
    public init(_ code: String, _ values: [EventValue] = [], words: String) {
        self.code = code
        self.values = values
        self.words = words
    }
}
