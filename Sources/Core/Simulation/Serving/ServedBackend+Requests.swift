import Documents
public import Exchanges
import OrderedCollections
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
    ///   - received: the request, with its absolute URL.
    ///   - client: its sender.
    ///   - wall: when all of it had come.
    /// - Returns: what is to be sent, and what is said of it.
    public mutating func respond(to received: HTTPRequest, from client: WireClient, at wall: Instant) -> Reply {
        var asked = AskedRequest(received, movedBy: base.lead)
        var reply = take(&asked, from: client, at: wall).reply()
        note(&reply)
        return reply
    }

    /// A request that was taken, with all that its answer needs of the back end: other requests may be taken meanwhile.
    public struct TakenRequest: Sendable {
        fileprivate enum Answer {
            case made(HTTPResponse?, ServedEntry.Source)
            /// An exchange, the distance that its instants move by, by how much more its date does, and whether what no document states
            /// to be an instant stays.
            case recorded(AppAnswer.Match, InstantShift, date: InstantShift, keepsUndocumented: Bool)
        }

        fileprivate var received: HTTPRequest
        fileprivate var operation: PassAPI.Operation?
        fileprivate var identifiers: [String] = []
        fileprivate var instant: Instant
        fileprivate var answer: Answer
        fileprivate var app: Int?
        fileprivate var fault: Fault?
        /// The number of the requests before it, from which chance comes.
        fileprivate var count: Int
        fileprivate var latency: Duration

        /// What is to be sent; it has no ordinal before ``ServedBackend/note(_:)``.
        public func reply() -> Reply {
            var (response, source) = made
            var delay = Duration.zero
            if let fault {
                let disturbed = fault.disturb(response, seed: UInt64(count))
                (response, delay) = (disturbed.response, disturbed.delay)
            }
            switch source {
            case .simulated, .notSimulated: delay += latency
            case .recorded, .recordedVSA, .unmatched, .damaged, .foreignHost, .fault: break
            }
            let status = source.status ?? response?.status
            var entry = ServedEntry(0, at: instant, received, operation, source, status: status, fault: fault)
            entry.app = app
            entry.identifiers = identifiers + (response.map { $0.givenIdentifiers(by: operation) } ?? [])
            if case .simulated = source { entry.hint = response?.headers[first: HTTPResponse.hintHeader] }
            return Reply(response: response, delay: delay, entry: entry)
        }

        private var made: (HTTPResponse?, ServedEntry.Source) {
            switch answer {
            case .made(let response, let source): return (response, source)
            case .recorded(let match, let shift, let date, let keepsUndocumented):
                let kind = match.operation.map { .operation($0) } ?? ExchangeKind(of: match.exchange)
                let sent = keepsUndocumented ? nil : match.exchange.endedAt
                let moved = match.exchange.response.map { shift.moved($0, of: kind, sentAt: sent) }
                let source = RecordedMatch(
                    exchange: match.exchange.ordinal,
                    session: match.session,
                    differences: match.differences,
                    isRepeated: match.isRepeated,
                    beginsAgain: match.beginsAgain,
                    distance: shift.wholeSeconds,
                    signatures: moved?.signatures ?? [],
                    unmoved: moved?.exceptions ?? [],
                    undocumented: moved?.undocumented ?? []
                )
                let dated = moved.map {
                    date.wholeSeconds == 0 ? $0.response : date.movedDate(of: $0.response, of: kind)
                }
                return (dated.map(match.rewriting.callAsFunction), .recorded(source))
            }
        }
    }

    /// Takes a request that came from `client` when it was `wall`; what is to be sent is made of it, and then noted.
    ///
    /// A response is moved in time and written with the app's own values elsewhere, which is most of the work.
    public mutating func take(
        _ asked: inout AskedRequest,
        from client: WireClient,
        at wall: Instant
    ) -> TakenRequest {
        let now = pass(to: wall)
        asked.move(to: base.lead)
        var rule = base.run.world.backend.faults.next(for: asked.call?.operation)
        var (answer, app) = (TakenRequest.Answer.made(nil, .fault), Int?.none)
        if rule?.isBeforeService != true {
            // Whose it is shows when it is answered; if a fault keeps it from the service, nothing has happened.
            let before = faults.isEmpty || rule != nil ? nil : self
            (answer, app) = self.answer(asked, from: client, at: now)
            if var before, let app, let own = before.faults[app]?.next(for: asked.call?.operation) {
                rule = own
                if own.isBeforeService {
                    (self, answer) = (before, .made(nil, .fault))
                } else {
                    faults[app] = before.faults[app]
                }
            }
        }
        if let fault = rule?.fault, fault.spoilsResponse, case .recorded(let match, _, _, _) = answer {
            recording?.putBack(match)
        }
        return TakenRequest(
            received: asked.received,
            operation: asked.call?.operation,
            identifiers: asked.identifiers,
            instant: now,
            answer: answer,
            app: worlds.count > 1 ? app : nil,
            fault: rule?.fault,
            count: log.count,
            latency: configuration?.latency ?? .zero
        )
    }

    /// Takes a request only if the recording has a response to it; nil, and nothing has changed, if it has none.
    ///
    /// It is for what a browser sends before an app's request: how often it does so is the browser's affair, so that an app does
    /// not begin again with it, and one more is nothing that the app did.
    public mutating func takeRecorded(
        _ asked: inout AskedRequest,
        from client: WireClient,
        at wall: Instant
    ) -> TakenRequest? {
        guard recording != nil else { return nil }
        let now = pass(to: wall)
        asked.move(to: base.lead)
        let inner = base.inner(now)
        let answer = recording?.respond(to: asked.parts, from: client.address, at: inner, canBeginAgain: false)
        guard case .exchange(let match)? = answer else { return nil }
        return TakenRequest(
            received: asked.received,
            operation: asked.call?.operation,
            identifiers: asked.identifiers,
            instant: now,
            answer: recorded(match, from: client, at: now),
            count: log.count,
            latency: .zero
        )
    }

    /// Writes down what was sent, which has its ordinal from then on.
    public mutating func note(_ reply: inout Reply) {
        reply.entry.ordinal = log.count + 1
        log.append(reply.entry)
    }

    /// The answer without a fault, whose it is, and the session of the app over the recording, if it is known.
    private mutating func answer(
        _ request: AskedRequest,
        from client: WireClient,
        at now: Instant
    ) -> (TakenRequest.Answer, app: Int?) {
        guard recording != nil else {
            let (response, source) = answerSimulated(request.parts, from: client, at: now) ?? (nil, .foreignHost)
            return (.made(response, source), nil)
        }
        // A login that began at a simulated service goes on there, even if the recording has the same page; so does what is
        // about a code of its own.
        if let maker = maker(in: request),
            let (response, source) = answerSimulated(request, from: client, of: maker.session, at: now),
            source != .notSimulated
        {
            if let session = maker.session { recording?.hear(session, from: client.address) }
            return (.made(response, source), maker.session)
        }
        let inner = base.inner(now)
        switch recording?.respond(to: request.parts, from: client.address, at: inner) {
        case .exchange(let match)?: return (recorded(match, from: client, at: now), match.session)
        case .damaged(let damaged)?: return (.made(nil, .damaged(damaged)), nil)
        case .unmatched(let unmatched)?:
            // A browser may come from elsewhere than the app: the code of the television, or where its login ended, shows whose
            // it is; before that it may look for the code of the app heard from last.
            let beside =
                hasEnd(of: unmatched.session, at: request)
                ? nil : makerOfEnd(request)?.session ?? sessionWithCode(in: request)
            let session = beside ?? unmatched.session ?? (request.call == nil ? current : nil)
            if let (response, source) = answerSimulated(request, from: client, of: session, at: now),
                source != .notSimulated
            {
                if let beside { recording?.hear(beside, from: client.address) }
                return (.made(response, source), session)
            }
            let lead = lead(of: session)
            let reason = UnmatchedRequest(
                unmatched.reason,
                nearest: unmatched.nearest,
                differences: unmatched.differences,
                expiredAt: unmatched.expiredAt.map { $0 + .seconds(lead) }
            )
            return (.made(nil, .unmatched(reason)), session)
        case nil: return (.made(nil, .foreignHost), nil)
        }
    }

    /// The answer that a recorded exchange gives to an app, whose recording begins with it if it has not begun.
    private mutating func recorded(
        _ match: AppAnswer.Match,
        from client: WireClient,
        at now: Instant
    ) -> TakenRequest.Answer {
        if let changed = match.changedDevice { log.warn(ServedWarning(changed, at: now)) }
        for forgotten in match.forgotten { forget(forgotten, at: now) }
        let lead = hear(from: match.session, of: client.address, match.exchange, at: now)
        let distance = lead + lateness(of: match, lead: lead, at: now)
        // The time at which it is sent is the clock's, if that was turned on: the recording may have made the same leap.
        // By its second: rounded by their fractions, of two responses of one instant the later could have the earlier date.
        let sent =
            clock.isTurned ? now.secondsSince1970 - match.exchange.startedAt.secondsSince1970 : distance
        return .recorded(
            match,
            InstantShift(wholeSeconds: distance),
            date: InstantShift(wholeSeconds: max(0, sent - distance)),
            keepsUndocumented: keptInstants.contains(exactly: URLParts(match.exchange.request.url).host.lowercased())
        )
    }

    /// The answer of the simulated service of a session to a request in the app's words; nil where there is none, or it has
    /// nothing for the host.
    private mutating func answerSimulated(
        _ request: AskedRequest,
        from client: WireClient,
        of session: Int?,
        at now: Instant
    ) -> (HTTPResponse?, ServedEntry.Source)? {
        let lead = lead(of: session)
        let own = lead == base.lead ? request.request : AskedRequest.moved(request.received, by: lead)
        guard let asked = recording?.translated(own, session: session) else { return nil }
        let parts = asked.request == request.request ? request.parts : AppRequest(asked.request)
        if let session { tellWorld(of: session) }
        let known = session.map(signOns)
        guard let (response, source) = answerSimulated(parts, from: client, session: session, at: now) else {
            return nil
        }
        // What it issued stays as far from the served clock as it was when it did.
        begin()
        if let session, let known { noteSignOns(of: session, beside: known) }
        noteMakings(of: session, asked.rewriting)
        return (response.map(asked.rewriting.callAsFunction), source)
    }

    /// The answer of the simulated service to a request in its own time and words.
    private mutating func answerSimulated(
        _ asked: AppRequest,
        from client: WireClient,
        session: Int? = nil,
        at now: Instant
    ) -> (HTTPResponse?, ServedEntry.Source)? {
        withWorld(of: session, at: now) { world in
            guard world.run.world.backend.service.simulated?.serves(asked.request.url) == true else { return nil }
            let served = world.run.world.backend.withSimulated { service, now in
                service.respond(to: asked.request, recognizedAs: asked.call, from: client, at: now)
            }
            guard var response = served?.response else { return nil }
            let isAbsent = served?.isOfNothing == true && !asked.isOfBrowser
            if isAbsent { response.headers.append(HeaderField(HTTPResponse.unmatchedHeader, "notSimulated")) }
            let source = isAbsent ? ServedEntry.Source.notSimulated : .simulated
            guard world.lead != 0 else { return (response, source) }
            let kind = asked.call.map { .operation($0.operation) } ?? ExchangeKind(of: asked.request)
            return (InstantShift(wholeSeconds: world.lead).moved(response, of: kind).response, source)
        }
    }
}

extension AskedRequest {
    /// The device ids and registration codes that it names.
    fileprivate var identifiers: [String] { parts.devices + parts.codes }
}

extension ServedBackend {
    /// Takes a request for a host that is neither the service's nor in the recording, which is refused.
    public mutating func refuse(_ request: HTTPRequest, at wall: Instant) -> TakenRequest {
        TakenRequest(
            received: request,
            instant: pass(to: wall),
            answer: .made(nil, .foreignHost),
            count: log.count,
            latency: .zero
        )
    }
}
