public import PassAPI
public import VirtualTime

/// The part that responds to the operations of Adobe Pass.
public enum Service: Hashable, Sendable {
    /// A recording that is replayed.
    case recorded(RecordedService)
    /// The simulated service.
    case simulated(SimulatedService)
    /// None: a recording that is served has answered (``ServedRecording``). What expires of that is known.
    case served([Expiration])

    /// Takes an operation that was sent over `connection` at `now` (true time).
    public mutating func respond(
        to request: PassRequest,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServiceResponse {
        change { service in
            ServiceResponse(service.answer(request, at: now))
        } _: { service in
            let response = service.answer(request, from: connection, at: now)
            let delivery = Delivery(outcome: .response(response), delay: service.configuration.latency)
            return ServiceResponse(delivery)
        } ?? ServiceResponse()
    }

    // MARK: One of them

    /// The recording; nil where another one answers.
    public var recorded: RecordedService? { if case .recorded(let service) = self { service } else { nil } }

    /// The simulated service; nil where another one answers.
    public var simulated: SimulatedService? { if case .simulated(let service) = self { service } else { nil } }

    /// The configuration of the simulated service; nil where another one answers.
    public var configuration: ServiceConfiguration? {
        if case .simulated(let service) = self { service.configuration } else { nil }
    }

    /// The first domain that the simulated service has registered for a requestor.
    public func domain(of requestor: String) -> String? {
        configuration?.requestors.first { $0.id == requestor }?.domains.first
    }

    /// Returns what expires after `now`, in true time, as far as the service knows.
    public func expirations(at now: Instant) -> [Expiration] {
        switch self {
        case .recorded(let service): service.expirations
        case .simulated(let service): service.expirations(at: now)
        case .served(let expirations): expirations
        }
    }

    /// Changes the recording; does nothing where another one answers.
    @discardableResult
    public mutating func withRecorded<Result>(_ change: (inout RecordedService) -> Result) -> Result? {
        self.change(change) { _ in nil } ?? nil
    }

    /// Changes the simulated service; does nothing where another one answers.
    @discardableResult
    public mutating func withSimulated<Result>(_ change: (inout SimulatedService) -> Result) -> Result? {
        self.change({ _ in nil }, change) ?? nil
    }

    /// Changes the one that it is in place: where it were copied, all that it knows would be made anew by the first
    /// change.
    private mutating func change<Result>(
        _ recorded: (inout RecordedService) -> Result,
        _ simulated: (inout SimulatedService) -> Result
    ) -> Result? {
        switch consume self {
        case .recorded(var service):
            defer { self = .recorded(service) }
            return recorded(&service)
        case .simulated(var service):
            defer { self = .simulated(service) }
            return simulated(&service)
        case .served(let expirations):
            self = .served(expirations)
            return nil
        }
    }
}
