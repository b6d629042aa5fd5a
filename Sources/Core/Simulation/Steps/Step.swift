/// A thing that a scenario lets happen or expects: all that is known of it stands in its type.
///
/// A new one is a type of its own and a line in ``StepCatalog``; the schema and the table in Documentation/reference/scenarios.md are
/// made from its words by `Scripts/reference`.
package protocol Step: Hashable, Sendable {
    /// The words that it is written with, in the order of the documentation.
    static var words: [StepWord] { get }
    /// The scope of the step.
    static var scope: StepScope { get }
    /// True if nothing of the kind happens while the device sleeps.
    static var needsAwakeDevice: Bool { get }

    /// The step that one of its words and what stands behind it say.
    ///
    /// - Throws: `Problem` for what is not understood, with its place.
    init(_ argument: StepArgument) throws(Problem)

    /// One of its words, and what has to stand behind it, so that it reads back as this step.
    var written: StepWriting { get }

    /// Looks for what cannot be, whatever happens in a run, and takes down what is known behind the step.
    ///
    /// - Throws: `ScenarioProblem` at the line of `step`.
    func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) throws(ScenarioProblem)

    /// Lets it happen.
    ///
    /// - Throws: `ScenarioError` at `line` if it cannot.
    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError)
}

extension Step {
    package static var needsAwakeDevice: Bool { scope != .world }

    /// The step's one word, with this behind it.
    static func writing(_ argument: FileNode) -> StepWriting { StepWriting(words[0].text, argument) }

    package func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) throws(ScenarioProblem) {}
}

/// A step whose word says all.
package protocol PlainStep: Step {
    /// The step.
    init()
}

extension PlainStep {
    package init(_ argument: StepArgument) { self.init() }
    package var written: StepWriting { StepWriting(Self.words[0].text) }
}

/// A step's word, and what stands behind it.
package struct StepWord: Sendable {
    /// The word: `sign in`.
    package let text: String
    /// The argument that follows it.
    package let argument: Argument
    /// The line that states what happens.
    package let meaning: String

    /// The kinds of arguments that a word can have.
    package enum Argument: Sendable {
        /// Nothing; in its place the app or the device may be named.
        case none
        /// Something of this form, or nothing.
        case optional(StepSchema)
        /// Something of this form, such as in the example.
        case required(String, StepSchema)
    }

    /// A word with nothing behind it.
    init(_ text: String, _ meaning: String) {
        self.init(text, .none, meaning)
    }

    /// A word with something behind it, such as `example`.
    init(_ text: String, _ example: String, _ schema: StepSchema, _ meaning: String) {
        self.init(text, .required(example, schema), meaning)
    }

    /// A word with this behind it.
    init(_ text: String, _ argument: Argument, _ meaning: String) {
        self.text = text
        self.argument = argument
        self.meaning = meaning
    }
}

/// The argument of a step's word where it is read.
package struct StepArgument {
    package let word: String
    /// The node of the argument.
    package let node: FileNode
    /// Reads what a text writes in brackets or quotes.
    package let yaml: YAMLReader

    /// The word as errors show it: `"play"`.
    package var what: String { "\"\(word)\"" }
}

/// Reads a document of YAML; the library for it lies above the core.
package typealias YAMLReader = (String) throws(Problem) -> FileNode

/// A word and what stands behind it, for a file.
package struct StepWriting {
    package let word: String
    /// The argument that follows it; nil for nothing.
    package let argument: FileNode?

    /// A word with this behind it.
    init(_ word: String, _ argument: FileNode? = nil) {
        self.word = word
        self.argument = argument
    }
}
