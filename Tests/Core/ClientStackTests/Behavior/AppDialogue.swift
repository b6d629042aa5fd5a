import ClientStack
import Exchanges
import PassAPI
import Testing
import VirtualTime

/// An app with some behavior, and what it has requested so far.
struct AppDialogue {
    var client: BehaviorClient
    var now = Instant(secondsSince1970: 1_795_211_952)
    var requests: [PassRequest] = []
    var timers: [(id: TimerID, duration: Duration)] = []
    var messages: [String] = []
    var played: [String] = []
    private var open: RequestID?

    init(_ change: (inout ClientBehavior) -> Void = { _ in }, isSignedIn: Bool = false) {
        var behavior = ClientBehavior()
        change(&behavior)
        var configuration = BehaviorConfiguration(
            requestor: "KITETV",
            bundleID: "com.kite.tv",
            deviceID: "box-1",
            behavior: behavior
        )
        configuration.isSignedIn = isSignedIn
        configuration.accessToken = CachedAccessToken("token-1")
        client = BehaviorClient(configuration: configuration)
    }

    var operations: [PassAPI.Operation] { requests.map(\.operation) }

    mutating func user(_ action: UserAction.Action) { take(client.handle(.userActionOccurred(action), at: now)) }

    /// Answers the request that is out.
    mutating func answer(_ response: PassResponse) throws {
        let id = try #require(open)
        take(client.handle(.responseArrived(id, response), at: now))
    }

    /// Lets the last timer fire.
    mutating func fire() throws {
        let last = timers.popLast()
        let timer = try #require(last)
        now = now + timer.duration
        take(client.handle(.timerFired(timer.id), at: now))
    }

    private mutating func take(_ effects: [ClientEffect]) {
        for effect in effects {
            switch effect {
            case .sendRequest(let id, let request):
                open = id
                requests.append(request)
            case .startTimer(let id, let duration): timers.append((id, duration))
            case .present(.message(let message)): messages.append(message.words)
            case .play(let resource, _): played.append(resource)
            default: break
            }
        }
    }
}

extension PassResponse {
    static let refused = PassResponse(status: 403, .error(PassError(status: 403, message: "no", details: "Not yours")))
    static let gone = PassResponse(status: 412, .error(PassError(status: 412, message: "sign in")))
    static let notYet = PassResponse(status: 404, .error(PassError(status: 404, message: "not yet")))

    static func authorized(until expires: Instant? = nil) -> PassResponse {
        PassResponse(
            status: 200,
            .authorization(.init(requestor: "KITETV", resource: "KITE1", mvpd: "Plover", expires: expires))
        )
    }

    static func newMediaToken() -> PassResponse {
        PassResponse(
            status: 200,
            .mediaToken(.init(requestor: "KITETV", resource: "KITE1", mvpd: "Plover", serializedToken: "bWVkaWE="))
        )
    }

    static func newCode(_ text: String = "C0DE") -> PassResponse {
        PassResponse(status: 201, .registrationRecord(.init(id: "1", code: text, requestor: "KITETV")))
    }

    static let signedIn = PassResponse(status: 200, .authentication(.init(requestor: "KITETV", mvpd: "Plover")))
}
