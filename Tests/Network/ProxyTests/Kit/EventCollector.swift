import Exchanges
import Foundation
import NIOConcurrencyHelpers
@testable import Proxy

/// A sink that keeps what it is given, and says at once that it is stored, or when it is let.
final class EventCollector: Sendable {
    private struct Values {
        var events: [RecorderEvent] = []
        var holds = false
        var held: [@Sendable () -> Void] = []
    }
    private let values = NIOLockedValueBox(Values())

    /// The sink that a recorder is started with.
    var sink: RecorderSink {
        { [self] event, stored in
            let isHeld = values.withLockedValue {
                $0.events.append(event)
                if $0.holds { $0.held.append(stored) }
                return $0.holds
            }
            if !isHeld { stored() }
        }
    }

    /// From now on nothing is said to be stored.
    func hold() { values.withLockedValue { $0.holds = true } }

    /// All that was held is stored, and what follows is so at once.
    func release() {
        let held = values.withLockedValue { values in
            values.holds = false
            defer { values.held = [] }
            return values.held
        }
        for stored in held { stored() }
    }

    var events: [RecorderEvent] { values.withLockedValue { $0.events } }
    /// The exchanges that have ended, in that order.
    var exchanges: [Exchange] {
        events.compactMap { if case .ended(_, let seen) = $0 { seen.exchange } else { nil } }
    }
    var began: [Exchange] {
        events.compactMap { if case .began(_, let seen) = $0 { seen.exchange } else { nil } }
    }
    var skipped: [SkippedExchange] { events.compactMap { if case .skipped(let skipped) = $0 { skipped } else { nil } } }
    var notices: [RecorderNotice] { events.compactMap { if case .notice(let notice) = $0 { notice } else { nil } } }

    /// The exchanges, once there are so many; whatever there is after `seconds`.
    func exchanges(_ count: Int, within seconds: Double = 20) async -> [Exchange] {
        _ = await eventually(within: seconds) { self.exchanges.count >= count }
        return exchanges
    }

    /// The notices, once there are so many; whatever there is after `seconds`.
    func notices(_ count: Int, within seconds: Double = 20) async -> [RecorderNotice] {
        _ = await eventually(within: seconds) { self.notices.count >= count }
        return notices
    }
}

/// Checks whether the condition comes true in time.
func eventually(within seconds: Double = 20, _ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !condition() {
        if ContinuousClock.now > end { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
