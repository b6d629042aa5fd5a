import NIOConcurrencyHelpers
package import Simulation

/// What is served, for whoever answers or changes it: one at a time.
package final class ServedState: Sendable {
    private let box: NIOLockedValueBox<ServedBackend>
    /// What is done to it, and whoever follows.
    package let events: ServedEvents

    /// The state that begins as `backend`, and whoever follows it.
    package init(_ backend: ServedBackend, events: ServedEvents = ServedEvents()) {
        box = NIOLockedValueBox(backend)
        self.events = events
    }

    /// Lets a request be answered: the answer is made while others are taken.
    func answer(_ take: (inout ServedBackend) -> ServedBackend.TakenRequest) -> ServedBackend.Reply {
        var reply = withBackend(take).reply()
        withBackend { $0.note(&reply) }
        events.requested()
        return reply
    }

    /// Looks at it or changes it, while nobody else does.
    package func withBackend<Result>(_ body: (inout ServedBackend) throws -> Result) rethrows -> Result {
        try box.withLockedValue(body)
    }
}
