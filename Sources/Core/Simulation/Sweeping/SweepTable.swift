public import VirtualTime

/// What changes at which instant.
public struct SweepTable: Hashable, Sendable {
    /// A row for each deadline, by instant.
    public var rows: [Row] = []
    /// A row for each order in which two deadlines that fall within a minute can come.
    public var orders: [Order] = []

    /// A deadline and what is so around it.
    public struct Row: Hashable, Sendable {
        /// What runs out, and when.
        public var deadline: Deadline
        /// One nanosecond before.
        public var before: Probe
        /// At the instant.
        public var at: Probe
        /// One nanosecond after.
        public var after: Probe

        /// Whether anything but the thing's own state changes.
        public var changesBehaviour: Bool { before.behaviour != at.behaviour || at.behaviour != after.behaviour }
    }

    /// Two deadlines in one order.
    public struct Order: Hashable, Sendable {
        /// The one that comes first.
        public var first: Deadline
        /// The one that comes second.
        public var second: Deadline
        /// Whether that is the order in which the session has them; if not, the first was moved ahead of the second.
        public var isNatural: Bool
        /// What is so between the two.
        public var between: Probe
    }
}

/// What is found at an instant: whether the thing holds, and what happens when its user acts.
public struct Probe: Hashable, Sendable {
    /// When it was looked, in true time.
    public var instant: Instant
    /// Whether the thing still holds.
    public var isValid: Bool
    /// What happens: the requests that are made and what comes of them.
    public var behaviour: String

    /// The probe in a line: `valid; play KITE1: v1.authorize, v1.media → playing`.
    public var text: String { (isValid ? "valid" : "expired") + (behaviour.isEmpty ? "" : "; " + behaviour) }
}
