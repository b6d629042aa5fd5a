/// The decisions of a value that scenarios may name: each with its name, what it can be, and how to read and set it.
///
/// It is written by hand, without reflection, so that a wrong name can be told with the names that would be right, and
/// so that renaming a property is noticed by the compiler.
public struct OptionTable<Root: Sendable>: Sendable {
    /// The decisions, in the order in which they are documented.
    public let options: [Option]

    /// A decision.
    public struct Option: Sendable {
        /// Its name in kebab case: `poll-interval`.
        public let name: String
        /// The values that it can have.
        public let values: OptionValues
        /// Returns true if it can have the value that a text states.
        public let accepts: @Sendable (String) -> Bool
        /// Returns its value, as text.
        public let read: @Sendable (Root) -> String
        /// Makes it what a text says; false if the text says nothing that it can be.
        public let write: @Sendable (inout Root, String) -> Bool
    }

    /// A table of these decisions.
    public init(_ options: [Option]) { self.options = options }

    /// The decision of this name.
    public func option(named name: String) -> Option? { options.first { $0.name == name } }

    /// Makes `root` what `settings` say, in order.
    ///
    /// - Throws: `OptionError` for the first that is not understood.
    public func apply(_ settings: [OptionSetting], to root: inout Root) throws(OptionError) {
        for setting in settings {
            guard let option = option(named: setting.name) else {
                throw .unknownName(setting.name, known: options.map(\.name))
            }
            guard option.write(&root, setting.value) else {
                throw .unknownValue(setting.value, of: setting.name, option.values)
            }
        }
    }
}

/// The kinds of values that a decision can have.
public enum OptionValues: Hashable, Sendable {
    /// One of these words.
    case words([String])
    /// `yes` or `no`.
    case yesOrNo
    /// A duration: `1h30m`.
    case duration
    /// A whole number from 0 on, or `none` where that is allowed.
    case count(orNone: Bool)
    /// A form of its own, like these examples.
    case forms([String])
    /// Any text.
    case text
}

/// A decision that is not understood.
public enum OptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is none of this name.
    case unknownName(String, known: [String])
    /// It cannot be this.
    case unknownValue(String, of: String, OptionValues)

    /// The problem, in words.
    public var description: String {
        switch self {
        case .unknownName(let name, let known):
            "there is no option \"\(name)\". Known: " + known.joined(separator: ", ")
        case .unknownValue(let value, let name, _): "the option \(name) cannot be \"\(value)\""
        }
    }
}
