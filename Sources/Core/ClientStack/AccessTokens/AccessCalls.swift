import PassAPI
import VirtualTime

/// The purpose of a call, and the destination of its response.
protocol CallPurpose: Hashable, Sendable {
    /// The step that the call stands for; nil for what is done on the way.
    var step: FlowStep? { get }
    /// True if the token of a login is fetched, so that 401 may mean only that no user has logged in yet.
    var isOfSession: Bool { get }
}

extension FlowStep: CallPurpose {
    var step: FlowStep? { self }
    var isOfSession: Bool { false }
}

/// The facts that the line has to know of its owner at present.
struct AccessTerms {
    /// True if calls need an access token; not so before AccessEnabler 3.0.
    var isRegistered = true
    var softwareStatement: String?
    var redirectURI: String?
    var deviceInformation: String?
    /// True to renew a token when the device's clock shows that it has expired, false to leave that to the service.
    var looksAtClock = true
    /// The text in the place of an access token where there is none.
    var signedAuthorization: String?
    /// The step that getting access is.
    var step = FlowStep.registration
    /// True to repeat a call that was one too many (``Throttling``).
    var repeatsThrottled = false
    /// The id that a call is repeated with that was refused for its device id; nil: it is not.
    var deviceID: String?
}

/// The reason that there is no access: what was called for it, and what came of that.
struct AccessRefusal: Hashable, Sendable {
    let call: AccessSession.Call
    /// The service's response; nil if there was none.
    let response: PassResponse?
    let reason: String

    var words: String {
        switch call {
        case .registration: (response == nil ? "registration failed: " : "registration was refused: ") + reason
        case .token: "no access token: " + reason
        }
    }
}

/// The calls of a client that are on their way, any number at once.
///
/// Where calls need an access token none leaves without: the line registers the app, fetches tokens, and holds calls
/// back while it does. What is repeated is repeated here: once for a call after 401, a forgotten registration or a
/// refused device id, and as often as agreed when throttled. Source: rest-api-v1.md §3, §4; access-enabler.md §2
/// (`init:softwareStatement`), §14.2, §14.4.
struct AccessCalls<Purpose: CallPurpose>: Hashable, Sendable {
    private(set) var access: AccessSession
    private var seeking: Seeking?
    private var out: [Outgoing] = []
    private var held: [Call] = []
    /// True if access is got before a call needs it, with a registration in place of credentials that were refused.
    private var hasPreparedAnew = false

    private struct Call: Hashable, Sendable {
        let purpose: Purpose
        var request: PassRequest
        var hasNewToken = false
        var hasNewDeviceID = false
        var hasNewRegistration = false
    }

    private struct Outgoing: Hashable, Sendable {
        let call: Call
        var wait: Wait
        var throttled = 0
    }

    /// The call for access that the others wait for.
    private struct Seeking: Hashable, Sendable {
        let call: AccessSession.Call
        var wait: Wait
        var throttled = 0
    }

    private enum Wait: Hashable, Sendable {
        case response(RequestID)
        case timer(TimerID)

        func awaited(_ operation: Operation) -> Awaited {
            switch self {
            case .response(let id): .response(id, operation)
            case .timer(let id): .timer(id, .repeatThrottled(operation))
            }
        }
    }

    /// The outcomes of a response.
    enum Outcome {
        /// It was nobody's, or was repeated or led to the call that waited for it.
        case nothing
        /// There are credentials that have to be kept.
        case registered
        /// There is an access token that no call waited for.
        case ready
        case answered(Purpose, PassResponse)
        case unreachable(Purpose, String)
        /// No access: none of the calls that waited for it can be made.
        case refused([Purpose], AccessRefusal)
    }

    init(_ access: AccessSession) { self.access = access }

    /// The thing that is waited for; nil if nothing.
    var waitingFor: Awaited? {
        seeking.map { $0.wait.awaited($0.call.operation) }
            ?? out.first.map { $0.wait.awaited($0.call.request.operation) }
    }

