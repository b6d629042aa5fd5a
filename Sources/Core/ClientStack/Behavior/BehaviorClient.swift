import Exchanges
import OrderedCollections
import PassAPI
public import VirtualTime

/// An app that does what its ``ClientBehavior`` says, over REST API V1, the SDKs' protocol or both.
///
/// A user's action becomes a plan, a list of steps; a response may put steps in front of what is left of it. One call
/// is out at a time. It is a value without clock and chance; inputs whose number is unknown or forgotten have no
/// effect.
public struct BehaviorClient: Machine, ClientMachine {
    /// The identity of the app and its behavior.
    public let configuration: BehaviorConfiguration
    var memory: BehaviorMemory
    /// The remaining steps of the present action, next first.
    var plan: [Step] = []
    /// The present errand, if any.
    var errand: Errand?
    var waiting = Waiting.none
    var pendingRequests = RequestQueue()
    /// The app's spelling of resources, by their names.
    var pages: OrderedDictionary<String, String> = [:]
    /// True if the access token of this start was fetched.
    var hasStarted = false
    /// True once the recording is over: what the client does from then on nobody has seen.
    var isPastRecording = false
    /// The number of the recorded logins that the user of a second screen has begun.
    var loginsBegun = 0
    var buffer = EffectBuffer()

    /// A step of a plan.
    enum Step: Hashable, Sendable {
        /// Sign in, unless the user is signed in.
        case ensureSignedIn
        /// Sign in, if the AuthN token is over by the app's own clock.
        case renewExpired
        case signIn
        case call(Operation)
        /// The page that begins a login.
        case openPage
        /// The user says that they have logged in.
        case awaitUser
        case pause(Duration)
        case poll
        /// Request an authorization, if the behavior wants one now.
        case authorize
        /// Hand the media token to the player.
        case deliver
    }

    /// The purpose of the present plan.
    struct Errand: Hashable, Sendable {
        var pendingRequest: PendingRequest?
        /// The resource that is to be played.
        var resource: String?
        /// The reactions that have run: each runs once.
        var reactions: Set<String> = []
        /// The steps that follow a successful authorization.
        var afterAuthorization: [Step] = []
        /// True once the media token was handed to the player: what follows begins no playback again.
        var isPlaying = false
        var refusal: String?
        var throttled = 0
        var polls = 0
        var accessCalls = 0
        /// The number of times that the service has refused the access token.
        var renewals = 0
    }

    enum Waiting: Hashable, Sendable {
        case none
        case response(RequestID, PassRequest, isPoll: Bool)
        case timer(TimerID)
        case user
    }

    /// At most this many steps are taken without waiting: a plan that only grows ends here.
    static let stepLimit = 1_000

    /// The number of resources that an app remembers by their documents.
    static let rememberedPages = 1_000

    /// An app that has not been launched, with what its configuration names.
    public init(configuration: BehaviorConfiguration) {
        self.configuration = configuration
        memory = BehaviorMemory(configuration)
        for template in configuration.templates {
            if let resource = template["resource"] ?? template["resource_id"] { remember(resource) }
        }
    }

    var behavior: ClientBehavior { configuration.behavior }

    /// The step of the flow; nil while none runs.
    public var step: FlowStep? { buffer.step }

    /// Takes in one input at `now`, by the device's clock, and answers with effects.
    public mutating func handle(_ input: ClientInput, at now: Instant) -> [ClientEffect] {
        buffer.begin(at: now, wall: now)
        switch input {
        case .userActionOccurred(let action): act(on: action)
        case .webViewReached: act(on: .closeWebView)
        case .responseArrived(let id, let response):
            guard case .response(id, let request, let isPoll) = waiting else { break }
            waiting = .none
            answered(response, to: request, isPoll: isPoll)
            advance()
        case .requestFailed(let id, let reason):
            guard case .response(id, let request, let isPoll) = waiting else { break }
            waiting = .none
            errand?.refusal = reason
            answered(nil, to: request, isPoll: isPoll)
            advance()
        case .timerFired(let id):
            guard case .timer(id) = waiting else { break }
            waiting = .none
            advance()
        case .vsaAnswered, .accessEnablerCalled:
            break
        }
        return buffer.end()
    }

    /// The process ends: what was under way is forgotten.
    public mutating func end() {
        (plan, errand, waiting) = ([], nil, .none)
        buffer.leaveSteps()
        pendingRequests.removeAll()
        hasStarted = false
    }

    /// From now on rows are named that decide what comes next; which ones show it knows itself.
    public mutating func nameAssumptions(_ shown: ShownRows) { isPastRecording = true }

    /// Remembers how the app writes a resource.
    mutating func remember(_ resource: String) {
        let key = MRSSResource(resource).name
        if pages[key] != nil || pages.count < Self.rememberedPages { pages[key] = resource }
    }
}
