import Device
import VirtualTime

/// Somebody changes the device's clock.
struct DateStep: Step {
    static let words = [
        StepWord(
            "change date",
            "change date: +1h",
            .either([.reference("signedDuration"), .reference("instant")], "+2h, -1d, or an instant"),
            "the device's clock is changed, by a duration or to an instant"
        )
    ]
    static let scope = StepScope.device
    static let needsAwakeDevice = false

    enum Change: Hashable, Sendable {
        case to(Instant)
        case by(Duration)
    }

    var change: Change

    init(_ change: Change) { self.change = change }

    init(_ argument: StepArgument) throws(Problem) {
        let node = argument.node
        let text = try node.text(argument.what)
        let isYear = text.utf8.count > 4 && text.utf8.dropFirst().prefix(4).allSatisfy { (48...57).contains($0) }
        if text.hasPrefix("+") || text.hasPrefix("-"), !isYear || !text.contains("T") {
            change = .by(try node.signedDuration(argument.what))
            return
        }
        if (try? Duration(words: text)) != nil {
            throw Problem(node.place, "\(argument.what) needs to know which way", "write +\(text) or -\(text)")
        }
        change = .to(try node.instant(argument.what))
    }

    var written: StepWriting {
        switch change {
        case .to(let instant): Self.writing(.text(instant.description))
        case .by(let duration): Self.writing(.text(duration.signedWords))
        }
    }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        switch change {
        case .to(let instant): try run.happen(.wallClockSet(to: instant), line)
        case .by(let duration): try run.happen(.wallClockMoved(by: duration), line)
        }
    }
}

/// Local time is so many minutes ahead of UTC from now on: travel, daylight saving.
///
/// No clock moves by it.
struct TimeZoneStep: Step {
    static let words = [
        StepWord(
            "change time zone",
            "change time zone: +2h",
            .reference("signedDuration", "how far local time is ahead of UTC, in whole minutes: +2h, -3h30m"),
            "local time is so far ahead of UTC from now on; no clock moves"
        )
    ]
    static let scope = StepScope.device
    static let needsAwakeDevice = false

    var minutesEast: Int

    init(minutesEast: Int) { self.minutesEast = minutesEast }

    init(_ argument: StepArgument) throws(Problem) {
        let (seconds, fraction) = try argument.node.signedDuration(argument.what).components
        guard fraction == 0, seconds % 60 == 0, abs(seconds) <= 18 * 3_600 else {
            throw Problem(
                argument.node.place,
                "a time zone is whole minutes, at most 18 hours, from UTC",
                "write +2h or -3h30m"
            )
        }
        minutesEast = Int(seconds / 60)
    }

    var written: StepWriting {
        Self.writing(.text(Duration.seconds(minutesEast * 60).signedWords))
    }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.happen(.timeZoneChanged(minutesEast: minutesEast), line)
    }
}

extension ScenarioStep {
    /// The device's clock is set to an instant.
    static func changeDate(to instant: Instant) -> ScenarioStep { ScenarioStep(DateStep(.to(instant))) }
    /// The device's clock is moved.
    public static func moveDate(by duration: Duration) -> ScenarioStep { ScenarioStep(DateStep(.by(duration))) }
    /// Local time is so far ahead of UTC from now on.
    public static func changeTimeZone(minutesEast: Int) -> ScenarioStep {
        ScenarioStep(TimeZoneStep(minutesEast: minutesEast))
    }
}
