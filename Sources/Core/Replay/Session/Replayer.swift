import ClientStack
public import Exchanges
import PassAPI
import Services
import Simulation
import SubscriberAccount
import VirtualTime

/// Drives a world from a recording and tells where the replayed client and the recorded one part.
///
/// The recording's own clock is the only clock: virtual time starts at the first recorded call, a user action comes at
/// its recorded instant or as soon as the client has caught up with what came before it, and an answer takes as long as
/// it took. Nothing depends on today's date.
public struct Replayer: Sendable {
    let session: RecordedSession
    let options: ReplayOptions
    /// The behavior that the app shows; nil where a documents' client replays.
    let behavior: ShownBehavior?
    var world: World
    var userActions: ArraySlice<UserAction>
    var findings: Findings
    /// The time by which the replay is behind the recording since the last response; user actions keep their distance
    /// from it.
    var lag = Duration.zero
    /// Set once the recording could not answer and the replay is to end there.
    private(set) var isStuck = false
    /// The recorded calls that the client did not make and was set to the end of, by ordinal.
    var adopted: Set<Int> = []
    /// True if the client waits for a response that the recording does not hold.
    var isUnanswered = false
    /// True if nothing was replayed since the last difference: what shows until then follows from it.
    var isInDifference = false

    /// Replays `recording` from its first call to its end.
    ///
    /// - Parameters:
    ///   - recording: what was recorded.
    ///   - options: how to replay it.
    /// - Returns: the timeline, the warnings and the divergences.
    /// - Throws: `ReplayError` if the recording holds nothing that can be replayed.
    public static func replay(_ recording: Recording, options: ReplayOptions = .init()) throws(ReplayError)
        -> ReplayResult
    {
        var replayer = try Replayer(recording, resolved(options, for: recording))
        replayer.report(Findings.gaps(in: recording, at: replayer.world.now))
        replayer.report(replayer.findings.copies(at: replayer.world.now))
        replayer.report(replayer.findings.changedDeviceIDs(at: replayer.world.now))
        replayer.report(replayer.findings.pollsAfterSuccess(at: replayer.world.now))
        replayer.report(replayer.findings.samlResponses(at: replayer.world.now))
        replayer.report(replayer.findings.logoutsWithoutRequestor(at: replayer.world.now))
        replayer.report(replayer.findings.malformedHeaders(at: replayer.world.now))
        replayer.report(replayer.findings.missingDeviceInformation(at: replayer.world.now))
        replayer.report(replayer.findings.reusedMediaTokens(at: replayer.world.now))
        replayer.report(replayer.findings.ignoredThrottles(at: replayer.world.now))
        replayer.report(replayer.findings.reusedTokens(at: replayer.world.now))
        replayer.report(replayer.findings.doublyEncodedRedirects(at: replayer.world.now))
        replayer.report(replayer.findings.authorizationsNotNeeded(at: replayer.world.now))
        try replayer.run()
        return replayer.result(of: recording)
    }

    init(_ recording: Recording, _ options: ReplayOptions) throws(ReplayError) {
        let session = try RecordedSession(recording, device: options.device)
        let reference = try ReferenceClient(session, options: options)
        behavior = reference.behavior
        self.session = session
        self.options = options
        findings = Findings(session: session, pollInterval: reference.pollInterval)
        findings.notes = reference.notes
        if !session.otherDevices.isEmpty {
            findings.notes.append(.otherDevices(session.otherDevices))
        }
        if !session.otherRequestors.isEmpty {
            findings.notes.append(.otherRequestors(session.otherRequestors))
        }
        if session.userActions.isEmpty {
            userActions = reference.userActions[...]
            findings.notes.append(.userInferred)
        } else {
            userActions = session.userActions[...]
        }
        var responses = session.vsaCalls
        if responses.isEmpty, reference.asksPlatform {
            responses = VSAInference.responses(for: session)
            findings.notes.append(.platformInferred)
        }
        // Where a VSA log, or a call that goes with one, settles it, nothing is to be weighed.
        if session.dialect == .cookbook, session.vsaCalls.isEmpty, !session.signsInWithPlatform {
            findings.notes.append(.platformShown(session.platform, usesAppleFramework: reference.asksPlatform))
        }
        let start = min(userActions.first?.occurredAt ?? .distantFuture, session.calls[0].startedAt)
        world = World(
            Backend(
                at: start,
                service: .recorded(RecordedService(calls: session.calls)),
                vsa: .recorded(RecordedVSA(responses: responses))
            )
        )
        world.populate(with: reference)
    }

