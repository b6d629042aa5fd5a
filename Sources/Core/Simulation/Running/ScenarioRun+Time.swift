import VirtualTime

// Time that passes because the scenario says so.

extension ScenarioRun {
    /// Returns what whoever tells the steps sees on the clock at an instant of the world's.
    func shown(_ instant: Instant) -> Instant { instant + .seconds(lead) }

    /// Returns the world's instant at which the clock shows `instant`.
    func instant(showing instant: Instant) -> Instant { instant - .seconds(lead) }

    /// Lets the world run up to an instant.
    mutating func travel(to instant: Instant, _ line: Int) throws(ScenarioError) {
        guard instant < .distantFuture else {
            throw ScenarioError(line: line, "that is past the year 9999", hint: "travel less far")
        }
        guard instant >= world.now else {
            throw ScenarioError(line: line, "\(shown(instant)) is in the past; it is \(shown(world.now))")
        }
        world.note("advance", values: [.instant("to", instant)])
        isAtHorizon = instant > horizon
        let instant = min(instant, horizon)
        for _ in 0..<Self.longestSettling {
            guard let next = world.nextInstant, next <= instant, let observed = world.step() else {
                seen += world.run(until: instant)
                return try requireNoCircle(line)
            }
            seen += observed
            try requireNoCircle(line)
        }
        throw ScenarioError(line: line, "more than \(Self.longestSettling) events happen before \(shown(instant))")
    }

    /// The next expiration of this kind; the app's own if it knows one.
    ///
    /// What runs out this very moment is no longer known, but whoever stands at it can still go just behind it.
    func expiration(
        _ kind: HoldingKind,
        _ subject: String?,
        _ nearness: ScenarioStep.Nearness,
        _ line: Int
    ) throws(ScenarioError) -> Expiration {
        let name = kind.name(of: subject)
        let eve = nearness == .justAfter ? world.now - .nanoseconds(1) : world.now
        let all = world.expirations(after: eve)
        let wanted = subject.map { resources[$0] ?? $0 }
        func fits(_ expiration: Expiration) -> Bool {
            expiration.kind == kind && (wanted == nil || expiration.subject == wanted || expiration.subject == subject)
        }
        let own =
            world.apps.indices.contains(app) && !world.apps[app].isDeleted ? world.expirations(of: app, after: eve) : []
        if let next = own.first(where: { fits($0) && $0.instant >= world.now }) { return next }
        let fitting = all.filter(fits)
        if let next = fitting.first(where: { $0.instant >= world.now }) { return next }
        if let last = fitting.last {
            throw ScenarioError(line: line, "\(name) expired at \(shown(last.instant)); it is \(shown(world.now))")
        }
        throw unknown(kind, subject, among: all, line)
    }

    /// The error that nothing of this kind and subject expires.
    func unknown(
        _ kind: HoldingKind,
        _ subject: String?,
        among all: [Expiration],
        _ line: Int
    ) -> ScenarioError {
        var known: [String] = []
        for name in all.map(\.name) where !known.contains(name) { known.append(name) }
        return ScenarioError(
            line: line,
            "there is no \(kind.name(of: subject))",
            hint: known.isEmpty ? "nothing expires at present" : "what expires is \(known.joined(separator: ", "))"
        )
    }
}
