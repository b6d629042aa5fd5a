import ClientStack
import Exchanges
import PassAPI
import SubscriberAccount
import VirtualTime

/// A streaming application, and the talk with it.
struct AppTalk {
    var client: StreamingApp
    var now = Kite.now
    private(set) var effects: [ClientEffect] = []
    private var requests: [(id: RequestID, request: PassRequest)] = []
    private var questions: [QuestionID] = []
    private(set) var timers: [(id: TimerID, due: Instant)] = []

    /// An app on Apple TV without Apple's entitlement, unless `change` says otherwise.
    init(_ change: (inout StreamingAppConfiguration) -> Void = { _ in }) {
        var client = Kite.fresh()
        client.options.usesPlatformSignOn = false
        var configuration = StreamingAppConfiguration(client: client)
        change(&configuration)
        self.client = StreamingApp(configuration: configuration)
    }

    mutating func hear(_ input: ClientInput) {
        let new = client.handle(input, at: now)
        for effect in new {
            switch effect {
            case .sendRequest(let id, let request): requests.append((id, request))
            case .askAccount(let id, _): questions.append(id)
            case .startTimer(let id, let duration): timers.append((id, now + duration))
            case .cancelTimer(let id): timers.removeAll { $0.id == id }
            default: break
            }
        }
        effects += new
    }

    mutating func user(_ actions: UserAction.Action...) { for action in actions { hear(.userActionOccurred(action)) } }

    /// The service responds to what was asked last.
    mutating func service(_ responses: PassResponse...) {
        for response in responses {
            guard let open = requests.popLast() else { return }
            hear(.responseArrived(open.id, response))
        }
    }

    mutating func platform(_ results: VSAResult...) {
        for result in results {
            guard let open = questions.popLast() else { return }
            hear(.vsaAnswered(open, result))
        }
    }

    mutating func timePasses() {
        guard let next = timers.min(by: { $0.due < $1.due }) else { return }
        now = max(now, next.due)
        timers.removeAll { $0.id == next.id }
        hear(.timerFired(next.id))
    }

    /// The operations asked for since the last time.
    mutating func asked() -> [PassAPI.Operation] {
        defer { effects = [] }
        return effects.compactMap { if case .sendRequest(_, let request) = $0 { request.operation } else { nil } }
    }

    var open: PassRequest? { requests.last?.request }
    var messages: [String] {
        effects.compactMap { if case .present(.message(let message)) = $0 { message.code } else { nil } }
    }
    var played: [String] { effects.compactMap { if case .play(let resource, _) = $0 { resource } else { nil } } }
    var shown: [Presentation] { effects.compactMap { if case .present(let what) = $0 { what } else { nil } } }
}

extension PassResponse {
    static func profiles(_ mvpds: String..., lasting: Duration = .seconds(86_400)) -> PassResponse {
        PassResponse(
            status: 200,
            .profiles(
                mvpds.map { Profile(mvpd: $0, notBefore: Kite.now, notAfter: Kite.now + lasting, type: .regular) }
            )
        )
    }

    static func session(_ action: AuthenticationSession.Action, code: String? = "K7TQ2MX") -> PassResponse {
        var session = AuthenticationSession(action)
        (session.code, session.mvpd) = (code, "Plover")
        (session.notBefore, session.notAfter) = (Kite.now, Kite.now + .seconds(1_800))
        return PassResponse(status: 200, .session(session))
    }

    static func decision(_ resource: String = "KITE1", error code: String? = nil) -> PassResponse {
        var decision = ResourceDecision(resource, isAuthorized: code == nil)
        if let code { decision.error = PassError(status: 403, code: code) }
        if code == nil { decision.token = .init(serializedToken: "token of \(resource)") }
        return PassResponse(status: 200, .decisions([decision]))
    }
}

extension AppTalk {
    /// An app whose user has a profile.
    static func signedOn(_ change: (inout StreamingAppConfiguration) -> Void = { _ in }) -> AppTalk {
        var talk = AppTalk(change)
        talk.user(.launch)
        talk.service(
            .registration(),
            .token("access", createdAt: Kite.now.millisecondsSince1970, expiresIn: 21_600)
        )
        talk.service(.profiles("Plover"))
        _ = talk.asked()
        return talk
    }
}
