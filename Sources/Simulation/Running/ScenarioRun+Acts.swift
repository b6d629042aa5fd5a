import ClientStack
import Device
import Exchanges
import PassAPI
import VirtualTime

// What the user does with an app.

extension ScenarioRun {
    mutating func act(_ step: ScenarioStep, _ line: Int) throws(ScenarioError) {
        guard world.apps.indices.contains(app), !world.apps[app].isDeleted else {
            throw ScenarioError(line: line, "no app is installed that could do this")
        }
        if world.devices[device].clock.isAsleep {
            throw ScenarioError(line: line, "\(world.devices[device].name) is asleep", hint: "wake it first")
        }
        if !world.apps[app].isInForeground, step != .foreground, step != .launch {
            throw ScenarioError(
                line: line,
                "\(world.apps[app].title) is in the background",
                hint: "bring it to the foreground first"
            )
        }
        switch step {
        case .launch:
            if !world.apps[app].isInForeground { seen += world.bring(app, toForeground: true) }
            try launch(line)
        case .foreground:
            seen += world.bring(app, toForeground: true)
            try settle(line)
        case .background:
            seen += world.bring(app, toForeground: false)
        case .signIn(let signIn):
            try checkKnown(provider: signIn.provider, line)
            try self.signIn(signIn, line)
        case .cancel:
            try cancel(line)
        case .secondScreenLogin(let signIn):
            guard case .registrationCode? = world.apps[app].openPresentation else {
                throw ScenarioError(
                    line: line,
                    "no registration code is on screen",
                    hint: "launch the app without a sign-in first, on a device that shows a code"
                )
            }
            try checkKnown(provider: signIn.provider, line)
            let before = world.apps[app].person
            var person = before
            person.habit = signIn
            world.setPerson(person, of: app)
            try settle(line, patience: Self.longPatience) { $0.isSignedOn($1) }
            // Once: what the person does of themselves from now on only `sign in` says.
            world.setPerson(before, of: app)
        case .play(let resource):
            try tap(.play(resource: resources[resource] ?? resource), line, patience: Self.patience) { observation in
                switch observation.event {
                case .played, .presented(.message): true
                case .calledBack(.tokenRequestFailed): true
                default: false
                }
            }
        case .preauthorize(let names):
            let action = Stimulus.Action.preauthorize(resources: names.map { resources[$0] ?? $0 })
            try tap(action, line, patience: Self.patience) { observation in
                switch observation.event {
                case .presented(.preauthorization), .presented(.message): true
                case .calledBack(.preauthorizedResources), .calledBack(.preauthorizeResponse): true
                default: false
                }
            }
        case .readUserMetadata:
            try tap(.readUserMetadata, line)
        case .logOut:
            try tap(.logOut, line)
        case .call(let call):
            guard case .accessEnabler = world.apps[app].client else {
                throw ScenarioError(line: line, "\(world.apps[app].title) has no AccessEnabler to call")
            }
            seen += world.apply(.accessEnablerCalled(call), to: app)
            try settle(line)
        default:
            break
        }
    }

    /// How long virtual time runs on while an app only waits for its own timers.
    static let patience = Duration.seconds(60)
    /// The same for a login, during which apps poll.
    static let longPatience = Duration.seconds(3_600)
    /// More entries of the agenda than this are no settling down any more.
    static let longestSettling = 1_000_000

    private mutating func tap(
        _ action: Stimulus.Action,
        _ line: Int,
        patience: Duration = .zero,
        until isAnswer: (Observation) -> Bool = { _ in false }
    ) throws(ScenarioError) {
        let start = seen.count
        seen += world.apply(.stimulusOccurred(action), to: app)
        try settle(line, patience: patience, from: start, until: isAnswer)
    }

    /// Where the person logs in of themselves, a login that the launch began is seen to its end.
    private mutating func launch(_ line: Int) throws(ScenarioError) {
        try tap(.launch, line)
        guard world.apps[app].person.habit != nil else { return }
        let app = app
        try settle(line, patience: Self.longPatience) { world, _ in
            world.isSignedOn(app) || world.apps[app].timers.isEmpty
        }
    }

    private mutating func signIn(_ signIn: ScenarioStep.SignIn, _ line: Int) throws(ScenarioError) {
        var person = world.apps[app].person
        person.habit = signIn
        // Who wants to sign in lets the app read the provider, unless a scenario said otherwise before.
        person.permits = person.permits ?? true
        var start = seen.count
        let isUnderWay = world.apps[app].waitsForPerson
        world.setPerson(person, of: app)
        if !isUnderWay {
            switch world.apps[app].client {
            case .accessEnabler:
                if !world.apps[app].isLaunched { try tap(.launch, line) }
                // What launching reports is no answer to signing in.
                start = seen.count
                guard !isAtHorizon else { return }
                seen += world.apply(.accessEnablerCalled(.getAuthentication()), to: app)
            case .cookbook:
                seen += world.apply(.stimulusOccurred(.launch), to: app)
            case .behavior:
                seen += world.apply(.stimulusOccurred(.selectProvider(signIn.provider)), to: app)
            case .browser:
                // Such a client logs in when it plays, with the provider it was told.
                seen += world.apply(.stimulusOccurred(.selectProvider(signIn.provider)), to: app)
                return
            }
        }
        try settle(line, patience: Self.longPatience, from: start) { observation in
            switch observation.event {
            case .presented(.message), .calledBack(.setAuthenticationStatus): true
            default: false
            }
        }
    }

    private mutating func cancel(_ line: Int) throws(ScenarioError) {
        if world.apps[app].openQuestion?.supported != nil {
            seen += world.cancelPlatformPicker(app)
            return try settle(line)
        }
        if case .webView? = world.apps[app].openPresentation {
            seen += world.apply(.stimulusOccurred(.closeWebView), to: app)
        }
        try tap(.cancel, line)
    }

    // MARK: Until nothing goes on

    /// Lets the world run until nobody does anything: everybody waits for a person, for the app's answer has come, or for
    /// timers that are further away than `patience`.
    mutating func settle(
        _ line: Int,
        patience: Duration = .zero,
        from start: Int? = nil,
        until isAnswer: (Observation) -> Bool = { _ in false }
    ) throws(ScenarioError) {
        try settle(line, patience: patience, from: start, until: isAnswer) { _, _ in false }
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
        var judged = start ?? seen.count
        var isAnswered = false
        for _ in 0..<Self.longestSettling {
            while judged < seen.count {
                // What another app hears is no answer to this one.
                isAnswered = isAnswered || (seen[judged].app == app && isAnswer(seen[judged]))
                judged += 1
            }
            if world.isAtRest {
                if isAnswered || world.apps[app].waitsForPerson || isDone(world, app) { return }
                guard let next = world.nextInstant, next <= limit else { return }
            }
            if let next = world.nextInstant, next > horizon {
                isAtHorizon = true
                return
            }
            guard let observed = world.step() else { return }
            seen += observed
            sight(observed)
        }
        throw ScenarioError(line: line, "this goes on for ever: \(Self.longestSettling) events and no end")
    }
}
