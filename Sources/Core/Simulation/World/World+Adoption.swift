import ClientStack
import PassAPI
public import Services
public import VirtualTime

// Coming back to a recording that the client has left.

extension World {
    /// Sets the app at `app` to what it is after `call`, which it did not make; what it waited for is forgotten.
    ///
    /// - Parameters:
    ///   - call: the recorded call.
    ///   - app: the app.
    ///   - instant: when its answer arrives; now, if that is later.
    /// - Returns: what could be observed, beginning with the adoption itself.
    public mutating func adopt(_ call: RecordedCall, by app: Int = 0, at instant: Instant) -> [Observation] {
        backend.pass(to: instant)
        backend.service.withRecorded { $0.use(call.ordinal) }
        backend.vsa.pass(until: call.startedAt)
        forgetRequests(of: app)
        tell(.replay, "adopted", call, call.values(isNeeded: true), app, link: call.link)
        observe(app, .adopted(call))
        let effects = apps[app].client.adopt(call.request, call.response, on: &devices[apps[app].device], at: now)
        for effect in effects { carryOut(effect, of: app) }
        return takeObservations()
    }

    /// Counts `call` as used although the app did not make it and needs nothing of it.
    public mutating func pass(_ call: RecordedCall, of app: Int = 0) {
        backend.service.withRecorded { $0.use(call.ordinal) }
        tell(.replay, "adopted", call, call.values(isNeeded: false), app, link: call.link)
    }

    /// Lets the app at `app` forget what it waits for: no answer will come.
    public mutating func abandon(_ app: Int = 0) -> [Observation] {
        forgetRequests(of: app)
        let effects = apps[app].client.abandon(on: &devices[apps[app].device], at: now)
        for effect in effects { carryOut(effect, of: app) }
        return takeObservations()
    }

    /// Lets no request from `horizon` on be answered by the recording, until that is changed.
    public mutating func setHorizon(_ horizon: Instant?) { backend.service.withRecorded { $0.horizon = horizon } }

    private mutating func forgetRequests(of app: Int) {
        apps[app].void.formUnion(apps[app].sources.keys)
        apps[app].sources = [:]
        apps[app].requests = [:]
        apps[app].openPresentation = nil
        for id in apps[app].timers.keys.sorted(by: { $0.number < $1.number }) { cancelTimer(id, of: app) }
    }

    /// Returns true if an input is the response to a request that was forgotten.
    mutating func isVoid(_ input: ClientInput, _ app: Int) -> Bool {
        guard !apps[app].void.isEmpty else { return false }
        switch input {
        case .responseArrived(let id, _), .requestFailed(let id, _):
            return apps[app].void.remove(id) != nil
        default:
            return false
        }
    }
}

extension RecordedCall {
    fileprivate var link: EventLink { EventLink(exchange: ordinal, startedAt: startedAt, endedAt: endedAt) }

    /// A call that the replayed client did not make: which, what came of it, and whether the client needs what it brought.
    fileprivate func values(isNeeded: Bool) -> [EventValue] {
        [
            .code("operation", request.operation.rawValue), .number("exchange", ordinal),
            .truth("isNeeded", isNeeded),
        ] + (response.map { [.number("status", $0.status)] } ?? [.truth("hasResponse", false)])
    }
}
