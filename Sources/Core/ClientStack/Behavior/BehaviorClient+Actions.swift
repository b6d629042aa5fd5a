import Exchanges
import OrderedCollections
import PassAPI
import VirtualTime

// What the user does, and the plans that follow.

extension BehaviorClient {
    mutating func act(on action: UserAction.Action) {
        switch action {
        case .launch:
            stop()
            pendingRequests.removeAll()
            hasStarted = false
            assumeOnward("launch-calls")
            begin(nil, behavior.launchCalls.map(step))
        case .selectProvider(let mvpd):
            stop()
            if !mvpd.isEmpty { memory.mvpd = mvpd }
            begin(nil, [.signIn])
        case .closeWebView, .confirmLogin:
            guard waiting == .user else { return }
            waiting = .none
            advance()
        case .cancel:
            stop()
            pendingRequests.removeAll()
        case .play(let resource): pendingRequest(.play(resource: resource))
        case .preauthorize(let resources): pendingRequest(.preauthorize(resources: resources))
        case .readUserMetadata: pendingRequest(.readUserMetadata)
        case .logOut: pendingRequest(.logOut)
        case .foreground, .background: break
        }
    }

    private mutating func pendingRequest(_ pendingRequest: PendingRequest) {
        // Once the recording is over, nobody goes on with the sign-in that it broke off in.
        if isPastRecording, waiting == .user { stop() }
        // Somebody who plays while a code is shown has not logged in yet; who plays again has given up on the first.
        guard errand == nil || pendingRequests.append(pendingRequest) else {
            return buffer.present(.message(.queueFull, "Too much is waiting already."))
        }
        if errand == nil { begin(pendingRequest) }
    }

    private mutating func begin(_ pendingRequest: PendingRequest) {
        switch pendingRequest {
        case .play(let resource):
            guard behavior.login != .secondScreen || hasPlayed else {
                return buffer.present(
                    .message(.notSupported, "This is the second screen alone: how the device plays is not shown.")
                )
            }
            remember(resource)
            let page = pages[MRSSResource(resource).name] ?? resource
            assumeOnward("play-checks")
            begin(pendingRequest, resource: page, playSteps(page))
        case .preauthorize(let resources):
            begin(pendingRequest, resource: resources.joined(separator: ","), [.call(call(for: .preauthorization))])
        case .readUserMetadata: begin(pendingRequest, [.call(call(for: .metadata))])
        case .logOut:
            assumeOnward("logout-calls")
            begin(pendingRequest, behavior.logoutCalls.map(step))
        }
    }

    private mutating func begin(
        _ pendingRequest: PendingRequest?,
        resource: String? = nil,
        _ steps: [Step],

    ) {
        errand = Errand(pendingRequest: pendingRequest, resource: resource)
        plan = steps
        advance()
    }

    /// The steps of a playback: checks, sign-in, authorization, media token.
    private mutating func playSteps(_ resource: String) -> [Step] {
        let checks = behavior.playChecks.map(step)
        // An app that signs in on a refusal does not know before it whether somebody is signed in.
        let asksTheService =
            behavior.signInStart == .refusal || !behavior.playChecks.isEmpty && behavior.signInStart == .check
        // Who has a clock looks at it before the service is asked.
        let own: [Step] = asksTheService ? (behavior.expiryCheck == .never ? [] : [.renewExpired]) : [.ensureSignedIn]
        return own + checks + [.authorize]
    }

    var signInSteps: [Step] {
        var steps: [Step] = behavior.beforeCode.map(step)
        switch behavior.login {
        case .code: steps.append(.call(CallRole.code.documented))
        case .page: steps.append(.openPage)
        case .secondScreen:
            return steps + [.call(CallRole.login.documented), .awaitUser]
                + (bringsAssertion ? [.call(CallRole.loginEnd.documented)] : []) + [.poll]
        }
        if behavior.pollPace == .user || behavior.login == .page {
            steps.append(.awaitUser)
        } else if behavior.pollDelay > .zero {
            steps.append(.pause(behavior.pollDelay))
        }
        steps.append(.poll)
        return steps + behavior.afterSignIn.map(step)
    }

    /// The steps that follow an authorization.
    var mediaSteps: [Step] {
        [.call(mediaCall), .deliver] + (behavior.mediaTokenUse == .sign ? [.call(CallRole.signature.documented)] : [])
            + behavior.afterPlay.map(step)
    }

    /// Forgets what is under way.
    mutating func stop() {
        if case .timer(let id) = waiting { buffer.cancel(id) }
        (plan, errand, waiting) = ([], nil, .none)
        buffer.leaveSteps()
    }

    /// The present action is done; on to the next.
    mutating func finish() {
        if let refusal = errand?.refusal {
            let resource = errand?.resource.map { EventValue.text("resource", MRSSResource($0).name) }
            buffer.present(
                .message(resource == nil ? .requestRefused : .notPlayable, refusal, resource.map { [$0] } ?? [])
            )
        }
        (plan, errand, waiting) = ([], nil, .none)
        buffer.leaveSteps()
        if let pendingRequest = pendingRequests.takeFirst() { begin(pendingRequest) }
    }
}
