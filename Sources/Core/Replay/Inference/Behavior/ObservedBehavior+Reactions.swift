import ClientStack
import PassAPI
import Services

// What the app does about a refusal.

extension ObservedBehavior {
    mutating func readReactions() {
        var samples: [ReactionSample] = []
        for segment in segments {
            switch segment.kind {
            case .play:
                readCheck(in: Array(segment.calls.prefix { $0.purpose != .authorization && $0.purpose != .media }))
                samples += ReactionSamples(segment.calls, of: behavior).samples.filter {
                    !isUsual($0, in: segment)
                }
            case .launch: readCheck(in: segment.calls)
            case .signIn, .logout: break
            }
        }
        var rows: [String] = []
        for sample in samples where !rows.contains(sample.row) {
            rows.append(sample.row)
            evaluate(samples.filter { $0.row == sample.row }, sample.call, sample.refusal)
        }
    }

    /// Reads what an app does after a refusal: what it did most often.
    private mutating func evaluate(
        _ samples: [ReactionSample],
        _ call: BehaviorReactions.Call,
        _ refusal: BehaviorReactions.RefusalKind
    ) {
        let documented = BehaviorReactions.documented(call, refusal)
        guard var steps = mostFrequent(samples.map(\.steps)) else { return }
        // What came to its goal, or was given up, says nothing of what would have been next: another time may.
        let isCut = samples.filter { $0.steps == steps }.allSatisfy(\.isCut)
        if isCut {
            let longer = samples.map(\.steps).filter { $0.count > steps.count && $0.starts(with: steps) }
            steps = longer.first ?? (documented.starts(with: steps) ? documented : steps)
        }
        // An authorization that is requested several times is requested again although one was refused.
        let count = call == .authorize && documented.isEmpty ? behavior.authorizeCount - 1 : 0
        let isDocumented = steps == documented + Array(repeating: .call(.role(.decision)), count: count)
        behavior.reactions[call, refusal] = isDocumented ? nil : steps
        show(BehaviorReactions.row(call, refusal), in: samples.flatMap(\.calls))
    }

    /// Returns true if what followed is what follows where nothing is refused: then the refusal is a slip, and no
    /// reaction shows.
    private func isUsual(_ sample: ReactionSample, in segment: BehaviorSegment) -> Bool {
        guard let place = segment.calls.firstIndex(where: { $0.ordinal == sample.calls[0].ordinal }) else {
            return false
        }
        let rest = segment.calls[(place + 1)...].filter { $0.purpose != .signature }
        switch sample.call {
        case .check: return false
        case .authorize:
            // Nobody is given a media token where an authorization was refused for good.
            guard sample.refusal != .failure, sample.refusal != .throttled else { return false }
            let next = rest.drop { $0.isAside }.first
            return next?.purpose == .media && next?.isGranted == true
        case .media:
            return !behavior.afterPlay.isEmpty && rest.map { PlannedCall($0.request.operation) } == behavior.afterPlay
        }
    }

    /// A refused check, and what the app made of it where no sign-in followed.
    private mutating func readCheck(in calls: [RecordedCall]) {
        guard let index = calls.firstIndex(where: { $0.purpose == .check && !$0.isGranted }),
            let refusal = BehaviorReactions.RefusalKind(calls[index].response)
        else { return }
        let row = BehaviorReactions.row(.check, refusal)
        show(row, in: [calls[index]])
        let isAnswer = [.denied, .notFound, .gone, .notAuthenticated].contains(refusal)
        let isStart = behavior.launchCalls.contains(PlannedCall(calls[index].request.operation))
        guard isAnswer, isStart, behavior.reactions[.check, refusal] == nil, behavior.signInStart == .check,
            !segments.contains(where: { !$0.logins.isEmpty })
        else { return }
        let rest = calls[(index + 1)...]
        behavior.reactions[.check, refusal] = rest.map { .call(PlannedCall($0.request.operation)) }
    }
}