    /// Takes over what an exchange shows that the client did not make itself.
    mutating func adopt(_ request: PassRequest, _ response: PassResponse?, at now: Instant) {
        access.take(response, at: now)
        access.take(request)
    }

    /// Makes a call; where its request says `Bearer`, the access token is filled in when it leaves.
    mutating func begin(
        _ request: PassRequest,
        for purpose: Purpose,
        _ terms: AccessTerms,
        _ buffer: inout EffectBuffer
    ) {
        send(Call(purpose: purpose, request: request), terms, &buffer)
    }

    /// Gets access before any call needs it; false if there is some already, or none to be had.
    mutating func prepare(_ terms: AccessTerms, _ buffer: inout EffectBuffer) -> Bool {
        let missing = access.missing(at: buffer.wall, terms.softwareStatement, looksAtClock: terms.looksAtClock)
        guard let missing else { return false }
        seek(missing, terms, &buffer)
        return true
    }

    /// Forgets all calls.
    mutating func cancelAll(_ buffer: inout EffectBuffer) {
        for case .timer(let timer)? in [seeking?.wait] + out.map(\.wait) { buffer.cancel(timer) }
        seeking = nil
        out.removeAll(keepingCapacity: true)
        held.removeAll(keepingCapacity: true)
    }

    /// Forgets the calls that are made for what `isForgotten` says, and tells for what they were.
    @discardableResult
    mutating func cancelAll(_ isForgotten: (Purpose) -> Bool) -> [Purpose] {
        let purposes = (out.map(\.call.purpose) + held.map(\.purpose)).filter(isForgotten)
        guard !purposes.isEmpty else { return [] }
        out.removeAll { isForgotten($0.call.purpose) }
        held.removeAll { isForgotten($0.purpose) }
        return purposes
    }

    // MARK: Answers

    mutating func answered(
        _ id: RequestID,
        _ response: PassResponse,
        _ terms: AccessTerms,
        _ buffer: inout EffectBuffer
    ) -> Outcome {
        if let seeking, seeking.wait == .response(id) {
            guard let timer = pause(after: response, seeking.throttled, terms, &buffer) else {
                return accessAnswered(seeking.call, response, terms, &buffer)
            }
            self.seeking = Seeking(call: seeking.call, wait: .timer(timer), throttled: seeking.throttled + 1)
            return .nothing
        }
        guard let index = out.firstIndex(where: { $0.wait == .response(id) }) else { return .nothing }
        if let timer = pause(after: response, out[index].throttled, terms, &buffer) {
            out[index].wait = .timer(timer)
            out[index].throttled += 1
            return .nothing
        }
        var call = out.remove(at: index).call
        let canRegister = terms.isRegistered && terms.softwareStatement != nil
        if response.isInvalidClient, canRegister, !call.hasNewRegistration {
            call.hasNewRegistration = true
            access.forget()
        } else if response.refusesAccessToken(of: call.purpose), terms.isRegistered, !call.hasNewToken,
            canRegister || access.credentials != nil
        {
            call.hasNewToken = true
            access.forgetToken()
        } else if response.refusesDeviceID, let deviceID = terms.deviceID, !call.hasNewDeviceID {
            call.hasNewDeviceID = true
            call.request["device_id"] = deviceID
        } else {
            return .answered(call.purpose, response)
        }
        send(call, terms, &buffer)
        return .nothing
    }

    /// Takes in that no answer will come.
    mutating func failed(_ id: RequestID, _ reason: String) -> Outcome {
        if let seeking, seeking.wait == .response(id) { return refuse(seeking.call, nil, reason) }
        guard let index = out.firstIndex(where: { $0.wait == .response(id) }) else { return .nothing }
        return .unreachable(out.remove(at: index).call.purpose, reason)
    }

    /// Calls again after 429; whether the timer was the line's.
    mutating func timerFired(_ timer: TimerID, _ terms: AccessTerms, _ buffer: inout EffectBuffer) -> Bool {
        if let seeking, seeking.wait == .timer(timer) {
            seek(seeking.call, terms, throttled: seeking.throttled, &buffer)
        } else if let index = out.firstIndex(where: { $0.wait == .timer(timer) }) {
            out[index].wait = leave(out[index].call, terms, &buffer)
        } else {
            return false
        }
        return true
    }

