import ClientStack
import Exchanges
import PassAPI
import Services
import Simulation
import VirtualTime

// A replay that goes on: one difference, one finding, and back to the recording.

extension Replayer {
    /// A client that only waits for a timer this long after a recorded call will not make it any more.
    static let patience = Duration.seconds(60)

    // MARK: The client asked for what is not recorded

    /// Sets the client to what the recording shows next; where the user acts first, it only forgets what it waits for.
    mutating func comeBack() -> [Observation] {
        isUnanswered = false
        isInDifference = true
        guard let next = nextEssential, userActions.first.map({ next.endedAt < $0.occurredAt }) ?? true else {
            let observations = world.abandon()
            observe(observations)
            return observations
        }
        return adopt(next)
    }

    // MARK: The recording holds what the client did not ask for

    /// The recorded call that a client at rest has left behind; nil while it may still make it.
    mutating func leftBehind(agenda next: Instant?) -> RecordedCall? {
        guard !options.stopsAtUnmatched, let call = nextEssential else { return nil }
        // What the user does while the call is under way may be what led to it, by a recorder's clock.
        if let userAction = userActions.first, userAction.occurredAt <= call.endedAt { return nil }
        guard let next else { return call }
        return world.isAtRest && next > call.startedAt + lag + Self.patience ? call : nil
    }

    mutating func adoptLeftBehind(_ call: RecordedCall) -> [Observation] {
        if !isInDifference { report([findings.leftBehind(call, at: world.now)]) }
        isInDifference = true
        return adopt(call)
    }

    /// Recorded calls that came before one that the client makes: it does without them.
    mutating func passOver(before match: RecordedAnswer.Match) {
        guard !options.stopsAtUnmatched, !match.isRepeated else { return }
        let isLeft = { (call: RecordedCall) in
            !call.request.operation.isHarmlessExtra && call.endedAt <= match.call.startedAt
        }
        while let call = world.recordedService.firstUnused(before: match.call.startedAt, where: isLeft) {
            if !isInDifference { report([findings.leftBehind(call, at: world.now)]) }
            isInDifference = true
            adopted.insert(call.ordinal)
            report(findings.take(call, at: world.now))
            world.pass(call)
        }
        isInDifference = false
    }

    /// From when on recorded calls are out of reach: what the user does next comes first, unless the very next recorded
    /// call is asked for.
    var horizon: Instant? {
        guard let userAction = userActions.first else { return nil }
        guard let next = nextEssential else { return userAction.occurredAt }
        // What an app's user does is read from the calls themselves: none comes before it.
        if behavior != nil { return max(userAction.occurredAt, world.now) }
        return max(userAction.occurredAt, next.startedAt + .nanoseconds(1))
    }

    // MARK: Adopting

    /// The next recorded call that the replay cannot do without.
    var nextEssential: RecordedCall? {
        world.recordedService.firstUnused { !$0.request.operation.isHarmlessExtra }
    }

    /// Sets the client to what it is after `call`, and after what was recorded on the way to it.
    private mutating func adopt(_ call: RecordedCall) -> [Observation] {
        var observations: [Observation] = []
        let isOnTheWay = { (extra: RecordedCall) in extra.request.operation.isHarmlessExtra }
        while let extra = world.recordedService.firstUnused(before: call.startedAt, where: isOnTheWay) {
            observations += takeOver(extra)
        }
        observations += takeOver(call)
        observe(observations)
        return observations
    }

    private mutating func takeOver(_ call: RecordedCall) -> [Observation] {
        adopted.insert(call.ordinal)
        report(findings.take(call, at: world.now))
        let observations = world.adopt(call, at: call.endedAt + lag)
        lag = max(.zero, world.now - call.endedAt)
        return observations
    }

    // MARK: What became of each exchange

    func fates(of recording: Recording) -> [ExchangeFate] {
        var known: [Int: ExchangeFate.Fate] = [:]
        for call in session.calls { known[call.ordinal] = adopted.contains(call.ordinal) ? .adopted : .replayed }
        for call in world.recordedService.unused {
            // What nobody needs here was told as such; what was not reached only shows where the replay stopped.
            known[call.ordinal] = isStuck ? .notReached : .adopted
        }
        for call in session.besides {
            let isOther = call.request.requestor.map(session.otherRequestors.contains) ?? false
            let reason: ExchangeFate.Reason =
                call.request.operation.isPage ? .page : isOther ? .otherRequestor : .otherDevice
            known[call.ordinal] = .skipped(reason)
        }
        for (exchange, kind) in session.foreign {
            known[exchange.ordinal] = .skipped(kind == .providerPage ? .page : .thirdPartyHost)
        }
        for copy in session.copies { known[copy.ordinal] = .adopted }
        for poll in session.pollsAfterSuccess { known[poll.ordinal] = .adopted }
        for exchange in session.unrecognized { known[exchange.ordinal] = .skipped(.unrecognized) }
        return recording.exchanges.map { ExchangeFate($0.ordinal, known[$0.ordinal] ?? .skipped(.thirdPartyHost)) }
    }
}

extension Findings {
    /// Takes note of an exchange that the replayed client did not make itself; what its answer has against the rest of
    /// the session shows all the same.
    mutating func take(_ call: RecordedCall, at now: Instant) -> [Finding] {
        let fields = check.disagreements(of: call, with: call.request)
        answered.append(call)
        firstSkip = nil
        lastPoll = nil
        return fields.isEmpty ? [] : [.divergence(disagreement(call, fields, at: now))]
    }
}

extension PassAPI.Operation {
    /// True if a browser makes the call on its way through a login or logout.
    var isPage: Bool {
        [.login, .loginStep, .loginEnd].contains(role) || caller == .logoutPage
    }
}
