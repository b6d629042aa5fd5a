import ClientStack
import PassAPI
import Services
import Tokens
import VirtualTime

// How the user signs in.

extension ObservedBehavior {
    mutating func readSignIn() {
        guard let (segment, login) = firstLogin else {
            // Nobody is taken to be signed in by an app that plays all the same.
            if isUnaware { behavior.signInStart = .refusal }
            return
        }
        let begin = login.begin.request.operation
        // The app opens the SDKs' page itself; that of the REST API is a second screen's.
        behavior.login = begin.role == .login ? (begin.interface == .accessEnabler ? .page : .secondScreen) : .code
        show("login", in: [login.begin])
        readStart()
        // From the call that was refused, or from a login that came to nothing.
        let first = segment.kind == .signIn ? 0 : segment.refusal(before: login.index).map { $0 + 1 } ?? login.index
        let start = max(first, segment.logins.last { $0.index < login.index }.map { $0.index + 1 } ?? 0)
        let before = segment.calls[min(start, login.index)..<login.index]
        behavior.beforeCode = before.map { PlannedCall($0.request.operation) }
        show("before-code", in: before.isEmpty ? [login.begin] : Array(before))
        readPolls()
        // Where the app's own back end knows of it, it knows before the next call to Adobe.
        let isSilent = behavior.authenticationCall == nil && !segment.isLoginOpen
        guard let success = login.success ?? (isSilent ? login.begin : nil) else { return }
        let after = segment.calls.drop { $0.ordinal <= success.ordinal }
        var rest = after.prefix { $0.isAside || $0.purpose == .check }
        if segment.kind == .play {
            // The checks that were left when the first was refused come after the sign-in.
            let left = behavior.playChecks.dropFirst(segment.checks.count)
            let last = rest.suffix(left.count).map { PlannedCall($0.request.operation) }
            guard last == Array(left) else { return }
            rest = rest.dropLast(left.count)
        }
        behavior.afterSignIn = rest.map { PlannedCall($0.request.operation) }
        // Checks between sign-ins and playbacks that are never apart may be of either.
        if rest.contains(where: { $0.purpose == .check }), playsOnlyAfterSignIn { return hide("play-checks") }
        show("after-sign-in", in: rest.isEmpty ? [success] : Array(rest))
    }

    private var playsOnlyAfterSignIn: Bool {
        segments.indices.allSatisfy { index in
            segments[index].kind != .play || (index > 0 && segments[index].continues(segments[index - 1]))
        }
    }

    private var firstLogin: (BehaviorSegment, BehaviorSegment.ObservedLogin)? {
        var fallback: (BehaviorSegment, BehaviorSegment.ObservedLogin)?
        for segment in segments {
            for login in segment.logins {
                if login.success != nil { return (segment, login) }
                fallback = fallback ?? (segment, login)
            }
        }
        return fallback
    }

    /// Reads what sign-in begins on: the call before it in the same segment.
    private mutating func readStart() {
        for segment in segments {
            guard let login = segment.logins.first else { continue }
            let before = segment.calls.prefix(login.index).last { BehaviorReactions.RefusalKind($0.response) != nil }
            switch before?.purpose {
            case .check?: behavior.signInStart = .check
            case .authorization?, .media?: behavior.signInStart = .refusal
            case nil, .access?, .providers?, .signIn?, .signInStep?, .platformSignOn?, .authorizationCheck?,
                .preauthorization?, .signature?, .metadata?, .logout?, .reset?:
                // A check that nobody has answered would have begun it, had it been.
                if isInTheDark(before: login.begin) { return }
                behavior.signInStart = isUnaware ? .refusal : .menu
            }
            return show("sign-in-start", in: (before.map { [$0] } ?? []) + [login.begin])
        }
    }

    /// Returns true if the app has checked for an AuthN token before `call`, and never learned whether there is one.
    private func isInTheDark(before call: RecordedCall) -> Bool {
        let checks = segments.flatMap(\.calls).filter { $0.ordinal < call.ordinal && $0.purpose == .check }
        return !checks.isEmpty
            && checks.allSatisfy {
                let refusal = BehaviorReactions.RefusalKind($0.response)
                return refusal == .failure || refusal == .throttled
            }
    }