    // MARK: The loop

    mutating func run() throws(ReplayError) {
        for _ in 0..<limit {
            guard !isStuck, advance() != nil else {
                if let circle = world.circle { throw .circle(circle) }
                return finish()
            }
        }
        throw .endless(events: limit)
    }

    /// The instant of the next event; nil if nothing is to come.
    var nextInstant: Instant? {
        mutating get {
            guard let userAction = userActions.first else { return world.nextInstant }
            let due = max(world.now, userAction.occurredAt + lag)
            return world.nextInstant.map { min($0, due) } ?? due
        }
    }

    /// The recorded calls that have answered the replayed client, or are about to.
    var answeredOrdinals: Set<Int> {
        Set(session.calls.map(\.ordinal)).subtracting(world.recordedService.unused.map(\.ordinal))
    }

    /// The notes on what was inferred, and on what the recording lacks.
    var notes: [ReplayNote] { findings.notes }

    /// The steps entered so far, each once, in order.
    var reachedSteps: [String] {
        var steps: [String] = []
        for event in world.timeline.events where event.actor == .client {
            if FlowStep(rawValue: event.kind) != nil, !steps.contains(event.kind) { steps.append(event.kind) }
        }
        return steps
    }

    /// More events than this are no replay any more.
    var limit: Int { 10_000 + 200 * session.calls.count }

    /// Lets the next thing happen: a user action that is due, or the next entry of the agenda.
    ///
    /// Where the client has left the recording, it comes back to it.
    ///
    /// - Returns: what could be observed; nil if nothing was to come.
    mutating func advance() -> [Observation]? {
        if isUnanswered { return comeBack() }
        let next = world.nextInstant
        if let call = leftBehind(agenda: next) { return adoptLeftBehind(call) }
        if !options.stopsAtUnmatched { world.setHorizon(horizon) }
        if let userAction = userActions.first, isDue(userAction, agenda: next) {
            userActions.removeFirst()
            if !options.stopsAtUnmatched { world.setHorizon(horizon) }
            let observations = world.apply(input(for: userAction), to: 0, at: userAction.occurredAt + lag)
            observe(observations)
            return observations
        }
        guard let observations = world.step() else { return nil }
        observe(observations)
        return observations
    }

    /// Returns the client's input for a user action: a native app's page that closes with its token to be fetched, or
    /// with a logout, has come to its end URL.
    private func input(for userAction: UserAction) -> ClientInput {
        guard userAction.action == .closeWebView, let end = world.apps.first?.client.pageEnd
        else { return .userActionOccurred(userAction.action) }
        let isFetched = world.recordedService.firstUnused { $0.request.operation.role == .token } != nil
        let isLogout = session.besides.contains {
            $0.request.operation.role == .logout && $0.startedAt <= userAction.occurredAt
        }
        return isFetched || isLogout ? .webViewReached(url: end) : .userActionOccurred(userAction.action)
    }

    /// A user action is due at its instant, once the calls that were recorded before it have been replayed.
    ///
    /// A client with nothing left to do has caught up, whatever it skipped.
    private mutating func isDue(_ userAction: UserAction, agenda next: Instant?) -> Bool {
        guard let next else { return true }
        // A picker cannot be answered before its list was fetched; all other user actions need not wait for idle calls,
        // which the reference client may not make.
        let waitsForIdle = if case .selectProvider = userAction.action { true } else { false }
        let earlier = world.recordedService.firstUnused(before: userAction.occurredAt) {
            waitsForIdle || !$0.request.operation.purpose.isIdle
        }
        return earlier == nil && !world.awaitsAnswer(by: userAction.occurredAt) && userAction.occurredAt + lag < next
    }

