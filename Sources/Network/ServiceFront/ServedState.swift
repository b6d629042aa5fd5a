import NIOConcurrencyHelpers
package import Simulation

/// What is served, for whoever answers or changes it: one at a time.
package final class ServedState: Sendable {
    private let box: NIOLockedValueBox<ServedBackend>

    /// The state that begins as `backend`.
    package init(_ backend: ServedBackend) { box = NIOLockedValueBox(backend) }

    /// Looks at it or changes it, while nobody else does.
    package func withBackend<Result>(_ body: (inout ServedBackend) throws -> Result) rethrows -> Result {
        try box.withLockedValue(body)
    }
}