    /// True if the app requests an authorization although it learned before that no user is signed in.
    private var isUnaware: Bool {
        var isSignedOut = false
        for segment in segments {
            let isSignIn =
                segment.calls.first { [.signIn, .authorization, .media].contains($0.purpose) }?.purpose == .signIn
            if isSignedOut, segment.kind == .play, !isSignIn { return true }
            for call in segment.calls {
                switch (call.purpose, BehaviorReactions.RefusalKind(call.response)) {
                case (.logout, nil): isSignedOut = true
                case (.check, nil), (.signIn, nil): isSignedOut = false
                case (.check, .failure?), (.check, .throttled?): break
                case (.check, _): isSignedOut = true
                case (.logout, _), (.signIn, _), (.access, _), (.providers, _), (.signInStep, _), (.platformSignOn, _),
                    (.authorization, _), (.authorizationCheck, _), (.preauthorization, _), (.media, _), (.signature, _),
                    (.metadata, _), (.reset, _):
                    break
                }
            }
        }
        return false
    }

    private mutating func readPolls() {
        let logins = segments.flatMap(\.logins)
        guard let polled = logins.first(where: { !$0.polls.isEmpty }) else {
            return readSilence(logins)
        }
        behavior.authenticationCall = PlannedCall(polled.polls[0].request.operation)
        show("authentication-call", in: polled.polls)
        let gaps = logins.flatMap { login in
            zip(login.polls, login.polls.dropFirst()).map { $1.startedAt - $0.endedAt }
        }
        guard let longest = gaps.max() else {
            // One call, and it brought the token: somebody had said that it was time.
            behavior.pollPace = .user
            return
        }
        let delay = max(.zero, polled.polls[0].startedAt - polled.begin.endedAt)
        // One pause is no rhythm: the one after the code has to be like it.
        let isClear = gaps.count > 1 || PollRhythm.areAlike([delay] + gaps)
        // Nor is it a timer's that polls sooner after one code than after another.
        let delays = logins.compactMap { login in login.polls.first.map { $0.startedAt - login.begin.endedAt } }
        let isRegular = PollRhythm.areAlike(gaps) && (isClear || PollRhythm.areAlike(delays))
        behavior.pollPace = isRegular ? .timer : .user
        if isClear { show("poll-pace", in: polled.polls) }
        guard isRegular else { return }
        behavior.pollInterval = max(longest, PollInterval.shortest)
        behavior.pollDelay = delay
        guard isClear else { return }
        show("poll-interval", in: polled.polls)
        show("poll-delay", in: [polled.begin, polled.polls[0]])
        readCodeExpiry(logins)
    }

    /// Reads whether polls are missing because the programmer's own back end knows of the login: a user who plays has
    /// signed in.
    private mutating func readSilence(_ logins: [BehaviorSegment.ObservedLogin]) {
        guard let first = logins.first(where: \.begin.isGranted)?.begin else { return }
        behavior.pollPace = .user
        guard !plays.isEmpty else { return }
        let isSignedIn = session.calls.contains {
            $0.ordinal > first.ordinal && ($0.purpose == .authorization || $0.purpose == .media)
                && !$0.isForWantOfSignIn
        }
        guard isSignedIn else { return }
        behavior.authenticationCall = nil
        show("authentication-call", in: logins.map(\.begin))
    }

    /// Reads whether a timer continues to poll when the code has expired, by its own date.
    private mutating func readCodeExpiry(_ logins: [BehaviorSegment.ObservedLogin]) {
        // A quarter of a second: the app's clock is not the recorder's.
        let slack = Duration.milliseconds(250)
        let late = logins.flatMap { login in
            login.polls.filter { poll in login.expires.map { poll.startedAt > $0 + slack } ?? false }
        }
        if !late.isEmpty {
            behavior.codeExpiry = .pollsOn
            return show("code-expiry", in: late)
        }
        // The next poll would have come after the end, and did not, although the app went on with something later.
        let last = logins.compactMap { login -> RecordedCall? in
            guard login.success == nil, let expires = login.expires, let last = login.polls.last else { return nil }
            let due = last.endedAt + behavior.pollInterval
            let next = session.calls.first { $0.ordinal > last.ordinal }
            let isHopeless = last.response.map { $0.status == 400 || $0.status == 405 } ?? false
            return !isHopeless && due >= expires && (next.map { $0.startedAt > due + slack } ?? false) ? last : nil
        }
        if !last.isEmpty { show("code-expiry", in: last) }
    }

    // MARK: Logout

    mutating func readLogout() {
        let logouts = segments.filter { $0.kind == .logout }
        if let calls = mostFrequent(logouts.map { $0.calls.map { PlannedCall($0.request.operation) } }) {
            behavior.logoutCalls = calls
            show("logout-calls", in: logouts.flatMap(\.calls))
        } else if let call = session.calls.first(where: { $0.purpose == .logout }) {
            // Only as a reaction; who wants to leave is likely to leave so.
            behavior.logoutCalls = [PlannedCall(call.request.operation)]
        }
    }
}
