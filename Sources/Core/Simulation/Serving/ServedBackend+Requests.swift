public import Exchanges
import PassAPI
public import Services
public import VirtualTime

// What an app asks, and what it gets.

extension ServedBackend {
    /// A response as it is to be sent, and when.
    public struct Reply: Hashable, Sendable {
        /// The response; nil breaks the connection off, or nobody answered (``ServedEntry/isUnmatched``).
        public var response: HTTPResponse?
        /// The time, by the wall's clock, that passes before.
        public var delay = Duration.zero
        /// What was asked, and what came of it.
        public var entry: ServedEntry
    }

    /// Answers a request that came from `client` when it was `wall`.
    ///
    /// - Parameters:
    ///   - request: the request, with its absolute URL.
    ///   - client: its sender.
    ///   - wall: when all of it had come.
    /// - Returns: what is to be sent, and what is said of it.
    public mutating func respond(to request: HTTPRequest, from client: WireClient, at wall: Instant) -> Reply {
        let now = pass(to: wall)
        let operation = PassRequest(recognising: request)
        let rule = operation.flatMap { run.world.backend.faults.next(for: $0) }
        var source = ServedEntry.Source.fault
        var response: HTTPResponse?
        if rule?.isBeforeService != true { (response, source) = answer(request, from: client) }
        var delay = Duration.zero
        if let fault = rule?.fault {
            let disturbed = fault.disturb(response, seed: UInt64(log.count))
            (response, delay) = (disturbed.response, disturbed.delay)
        }
        let entry = ServedEntry(
            log.count + 1,
            at: now,
            request,
            operation?.operation,
            source,
            status: response?.status,
            fault: rule?.fault
        )
        log.append(entry)
        return Reply(response: response, delay: delay, entry: entry)
    }

    /// The answer without a fault, and whose it is.
    private mutating func answer(_ request: HTTPRequest, from client: WireClient) -> (HTTPResponse?, ServedEntry.Source) {
        let served = run.world.backend.withSimulated { service, now in
            service.respond(to: request, from: client, at: now)
        }
        return (served?.response, .simulated)
    }
}

extension ServedBackend {
    /// Refuses a request for a host that is neither the service's nor in the recording.
    public mutating func refuse(_ request: HTTPRequest, at wall: Instant) -> Reply {
        let now = pass(to: wall)
        let entry = ServedEntry(log.count + 1, at: now, request, nil, .foreignHost, status: 502, fault: nil)
        log.append(entry)
        return Reply(response: nil, entry: entry)
    }
}
