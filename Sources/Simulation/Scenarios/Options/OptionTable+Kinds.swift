import VirtualTime

// The kinds of decisions, each with its text.

extension OptionTable.Option {
    /// A decision between words.
    public static func choice<Value: Equatable & Sendable>(
        _ name: String,
        _ words: [(String, Value)],
        get: @escaping @Sendable (Root) -> Value,
        set: @escaping @Sendable (inout Root, Value) -> Void
    ) -> Self {
        Self(
            name: name,
            values: .words(words.map(\.0)),
            read: { root in words.first { $0.1 == get(root) }?.0 ?? "" },
            write: { root, text in
                guard let value = words.first(where: { $0.0 == text })?.1 else { return false }
                set(&root, value)
                return true
            }
        )
    }

    /// A decision between yes and no.
    public static func flag(
        _ name: String,
        get: @escaping @Sendable (Root) -> Bool,
        set: @escaping @Sendable (inout Root, Bool) -> Void
    ) -> Self {
        Self(
            name: name,
            values: .yesOrNo,
            read: { get($0) ? "yes" : "no" },
            write: { root, text in
                guard let value = Bool(yesOrNo: text) else { return false }
                set(&root, value)
                return true
            }
        )
    }

    /// How long something is.
    public static func duration(
        _ name: String,
        get: @escaping @Sendable (Root) -> Duration,
        set: @escaping @Sendable (inout Root, Duration) -> Void
    ) -> Self {
        Self(
            name: name,
            values: .duration,
            read: { get($0).words },
            write: { root, text in
                guard let value = try? Duration(words: text) else { return false }
                set(&root, value)
                return true
            }
        )
    }

    /// How many there are; nil reads `none`.
    public static func count(
        _ name: String,
        get: @escaping @Sendable (Root) -> Int?,
        set: @escaping @Sendable (inout Root, Int?) -> Void
    ) -> Self {
        Self(
            name: name,
            values: .count(orNone: true),
            read: { get($0).map { String($0) } ?? "none" },
            write: { root, text in
                if text == "none" {
                    set(&root, nil)
                    return true
                }
                guard let value = Int(wholeNumber: text) else { return false }
                set(&root, value)
                return true
            }
        )
    }

    /// How many there are.
    public static func number(
        _ name: String,
        get: @escaping @Sendable (Root) -> Int,
        set: @escaping @Sendable (inout Root, Int) -> Void
    ) -> Self {
        Self(
            name: name,
            values: .count(orNone: false),
            read: { String(get($0)) },
            write: { root, text in
                guard let value = Int(wholeNumber: text) else { return false }
                set(&root, value)
                return true
            }
        )
    }

    /// A text.
    public static func text(
        _ name: String,
        get: @escaping @Sendable (Root) -> String,
        set: @escaping @Sendable (inout Root, String) -> Void
    ) -> Self {
        Self(name: name, values: .text, read: get) { root, text in
            set(&root, text)
            return true
        }
    }
}

extension Bool {
    /// What `yes`, `no` and their kin say.
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
