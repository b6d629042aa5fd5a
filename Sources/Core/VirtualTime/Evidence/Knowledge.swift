/// The ways in which something about a recording is known, from strong to weak.
///
/// An assumption never outweighs what an event shows or implies.
public enum Knowledge: Hashable, Sendable {
    /// A field of this event says so.
    case shown(EventReference, field: String)
    /// It follows from what this event asks for or how it ends.
    case implied(EventReference)
    /// The recording does not say; this rule fills the gap.
    case assumed(Assumption)

    /// The event that says so or from which it follows; nil of an assumption.
    public var event: EventReference? {
        switch self {
        case .shown(let event, _), .implied(let event): event
        case .assumed: nil
        }
    }

    /// True if the recording itself shows it.
    public var isShown: Bool { if case .shown = self { true } else { false } }
    /// True if a rule states it and the recording does not.
    public var isAssumed: Bool { if case .assumed = self { true } else { false } }
}

/// A value, and how it is known.
public struct Known<Value: Hashable & Sendable>: Hashable, Sendable {
    public var value: Value
    /// The way in which it is known.
    public var knowledge: Knowledge

    /// A value that is known this way.
    public init(_ value: Value, _ knowledge: Knowledge) {
        self.value = value
        self.knowledge = knowledge
    }
}
