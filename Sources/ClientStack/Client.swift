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
    var activity: Activity
    private(set) var line: ServiceLine
    private(set) var question: Turn.PendingQuestion?
    var wishes = WishList()
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
        return keep(turn)
    }

    /// Keeps what a turn has changed, and hands out its effects.
    private mutating func keep(_ turn: Turn) -> [ClientEffect] {
        line = turn.line
        question = turn.question
        providers = turn.providers
        numbers = turn.outbox.numbers
        step = turn.outbox.step
        return turn.outbox.effects
    }

    /// Lets `change` happen at `now` without an input.
    mutating func change(at now: Instant, _ change: (inout Client, inout Turn) -> Void) -> [ClientEffect] {
        var turn = Turn(
            outbox: Outbox(now: now, configuration: configuration, numbers: numbers, step: step),
            line: line,
            question: question,
            providers: providers
        )
        change(&self, &turn)
        return keep(turn)
    }

    /// The process ends: all is forgotten that a launch would forget.
    mutating func end() {
        var turn = Turn(
            outbox: Outbox(now: .distantPast, configuration: configuration, numbers: numbers, step: nil),
            line: line,
            question: question,
            providers: nil
        )
        stopEverything(&turn)
        wishes.removeAll()
        (line, question, providers, step) = (turn.line, nil, nil, nil)
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
        case .webViewReached:
            // The page that ends the login is not loaded: the view closes.
            act(on: .closeWebView, &turn)
        case .accessEnablerCalled:
            break
        }
    }
}
