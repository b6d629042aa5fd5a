import VirtualTime

/// A value behind a reference: a copy costs one count, however much it holds, and a change leaves the other copies alone.
@dynamicMemberLookup
struct Indirect<Value: Hashable & Sendable>: Hashable, Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    /// Keeps `value`.
    init(_ value: Value) { box = Box(value) }

    /// The value that is kept.
    var value: Value {
        get { box.value }
        set { box = Box(newValue) }
    }

    /// A part of what is kept.
    @inline(__always)
    subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Part {
        get { box.value[keyPath: path] }
        set { value[keyPath: path] = newValue }
    }

    static func == (lhs: Indirect, rhs: Indirect) -> Bool { lhs.box === rhs.box || lhs.value == rhs.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Indirect: ExpiringRecord where Value: ExpiringRecord {
    var expires: Instant {
        get { box.value.expires }
        set { value.expires = newValue }
    }

    static var retention: Duration { Value.retention }

    mutating func age(by duration: Duration) { value.age(by: duration) }
}
