public import ClientStack
import PassAPI
public import Services
public import SubscriberAccount
public import VirtualTime

/// Everything simulated, as one value: a copy is a snapshot, a snapshot is a point to travel back to.
///
/// One synchronous loop takes the earliest entry of the agenda, hands it to its machine, and puts what the effects cause
/// on the agenda. Virtual time moves only here, and only to the next entry.
public struct World: Sendable {
    /// The instant that everything in the world is at.
    public private(set) var now: Instant
    /// The client that signs on.
    public private(set) var client: Client
    /// Who answers the client's requests.
    public private(set) var service: RecordedService
    /// Who answers the client's questions to the platform.
    public private(set) var platform: RecordedPlatform
    /// Everything that has happened, with its digest.
    public private(set) var timeline = Timeline()

    private var agenda = Agenda<ClientInput>()
    private var timers: [TimerID: Agenda<ClientInput>.Ticket] = [:]
    private var requests: [RequestID: PassRequest] = [:]
    private var sources: [RequestID: RecordedCall] = [:]

    /// The recorded calls whose answers are on their way.
    public private(set) var inFlight: [RecordedCall] = []

    /// A world at `instant` in which nothing has happened yet.
    public init(at instant: Instant, client: Client, service: RecordedService, platform: RecordedPlatform) {
        now = instant
        self.client = client
        self.service = service
        self.platform = platform
    }

    /// When the next entry of the agenda is due; nil if nothing is to come.
    public var nextInstant: Instant? {
        mutating get { agenda.nextInstant }
    }

    /// Lets something happen from outside, at `instant` or now, whichever is later.
    ///
    /// - Returns: what could be observed while the client dealt with it.
    public mutating func apply(_ action: ClientInput, at instant: Instant) -> [Observation] {
        now = max(now, instant)
        return deliver(action)
    }

    /// Takes the next entry of the agenda and carries it out.
    ///
    /// - Returns: what could be observed; nil if nothing was to come.
    public mutating func step() -> [Observation]? {
        guard let (instant, input) = agenda.popNext() else { return nil }
        now = max(now, instant)
        return deliver(input)
    }

    /// Adds an event to the timeline at the present instant: what someone who drives the world has to say.
    public mutating func note(_ kind: String, _ summary: String, details: [TimelineEvent.Detail] = []) {
        timeline.append(TimelineEvent(at: now, .replay, kind, summary, details: details))
    }

    // MARK: One input and its effects

    private mutating func deliver(_ input: ClientInput) -> [Observation] {
        record(input)
        var observations: [Observation] = land(input).map { [.answerArrived($0, at: now)] } ?? []
        for effect in client.handle(input, at: now) {
            observations += carryOut(effect)
        }
        return observations
    }

    /// The recorded call whose answer has arrived with `input`, if one has.
    private mutating func land(_ input: ClientInput) -> RecordedCall? {
        switch input {
        case .responseArrived(let id, _), .requestFailed(let id, _):
            guard let call = sources[id] else { return nil }
            if let index = inFlight.firstIndex(where: { $0.ordinal == call.ordinal }) { inFlight.remove(at: index) }
            return call
        case .stimulusOccurred, .accountAnswered, .timerFired, .webViewReached, .accessEnablerCalled:
            return nil
        }
    }

    private mutating func carryOut(_ effect: ClientEffect) -> [Observation] {
        switch effect {
        case .sendRequest(let id, let request):
            return [send(request, id)]
        case .askAccount(let id, let question):
            return [ask(question, id)]
        case .startTimer(let id, let duration):
            timers[id] = agenda.schedule(.timerFired(id), at: now + duration)
            return []
        case .cancelTimer(let id):
            if let ticket = timers.removeValue(forKey: id) { agenda.cancel(ticket) }
            return []
        case .enterStep(let step):
            timeline.append(TimelineEvent(at: now, .client, step.rawValue, step.title))
            return [.stepEntered(step, at: now)]
        case .present(let presentation):
            timeline.append(TimelineEvent(at: now, .client, "present", presentation.summary))
            return [.presented(presentation, at: now)]
        case .play(let resource, let serializedToken):
            timeline.append(TimelineEvent(at: now, .client, "play", "\(resource) with a fresh media token"))
            return [.played(resource: resource, serializedToken: serializedToken, at: now)]
        case .callBack, .changeStorage:
            return []
        }
    }

    private mutating func send(_ request: PassRequest, _ id: RequestID) -> Observation {
        timeline.append(
            TimelineEvent(at: now, .client, request.operation.rawValue, request.summary, details: request.details)
        )
        requests[id] = request
        let answer = service.answer(request, at: now)
        switch answer {
        case .match(let match):
            let input: ClientInput =
                switch match.call.outcome {
                case .response(let response): .responseArrived(id, response)
                case .failure(let reason): .requestFailed(id, reason)
                }
            sources[id] = match.call
            inFlight.append(match.call)
            agenda.schedule(input, at: now + match.call.duration)
        case .miss:
            // The client is told nothing: what it would do without an answer is no replay of the recording.
            break
        }
        return .requestSent(request, answer, at: now)
    }

    private mutating func ask(_ question: AccountQuestion, _ id: QuestionID) -> Observation {
        timeline.append(TimelineEvent(at: now, .client, question.kind, question.summary))
        let answer = platform.answer(question)
        switch answer {
        case .recorded(let response, _): agenda.schedule(.accountAnswered(id, response.answer), at: now)
        case .accessRepeated(let response): agenda.schedule(.accountAnswered(id, response), at: now)
        case .accessAssumed: agenda.schedule(.accountAnswered(id, .accessStatus(.granted, nil)), at: now)
        case .missing: break
        }
        return .accountAsked(id, question, answer, at: now)
    }

    /// Answers a question that the platform could not: the driver's decision, which it has to account for.
    public mutating func answerAccount(_ id: QuestionID, _ answer: AccountAnswer) {
        agenda.schedule(.accountAnswered(id, answer), at: now)
    }

    // MARK: The timeline

    private mutating func record(_ input: ClientInput) {
        switch input {
        case .stimulusOccurred(let action):
            timeline.append(TimelineEvent(at: now, .user, action.kind, action.summary))
        case .responseArrived(let id, let response):
            let operation = requests[id]?.operation
            timeline.append(
                TimelineEvent(
                    at: now,
                    .service,
                    operation?.rawValue ?? "answer",
                    response.summary,
                    details: sources[id].map { [.init("exchange", String($0.ordinal))] } ?? []
                )
            )
        case .requestFailed(let id, let reason):
            timeline.append(
                TimelineEvent(at: now, .service, requests[id]?.operation.rawValue ?? "failure", "no answer: \(reason)")
            )
        case .accountAnswered(_, let answer):
            timeline.append(TimelineEvent(at: now, .platform, answer.kind, answer.summary))
        case .timerFired(let id):
            // A timer's effect is what the client does next; the firing itself tells a reader nothing.
            timers[id] = nil
        case .webViewReached, .accessEnablerCalled:
            break
        }
    }
}
