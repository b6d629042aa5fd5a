public import Exchanges
public import PassAPI
public import VirtualTime

/// What answers requests: a recording, or the simulated service.
public enum Service: Hashable, Sendable {
    /// A recording.
    case recorded(RecordedService)
    /// The simulated service.
    case simulated(Twin)

    /// Takes a request as it came over `connection` at `now` (true time).
    ///
    /// An operation of Adobe Pass is answered as one. For all else, such as a provider's page or a third-party host, a recording has
    /// the exchanges of the same method and URL (``RecordedExchanges``), and the simulated service nothing.
    public mutating func respond(
        to request: HTTPRequest,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServiceResponse {
        if let operation = PassRequest(recognising: request) {
            return respond(to: operation, from: connection, at: now)
        }
        return withRecorded { $0.page(for: request) } ?? .unmatched(.neverRecorded)
    }

    /// Takes an operation that was sent over `connection` at `now` (true time).
    public mutating func respond(
        to request: PassRequest,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServiceResponse {
        // In place: a copy of what either knows would be made anew by the first change.
        switch consume self {
        case .recorded(var service):
            let answer = service.answer(request, at: now)
            let exchange = if case .match(let match) = answer { service.exchange(of: match.call) } else { Exchange?.none }
            self = .recorded(service)
            return .recorded(answer, exchange)
        case .simulated(var service):
            let response = service.answer(request, from: connection, at: now)
            let latency = service.configuration.latency
            self = .simulated(service)
            return .simulated(response, to: request, after: latency)
        }
    }

    // MARK: One of the two

    /// The recording; nil where the simulated service answers.
    public var recorded: RecordedService? { if case .recorded(let service) = self { service } else { nil } }

    /// The simulated service; nil where a recording answers.
    public var simulated: Twin? { if case .simulated(let service) = self { service } else { nil } }

    /// What the simulated service serves; nil where a recording answers.
    public var configuration: TwinConfiguration? {
        if case .simulated(let service) = self { service.configuration } else { nil }
    }

    /// The first domain that the simulated service has registered for a requestor.
    public func domain(of requestor: String) -> String? {
        configuration?.requestors.first { $0.id == requestor }?.domains.first
    }

    /// What runs out after `now`, in true time, as far as the service knows.
    public func deadlines(at now: Instant) -> [Deadline] {
        switch self {
        case .recorded(let service): service.mediaTokens
        case .simulated(let service): service.deadlines(at: now)
        }
    }

    /// Changes the recording in place; does nothing where the simulated service answers.
    @discardableResult
    public mutating func withRecorded<Result>(_ change: (inout RecordedService) -> Result) -> Result? {
        switch consume self {
        case .recorded(var service):
            let result = change(&service)
            self = .recorded(service)
            return result
        case .simulated(let service):
            self = .simulated(service)
            return nil
        }
    }

    /// Changes the simulated service in place; does nothing where a recording answers.
    @discardableResult
    public mutating func withSimulated<Result>(_ change: (inout Twin) -> Result) -> Result? {
        switch consume self {
        case .simulated(var service):
            let result = change(&service)
            self = .simulated(service)
            return result
        case .recorded(let service):
            self = .recorded(service)
            return nil
        }
    }
}
