public import Exchanges
public import PassAPI
public import VirtualTime

/// The source of responses to requests: a recording, or the simulated service.
public enum Service: Hashable, Sendable {
    /// A recording.
    case recorded(RecordedService)
    /// The simulated service.
    case simulated(SimulatedService)

    /// Takes a request as it came over `connection` at `now` (true time).
    ///
    /// An operation of Adobe Pass is answered as one. For all else, such as a provider's page or a third-party host, a
    /// recording has the exchanges of the same method and URL (``RecordedExchanges``), and the simulated service
    /// nothing.
    public mutating func respond(
        to request: HTTPRequest,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServiceResponse {
        if let operation = PassRequest(recognizing: request) {
            return respond(to: operation, from: connection, at: now)
        }
        return withRecorded { $0.page(for: request) } ?? .unmatched(.notRecorded)
    }

    /// Takes an operation that was sent over `connection` at `now` (true time).
    public mutating func respond(
        to request: PassRequest,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServiceResponse {
        change { service in
            let answer = service.answer(request, at: now)
            guard case .match(let match) = answer else { return .recorded(answer, nil) }
            return .recorded(answer, service.exchange(of: match.call))
        } _: { service in
            let response = service.answer(request, from: connection, at: now)
            return .simulated(response, to: request, after: service.configuration.latency)
        }
    }

    // MARK: One of the two

    /// The recording; nil where the simulated service answers.
    public var recorded: RecordedService? { if case .recorded(let service) = self { service } else { nil } }

    /// The simulated service; nil where a recording answers.
    public var simulated: SimulatedService? { if case .simulated(let service) = self { service } else { nil } }

    /// The configuration of the simulated service; nil where a recording answers.
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
        }
    }

    /// Changes the recording; does nothing where the simulated service answers.
    @discardableResult
    public mutating func withRecorded<Result>(_ change: (inout RecordedService) -> Result) -> Result? {
        self.change(change) { _ in nil }
    }

    /// Changes the simulated service; does nothing where a recording answers.
    @discardableResult
    public mutating func withSimulated<Result>(_ change: (inout SimulatedService) -> Result) -> Result? {
        self.change({ _ in nil }, change)
    }

    /// Changes the one that it is in place: where it were copied, all that it knows would be made anew by the first
    /// change.
    private mutating func change<Result>(
        _ recorded: (inout RecordedService) -> Result,
        _ simulated: (inout SimulatedService) -> Result
    ) -> Result {
        switch consume self {
        case .recorded(var service):
            defer { self = .recorded(service) }
            return recorded(&service)
        case .simulated(var service):
            defer { self = .simulated(service) }
            return simulated(&service)
        }
    }
}
