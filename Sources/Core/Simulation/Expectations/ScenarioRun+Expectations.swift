import ClientStack
import Device
import PassAPI
import VirtualTime

// What the scenario expects, and what is found.

extension ScenarioRun {
    mutating func check(_ expectation: Expectation, _ line: Int) {
        guard let found = mismatch(expectation) else { return }
        failures.append(
            ExpectationFailure(
                line: line,
                values: expectation.values,
                instant: world.now,
                expected: expectation.summary,
                found: found
            )
        )
        world.note(
            Self.failureKind,
            "not met: \(expectation.summary); \(found)",
            values: expectation.values
        )
    }

    /// How the timeline calls an expectation that was not met.
    private static let failureKind = "expectation"

    /// What is found instead; nil if the expectation is met.
    private func mismatch(_ expectation: Expectation) -> String? {
        switch expectation {
        case .playing(let resource):
            let wanted = resources[resource] ?? resource
            let isPlaying = events.contains { if case .played(wanted, _) = $0 { true } else { false } }
            return isPlaying ? nil : told("nothing played")
        case .notPlaying(let reason):
            if let played { return "playing \(played)" }
            guard let reason else { return nil }
            return isTold(reason) ? nil : told("no such reason")
        case .signedOn(let isSignedOn):
            return world.isSignedOn(app) == isSignedOn ? nil : (isSignedOn ? "signed out" : "signed on")
        case .requests(let operations):
            return requests == operations ? nil : list(requests.map(\.rawValue))
        case .noRequests(let operations):
            let forbidden = requests.filter { operations.isEmpty || operations.contains($0) }
            return forbidden.isEmpty ? nil : list(forbidden.map(\.rawValue))
        case .callbacks(let names):
            let found = callbacks.map(\.name).filter { $0 != "sendTrackingData" }
            return found == names ? nil : list(found)
        case .callback(let name, let words):
            let named = callbacks.filter { $0.name == name }
            let facts = words.map(EventPattern.Fact.init)
            let isFound = named.contains { callback in
                facts.allSatisfy { fact in callback.values.contains(where: fact.matches) }
            }
            return isFound ? nil : list((named.isEmpty ? callbacks : named).map { "\($0.name)(\($0.summary))" })
        case .noCallback(let name):
            return callbacks.contains { $0.name == name } ? "it came" : nil
        case .step(let name):
            let steps = events.compactMap { if case .stepEntered(let step) = $0 { step.rawValue } else { nil } }
            return steps.contains(name) ? nil : list(steps)
        case .message(let text):
            return isTold(text) ? nil : list(messages)
        case .stored(let words, let isPresent):
            let entries = world.devices[device].stateEntries(at: world.now).filter { $0.kind == .stored }
            let pattern = StoredPattern(words)
            let found = entries.first(where: pattern.matches)
            if isPresent { return found == nil ? list(entries.map(StoredPattern.summary)) : nil }
            return found.map(StoredPattern.summary)
        case .timeline(let words):
            guard let pattern = EventPattern(words) else { return "words that no event has" }
            // What was expected in vain is no event.
            let events = world.timeline.events[eventsSeen...].filter { $0.kind != Self.failureKind }
            return events.contains(where: pattern.matches) ? nil : nearest(to: pattern, in: events)
        case .state(let words):
            guard let pattern = StatePattern(words) else { return "words that no state has" }
            let entries = world.stateEntries()
            return entries.contains(where: pattern.matches) ? nil : nearest(to: pattern, in: entries)
        }
    }

    /// The events of a kind with their facts, of which none fits; or which kinds there were, if none is of this one.
    private func nearest(to pattern: EventPattern, in events: [TimelineEvent]) -> String {
        let alike = events.filter { $0.kind == pattern.kind || $0.code == pattern.kind }
        // Device ids and the like are of no help, and may be secret.
        let facts = alike.prefix(5).map { ([$0.kind] + $0.values.shown).joined(separator: " ") }
        guard facts.isEmpty else { return facts.joined(separator: "; ") }
        var kinds: [String] = []
        for event in events where !kinds.contains(event.kind) { kinds.append(event.kind) }
        return "no such event among " + list(kinds)
    }

    /// What holds of a kind, of which none fits; or that nothing of this kind holds.
    private func nearest(to pattern: StatePattern, in entries: [StateEntry]) -> String {
        let alike = entries.filter { pattern.kind == nil || $0.kind == pattern.kind }
        guard let kind = pattern.kind, !alike.isEmpty else { return "no such state" }
        return alike.prefix(5).map { ([kind.rawValue] + $0.facts.shown).joined(separator: " ") }.joined(separator: "; ")
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

    /// Whether the user was told something of this code, or with this fact.
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

    private func told(_ otherwise: String) -> String { messages.isEmpty ? otherwise : messages.joined(separator: "; ") }

    private func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
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
