import Exchanges
import PassAPI
public import VirtualTime

/// The reference client: what an app that follows the cookbook to the letter does.
///
/// It is a value and holds no clock, no network and no chance: the answers that reach it decide. Inputs whose number is
/// unknown, used up or forgotten have no effect, so late answers harm nobody. It makes one call and asks one question at
/// a time. Source: apple-sso-flow.md; how gaps are decided: Documentation/client-stack.md.
public struct Client: Machine, Hashable, Sendable {
    /// Who the client is and how it decides what the cookbook leaves open.
    public let configuration: ClientConfiguration
    private(set) var activity: Activity
    private(set) var line: ServiceLine
    private(set) var question: Turn.PendingQuestion?
    private var wishes = WishList()
    private var providers: Configuration?
    private var numbers = Numbers()
    /// The step of the cookbook that the client is at; nil while it is signed out and rests.
    public private(set) var step: FlowStep?

    /// What the client is busy with.
    enum Activity: Hashable, Sendable {
        case signedOut
        /// `retrying` is the wish that found the AuthN token gone.
        case signingOn(SignOn, retrying: Wish?)
        case signedOn(Session, isBusy: Bool)
        case loggingOut(Logout)
    }

    /// A client that was just installed, or still has the credentials its configuration names.
    public init(configuration: ClientConfiguration) {
        self.configuration = configuration
        line = ServiceLine(credentials: configuration.credentials, accessToken: configuration.accessToken)
        activity = configuration.isSignedOn ? .signedOn(Session(mvpd: nil), isBusy: false) : .signedOut
        step = configuration.isSignedOn ? .authorization : nil
    }

    /// Takes in one input at one instant and answers with effects, in the order they are to be carried out.
    public mutating func handle(_ input: ClientInput, at now: Instant) -> [ClientEffect] {
        var turn = Turn(
            outbox: Outbox(now: now, configuration: configuration, numbers: numbers, step: step),
            line: line,
            question: question,
            providers: providers
        )
        take(input, &turn)
        line = turn.line
        question = turn.question
        providers = turn.providers
        numbers = turn.outbox.numbers
        step = turn.outbox.step
        return turn.outbox.effects
    }

    private mutating func take(_ input: ClientInput, _ turn: inout Turn) {
        switch input {
        case .stimulusOccurred(let action):
            act(on: action, &turn)
        case .responseArrived(let id, let response):
            if let event = turn.line.answered(id, response, &turn.outbox) { proceed(with: event, &turn) }
        case .requestFailed(let id, let reason):
            if let event = turn.line.failed(id, reason) { proceed(with: event, &turn) }
        case .accountAnswered(let id, let answer):
            guard turn.question?.id == id else { return }
            turn.question = nil
            proceed(with: .accountAnswered(answer), &turn)
        case .timerFired(let id):
            if !turn.line.timerFired(id, &turn.outbox) { proceed(with: .timerFired(id), &turn) }
        }
    }
}

// MARK: What the user does

extension Client {
    private mutating func act(on action: Stimulus.Action, _ turn: inout Turn) {
        switch action {
        case .launch: launch(&turn)
        case .cancel: cancel(&turn)
        case .selectProvider, .closeWebView: proceed(with: .userActed(action), &turn)
        case .play(let resource): wish(.play(resource: resource), &turn)
        case .preauthorize(let resources): wish(.preauthorize(resources: resources), &turn)
        case .readUserMetadata: wish(.readUserMetadata, &turn)
        case .logOut: wish(.logOut, &turn)
        }
    }

    /// The app starts anew: what it had in memory is gone, what it keeps on the device is not.
    private mutating func launch(_ turn: inout Turn) {
        stopEverything(&turn)
        wishes.removeAll()
        turn.providers = nil
        turn.outbox.leaveSteps()
        signOn(from: .tokenCheck, retrying: nil, &turn)
    }

    /// The user gives up signing on; what waited for it is dropped.
    private mutating func cancel(_ turn: inout Turn) {
        guard case .signingOn = activity else { return }
        rest(&turn)
    }

