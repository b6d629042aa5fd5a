public import SubscriberAccount
import VirtualTime

// The kinds of decisions, each with its text. Key paths name the property, so that renaming one is noticed.

extension OptionTable.Option {
    /// A decision with a text of its own form, of which `examples` are some.
    public static func form<Value: Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ values: OptionValues,
        text: @escaping @Sendable (Value) -> String,
        value: @escaping @Sendable (String) -> Value?
    ) -> Self {
        Self(
            name: name,
            values: values,
            accepts: { value($0) != nil },
            read: { text($0[keyPath: path]) },
            write: { root, text in
                guard let value = value(text) else { return false }
                root[keyPath: path] = value
                return true
            }
        )
    }

    /// A decision between words.
    public static func choice<Value: Equatable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ words: [(String, Value)]
    ) -> Self {
        form(
            name,
            path,
            .words(words.map(\.0)),
            text: { value in words.first { $0.1 == value }?.0 ?? "" },
            value: { text in words.first { $0.0 == text }?.1 }
        )
    }

    /// A decision between a type's raw values, written in kebab case.
    public static func choice<Value: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable
    ) -> Self {
        choice(name, path, Value.allCases.map { ($0.rawValue.kebabCase, $0) })
    }

    /// A decision between yes and no.
    public static func flag(_ name: String, _ path: any WritableKeyPath<Root, Bool> & Sendable) -> Self {
        form(name, path, .yesOrNo, text: { $0 ? "yes" : "no" }, value: { Bool(yesOrNo: $0) })
    }

    /// A decision about the length of something.
    public static func duration(_ name: String, _ path: any WritableKeyPath<Root, Duration> & Sendable) -> Self {
        form(name, path, .duration, text: { $0.words }, value: { try? Duration(words: $0) })
    }

    /// A decision about a number; nil reads `none`.
    public static func count(_ name: String, _ path: any WritableKeyPath<Root, Int?> & Sendable) -> Self {
        form(
            name,
            path,
            .count(orNone: true),
            text: { $0.map { String($0) } ?? "none" },
            value: { text -> Int?? in text == "none" ? .some(nil) : Int(wholeNumber: text).map { .some($0) } }
        )
    }

    /// A decision about a number.
    public static func number(
        _ name: String,
        _ path: any WritableKeyPath<Root, Int> & Sendable,
        in range: ClosedRange<Int> = 0...999_999_999
    ) -> Self {
        form(
            name,
            path,
            .count(orNone: false),
            text: { String($0) },
            value: { text in Int(wholeNumber: text).flatMap { range.contains($0) ? $0 : nil } }
        )
    }

    public static func version(_ name: String, _ path: any WritableKeyPath<Root, PlatformVersion> & Sendable) -> Self {
        form(name, path, .forms(["3.0", "1.7.5"]), text: { "\($0)" }, value: { PlatformVersion($0) })
    }

    public static func text(_ name: String, _ path: any WritableKeyPath<Root, String> & Sendable) -> Self {
        form(name, path, .text, text: { $0 }, value: { $0 })
    }

    /// Texts, with commas between them.
    public static func list(_ name: String, _ path: any WritableKeyPath<Root, [String]> & Sendable) -> Self {
        form(name, path, .forms(["a, b"]), text: { $0.joined(separator: ", ") }, value: { $0.listed })
    }
}

extension OptionTable {
    /// The decisions as those of a value that holds `Root` at `path`.
    public func lifted<Whole>(to path: any WritableKeyPath<Whole, Root> & Sendable) -> [OptionTable<Whole>.Option] {
        options.map { option in
            OptionTable<Whole>.Option(
                name: option.name,
                values: option.values,
                accepts: option.accepts,
                read: { option.read($0[keyPath: path]) },
                write: { option.write(&$0[keyPath: path], $1) }
            )
        }
    }
}

extension String {
    /// `byVersion` and `by version` as `by-version`.
    var kebabCase: String {
        var text = ""
        for character in self {
            if character.isUppercase, !text.isEmpty, text.last != "-" { text.append("-") }
            text += character == " " ? "-" : character.lowercased()
        }
        return text
    }

    /// The texts between commas, without the blanks around them.
    var listed: [String] {
        split(separator: ",").map { part in
            let start = part.drop { $0 == " " }
            return String(start.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension Bool {
    /// Reads `yes`, `no` and their kin.
    init?(yesOrNo text: String) {
        switch text {
        case "yes", "true", "on": self = true
        case "no", "false", "off": self = false
        default: return nil
        }
    }
}

extension Int {
    /// A whole number of at most nine digits.
    init?(wholeNumber text: String) {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(text)
    }
}
