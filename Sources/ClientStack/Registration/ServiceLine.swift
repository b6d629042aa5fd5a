import PassAPI
import VirtualTime

/// S0 and every protected call: registers, fetches and renews the access token, waits when throttled.
///
/// One call is on the line at a time. What comes back to the caller is the answer to its own request; the calls of
/// Dynamic Client Registration before it and the waiting are the line's own affair. Source: rest-api-v1.md §3, §4.
struct ServiceLine: Hashable, Sendable {
    private(set) var credentials: ClientCredentials?
    private(set) var accessToken: CachedAccessToken?
    private var state = State.free

    /// A request on its way, and what has been tried for it.
    private struct Call: Hashable, Sendable {
        var request: PassRequest
        var step: FlowStep
        var hasNewToken = false
        var hasNewRegistration = false
    }

    /// What the line is sending for a call.
    private enum Leg: Hashable, Sendable {
        case registration
        case accessToken
        case call
    }

    private enum State: Hashable, Sendable {
        case free
        case sending(Call, Leg, RequestID, throttled: Int)
        case waiting(Call, Leg, TimerID, throttled: Int)
    }

    init(credentials: ClientCredentials?, accessToken: CachedAccessToken?) {
        self.credentials = credentials
        self.accessToken = accessToken
    }

    /// Takes over what an exchange shows that the client did not make itself.
    mutating func adopt(_ request: PassRequest, _ response: PassResponse?, at now: Instant) {
        if case .clientRegistration(let registration)? = response?.content {
            credentials = ClientCredentials(clientID: registration.clientID, clientSecret: registration.clientSecret)
        } else if case .accessToken(let token)? = response?.content {
            accessToken = CachedAccessToken(token, arrivedAt: now)
        }
        let prefix = "Bearer "
        guard let bearer = request["Authorization"], bearer.hasPrefix(prefix) else { return }
        let token = String(bearer.dropFirst(prefix.count))
        if token != accessToken?.token { accessToken = CachedAccessToken(token) }
    }

    mutating func begin(_ request: PassRequest, for step: FlowStep, _ outbox: inout Outbox) {
        hangUp(&outbox)
        let call = Call(request: request, step: step)
        send(nextLeg(outbox), of: call, throttled: 0, &outbox)
    }

    /// Forgets the call on the line.
    mutating func hangUp(_ outbox: inout Outbox) {
        if case .waiting(_, _, let timer, _) = state { outbox.cancel(timer) }
        state = .free
    }

    /// Takes in an answer; nil if it is no business of the call on the line, or not its last word.
    mutating func answered(_ id: RequestID, _ response: PassResponse, _ outbox: inout Outbox) -> FlowEvent? {
        guard case .sending(var call, let leg, id, let throttled) = state else { return nil }
        if response.isThrottled, throttled < outbox.options.onThrottled.retries {
            let wait = max(outbox.options.onThrottled.wait, ClientOptions.ThrottlePolicy.shortestWait)
            state = .waiting(call, leg, outbox.startTimer(wait), throttled: throttled + 1)
            return nil
        }
        switch leg {
        case .registration:
            guard response.isSuccess, case .clientRegistration(let registration) = response.content else {
                state = .free
                return .failed(.noAccess("registration was refused: " + response.reason))
            }
            credentials = ClientCredentials(
                clientID: registration.clientID,
                clientSecret: registration.clientSecret
            )
            send(.accessToken, of: call, throttled: 0, &outbox)
            return nil
        case .accessToken:
            if response.isSuccess, case .accessToken(let token) = response.content {
                accessToken = CachedAccessToken(token, arrivedAt: outbox.now)
                // Sent even if the clock says the new token has ended: the clock may be wrong, and asking again would
                // bring the same.
                send(.call, of: call, throttled: 0, &outbox)
                return nil
            }
            if response.isInvalidClient, registersAgain(for: &call, outbox) {
                send(.registration, of: call, throttled: 0, &outbox)
                return nil
            }
            state = .free
            let reason = "no access token: " + response.reason
            let mayPass = response.status >= 500 || response.isThrottled
            return .failed(mayPass ? .unreachable(reason) : .noAccess(reason))
        case .call:
            if response.isInvalidClient, registersAgain(for: &call, outbox) {
                send(.registration, of: call, throttled: 0, &outbox)
                return nil
            }
            if response.refusesAccessToken, !call.hasNewToken, canRenewAccessToken(outbox) {
                call.hasNewToken = true
                accessToken = nil
                send(nextLeg(outbox), of: call, throttled: 0, &outbox)
                return nil
            }
            state = .free
            return .answered(response)
        }
    }

    /// Takes in that no answer will come.
    mutating func failed(_ id: RequestID, _ reason: String) -> FlowEvent? {
        guard case .sending(_, let leg, id, _) = state else { return nil }
        state = .free
        // An app that cannot register has never been on the line; a token that cannot be renewed now may be later.
        return .failed(leg == .registration ? .noAccess("registration failed: " + reason) : .unreachable(reason))
    }

    /// Calls again after 429; whether the timer was the line's.
    mutating func timerFired(_ timer: TimerID, _ outbox: inout Outbox) -> Bool {
        guard case .waiting(let call, let leg, timer, let throttled) = state else { return false }
        send(leg, of: call, throttled: throttled, &outbox)
        return true
    }

    /// What the line waits for; nil if it is free.
    var waitingFor: Awaited? {
        switch state {
        case .free: nil
        case .sending(let call, let leg, let id, _):
            .response(id, operation(of: leg, call))
        case .waiting(let call, let leg, let timer, _):
            .timer(timer, .repeatThrottled(operation(of: leg, call)))
        }
    }
}

// MARK: Sending

extension ServiceLine {
    private func nextLeg(_ outbox: Outbox) -> Leg {
        if let accessToken, !outbox.options.refreshesAccessToken || accessToken.isValid(at: outbox.now) {
            return .call
        }
        if credentials != nil { return .accessToken }
        // Without a statement nobody can register. The call goes out as it can, and the service judges it.
        return outbox.configuration.softwareStatement == nil ? .call : .registration
    }

    private func canRenewAccessToken(_ outbox: Outbox) -> Bool {
        credentials != nil || outbox.configuration.softwareStatement != nil
    }

    private mutating func registersAgain(for call: inout Call, _ outbox: Outbox) -> Bool {
        guard !call.hasNewRegistration, outbox.configuration.softwareStatement != nil else { return false }
        call.hasNewRegistration = true
        credentials = nil
        accessToken = nil
        return true
    }

    private mutating func send(_ leg: Leg, of call: Call, throttled: Int, _ outbox: inout Outbox) {
        outbox.enter(leg == .call ? call.step : .registration)
        let id = outbox.send(request(of: leg, call, outbox.configuration))
        state = .sending(call, leg, id, throttled: throttled)
    }

    private func request(of leg: Leg, _ call: Call, _ configuration: ClientConfiguration) -> PassRequest {
        switch leg {
        case .registration: return .registration(configuration)
        case .accessToken:
            return .accessToken(
                clientID: credentials?.clientID ?? "",
                clientSecret: credentials?.clientSecret ?? "",
                deviceInformation: configuration.deviceInfo
            )
        case .call:
            var request = call.request
            request["Authorization"] = accessToken.map { "Bearer " + $0.token } ?? configuration.signedAuthorization
            return request
        }
    }

    private func operation(of leg: Leg, _ call: Call) -> Operation {
        switch leg {
        case .registration: .register
        case .accessToken: .accessToken
        case .call: call.request.operation
        }
    }
}