    private mutating func wish(_ wish: Wish, _ turn: inout Turn) {
        switch activity {
        case .signedOut where wish == .logOut:
            activity = .loggingOut(Logout(&turn))
        case .signedOut, .signingOn:
            guard turn.options.keepsWishesDuringSignOn else {
                return turn.outbox.present(.message("Please sign on first."))
            }
            guard keep(wish, &turn), case .signedOut = activity else { return }
            signOn(from: .tokenCheck, retrying: nil, &turn)
        case .signedOn(let session, let isBusy):
            if keep(wish, &turn), !isBusy { grantNext(session, &turn) }
        case .loggingOut:
            turn.outbox.present(.message("You are being signed out."))
        }
    }

    private mutating func keep(_ wish: Wish, _ turn: inout Turn) -> Bool {
        if wishes.append(wish) { return true }
        turn.outbox.present(.message("Too much is waiting already."))
        return false
    }
}

// MARK: What comes of it

extension Client {
    private mutating func proceed(with event: FlowEvent, _ turn: inout Turn) {
        switch activity {
        case .signedOut:
            return
        case .signingOn(var signOn, let retrying):
            let outcome = signOn.handle(event, &turn)
            settle(signOn, outcome, retrying, &turn)
        case .signedOn(var session, let isBusy):
            guard isBusy else { return }
            let outcome = session.handle(event, &turn)
            settle(session, outcome, &turn)
        case .loggingOut(var logout):
            switch logout.handle(event, &turn) {
            case .goesOn: activity = .loggingOut(logout)
            case .done: rest(&turn)
            case .doneHere(let message):
                turn.outbox.present(.message(message))
                rest(&turn)
            }
        }
    }

    private mutating func signOn(from entrance: Cookbook.Entrance, retrying: Wish?, _ turn: inout Turn) {
        if !turn.options.reusesConfiguration { turn.providers = nil }
        let (signOn, outcome) = SignOn.begin(from: entrance, &turn)
        settle(signOn, outcome, retrying, &turn)
    }

    private mutating func settle(_ signOn: SignOn, _ outcome: SignOn.Outcome, _ wish: Wish?, _ turn: inout Turn) {
        switch outcome {
        case .goesOn: activity = .signingOn(signOn, retrying: wish)
        case .ended(let message):
            activity = .signedOut
            turn.outbox.present(.message(message))
            rest(&turn)
        case .signedOn(let mvpd):
            turn.outbox.enter(.authorization)
            var session = Session(mvpd: mvpd)
            if let wish {
                let outcome = session.begin(wish, isRepeated: true, &turn)
                settle(session, outcome, &turn)
            } else {
                grantNext(session, &turn)
            }
        }
    }

    private mutating func settle(_ session: Session, _ outcome: Session.Outcome, _ turn: inout Turn) {
        switch outcome {
        case .goesOn: activity = .signedOn(session, isBusy: true)
        case .done: grantNext(session, &turn)
        case .needsSignOn(let wish): signOn(from: .platformCheck, retrying: wish, &turn)
        }
    }

    private mutating func grantNext(_ session: Session, _ turn: inout Turn) {
        var session = session
        while let wish = wishes.takeFirst() {
            if wish == .logOut {
                wishes.removeAll()
                activity = .loggingOut(Logout(&turn))
                return
            }
            if session.begin(wish, isRepeated: false, &turn) == .goesOn {
                activity = .signedOn(session, isBusy: true)
                return
            }
        }
        activity = .signedOn(session, isBusy: false)
    }

    /// Signed out, waiting for nothing; client credentials are all that is kept.
    private mutating func rest(_ turn: inout Turn) {
        stopEverything(&turn)
        wishes.removeAll()
        turn.outbox.leaveSteps()
    }

    private mutating func stopEverything(_ turn: inout Turn) {
        if case .signingOn(var signOn, _) = activity { signOn.stop(&turn) }
        turn.forgetAll()
        activity = .signedOut
    }
}
