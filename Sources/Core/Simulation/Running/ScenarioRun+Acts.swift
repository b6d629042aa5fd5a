import ClientStack
import Device
import Exchanges
import PassAPI
import VirtualTime

// What the user does with an app.

extension ScenarioRun {
    /// Looks whether there is an app that could do something, on a device that is awake.
    func requireApp(_ line: Int) throws(ScenarioError) {
        guard world.apps.indices.contains(app), !world.apps[app].isDeleted else {
            throw ScenarioError(line: line, "no app is installed that could do this")
        }
        if world.devices[device].clock.isAsleep {
            throw ScenarioError(line: line, "\(world.devices[device].name) is asleep", hint: "wake it first")
        }
    }

    /// The same, and whether the app is in the foreground.
    func requireForegroundApp(_ line: Int) throws(ScenarioError) {
        try requireApp(line)
        if !world.apps[app].isInForeground {
            throw ScenarioError(
                line: line,
                "\(world.apps[app].title) is in the background",
                hint: "bring it to the foreground first"
            )
        }
    }

    /// The virtual time that passes while an app only waits for its own timers.
    static let patience = Duration.seconds(60)
    /// The same for a login, during which apps poll.
    static let longPatience = Duration.seconds(3_600)
    /// More entries of the agenda than this are no settling down any more.
    static let longestSettling = 1_000_000

    /// Lets the user do something in the app, and the world run until it is answered.
    mutating func tap(
        _ action: UserAction.Action,
        _ line: Int,
        patience: Duration = .zero,
        until isAnswer: (Observation) -> Bool = { _ in false }
    ) throws(ScenarioError) {
        let start = seen.count
        seen += world.apply(.userActionOccurred(action), to: app)
        try settle(line, patience: patience, from: start, until: isAnswer)
    }

    // MARK: Until nothing goes on

    /// Lets the world run until nobody does anything: everybody waits for a person, for the app's answer has come, or
    /// for timers that are further away than `patience`.
    mutating func settle(
        _ line: Int,
        patience: Duration = .zero,
        from start: Int? = nil,
        until isAnswer: (Observation) -> Bool = { _ in false }
    ) throws(ScenarioError) {
        try settle(line, patience: patience, from: start, until: isAnswer) { _, _ in false }
    }

    /// Looks whether an app goes round without time passing.
    func requireNoCircle(_ line: Int) throws(ScenarioError) {
        if let circle = world.circle { throw ScenarioError(line: line, "\(circle)") }
    }

    mutating func settle(
        _ line: Int,
        patience: Duration,
        isDone: (World, Int) -> Bool
    ) throws(ScenarioError) {
        try settle(line, patience: patience, from: nil, until: { _ in false }, isDone: isDone)
    }

    private mutating func settle(
        _ line: Int,
        patience: Duration,
        from start: Int?,
        until isAnswer: (Observation) -> Bool,
        isDone: (World, Int) -> Bool
    ) throws(ScenarioError) {
        let limit = world.now + patience
        var evaluated = start ?? seen.count
        var isAnswered = false
        for _ in 0..<Self.longestSettling {
            while evaluated < seen.count {
                // What another app hears is no answer to this one.
                isAnswered = isAnswered || (seen[evaluated].app == app && isAnswer(seen[evaluated]))
                evaluated += 1
            }
            if world.isAtRest {
                if isAnswered || world.apps[app].waitsForUser || isDone(world, app) { return }
                guard let next = world.nextInstant, next <= limit else { return }
            }
            if let next = world.nextInstant, next > horizon {
                isAtHorizon = true
                return
            }
            guard let observed = world.step() else { return }
            seen += observed
            try requireNoCircle(line)
            sight(observed)
        }
        throw ScenarioError(line: line, "this does not end: \(Self.longestSettling) events, and more follow")
    }
}
