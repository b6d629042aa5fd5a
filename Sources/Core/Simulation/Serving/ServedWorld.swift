import VirtualTime

/// A back end that keeps its own time, and how far the served clock is ahead of that.
///
/// Over a recording each app meets one of its own: it begins with the app's first request, and knows what the recording
/// gave *it*.
struct ServedWorld: Sendable {
    /// The back end, in a world without devices, and all that steps can do to it.
    var run: ScenarioRun
    /// Whole seconds by which the served clock is ahead.
    var lead: Int64

    /// Returns its time when the served clock shows `instant`.
    func inner(_ instant: Instant) -> Instant { instant - .seconds(lead) }

    /// Returns what the served clock shows at an instant of its own.
    func outer(_ instant: Instant) -> Instant { instant + .seconds(lead) }

    /// Moves it to what the served clock shows.
    mutating func pass(to served: Instant) { run.world.backend.pass(to: inner(served)) }

    /// What expires in it, earliest first, by the served clock.
    var expirations: [Expiration] {
        run.world.expirations().map { expiration in
            var moved = expiration
            moved.instant = outer(expiration.instant)
            return moved
        }
    }

    /// What is known in it, by the served clock.
    var stateEntries: [StateEntry] {
        run.world.stateEntries().map { entry in
            var moved = entry
            for index in moved.values.indices {
                guard case .instant(let instant) = moved.values[index].content else { continue }
                moved.values[index] = .instant(moved.values[index].key, outer(instant))
            }
            return moved
        }
    }
}
