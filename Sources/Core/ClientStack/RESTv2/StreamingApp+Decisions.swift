import PassAPI
import VirtualTime

// D: one pending request at a time (rest-api-v2.md §6.5). A media token is handed on and not kept.

extension StreamingApp {
    mutating func grantNext() {
        state = .resting
        while let request = pendingRequests.takeFirst() {
            let isRepeated = request == renewed
            renewed = nil
            begin(request, isRepeated: isRepeated)
            if state != .resting { return }
        }
    }

    mutating func begin(_ request: PendingRequest, isRepeated: Bool) {
        guard let signOn = memory.signOn else {
            _ = pendingRequests.append(request)
            return startUp()
        }
        switch request {
        case .play(let resource): decide([resource], signOn, Deciding(request: request, isRepeated: isRepeated))
        case .preauthorize(let resources):
            guard !resources.isEmpty else { return desk.buffer.present(.preauthorization([])) }
            decide(resources, signOn, Deciding(request: request, isRepeated: isRepeated))
        // What is known of the user is in the profile (§5.6).
        case .readUserMetadata: readProfiles()
        case .logOut: logOut(of: signOn)
        }
    }

    private mutating func decide(_ resources: [String], _ signOn: SignOn, _ deciding: Deciding) {
        state = .deciding(deciding)
        var isForPlayback = false
        if case .play = deciding.request { isForPlayback = true }
        desk.call(
            .decisions(
                isForPlayback ? .decideAuthorization : .decidePreauthorization,
                device,
                mvpd: signOn.mvpd,
                resources: resources,
                partnerFrameworkStatus: memory.partnerStatus?.headerValue
            ),
            for: .decisions
        )
    }

    mutating func evaluateDecisions(_ response: PassResponse, _ deciding: Deciding) {
        let request = deciding.request
        guard response.isSuccess, case .decisions(let answered) = response.content else {
            let action = response.error?.advisedAction
            if action == .authentication, !deciding.isRepeated { return signOnAgain(for: request) }
            let remaining = deciding.remaining.isEmpty ? request.resources : deciding.remaining
            if action == .retry, pause(deciding, for: remaining) { return }
            guard deciding.settled.isEmpty else { return present(deciding.settled) }
            desk.buffer.present(RefusalMessage.message(for: request, response))
            return grantNext()
        }
        // Only what the service could not decide is asked about again (§9.3).
        let failed = answered.filter { $0.error?.advisedAction == .retry }
        var deciding = deciding
        deciding.settled += answered.filter { $0.error?.advisedAction != .retry }
        if !failed.isEmpty, pause(deciding, for: failed.map(\.resource)) { return }
        let decisions = deciding.settled + failed
        if decisions.contains(where: { $0.error?.advisedAction == .authentication }), !deciding.isRepeated {
            return signOnAgain(for: request)
        }
        switch request {
        case .play(let resource): evaluate(decisions, for: resource, request)
        case .preauthorize: present(decisions)
        case .readUserMetadata, .logOut: grantNext()
        }
    }

    /// Shows what may be watched, as far as it is known.
    private mutating func present(_ decisions: [ResourceDecision]) {
        desk.buffer.present(
            .preauthorization(decisions.map { .init(id: $0.resource, isAuthorized: $0.isAuthorized, error: $0.error) })
        )
        grantNext()
    }

    /// Waits before it asks once more; false where it has done so often enough.
    private mutating func pause(_ deciding: Deciding, for resources: [String]) -> Bool {
        guard deciding.retries < configuration.options.retries else { return false }
        var next = deciding
        let seconds = Int64(1) << Int64(min(deciding.retries, 6))
        next.pause = desk.buffer.startTimer(.seconds(seconds))
        (next.retries, next.remaining) = (deciding.retries + 1, resources)
        state = .deciding(next)
        return true
    }

    mutating func repeatDecisions(_ deciding: Deciding) {
        guard let signOn = memory.signOn else { return grantNext() }
        var next = deciding
        next.pause = nil
        decide(deciding.remaining, signOn, next)
    }

    private mutating func evaluate(
        _ decisions: [ResourceDecision],
        for resource: String,
        _ request: PendingRequest
    ) {
        let asked = MRSSResource(resource).canonical
        let decision = decisions.first { MRSSResource($0.resource).canonical == asked }
        if let token = decision?.token, decision?.isAuthorized == true {
            desk.buffer.play(resource, token.serializedToken)
            return grantNext()
        }
        // 200 without an item for the resource is no permit (§15).
        refuse(request, decision?.error.map { RefusalMessage.words(of: $0) } ?? "there is no decision")
    }

    /// There is no response to a request for decisions, or to its repetition.
    mutating func refuse(_ deciding: Deciding, _ reason: String) {
        deciding.settled.isEmpty ? refuse(deciding.request, reason) : present(deciding.settled)
    }

    mutating func refuse(_ request: PendingRequest, _ reason: String) {
        switch request {
        case .play(let resource): desk.buffer.present(RefusalMessage.failure(of: resource, reason))
        case .preauthorize:
            desk.buffer.present(
                .message(.preauthorizationFailed, "It could not be found out what you may watch: " + reason)
            )
        case .readUserMetadata, .logOut: desk.buffer.present(.message(.requestRefused, reason))
        }
        grantNext()
    }

    /// Nobody is signed on; a Temp Pass that is over is no provider to go on with.
    mutating func forgetSignOn() {
        memory.signOn = nil
        if memory.isTempPass { (memory.mvpd, memory.isTempPass) = (nil, false) }
    }

    /// The service says that nobody is signed on: once more from the start, and then the same request.
    private mutating func signOnAgain(for request: PendingRequest) {
        stopWaiting()
        forgetSignOn()
        pendingRequests.prepend(request)
        renewed = request
        startUp()
    }
}