    // MARK: What shows

    mutating func observe(_ observations: [Observation]) {
        for observation in observations {
            let instant = observation.instant
            switch observation.event {
            case .requestSent(_, nil):
                break
            case .requestSent(let request, .match(let match)?):
                passOver(before: match)
                report(findings.evaluate(request, .match(match), at: instant, service: world.recordedService))
            case .requestSent(let request, .unmatched(let unmatched)?):
                let found = findings.evaluate(
                    request,
                    .unmatched(unmatched),
                    at: instant,
                    service: world.recordedService
                )
                if userActions.isEmpty, nextEssential == nil, !isRecordedFurther {
                    // It is not known what the app would have done, nor what would have come of it.
                    findings.noteEnd(before: request.operation)
                } else if !isInDifference {
                    report(found)
                }
                wait()
            case .answerArrived(let call):
                lag = max(.zero, instant - call.endedAt)
            case .adopted:
                break
            case .vsaAsked(let id, let question, let answer):
                evaluate(id, question, answer, at: instant)
            case .stepEntered(let step):
                findings.step = step
            case .presented, .played, .calledBack, .storageChanged:
                break
            }
        }
    }

    private mutating func evaluate(
        _ id: QuestionID,
        _ question: VSARequest,
        _ answer: RecordedVSA.Answer,
        at instant: Instant
    ) {
        let isFollowUp = isInDifference
        let evaluation = findings.evaluate(
            question,
            answer,
            at: instant,
            service: world.recordedService,
            platform: world.recordedVSA
        )
        // Only the log is left behind by a difference; what it answers is evaluated on its own.
        if case .missing = answer, isFollowUp {} else { report(evaluation.findings) }
        if let replacement = evaluation.answer {
            world.answerAccount(id, replacement)
        } else if case .missing = answer {
            wait()
        }
    }

    /// True if other hosts, or a page, were called a second and more later: the recorder still ran, and the app made no such call.
    private var isRecordedFurther: Bool {
        let now = world.now - lag + .seconds(1)
        return session.foreign.contains { $0.exchange.startedAt > now }
            || session.besides.contains { $0.startedAt > now }
    }

    /// The client waits for what the recording does not hold.
    private mutating func wait() {
        if options.stopsAtUnmatched { isStuck = true } else { isUnanswered = true }
    }

    mutating func report(_ new: [Finding]) {
        for finding in new {
            switch finding {
            case .warning(let warning):
                let isInDigest = warning.isInDigest
                world.note("deviation", code: "warning", values: warning.values, warning, isInDigest: isInDigest)
                findings.warnings.append(warning)
            case .divergence(let divergence):
                var divergence = divergence
                if case .unanswered(let operation, _, _, _, _) = divergence.content {
                    let last = world.timeline.events.last { $0.actor == .user }?.content?.value as? UserAction.Action
                    divergence.rows = behavior?.rows(leadingTo: operation, isLoggingOut: last == .logOut) ?? []
                }
                world.note("divergence", values: divergence.values, divergence)
                findings.divergences.append(divergence)
            }
        }
    }

    private mutating func finish() {
        report(findings.atEnd(of: world, isStuck: isStuck))
    }

    /// Where the documents' client keeps step with an app that polls too fast: what it is told nowhere else.
    private var fastPolling: [BehaviorDifference] {
        guard options.infersPolls, findings.pollInterval != PollInterval.standard else { return [] }
        return [BehaviorDifference.fastPolling(of: session.calls, interval: findings.pollInterval)].compactMap(\.self)
    }

    private func result(of recording: Recording) -> ReplayResult {
        ReplayResult(
            timeline: world.timeline,
            warnings: findings.warnings,
            divergences: findings.divergences,
            notes: findings.notes,
            behavior: behavior.map { BehaviorDifference.all(in: $0, of: session.calls) } ?? fastPolling,
            assumedRows: behavior?.assumed ?? [],
            fates: fates(of: recording),
            world: world
        )
    }
}

/// Something the replay found.
enum Finding: Hashable, Sendable {
    case warning(ReplayWarning)
    case divergence(Divergence)
}