    private func pause(
        after response: PassResponse,
        _ throttled: Int,
        _ terms: AccessTerms,
        _ buffer: inout EffectBuffer
    ) -> TimerID? {
        guard response.isThrottled, terms.repeatsThrottled, throttled < Throttling.retries else { return nil }
        return buffer.startTimer(Throttling.wait)
    }

    private mutating func accessAnswered(
        _ call: AccessSession.Call,
        _ response: PassResponse,
        _ terms: AccessTerms,
        _ buffer: inout EffectBuffer
    ) -> Outcome {
        switch (call, response.isSuccess ? response.content : .empty) {
        case (.registration, .clientRegistration):
            access.take(response, at: buffer.wall)
            seek(.token, terms, &buffer)
            return .registered
        case (.token, .accessToken):
            access.take(response, at: buffer.wall)
            (seeking, hasPreparedAnew) = (nil, false)
            let calls = held
            held.removeAll(keepingCapacity: true)
            // Sent even if the clock says the new token has ended: the clock may be wrong, and asking again would bring
            // the same.
            for call in calls { dispatch(call, terms, &buffer) }
            return calls.isEmpty ? .ready : .nothing
        default:
            guard call == .token, response.isInvalidClient, terms.softwareStatement != nil else {
                return refuse(call, response, response.reason)
            }
            if let index = held.firstIndex(where: { !$0.hasNewRegistration }) {
                held[index].hasNewRegistration = true
            } else if held.isEmpty, !hasPreparedAnew {
                // Access that is got before a call needs it.
                hasPreparedAnew = true
            } else {
                return refuse(call, response, response.reason)
            }
            access.forget()
            seek(.registration, terms, &buffer)
            return .nothing
        }
    }

    private mutating func refuse(_ call: AccessSession.Call, _ response: PassResponse?, _ reason: String) -> Outcome {
        (seeking, hasPreparedAnew) = (nil, false)
        let purposes = held.map(\.purpose)
        held.removeAll(keepingCapacity: true)
        return .refused(purposes, AccessRefusal(call: call, response: response, reason: reason))
    }

    // MARK: Sending

    private mutating func send(_ call: Call, _ terms: AccessTerms, _ buffer: inout EffectBuffer) {
        guard terms.isRegistered,
            let missing = access.missing(
                at: buffer.wall,
                terms.softwareStatement,
                looksAtClock: terms.looksAtClock
            )
        else { return dispatch(call, terms, &buffer) }
        held.append(call)
        if seeking == nil { seek(missing, terms, &buffer) }
    }

    private mutating func seek(
        _ call: AccessSession.Call,
        _ terms: AccessTerms,
        throttled: Int = 0,
        _ buffer: inout EffectBuffer
    ) {
        buffer.enter(terms.step)
        let request = access.request(
            call,
            terms.softwareStatement,
            redirectURI: terms.redirectURI,
            deviceInformation: terms.deviceInformation
        )
        seeking = Seeking(call: call, wait: .response(buffer.send(request)), throttled: throttled)
    }

    private mutating func dispatch(_ call: Call, _ terms: AccessTerms, _ buffer: inout EffectBuffer) {
        out.append(Outgoing(call: call, wait: leave(call, terms, &buffer)))
    }

    private func leave(_ call: Call, _ terms: AccessTerms, _ buffer: inout EffectBuffer) -> Wait {
        buffer.enter(call.purpose.step)
        var request = call.request
        if request.bearer != nil {
            request["Authorization"] = access.token.map { "Bearer " + $0.token } ?? terms.signedAuthorization
        }
        return .response(buffer.send(request))
    }
}

extension PassResponse {
    /// Checks whether the access token has expired or is invalid, by this response to a call of this purpose.
    func refusesAccessToken(of purpose: some CallPurpose) -> Bool {
        refusesAccessToken && !(purpose.isOfSession && hasNoSession)
    }
}
