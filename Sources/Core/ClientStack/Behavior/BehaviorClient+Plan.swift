import PassAPI
import VirtualTime

// The plan, step by step, until something has to be waited for.

extension BehaviorClient {
    mutating func advance() {
        var taken = 0
        while waiting == .none, errand != nil {
            guard !plan.isEmpty, taken < Self.stepLimit else { return finish() }
            taken += 1
            take(plan.removeFirst())
        }
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .ensureSignedIn:
            if !isSignedIn(at: buffer.wall) {
                assumeOnward("sign-in-start")
                plan = [.signIn] + plan
            }
        case .renewExpired:
            if memory.isSignedIn, !isSignedIn(at: buffer.wall) { plan = [.signIn] + plan }
        case .signIn:
            buffer.enter(.regularLogin)
            assumeOnward("poll-pace")
            typeNextCode()
            plan = signInSteps + plan
        case .call(let operation):
            send(operation)
        case .openPage:
            let page = request(loginPage)
            buffer.present(.webView(page))
        case .awaitUser:
            waiting = .user
        case .pause(let duration):
            waiting = .timer(buffer.startTimer(duration))
        case .poll:
            poll()
        case .authorize:
            let steps = mediaSteps
            errand?.afterAuthorization = steps
            if wantsAuthorization() {
                plan = Array(repeating: .call(authorizeCall), count: max(1, min(behavior.authorizeCount, 10)))
            } else {
                plan = steps
            }
        case .deliver:
            guard let token = memory.mediaToken, let resource = errand?.resource else { return }
            errand?.isPlaying = true
            buffer.play(resource, token)
        }
    }

    // MARK: Polling

    private mutating func poll() {
        guard let call = behavior.authenticationCall else {
            // The app asks its own back end, which is not Adobe's affair.
            return signedIn(by: nil)
        }
        // Who asks when the user says so lets the service say that the code has expired.
        let looksAtTheCode = behavior.pollPace == .timer && behavior.codeExpiry == .stops
        if let expires = memory.codeExpires, behavior.login == .code, looksAtTheCode, buffer.wall >= expires {
            errand?.refusal = "The registration code has expired."
            plan = []
            return
        }
        errand?.polls &+= 1
        send(operation(of: call), isPoll: true)
    }

    /// Waits for the next poll.
    mutating func pollAgain() {
        switch behavior.pollPace {
        case .timer:
            let interval = max(behavior.pollInterval, PollInterval.shortest)
            plan = [.pause(interval), .poll] + plan
        case .user:
            plan = [.awaitUser, .poll] + plan
        }
    }

    // MARK: Decisions

    /// Checks whether the user counts as signed in, by what the app knows and its own clock.
    private mutating func isSignedIn(at now: Instant) -> Bool {
        guard memory.isSignedIn else { return false }
        guard let expires = memory.authentication.expires else { return true }
        let ahead: Duration = behavior.expiryCheck == .aDayAhead ? .seconds(86_400) : .zero
        guard now >= expires - ahead else { return true }
        assume("expiry-check")
        return behavior.expiryCheck == .never
    }

    /// Checks whether an authorization is wanted before the media token.
    private mutating func wantsAuthorization() -> Bool {
        guard let resource = errand?.resource else { return false }
        let known = memory.authorization(of: resource)
        switch behavior.authorization {
        case .eachPlayback:
            // An app that was never seen to play may not ask Adobe at all.
            if known != nil || !hasPlayed { assume("authorization") }
            return true
        case .afterRefusedMediaToken: return false
        case .atSignIn: return known == nil && !memory.asked.contains(MRSSResource(resource).canonical)
        case .oncePerResource: return known == nil
        case .whenExpired:
            guard let known else { return true }
            if known.isValid(at: buffer.wall) {
                if !configuration.showsReuse { assumeOnward("authorization") }
                return false
            }
            assume("authorization")
            return true
        }
    }

    /// True if a call for an authorization or a media token was recorded.
    var hasPlayed: Bool {
        configuration.templates.contains { [.authorization, .media].contains($0.operation.purpose) }
    }

    /// The same for a row that decides at every turn: while a recording is replayed, its calls show what the app does.
    mutating func assumeOnward(_ row: String) {
        if isPastRecording { assume(row) }
    }

    /// Says that a row decides which nobody has seen.
    mutating func assume(_ row: String) {
        guard configuration.namesAssumptions, !configuration.shownRows.contains(row) else { return }
        buffer.add(.assume(row: row))
    }
}
