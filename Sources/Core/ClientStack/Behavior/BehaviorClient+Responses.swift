import PassAPI
import VirtualTime

// What the service answers, and what follows from it.

extension BehaviorClient {
    /// Takes in the response to `request`; nil if none came.
    mutating func answered(
        _ response: PassResponse?,
        to request: PassRequest,
        isPoll: Bool,

    ) {
        if let response { memory.take(response, to: request, at: buffer.wall) }
        let refusal = BehaviorReactions.RefusalKind(response)
        if refusal == .unauthorized, renewsAccess(after: request, isPoll: isPoll) { return }
        if isPoll { return polled(response, refusal) }
        switch request.operation.role {
        case .registration, .accessToken:
            if refusal != nil { give(up: "There is no access token: ", response) }
        case .code:
            guard refusal == nil, let code = memory.code else { return give(up: "There is no code: ", response) }
            buffer.present(.registrationCode(code))
        case .login where request.operation.interface == .restV1:
            if refusal != nil { give(up: "There is no login: ", response) }
        case .decision:
            authorized(refusal, response, to: request)
        case .media:
            guard let refusal else {
                errand?.refusal = nil
                // A media token that a reaction has brought is as good as any.
                if !plan.contains(.deliver), errand?.isPlaying != true { plan = Array(mediaSteps.dropFirst()) }
                return
            }
            react(to: refusal, of: .media, response, to: request)
        case .check, .token, .tokenByCode:
            guard let refusal, request.operation.interface == .restV1 else { return }
            checkRefused(refusal, response, to: request)
        case .individualization, .providers, .codeCompletion, .codeRecord, .codeDeletion, .login, .loginStep, .loginEnd,
            .platformRequest,
            .platformExchange, .checkByCode, .tempPass, .heldDecision, .preauthorization, .preauthorizationByCode,
            .signature, .metadata, .metadataByKey, .logout, .trialReset:
            break
        }
    }

    /// Plans a new access token and the call once more, where the service has refused the bearer token (DCR-004).
    private mutating func renewsAccess(after request: PassRequest, isPoll: Bool) -> Bool {
        guard behavior.access == .bearer, behavior.registration != .never, memory.access.credentials != nil,
            request.bearer != nil, errand?.renewals == 0
        else { return false }
        errand?.renewals = 1
        memory.access.forgetToken()
        plan = [isPoll ? .poll : .call(request.operation)] + plan
        return true
    }

    private mutating func polled(
        _ response: PassResponse?,
        _ refusal: BehaviorReactions.RefusalKind?,

    ) {
        guard refusal != nil else { return signedIn(by: response) }
        if let status = response?.status, status == 400 || status == 405 {
            return give(up: "Sign-in cannot continue: ", response)
        }
        pollAgain()
    }

    /// The user has logged in; what told it may not say how long that holds.
    mutating func signedIn(by response: PassResponse?) {
        memory.isSignedIn = true
        switch response?.content {
        case .authentication, .tokens: break
        default: memory.authentication.expires = nil
        }
        // What is requested with the sign-in is requested with each.
        if behavior.authorization == .atSignIn { memory.forgetAuthorizations() }
    }

    private mutating func authorized(
        _ refusal: BehaviorReactions.RefusalKind?,
        _ response: PassResponse?,
        to request: PassRequest,

    ) {
        if let refusal { return react(to: refusal, of: .authorize, response, to: request) }
        errand?.refusal = nil
        // An app may request one after it has the media token, for the next playback.
        if errand?.isPlaying == true { return }
        // What is left are further requests for the same, or a reaction that has come to its goal.
        let repeats = plan.prefix { $0 == .call(authorizeCall) }
        let isReaction = errand?.reactions.isEmpty == false
        let isLast = isReaction || repeats.isEmpty
        plan =
            (isReaction ? [] : Array(repeats)) + (isLast ? behavior.afterAuthorization.map(step) : [])
            + (errand?.afterAuthorization ?? [])
    }

    private mutating func checkRefused(
        _ refusal: BehaviorReactions.RefusalKind,
        _ response: PassResponse?,
        to request: PassRequest,

    ) {
        switch refusal {
        case .throttled, .failure: return react(to: refusal, of: .check, response, to: request)
        case .unauthorized, .denied, .notFound, .gone, .notAuthenticated, .pendingLogout: memory.isSignedIn = false
        }
        if behavior.reactions[.check, refusal] != nil {
            return react(to: refusal, of: .check, response, to: request)
        }
        assume("sign-in-start")
        guard behavior.signInStart == .check else { return }
        plan = [.signIn] + plan
    }

    // MARK: Refusals

    private mutating func react(
        to refusal: BehaviorReactions.RefusalKind,
        of call: BehaviorReactions.Call,
        _ response: PassResponse?,
        to request: PassRequest,

    ) {
        let words = words(for: call, response)
        errand?.refusal = words
        let row = BehaviorReactions.row(call, refusal)
        if refusal == .throttled, behavior.reactions[call, refusal] == nil {
            return waitAndRepeat(request.operation, row)
        }
        // Once: what follows a second time is what is left of the first.
        guard errand?.reactions.insert(row).inserted == true else { return }
        let seen = behavior.reactions[call, refusal]
        let steps = seen ?? BehaviorReactions.documented(call, refusal)
        if seen == nil { assume(row) }
        if call == .media {
            let steps = mediaSteps
            errand?.afterAuthorization = steps
        }
        if steps.contains(.signIn) { memory.isSignedIn = false }
        // A throttled check comes before the rest. What was seen to follow a refusal is all that follows.
        let rest =
            call == .check && seen == nil
            ? plan : plan.filter { $0 == .call(authorizeCall) && seen == nil && steps.isEmpty }
        plan = steps.map { step(for: $0) } + rest
    }

    private mutating func waitAndRepeat(_ operation: Operation, _ row: String) {
        assume(row)
        guard let throttled = errand?.throttled, throttled < Throttling.retries else {
            plan = []
            return
        }
        errand?.throttled = throttled + 1
        plan = [.pause(Throttling.wait), .call(operation)] + plan
    }

    private func step(for reaction: BehaviorReactions.Step) -> Step {
        switch reaction {
        case .signIn: .signIn
        case .call(let call): step(call)
        }
    }

    private mutating func give(up words: String, _ response: PassResponse?) {
        let reason = response?.reason ?? errand?.refusal ?? "no response"
        errand?.refusal = words + reason
        plan = []
    }

    private func words(for call: BehaviorReactions.Call, _ response: PassResponse?) -> String {
        let reason = response?.reason ?? "no response"
        guard let resource = errand?.resource else { return reason }
        let name = MRSSResource(resource).name
        // Some services say so with a 403, too.
        let isForWantOfSignIn = response?.error?.message?.hasSuffix("not authenticated") == true
        guard let response, BehaviorReactions.RefusalKind(response) == .denied, call == .authorize, !isForWantOfSignIn
        else {
            return "“\(name)” cannot be played: \(reason)"
        }
        if response.denialReason == nil, !memory.isSignedIn { return "“\(name)” cannot be played: not signed in" }
        return RefusalMessage.denial(of: name, response)
    }
}
