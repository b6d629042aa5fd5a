import ClientStack
import Documents
import PassAPI
import Services
import Tokens
import VirtualTime

// Requests, and who answers them.

extension World {
    mutating func send(_ request: PassRequest, _ id: RequestID, from app: Int) {
        let link = EventLink(call: id.number)
        tell(.client, request.operation.rawValue, request, request.valuesAsSent, app, link: link)
        apps[app].requests[id] = request.operation
        let reply = backend.respond(to: request, from: apps[app].connection)
        observe(app, .requestSent(request, reply.answer))
        if case .match(let match)? = reply.answer { apps[app].sources[id] = match.call }
        if let fault = reply.fault {
            tell(.network, "fault", fault, fault.values(for: request), app, link: link)
        }
        // On a miss the client is told nothing: what it would do without an answer is no replay of the recording.
        guard let delivery = reply.delivery else { return }
        let input: ClientInput =
            switch delivery.outcome {
            case .response(let response): .responseArrived(id, response)
            case .failure(let reason): .requestFailed(id, reason)
            }
        schedule(.input(app: app, input), after: delivery.delay)
    }

    /// Keeps when a media token that the player was handed runs out.
    mutating func remember(_ serializedToken: String, for resource: String, _ app: Int) {
        guard case .recorded = backend.service else { return }  // the simulated service knows what it issued
        // Base64 from the REST API, the token's own text from AccessEnabler.
        guard let bytes = Base64.markup(serializedToken),
            let expiry = (try? MediaToken(parsing: String(decoding: bytes, as: UTF8.self)))?.expiry
        else { return }
        let expiration = Expiration(.mediaToken, MRSSResource(resource).name, at: expiry, source: apps[app].title)
        backend.service.withRecorded { $0.expirations.append(expiration) }
    }
}
