public import History
import VirtualTime

extension SweepTable {
    /// What expires in a recording, with what the next call meets there, by its history alone.
    ///
    /// - Parameters:
    ///   - history: what the recording shows.
    ///   - device: the place of the device that it is about; nil for all.
    public init(_ history: History, device: Int?) {
        self.init()
        isTried = false
        rows = history.effects.filter { Self.isShown($0.expiration.holding, device) }.map { expiration, effect in
            let instant = expiration.instant.value
            func sample(_ nanoseconds: Int64) -> BoundarySample {
                let isValid = nanoseconds < 0
                let reaction = Reaction.call(effect, isValid: isValid)
                return BoundarySample(
                    instant: instant + .nanoseconds(nanoseconds),
                    isValid: isValid,
                    reaction: reaction
                )
            }
            return Row(
                expiration: expiration.expiration,
                ending: expiration.holding.cause,
                before: sample(-1),
                at: sample(0),
                after: sample(1)
            )
        }
        take(endedIn: history, device)
        otherDevices = device == nil ? [] : history.devices.indices.filter { $0 != device }.map { history.devices[$0] }
        self.device = device.map { history.devices[$0] }
    }

    /// Adds what a recording shows beside what was tried: what its replay does not have, and what ended before.
    public mutating func take(_ history: History, device: Int?) {
        let tried = Set(rows.map { TriedKey($0.expiration) })
        untried = history.expirations.filter { Self.isShown($0.holding, device) }.compactMap { recorded in
            guard !tried.contains(TriedKey(recorded.expiration)) else { return nil }
            return Untried(expiration: recorded.expiration, ending: recorded.holding.cause)
        }
        take(endedIn: history, device)
    }

    private mutating func take(endedIn history: History, _ device: Int?) {
        ended = history.entries.compactMap { holding in
            guard holding.isOverBeforeItsTime, Self.isShown(holding, device),
                let expiration = Expiration(recorded: holding)
            else { return nil }
            return Ended(expiration: expiration, ending: holding.ending)
        }
    }

    private static func isShown(_ holding: Holding, _ device: Int?) -> Bool {
        device == nil || holding.subject.device == nil || holding.subject.device == device
    }

    private struct TriedKey: Hashable {
        var name: String
        var instant: Instant

        init(_ expiration: Expiration) { (name, instant) = (expiration.name, expiration.instant) }
    }
}

extension Holding {
    /// The event that ended it, if it was not time.
    fileprivate var cause: Ending.Cause? { ending.flatMap { $0.value.cause == .expired ? nil : $0.value.cause } }
}
