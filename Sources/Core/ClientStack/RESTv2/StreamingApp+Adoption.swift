public import Device
public import PassAPI
public import VirtualTime

// What another one's exchange makes of the app: a replay that has left the recording comes back to it so.

extension StreamingApp {
    /// Is what it would be if it had made `request` itself and been answered `response`; what it waited for is forgotten.
    public mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        on device: inout Device,
        at now: Instant
    ) -> [ClientEffect] {
        begin(on: device, at: now)
        let known = state
        if case .deciding(var deciding) = known, deciding.request.operation == request.operation,
            Set(request.resources).isSubset(of: deciding.request.resources)
        {
            // Another one's repetition is as good as its own.
            if let timer = deciding.pause { desk.buffer.cancel(timer) }
            deciding.pause = nil
            desk.forgetAll()
            state = .deciding(deciding)
        } else if case .inUserAgent(let code) = known, request.operation == pollCall(for: code).operation {
            desk.forgetAll()
            state = .polling(code, Polling())
        } else if case .polling(let code, let polling) = known, request.operation == pollCall(for: code).operation {
            // The timer of the code's end runs on.
            if let timer = polling.pause { desk.buffer.cancel(timer) }
            desk.forgetAll()
            state = .polling(code, Polling())
        } else if case .confirmingProfile = known, request.operation == configuration.options.afterLogin.operation {
            desk.forgetAll()
        } else if let waiting = waiting(for: request) {
            stopWaiting()
            state = waiting
        } else {
            if case .register = request.operation {
            } else if case .accessToken = request.operation {
            } else {
                desk.adopt(request, nil)
            }
            desk.adopt(request, response)
            if case .configuration(let list)? = response?.content { desk.providers = list }
            return desk.buffer.end()
        }
        desk.adopt(request, response)
        proceed(with: response.map { .answered($0) } ?? .failed(.unreachable("no response")))
        memory.lastUse = desk.buffer.wall
        return desk.buffer.end()
    }

    /// Forgets what it waits for; a user who is signed on stays so.
    public mutating func abandon(on device: inout Device, at now: Instant) -> [ClientEffect] {
        begin(on: device, at: now)
        rest()
        return desk.buffer.end()
    }

    private mutating func begin(on device: Device, at now: Instant) {
        begin(at: device.clock.wallTime(at: now))
    }

    /// The state in which the app waits for the response to `request`; nil if it is none of its own calls.
    private mutating func waiting(for request: PassRequest) -> State? {
        switch request.operation {
        case .profiles, .profileForMVPD: return .readingProfiles
        case .serviceConfiguration: return state == .fetchingProviders ? .fetchingProviders : nil
        case .createSession: return .creatingSession(mvpd: request.mvpd)
        case .profileForCode:
            guard let text = request.registrationCode else { return nil }
            let lifetime = CodeLifetime.between(nil, nil, at: desk.buffer.wall)
            return .polling(Code(text: text, expiry: desk.buffer.startTimer(lifetime)), Polling())
        case .decideAuthorization, .decidePreauthorization:
            guard let mvpd = request.mvpd else { return nil }
            memory.signOn = memory.signOn.flatMap { $0.mvpd == mvpd ? $0 : nil } ?? SignOn(mvpd: mvpd)
            let resources = request.resources
            let pending: PendingRequest =
                request.operation == .decideAuthorization
                ? .play(resource: resources.first ?? "") : .preauthorize(resources: resources)
            pendingRequests.remove(pending)
            desk.buffer.enter(.decisions)
            return .deciding(Deciding(request: pending, isRepeated: false))
        case .endProfile: return .loggingOut
        case .partnerRequest, .createPartnerProfile:
            let provider = memory.partnerStatus?.providerID
            let known = provider.flatMap { desk.providers?.mvpd(mappedFrom: $0) }
            let mvpd = known ?? MVPD(id: "", displayName: "")
            return .signingInAtPartner(
                request.operation == .partnerRequest ? .requestingProfile(mvpd) : .exchanging(mvpd)
            )
        default: return nil
        }
    }
}
