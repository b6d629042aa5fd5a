import ClientStack
import Documents
import PassAPI
public import Services
import Tokens
import VirtualTime

// Requests, and who answers them.

extension World {
    /// The recording that answers; one without calls if the twin does.
    public var recordedService: RecordedService { recording ?? RecordedService(calls: []) }

    mutating func send(_ request: PassRequest, _ id: RequestID, from app: Int) {
        tell(.client, request.operation.rawValue, request, request.valuesAsSent, app)
        apps[app].requests[id] = request.operation
        if let answer = recording?.answer(request, at: now) {
            if case .match(let match) = answer {
                sources[CallKey(app: app, id: id)] = match.call
                inFlight.append(match.call)
                let input: ClientInput =
                    switch match.call.outcome {
                    case .response(let response): .responseArrived(id, response)
                    case .failure(let reason): .requestFailed(id, reason)
                    }
                schedule(.input(app: app, input), after: match.call.duration)
            }
            // On a miss the client is told nothing: what it would do without an answer is no replay of the recording.
            observe(app, .requestSent(request, answer))
        } else {
            observe(app, .requestSent(request, nil))
            answerByTwin(request, id, app)
        }
    }

    private mutating func answerByTwin(_ request: PassRequest, _ id: RequestID, _ app: Int) {
        let fault = faults.rules.isEmpty ? nil : faults.next(for: request)
        var response = PassResponse(status: 0, .empty)
        var latency = Duration.zero
        if fault?.isBeforeService != true {
            let caller = apps[app].caller
            withTwin { twin, now in
                response = twin.answer(request, from: caller, at: now)
                latency = twin.configuration.latency
            }
        }
        guard let fault else {
            return schedule(.input(app: app, .responseArrived(id, response)), after: latency)
        }
        let delivery = fault.disturb(response, to: request, latency: latency)
        tell(.network, "fault", fault, fault.values(for: request), app)
        switch delivery.outcome {
        case .response(let response):
            schedule(.input(app: app, .responseArrived(id, response)), after: delivery.delay)
        case .failure(let reason):
            schedule(.input(app: app, .requestFailed(id, reason)), after: delivery.delay)
        }
    }

    /// Changes the twin in place; does nothing where a recording answers.
    mutating func withTwin(_ change: (inout Twin, Instant) -> Void) { twin?.change(change, now) }

    /// Keeps when a media token that the player was handed runs out.
    mutating func remember(_ serializedToken: String, for resource: String, _ app: Int) {
        guard recording != nil else { return }  // the twin knows what it issued
        // Base64 from the REST API, the token's own text from AccessEnabler.
        guard let bytes = Base64.markup(serializedToken),
            let expiry = (try? MediaToken(parsing: String(decoding: bytes, as: UTF8.self)))?.expiry
        else { return }
        let name = MRSSResource(resource).name
        mediaTokens.append(Deadline(.mediaToken, name, at: expiry, holder: apps[app].title))
    }
}

extension Twin {
    fileprivate mutating func change(_ change: (inout Twin, Instant) -> Void, _ now: Instant) { change(&self, now) }
}
