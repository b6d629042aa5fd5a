import ClientStack
import Device
import PassAPI
import VirtualTime

// What the scenario expects, and what is found.

extension ScenarioRun {
    mutating func check(_ expectation: Expectation, _ line: Int) {
        guard let finding = mismatch(expectation) else { return }
        let failure = ExpectationFailure(
            line: line,
            instant: world.now,
            expectation: expectation,
            finding: finding
        )
        failures.append(failure)
        world.note(Self.failureKind, values: expectation.values, failure)
    }

    /// The timeline's kind for an expectation that was not met.
    private static let failureKind = "expectation"

    /// Returns what is found instead; nil if the expectation is met.
    private func mismatch(_ expectation: Expectation) -> ExpectationFailure.Finding? {
        switch expectation {
        case .playing(let resource):
            let wanted = resources[resource] ?? resource
            let isPlaying = events.contains { if case .played(wanted, _) = $0 { true } else { false } }
            if !isPlaying, let played { return .playing(played) }
            return isPlaying ? nil : .notPlaying(told: messages, isForOtherReason: false)
        case .notPlaying(let reason):
            if let played { return .playing(played) }
            guard let reason else { return nil }
            return isTold(reason) ? nil : .notPlaying(told: messages, isForOtherReason: true)
        case .signedIn(let isSignedIn):
            return world.isSignedIn(app) == isSignedIn ? nil : .signedIn(!isSignedIn)
        case .requests(let operations):
            return requests == operations ? nil : .names(requests.map(\.rawValue))
        case .noRequests(let operations):
            let forbidden = requests.filter { operations.isEmpty || operations.contains($0) }
            return forbidden.isEmpty ? nil : .names(forbidden.map(\.rawValue))
        case .callbacks(let names):
            let found = callbacks.map(\.name).filter { $0 != "sendTrackingData" }
            return found == names ? nil : .names(found)
        case .callback(let name, let words):
            let named = callbacks.filter { $0.name == name }
            let facts = words.map(EventPattern.Fact.init)
            let isFound = named.contains { callback in
                facts.allSatisfy { fact in callback.values.contains(where: fact.matches) }
            }
            return isFound ? nil : .callbacks(named.isEmpty ? callbacks : named)
        case .noCallback(let name):
            return callbacks.contains { $0.name == name } ? .callbackCame : nil
        case .step(let name):
            let steps = events.compactMap { if case .stepEntered(let step) = $0 { step.rawValue } else { nil } }
            return steps.contains(name) ? nil : .names(steps)
        case .message(let text):
            return isTold(text) ? nil : .names(messages)
        case .noMessage(let text):
            return text.map(isTold) ?? !messages.isEmpty ? .names(messages) : nil
        case .stored(let words, let isPresent):
            let entries = world.devices[device].stateEntries(at: world.now).filter { $0.kind == .stored }
            let pattern = StoredPattern(words)
            let found = entries.first(where: pattern.matches)
            if isPresent { return found == nil ? .stored(entries) : nil }
            return found.map { .stored([$0]) }
        case .timeline(let words):
            guard let pattern = EventPattern(words) else { return .unknownWords(isState: false) }
            // What was expected in vain is no event.
            let events = world.timeline.events[eventsSeen...].filter { $0.kind != Self.failureKind }
            return events.contains(where: pattern.matches) ? nil : nearest(to: pattern, in: events)
        case .noTimeline(let words):
            guard let pattern = EventPattern(words) else { return .unknownWords(isState: false) }
            let found = world.timeline.events[eventsSeen...].filter {
                $0.kind != Self.failureKind && pattern.matches($0)
            }
            return found.isEmpty ? nil : .events(Array(found.prefix(5)))
        case .noState(let words):
            guard let pattern = StatePattern(words) else { return .unknownWords(isState: true) }
            let found = world.stateEntries().filter(pattern.matches)
            return found.isEmpty ? nil : .states(Array(found.prefix(5)))
        case .state(let words):
            guard let pattern = StatePattern(words) else { return .unknownWords(isState: true) }
            let entries = world.stateEntries()
            return entries.contains(where: pattern.matches) ? nil : nearest(to: pattern, in: entries)
        }
    }

    /// The first events of a kind, of which none fits; or which kinds there were, if none is of this one.
    private func nearest(to pattern: EventPattern, in events: [TimelineEvent]) -> ExpectationFailure.Finding {
        let alike = events.filter { $0.kind == pattern.kind || $0.code == pattern.kind }
        if !alike.isEmpty { return .events(Array(alike.prefix(5))) }
        var kinds: [String] = []
        for event in events where !kinds.contains(event.kind) { kinds.append(event.kind) }
        return .otherKinds(kinds)
    }

    /// Returns the entries of a kind, of which none fits.
    private func nearest(to pattern: StatePattern, in entries: [StateEntry]) -> ExpectationFailure.Finding {
        .states(pattern.kind.map { kind in Array(entries.filter { $0.kind == kind }.prefix(5)) } ?? [])
    }

    // MARK: What was seen since the last expectation

    private var events: [Observation.Event] { seen.filter { $0.app == app }.map(\.event) }

    private var played: String? {
        for case .played(let resource, _) in events { return resource }
        return nil
    }

    private var requests: [PassAPI.Operation] {
        events.compactMap { if case .requestSent(let request, _) = $0 { request.operation } else { nil } }
    }

    private var callbacks: [AccessEnablerCallback] {
        events.compactMap { if case .calledBack(let callback) = $0 { callback } else { nil } }
    }

    private var messages: [String] {
        events.compactMap { event in
            switch event {
            case .presented(.message(let message)): message.words
            case .presented(.signOutPrompt(let path)): path
            case .calledBack(.tokenRequestFailed(_, let code, let description)): "\(code) \(description)"
            default: nil
            }
        }
    }

    /// Returns true if the user was shown something of this code, or with this fact.
    private func isTold(_ word: String) -> Bool {
        let fact = EventPattern.Fact(word)
        return events.contains { event in
            switch event {
            case .presented(.message), .presented(.signOutPrompt), .calledBack(.tokenRequestFailed):
                event.toldValues.contains(where: fact.matches)
            default: false
            }
        }
    }
}

extension Observation.Event {
    /// The facts of what a user was told.
    fileprivate var toldValues: [EventValue] {
        switch self {
        case .presented(let presentation): presentation.values
        case .calledBack(let callback): callback.values
        default: []
        }
    }
}
