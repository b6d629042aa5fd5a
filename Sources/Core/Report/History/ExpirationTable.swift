public import History

/// What expires in a recording, with what changes there: what `kinescope sweep RECORDING` prints.
public struct ExpirationTable: Hashable, Sendable {
    /// A row for each expiration, by instant.
    public var rows: [Row]
    /// What ended before it expired.
    public var ended: [Holding]
    /// The devices that the table is not about, and how many calls each makes.
    public var otherDevices: [ObservedDevice]
    /// The device that it is about; nil if the recording has none, or it is about all.
    public var device: ObservedDevice?

    /// An expiration and what changes at it.
    public struct Row: Hashable, Sendable {
        /// What expires, and when.
        public var expiration: RecordedExpiration
        /// What the next call meets.
        public var effect: ExpirationEffect
    }

    /// The table of a device; of all where `device` is nil.
    public init(_ history: History, device: Int?) {
        func isShown(_ holding: Holding) -> Bool {
            device == nil || holding.subject.device == nil || holding.subject.device == device
        }
        rows = history.effects.filter { isShown($0.expiration.holding) }.map {
            Row(expiration: $0.expiration, effect: $0.effect)
        }
        ended = history.entries.filter { $0.isOverBeforeItsTime && $0.expires != nil && isShown($0) }
        otherDevices = device == nil ? [] : history.devices.indices.filter { $0 != device }.map { history.devices[$0] }
        self.device = device.map { history.devices[$0] }
    }
}
