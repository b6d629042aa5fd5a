import ClientStack
import Device
import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

/// A client and the talk with it: every input's effects are returned, and what they leave open is remembered.
struct Dialogue {
    var client: Client
    var now = Kite.now
    /// All effects so far, in order.
    private(set) var effects: [ClientEffect] = []
    private(set) var openRequests: [(id: RequestID, request: PassRequest)] = []
    private(set) var openQuestions: [(id: QuestionID, question: VSARequest)] = []
    private(set) var openTimers: [(id: TimerID, due: Instant)] = []

    init(_ configuration: ClientConfiguration = Kite.configuration()) {
        client = Client(configuration: configuration)
    }

    /// Hands in any input.
    @discardableResult
    mutating func hear(_ input: ClientInput) -> [ClientEffect] {
        switch input {
        case .userActionOccurred, .webViewReached, .accessEnablerCalled: break
        case .responseArrived(let id, _), .requestFailed(let id, _): openRequests.removeAll { $0.id == id }
        case .vsaAnswered(let id, _): openQuestions.removeAll { $0.id == id }
        case .timerFired(let id): openTimers.removeAll { $0.id == id }
        }
        let new = client.handle(input, at: now)
        remember(new)
        return new
    }

    /// A replay hands in what somebody else has requested, and been answered.
    @discardableResult
    mutating func adopts(_ request: PassRequest, _ response: PassResponse?) -> [ClientEffect] {
        let system = OperatingSystem(.tvOS, PlatformVersion(15))
        var device = Device(name: "tv", system: system, identifiers: DeviceIdentifiers(seed: 1), at: now)
        let new = client.adopt(request, response, on: &device, at: now)
        openRequests = []
        remember(new)
        return new
    }

    private mutating func remember(_ new: [ClientEffect]) {
        for effect in new {
            switch effect {
            case .sendRequest(let id, let request): openRequests.append((id, request))
            case .askAccount(let id, let question): openQuestions.append((id, question))
            case .startTimer(let id, let duration): openTimers.append((id, now + duration))
            case .cancelTimer(let id): openTimers.removeAll { $0.id == id }
            case .enterStep, .present, .play, .callBack, .changeStorage, .assume: break
            }
        }
        effects += new
    }

    /// The user does something.
    @discardableResult
    mutating func user(_ action: UserAction.Action) -> [ClientEffect] { hear(.userActionOccurred(action)) }

    /// The service answers the request made last.
    @discardableResult
    mutating func service(_ response: PassResponse) -> [ClientEffect] {
        guard let open = openRequests.last else { return [] }
        return hear(.responseArrived(open.id, response))
    }

    /// The request made last gets no answer.
    @discardableResult
    mutating func networkFails(_ reason: String = "no route") -> [ClientEffect] {
        guard let open = openRequests.last else { return [] }
        return hear(.requestFailed(open.id, reason))
    }

    /// The platform answers the question asked last.
    @discardableResult
    mutating func platform(_ answer: VSAResult) -> [ClientEffect] {
        guard let open = openQuestions.last else { return [] }
        return hear(.vsaAnswered(open.id, answer))
    }

    /// Time moves to the timer that is due first, and it fires.
    @discardableResult
    mutating func timePasses() -> [ClientEffect] {
        guard let next = openTimers.min(by: { ($0.due, $0.id.number) < ($1.due, $1.id.number) }) else { return [] }
        now = max(now, next.due)
        return hear(.timerFired(next.id))
    }

    /// The steps so far.
    var steps: [FlowStep] { effects.compactMap { if case .enterStep(let step) = $0 { step } else { nil } } }
    /// The presentations so far.
    var shown: [Presentation] { effects.compactMap { if case .present(let what) = $0 { what } else { nil } } }
    /// The messages so far.
    var messages: [String] { shown.compactMap { if case .message(let message) = $0 { message.words } else { nil } } }
    /// The requests so far.
    var requests: [PassRequest] {
        effects.compactMap { if case .sendRequest(_, let request) = $0 { request } else { nil } }
    }
    /// The operations called so far.
    var operations: [PassAPI.Operation] { requests.map(\.operation) }
    /// The questions so far.
    var questions: [VSARequest] {
        effects.compactMap { if case .askAccount(_, let question) = $0 { question } else { nil } }
    }
    /// The resources played so far, each with its token.
    var played: [[String]] {
        effects.compactMap { if case .play(let resource, let token) = $0 { [resource, token] } else { nil } }
    }
    /// Returns the durations of the timers in these effects.
    static func durations(_ effects: [ClientEffect]) -> [Duration] {
        effects.compactMap { if case .startTimer(_, let duration) = $0 { duration } else { nil } }
    }
}

// MARK: Ways to a state

extension Dialogue {
    /// S1 has said no, S2 asks for access.
    static func atPlatformCheck(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = Dialogue(configuration)
        dialogue.user(.launch)
        dialogue.service(.forbidden)
        return dialogue
    }

    /// S3's call is out.
    static func atConfiguration(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = atPlatformCheck(configuration)
        dialogue.platform(.granted)
        dialogue.platform(.nobody)
        return dialogue
    }

    /// S4's metadata request is out.
    static func atPlatformLogin(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = atConfiguration(configuration)
        dialogue.service(.configuration())
        dialogue.platform(.granted)
        return dialogue
    }

    /// S6's call is out.
    static func atProfileRequest(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = atPlatformLogin(configuration)
        dialogue.platform(.signedIn())
        return dialogue
    }

    /// S7's metadata request is out.
    static func atForwarding(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = atProfileRequest(configuration)
        dialogue.service(.profile)
        dialogue.platform(.granted)
        return dialogue
    }

    /// S8's call is out.
    static func atExchange(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = atForwarding(configuration)
        dialogue.platform(.saml())
        return dialogue
    }

    /// S10 has begun, since access was denied.
    static func atRegularLogin(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = atPlatformCheck(configuration)
        dialogue.platform(.denied)
        return dialogue
    }

    /// tvOS: the first poll is out.
    static func atPolling(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = atRegularLogin(configuration)
        dialogue.service(.code())
        return dialogue
    }

    /// iOS: the picker is shown.
    static func atPicker(_ configuration: ClientConfiguration = Kite.configuration(.iOS)) -> Dialogue {
        var dialogue = atRegularLogin(configuration)
        dialogue.service(.configuration())
        return dialogue
    }

    /// iOS: the web view is open.
    static func atWebView(_ configuration: ClientConfiguration = Kite.configuration(.iOS)) -> Dialogue {
        var dialogue = atPicker(configuration)
        dialogue.user(.selectProvider("Plover"))
        dialogue.service(.code())
        return dialogue
    }

    /// S11: S1 said yes.
    static func signedIn(_ configuration: ClientConfiguration = Kite.configuration()) -> Dialogue {
        var dialogue = Dialogue(configuration)
        dialogue.user(.launch)
        dialogue.service(PassResponse(status: 200, .empty))
        return dialogue
    }
}

extension Dialogue: CustomTestStringConvertible {
    var testDescription: String {
        "at \(client.step?.rawValue ?? "rest"), \(client.waitingFor.map { "\($0)" } ?? "waiting for nothing")"
    }
}
