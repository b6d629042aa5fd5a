public import VirtualTime

/// The shift of a report's times to the recorder's clock, so that they stand on one timeline with the exchanges.
public struct ReportClock: Hashable, Sendable {
    /// The time at which the report came, by the recorder's clock: the time of every line that gives none.
    public var arrivedAt: Instant
    /// The duration that is added to each time that a line gives.
    public var shift: Duration

    /// A report's clock.
    ///
    /// A device whose clock is fast sends a report after it has come: that much is certain, and taken off. A device whose
    /// clock is slow cannot be told from a report that was long on its way, so a difference up to ``tolerance`` is taken
    /// for the way, which leaves the times of a client on this machine as they are; a longer one for the clock.
    /// - Parameters:
    ///   - arrivedAt: when it came, by the recorder's clock.
    ///   - sentAt: when it was sent, by the device's clock; nil if unknown, and nothing is shifted.
    public init(arrivedAt: Instant, sentAt: Instant? = nil) {
        self.arrivedAt = arrivedAt
        let difference = sentAt.map { arrivedAt - $0 } ?? .zero
        shift = (.zero...Self.tolerance).contains(difference) ? .zero : difference
    }

    /// The time that a report may be on its way: 1 second.
    public static let tolerance = Duration.seconds(1)

    /// The time that a line gives, to the microsecond that recordings keep; without a clock it must give one.
    static func time(of line: ImportObject, _ clock: ReportClock?) throws(ImportFault) -> Instant {
        if let clock, line.present("at") == nil { return clock.arrivedAt.wholeMicroseconds }
        var cursor = try line.required("at")
        return (try cursor.instant().0 + (clock?.shift ?? .zero)).wholeMicroseconds
    }
}

extension Instant {
    /// Recordings keep wall time to the microsecond.
    fileprivate var wholeMicroseconds: Instant { Instant(microsecondsSince1970: microsecondsSince1970) }
}
