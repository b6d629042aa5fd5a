package import ProxyProtocol

/// What is served, as soon as it has been read: a long recording takes seconds, in which the front listens already.
///
/// Whoever needs it waits. What was wrong with it then is told to everybody who does.
package struct ServedOpening: Sendable {
    /// What was read.
    ///
    /// A class, which nothing changes: each request is handed it.
    package final class Served: Sendable {
        /// What is served.
        package let state: ServedState
        /// Its hosts, in order.
        package let hosts: [String]
        /// The origins of the pages that sent what was recorded.
        package let origins: [PageOrigin]
        /// Lets the state know what the recording shows beside its responses; it takes its time, and only some ask for it.
        package let history: Deferred<Void>

        /// What was read, of these parts.
        package init(
            _ state: ServedState,
            hosts: [String] = [],
            origins: [PageOrigin] = [],
            history: Deferred<Void> = Deferred(done: ())
        ) {
            (self.state, self.hosts, self.origins, self.history) = (state, hosts, origins, history)
        }
    }

    /// The reason that nothing can be served, in words.
    package struct Failure: Error, CustomStringConvertible {
        /// The words.
        package var description: String

        /// A reason in words.
        package init(_ description: String) { self.description = description }
    }

    private let result: Deferred<Result<Served, Failure>>

    /// What was there from the beginning; nil where it had to be read.
    package let atOnce: Served?

    /// What is there already.
    package init(_ served: Served) {
        result = Deferred(done: .success(served))
        atOnce = served
    }

    /// What `read` reads, from now on and beside everything else.
    package init(reading read: @escaping @Sendable () -> Result<Served, Failure>) {
        result = Deferred(read)
        atOnce = nil
        result.start()
    }

    /// What is served, when it has been read.
    ///
    /// - Throws: ``Failure`` if it cannot be.
    package func served() async throws(Failure) -> Served { try await result.value().get() }

    /// What is served; nil as long as it is being read.
    ///
    /// - Throws: ``Failure`` if it cannot be.
    package func servedSoFar() throws(Failure) -> Served? { try result.valueSoFar?.get() }
}
