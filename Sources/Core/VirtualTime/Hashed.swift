/// A key that is hashed once: for long texts, which a growing or tidied table would otherwise hash again and again.
public struct Hashed<Value: Hashable>: Hashable {
    /// The key itself.
    public let value: Value
    /// Its hash in this process; it decides where the key is looked for, and reaches nothing else.
    @usableFromInline let code: Int

    /// The key `value`.
    @inlinable public init(_ value: Value) {
        self.value = value
        code = value.hashValue  // tidy: what any dictionary does with its keys; none is walked through
    }

    /// Checks whether both are the same key.
    @inlinable public static func == (lhs: Hashed, rhs: Hashed) -> Bool {
        lhs.code == rhs.code && lhs.value == rhs.value
    }

    /// Hashes no more than the hash.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Hashed: Sendable where Value: Sendable {}
