public import Device
import OrderedCollections
public import PassAPI
public import VirtualTime

// What another one's exchange makes of the app: a replay that has left the recording behind comes back to it so.

extension BehaviorClient {
    /// Is what it would be if it had made `request` itself and been answered `response`.
    ///
    /// Where the plan holds the call, it goes on behind it; else the call begins what it belongs to.
    public mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        on device: inout Device,
        at now: Instant
    ) -> [ClientEffect] {
        begin(on: device, at: now)
        if case .timer(let id) = waiting { buffer.cancel(id) }
        waiting = .none
        memory.take(request)
        let isPoll = request.operation == behavior.authenticationCall.map(operation) && isSigningIn
        if let place = place(of: request.operation, isPoll: isPoll) {
            plan.removeFirst(place + 1)
        } else {
            begin(with: request)
        }
        answered(response, to: request, isPoll: isPoll)
        if errand == nil { errand = Errand() }
        advance()
        return buffer.end()
    }

    /// Forgets what it waits for; what it holds, it keeps.
    public mutating func abandon(on device: inout Device, at now: Instant) -> [ClientEffect] {
        begin(on: device, at: now)
        pendingRequests.removeAll()
        stop()
        return buffer.end()
    }

    private mutating func begin(on device: Device, at now: Instant) {
        let wall = device.clock.wallTime(at: now)
        buffer.begin(at: wall, wall: wall)
    }

    private var isSigningIn: Bool {
        guard case .response(_, _, let isPoll) = waiting else { return plan.contains(.poll) }
        return isPoll || plan.contains(.poll)
    }

    private func place(of operation: Operation, isPoll: Bool) -> Int? {
        plan.firstIndex { step in
            switch step {
            case .call(let planned): planned == operation
            case .poll: isPoll
            case .authorize: operation == authorizeCall
            case .ensureSignedIn, .renewExpired, .signIn, .openPage, .awaitUser, .pause, .deliver: false
            }
        }
    }

    /// Begins with what `request` belongs to, as of its response.
    private mutating func begin(with request: PassRequest) {
        let operation = request.operation
        switch operation.role {
        case .decision where operation == authorizeCall, .media where operation == mediaCall:
            let resource = request["resource"] ?? request["resource_id"] ?? request.resource ?? errand?.resource ?? ""
            if !resource.isEmpty, request["resource"] != nil || request["resource_id"] != nil { remember(resource) }
            let page = pages[MRSSResource(resource).name] ?? resource
            memory.isSignedIn = true
            pendingRequests.remove(.play(resource: page))
            pendingRequests.remove(.play(resource: resource))
            errand = Errand(pendingRequest: .play(resource: page), resource: page)
            let steps = mediaSteps
            errand?.afterAuthorization = steps
            plan = operation == mediaCall ? Array(steps.dropFirst()) : []
        case .code where operation == operation.role.documented, .login where operation == operation.role.documented:
            typed(request["reg_code"])
            // A playback that waits for the sign-in goes on waiting.
            let rest = plan.drop { $0 != .authorize }
            if errand == nil { errand = Errand() }
            let first = signInSteps.firstIndex(of: .call(operation)).map { $0 + 1 } ?? 0
            plan = Array(signInSteps.dropFirst(first)) + rest
        case .logout:
            errand = Errand(pendingRequest: .logOut)
            plan = []
        case .registration, .accessToken, .individualization, .providers, .code, .codeCompletion, .codeRecord,
            .codeDeletion, .login,
            .loginStep,
            .loginEnd, .platformRequest, .platformExchange, .check, .checkByCode, .token, .tokenByCode, .tempPass,
            .decision, .heldDecision, .preauthorization, .preauthorizationByCode, .media, .signature, .metadata,
            .metadataByKey, .trialReset:
            if errand == nil { errand = Errand() }
            plan = []
        }
    }
}
