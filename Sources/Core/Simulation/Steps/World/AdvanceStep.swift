public import VirtualTime

/// Time passes.
package struct AdvanceStep: Step {
    package static let words = [
        StepWord(
            "advance",
            "advance: 30d",
            .text(
                pattern: #"^(( *[0-9]+(w|d|h|m|s|ms|us|ns))+ *|0|to .+|(just before|at|just after) ("#
                    + HoldingKind.wordsOfExpirations.joined(separator: "|") + #")( .+)?)$"#,
                "30d, to 2026-12-01T00:00:00Z, or just before, at, just after an expiration"
            ),
            "time passes: a duration, to an instant, or to an expiration"
        )
    ]
    package static let scope = StepScope.world

    /// Up to when it passes.
    package enum Target: Hashable, Sendable {
        case after(Duration)
        case to(Instant)
        /// To an instant beside an expiration that the world knows: `before` by one nanosecond, at it, or after by one.
        case expiration(ScenarioStep.Nearness, HoldingKind, subject: String?)
    }

    /// Up to when time passes.
    package var target: Target

    init(_ target: Target) { self.target = target }

    package init(_ argument: StepArgument) throws(Problem) {
        let node = argument.node
        let text = try node.text(argument.what)
        if text.hasPrefix("to ") {
            target = .to(try FileNode(.text(String(text.dropFirst(3))), at: node.place).instant("\"advance to\""))
            return
        }
        if let (nearness, kind, subject) = try Self.expiration(in: text, at: node.place) {
            target = .expiration(nearness, kind, subject: subject)
            return
        }
        if text.first?.isLetter == true {
            throw Problem(
                node.place,
                "\(argument.what) cannot be \"\(text.shortened)\"",
                "write a duration like 30d, to 2026-11-20T08:00:00Z, or just before, at or just after "
                    + "an expiration like authz-token KITE1"
            )
        }
        target = .after(try node.duration(argument.what))
    }

    /// What `just before authz-token KITE1` names; nil for what does not begin so.
    ///
    /// - Throws: `Problem` if nothing of that name expires.
    static func expiration(
        in text: String,
        at place: Place
    ) throws(Problem) -> (ScenarioStep.Nearness, HoldingKind, subject: String?)? {
        for nearness in ScenarioStep.Nearness.allCases where text.hasPrefix(nearness.rawValue + " ") {
            let words = text.dropFirst(nearness.rawValue.count + 1)
            let name = words.prefix { $0 != " " }
            let subject = words.dropFirst(name.count + 1)
            guard let kind = HoldingKind(expiring: name) else {
                throw .unknown("expiration", String(name), at: place, known: HoldingKind.wordsOfExpirations)
            }
            return (nearness, kind, subject.isEmpty ? nil : String(subject))
        }
        return nil
    }

    package var written: StepWriting {
        switch target {
        case .after(let duration): Self.writing(.text(duration.words))
        case .to(let instant): Self.writing(.text("to \(instant)"))
        case .expiration(let nearness, let kind, let subject):
            StepWriting(
                "advance",
                .text("\(nearness.rawValue) \(kind.name(of: subject))")
            )
        }
    }

    package func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) throws(ScenarioProblem) {
        switch target {
        case .after(let duration):
            guard let now = known.earliest else { return }
            if duration >= .distantFuture - now {
                throw ScenarioProblem(
                    line: step.line,
                    problem: "\(duration.words) after \(now) lies behind the year 9999",
                    hint: "time ends there"
                )
            }
            known.earliest = now + duration
        case .to(let instant):
            if let now = known.earliest, instant < now {
                throw ScenarioProblem(
                    line: step.line,
                    problem: "time does not run backwards: here it is at least \(now)",
                    hint: "go to a later instant"
                )
            }
            // The last instant is where all that never happens lies: no run goes there.
            guard instant != .distantFuture else {
                throw ScenarioProblem(
                    line: step.line,
                    problem: "\(instant) is the end of time, and nothing is after it",
                    hint: "go to an earlier instant"
                )
            }
            known.earliest = instant
        case .expiration: break
        }
    }

    package func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        switch target {
        case .after(let duration):
            guard duration >= .zero else {
                throw ScenarioError(line: line, "time does not run backwards", hint: "change the date instead")
            }
            try run.travel(to: run.world.now + duration, line)
        case .to(let instant):
            try run.travel(to: run.instant(showing: instant), line)
        case .expiration(let nearness, let kind, let subject):
            let expiration = try run.expiration(kind, subject, nearness, line)
            try run.travel(to: nearness.instant(of: expiration.instant), line)
        }
    }
}

extension ScenarioStep {
    /// The sides of an expiration.
    public enum Nearness: String, Hashable, Sendable, CaseIterable {
        case justBefore = "just before"
        case at
        case justAfter = "just after"

        /// The instant on this side, a nanosecond away.
        package func instant(of end: Instant) -> Instant {
            switch self {
            case .justBefore: end - .nanoseconds(1)
            case .at: end
            case .justAfter: end + .nanoseconds(1)
            }
        }
    }

    /// So much time passes.
    public static func advance(_ duration: Duration) -> ScenarioStep { ScenarioStep(AdvanceStep(.after(duration))) }
    /// Time passes up to an instant.
    public static func advanceTo(_ instant: Instant) -> ScenarioStep { ScenarioStep(AdvanceStep(.to(instant))) }
    /// Time passes up to a side of an expiration that the world knows.
    public static func advanceToExpiration(
        _ nearness: Nearness,
        _ kind: HoldingKind,
        subject: String?
    ) -> ScenarioStep {
        ScenarioStep(AdvanceStep(.expiration(nearness, kind, subject: subject)))
    }
}
