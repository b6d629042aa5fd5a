import NIOConcurrencyHelpers

/// The amount that has been handed on and is not stored yet, and those who wait until that is less.
///
/// No thread waits here: a producer that would bring more asks for room, and reads nothing more until it is told.
final class Unstored: Sendable {
    private struct Values {
        var events = 0
        var bytes = 0
        var waiting: [Waiting] = []
        var lastTicket = 0
    }

    private struct Waiting {
        var ticket: Int
        var level: Level
        var act: @Sendable () -> Void
    }

    /// The levels to wait for: that there is room for more, or that nothing is left.
    private enum Level {
        case room, nothing
    }

    private let maximumEvents: Int
    private let maximumBytes: Int
    private let values = NIOLockedValueBox(Values())

    /// With room for so many events, and so many bytes of bodies.
    init(maximumEvents: Int, maximumBytes: Int) {
        self.maximumEvents = maximumEvents
        self.maximumBytes = maximumBytes
    }

    /// True if more may be begun that is to be stored.
    var hasRoom: Bool { values.withLockedValue { isReached(.room, $0) } }

    /// An event is handed on, with so many bytes of bodies.
    func add(_ bytes: Int) {
        values.withLockedValue {
            $0.events += 1
            $0.bytes += bytes
        }
    }

    /// It is stored, or cannot be any more.
    func remove(_ bytes: Int) {
        let due = values.withLockedValue { values in
            values.events -= 1
            values.bytes -= bytes
            guard !values.waiting.isEmpty else { return values.waiting }
            let now = values
            values.waiting.removeAll { isReached($0.level, now) }
            return now.waiting.filter { isReached($0.level, now) }
        }
        for one in due { one.act() }
    }

    /// Calls `act`, on some thread, when there is room: at once if there is.
    ///
    /// - Returns: What ``forget(_:)`` takes to call it no more; nil if it has been called.
    func whenRoom(_ act: @escaping @Sendable () -> Void) -> Int? { when(.room, act) }

    /// Calls `act`, on some thread, when nothing is left: at once if that is so.
    func whenNothing(_ act: @escaping @Sendable () -> Void) { _ = when(.nothing, act) }

    /// Ends the wait with this ticket.
    func forget(_ ticket: Int) {
        values.withLockedValue { $0.waiting.removeAll { $0.ticket == ticket } }
    }

    /// Ends all waits: those who would act are gone.
    func forgetAll() { values.withLockedValue { $0.waiting = [] } }

    private func when(_ level: Level, _ act: @escaping @Sendable () -> Void) -> Int? {
        let ticket: Int? = values.withLockedValue { values in
            if isReached(level, values) { return nil }
            values.lastTicket += 1
            values.waiting.append(Waiting(ticket: values.lastTicket, level: level, act: act))
            return values.lastTicket
        }
        if ticket == nil { act() }
        return ticket
    }

    private func isReached(_ level: Level, _ values: Values) -> Bool {
        switch level {
        // Where nothing is left there is room, however little may be kept.
        case .room: values.events == 0 || values.events < maximumEvents && values.bytes < maximumBytes
        case .nothing: values.events == 0
        }
    }
}
