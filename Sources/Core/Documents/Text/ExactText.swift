/// A text from outside: it equals another only if both are the same bytes.
///
/// Swift's own `==` compares what is canonically equivalent, which no peer would agree to: the Kelvin sign equals `K`. To find
/// out it sorts the marks of each letter, as hashing does; for a name of a hundred thousand marks that takes seconds.
///
/// `@ExactText var name: String` is a text as any other, but the type that has it compares and hashes its bytes, and `$name` is
/// the exact text: `field.$name == "Host"`. A `switch` over an exact text compares bytes, too.
@propertyWrapper
public struct ExactText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text itself.
    public var wrappedValue: String
    /// The exact text of a property.
    @inlinable public var projectedValue: ExactText { self }

    /// The exact text of `wrappedValue`.
    @inlinable public init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    /// The exact text of `text`.
    @inlinable public init(_ text: String) { wrappedValue = text }

    /// The exact text of `text`; nil if there is none.
    @inlinable public init?(_ text: String?) {
        guard let text else { return nil }
        wrappedValue = text
    }

    /// The text of a literal.
    @inlinable public init(stringLiteral text: String) { wrappedValue = text }

    /// Checks whether both are the same bytes.
    public static func == (one: ExactText, other: ExactText) -> Bool { one == other.wrappedValue }

    /// Checks whether both are the same bytes.
    public static func == (one: ExactText, other: String) -> Bool {
        let one = one.wrappedValue
        let count = one.utf8.count
        guard count == other.utf8.count else { return false }
        // A text that is as long in UTF-16 is ASCII, where `==` is quick and compares bytes.
        guard count == one.utf16.count, count == other.utf16.count else { return one.utf8.elementsEqual(other.utf8) }
        return one == other
    }

    /// Checks whether the bytes differ.
    public static func != (one: ExactText, other: String) -> Bool { !(one == other) }

    /// Takes in the bytes: a string's own hash brings it into another form first, as its `==` does.
    public func hash(into hasher: inout Hasher) {
        var text = wrappedValue
        text.withUTF8 { bytes in
            hasher.combine(bytes.count)
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}

extension Sequence<String> {
    /// Checks whether one of the texts is the same bytes.
    package func contains(exactly text: String) -> Bool { contains { ExactText($0) == text } }
}

extension [String] {
    /// Checks whether both hold the same texts, byte for byte.
    package func isExactly(_ other: [String]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { ExactText($0) == $1 }
    }
}
