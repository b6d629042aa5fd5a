public import History
public import VirtualTime

/// What holds at an instant, in a world or by what a recording shows: what `kinescope state` prints.
public struct StateReport: Hashable, Sendable {
    /// The instant, in true time or by the recorder's clock.
    public var instant: Instant
    /// What holds, and of a recording also what is over.
    public var entries: [StateEntry]
    /// What expires from then on.
    public var expirations: [Expiration]
    /// What a recording shows beside.
    public var recorded: Recorded?

    /// What a recording shows beside what holds.
    public struct Recorded: Hashable, Sendable {
        /// The last event up to then; nil if nothing had happened.
        public var point: EventReference?
        /// The devices, in the order in which they are first seen.
        public var devices: [ObservedDevice]
        /// The place of the device that it is about; nil if it is about all.
        public var device: Int?
        /// What the service had refused.
        public var refusals: [RecordedRefusal]
        /// The calls that had failed.
        public var failures: [FailedCall]
    }

    /// The state of a world.
    public init(of entries: [StateEntry], expirations: [Expiration], at instant: Instant) {
        (self.entries, self.expirations, self.instant) = (entries, expirations, instant)
    }

    /// The state that a recording shows, of a device or, where that is nil, of all; `history` is that of the instant
    /// (``History/asOf(_:)``).
    public init(_ history: History, device: Int?, at instant: Instant) {
        func isShown(_ subject: Holding.Subject) -> Bool {
            device == nil || subject.device == nil || subject.device == device
        }
        self.instant = instant
        entries = history.stateEntries(of: device, at: instant)
        expirations = history.expirations.filter { isShown($0.holding.subject) && $0.holding.isValid(at: instant) }
            .map(\.expiration)
        recorded = Recorded(
            point: history.point?.event,
            devices: history.devices,
            device: device,
            refusals: history.refusals.filter { isShown($0.subject) },
            failures: history.failures.filter { isShown($0.subject) }
        )
    }
}
