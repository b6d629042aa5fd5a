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
        case .play(let resource): decide(.decideAuthorization, [resource], signOn, request, isRepeated)
        case .preauthorize(let resources):
            guard !resources.isEmpty else { return desk.buffer.present(.preauthorization([])) }
            decide(.decidePreauthorization, resources, signOn, request, isRepeated)
        // What is known of the user is in the profile (§5.6).
        case .readUserMetadata: readProfiles()
        case .logOut: logOut(of: signOn)
        }
    }

    private mutating func decide(
        _ operation: Operation,
        _ resources: [String],
        _ signOn: SignOn,
        _ request: PendingRequest,
        _ isRepeated: Bool
    ) {
        state = .deciding(request, isRepeated: isRepeated)
        desk.call(
            .decisions(
                operation,
                configuration.device,
                mvpd: signOn.mvpd,
                resources: resources,
                partnerFrameworkStatus: memory.partnerStatus?.headerValue
            ),
            for: .decisions
        )
    }

    mutating func evaluateDecisions(_ response: PassResponse, _ request: PendingRequest, _ isRepeated: Bool) {
        guard response.isSuccess, case .decisions(let decisions) = response.content else {
            if response.asksForAuthentication, !isRepeated { return signOnAgain(for: request) }
            desk.buffer.present(RefusalMessage.message(for: request, response))
            return grantNext()
        }
        switch request {
        case .play(let resource): evaluate(decisions, for: resource, request, isRepeated)
        case .preauthorize:
            desk.buffer.present(
                .preauthorization(
                    decisions.map { .init(id: $0.resource, isAuthorized: $0.isAuthorized, error: $0.error) }
                )
            )
            grantNext()
        case .readUserMetadata, .logOut: grantNext()
        }
    }

    private mutating func evaluate(
        _ decisions: [ResourceDecision],
        for resource: String,
        _ request: PendingRequest,
        _ isRepeated: Bool
    ) {
        let asked = MRSSResource(resource).canonical
        let decision = decisions.first { MRSSResource($0.resource).canonical == asked }
        if let token = decision?.token, decision?.isAuthorized == true {
            desk.buffer.play(resource, token.serializedToken)
            return grantNext()
        }
        if decision?.error?.advisedAction == .authentication, !isRepeated { return signOnAgain(for: request) }
        // 200 without an item for the resource is no permit (§15).
        refuse(request, decision?.error.map { RefusalMessage.words(of: $0) } ?? "there is no decision")
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
