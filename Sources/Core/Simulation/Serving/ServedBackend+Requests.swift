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
        let operation = PassRequest(recognizing: request)
        let rule = operation.flatMap { base.run.world.backend.faults.next(for: $0) }
        var source = ServedEntry.Source.fault
        var response: HTTPResponse?
        if rule?.isBeforeService != true { (response, source) = answer(request, from: client, at: now) }
        var delay = Duration.zero
        if let fault = rule?.fault {
            let disturbed = fault.disturb(response, seed: UInt64(log.count))
            (response, delay) = (disturbed.response, disturbed.delay)
        }
        if case .simulated = source { delay += configuration?.latency ?? .zero }
        let entry = ServedEntry(
            log.count + 1,
            at: now,
            request,
            operation?.operation,
            source,
            status: source.status ?? response?.status,
            fault: rule?.fault
        )
        log.append(entry)
        return Reply(response: response, delay: delay, entry: entry)
    }

    /// The answer without a fault, and whose it is.
    private mutating func answer(_ received: HTTPRequest, from client: WireClient, at now: Instant) -> (
        HTTPResponse?, ServedEntry.Source
    ) {
        // What the app was given comes back moved.
        let request = InstantShift(wholeSeconds: base.lead).reversed.moved(received)
        guard recording != nil else { return answerSimulated(request, from: client, at: now) ?? (nil, .foreignHost) }
        let connection = ClientConnection(address: client.address, cookies: "")
        switch recording?.respond(to: request, from: connection, at: base.inner(now)) {
        case .exchange(let match)?:
            let lead = hear(from: match.session, at: client.address, match.exchange, at: now)
            return answer(by: match, InstantShift(wholeSeconds: lead))
        case .unmatched(let unmatched)?:
            let session = unmatched.session
            let own = InstantShift(wholeSeconds: lead(of: session)).reversed.moved(received)
            if let asked = recording?.translated(own, session: session),
                let (response, source) = answerSimulated(asked.request, from: client, session: session, at: now)
            {
                return (response.map(asked.rewriting.callAsFunction), source)
            }
            let reason = UnmatchedRequest(
                unmatched.reason,
                nearest: unmatched.nearest,
                differences: unmatched.differences
            )
            return (nil, .unmatched(reason))
        case nil: return (nil, .foreignHost)
        }
    }

    private func answer(by match: ServedAnswer.Match, _ shift: InstantShift) -> (HTTPResponse?, ServedEntry.Source) {
        let moved = shift.moved(match.exchange)
        let source = RecordedMatch(
            exchange: match.exchange.ordinal,
            session: match.session,
            differences: match.differences,
            isRepeated: match.isRepeated,
            signatures: moved?.signatures ?? [],
            unmoved: moved?.exceptions ?? []
        )
        return (moved.map { match.rewriting($0.response) }, .recorded(source))
    }

    /// The answer of the simulated service to a request in its own time; nil where there is none, or it has nothing for the
    /// host.
    private mutating func answerSimulated(
        _ request: HTTPRequest,
        from client: WireClient,
        session: Int? = nil,
        at now: Instant
    ) -> (HTTPResponse?, ServedEntry.Source)? {
        withWorld(of: session, at: now) { world in
            guard world.run.world.backend.service.simulated?.serves(request.url) == true else { return nil }
            let served = world.run.world.backend.withSimulated { service, now in
                service.respond(to: request, from: client, at: now)
            }
            guard let response = served?.response else { return nil }
            guard world.lead != 0 else { return (response, .simulated) }
            let shift = InstantShift(wholeSeconds: world.lead)
            return (shift.moved(response, of: ExchangeKind(of: request)).response, .simulated)
        }
    }
}

extension ServedBackend {
    /// Refuses a request for a host that is neither the service's nor in the recording.
    public mutating func refuse(_ request: HTTPRequest, at wall: Instant) -> Reply {
        let now = pass(to: wall)
        let entry = ServedEntry(
            log.count + 1,
            at: now,
            request,
            nil,
            .foreignHost,
            status: ServedEntry.Source.foreignHost.status,
            fault: nil
        )
        log.append(entry)
        return Reply(response: nil, entry: entry)
    }
}
