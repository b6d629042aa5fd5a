/// A fact under its key: what a program compares where a person reads a sentence.
///
/// Keys are in lowerCamelCase and belong to closed lists, as codes do; wording belongs to neither.
public struct EventValue: Hashable, Sendable {
    /// The subject of the fact, as digests absorb it: `status`, `mvpd`, `expires`.
    public var key: String
    /// The fact.
    public var content: Content

    /// The kinds of facts.
    public enum Content: Hashable, Sendable {
        /// A word of a closed list of ours or of a specification: an operation, a reason, an error code.
        case code(String)
        /// A name that comes from outside and is the same in every run: a resource, a provider, a host.
        case text(String)
        /// A number: a status, a count of bytes.
        case number(Int64)
        /// Yes or no.
        case truth(Bool)
        /// The instant at which something was or will be.
        case instant(Instant)
        /// The time that something takes or lasts.
        case duration(Duration)
        /// Some names, in their order.
        case list([String])
        /// A name that stands for somebody or something, and is another one in each import or run: a registration code, a
        /// device id.
        case identity(String)
    }

    /// True if it stands for someone or something by a name that is another one in each import or run.
    public var isIdentity: Bool { if case .identity = content { true } else { false } }

    /// A fact under this key.
    public init(_ key: String, _ content: Content) {
        self.key = key
        self.content = content
    }
}

extension EventValue {
    /// A word of a closed list.
    public static func code(_ key: String, _ code: String) -> EventValue { EventValue(key, .code(code)) }

    /// A name from outside.
    public static func text(_ key: String, _ text: String) -> EventValue { EventValue(key, .text(text)) }

    public static func number(_ key: String, _ number: some BinaryInteger) -> EventValue {
        EventValue(key, .number(Int64(clamping: number)))
    }

    /// Yes or no.
    public static func truth(_ key: String, _ truth: Bool) -> EventValue { EventValue(key, .truth(truth)) }

    /// A point in time.
    public static func instant(_ key: String, _ instant: Instant) -> EventValue { EventValue(key, .instant(instant)) }

    /// A length of time.
    public static func duration(_ key: String, _ duration: Duration) -> EventValue {
        EventValue(key, .duration(duration))
    }

    /// Some names.
    public static func list(_ key: String, _ names: [String]) -> EventValue { EventValue(key, .list(names)) }

    /// A name that is another one in each import or run.
    public static func identity(_ key: String, _ name: String) -> EventValue { EventValue(key, .identity(name)) }
}

extension EventValue: CustomStringConvertible {
    /// The fact as expectations of scenarios write it: `status=403`, `mvpds=Meadowlark,Northwind`.
    public var description: String { "\(name)=\(content)" }

    /// The name of the fact, in scenarios, JSON and pages: it names the type, as in `isPromptAllowed` and `expiresAt`.
    public var name: String {
        switch content {
        case .truth:
            if key.hasPrefix("is") || key.hasPrefix("has") { return key }
            return Self.truthNames.first { $0.key == key }?.name ?? "is" + key.prefix(1).uppercased() + key.dropFirst()
        case .instant: return key.hasSuffix("At") ? key : key.prefix(1).lowercased() + key.dropFirst() + "At"
        case .code, .text, .number, .duration, .list, .identity: return key
        }
    }

    private static let truthNames = [
        (key: "prompt", name: "isPromptAllowed"), (key: "usesSVC", name: "isSafariViewController"),
        (key: "canAuthenticate", name: "isAuthenticationPossible"),
    ]
}

extension EventValue.Content: CustomStringConvertible {
    /// The fact as text: numbers in digits, instants as RFC 3339 has them, durations in words, names with commas between them.
    public var description: String {
        switch self {
        case .code(let text), .text(let text), .identity(let text): text
        case .number(let number): "\(number)"
        case .truth(let truth): "\(truth)"
        case .instant(let instant): "\(instant)"
        case .duration(let duration): duration.words
        case .list(let names): names.joined(separator: ",")
        }
    }
}

/// Numbers for names that are others in each import or run, in order of appearance.
public struct IdentityNumbers: Hashable, Sendable {
    private var numbers: [Hashed<String>: UInt64] = [:]

    /// Nobody was met so far.
    public init() {}

    /// The number of a name: the same as before, or the next.
    public mutating func number(of name: String) -> UInt64 {
        let key = Hashed(name)
        if let known = numbers[key] { return known }
        let new = UInt64(numbers.count) + 1
        numbers[key] = new
        return new
    }
}

extension Digest {
    /// Absorbs facts, each with the number of its kind, so that a text that reads like a number is none.
    ///
    /// - Parameters:
    ///   - values: the facts.
    ///   - identities: those that were met before, which these are added to.
    public mutating func absorb(_ values: [EventValue], numbering identities: inout IdentityNumbers) {
        absorb(UInt64(values.count))
        for value in values {
            absorb(value.key)
            switch value.content {
            case .code(let text): absorb(1, text)
            case .text(let text): absorb(2, text)
            case .number(let number):
                absorb(UInt64(3))
                absorb(UInt64(bitPattern: number))
            case .truth(let truth): absorb(UInt64(truth ? 5 : 4))
            case .instant(let instant):
                absorb(UInt64(6))
                absorb(instant)
            case .duration(let duration):
                let (seconds, attoseconds) = duration.components
                absorb(UInt64(7))
                absorb(UInt64(bitPattern: seconds))
                absorb(UInt64(bitPattern: attoseconds))
            case .list(let names):
                absorb(UInt64(8))
                absorb(UInt64(names.count))
                for name in names { absorb(name) }
            case .identity(let name):
                absorb(UInt64(9))
                absorb(identities.number(of: name))
            }
        }
    }

    private mutating func absorb(_ kind: UInt64, _ text: String) {
        absorb(kind)
        absorb(text)
    }
}
