public import Device
import Exchanges
import OrderedCollections
import PassAPI
public import VirtualTime

/// A client of the browser dialect, as yt-dlp speaks it.
///
/// A playback is all it does: with a valid AuthN and a valid AuthZ token it asks for a media token alone, without the
/// latter it authorizes first, without the former it registers a device and a client and lets the user log in. It is a
/// value; inputs whose number is unknown or forgotten have no effect. Source: access-enabler.md §14.3, §14.4;
/// tokens.md §7; Documentation/explanation/reference-client.md.
public struct BrowserClient: ClientMachine {
    /// The identity of the client and its decisions where no document decides.
    public let configuration: BrowserConfiguration
    var activity = Activity.resting
    var pendingRequests = RequestQueue()
    /// The playback that was under way last, for an adoption of a call that names none.
    var lastPlay: BrowserPlay?
    var cache: BrowserCache
    /// The MVPD to log in with: the one the user has named last.
    var mvpd: String?
    /// The expirations that the last registration brought, for those who want to know them.
    var registration = Registration()
    /// The headers of the last login, where later playbacks send them too.
    var keptHeaders: BrowserPlay.Headers?
    /// The resources by their keys, as a page has written them.
    var pages: OrderedDictionary<String, String> = [:]
    /// Credentials and access token of the last login: none is used after the login it was made for.
    var access = AccessSession()
    /// True once the recording is over: nobody goes on with a page that it broke off at.
    var isPastRecording = false
    var buffer = EffectBuffer()

    /// The activities of the client.
    enum Activity: Hashable, Sendable {
        case resting
        case playing(BrowserPlay, BrowserPlay.Stage)
        /// The logout page is open.
        case loggingOut
    }

    /// The expirations that were stated; none of it is used after the login it was made for.
    struct Registration: Hashable, Sendable {
        var count = 0
        var code: String?
        var codeExpires: Instant?
    }

    /// The number of resources that a client remembers by their documents.
    static let rememberedPages = 1_000

    /// A client that was just started, with the tokens its configuration names.
    public init(configuration: BrowserConfiguration) {
        self.configuration = configuration
        cache = BrowserCache(configuration)
        mvpd = configuration.mvpd
        for kept in configuration.authorizationTokens { remember(kept.resource) }
    }

    /// Takes in one input and answers with effects, in the order they are to be carried out.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - device: the device it runs on, whose file keeps the tokens.
    ///   - now: true time; tokens are evaluated by the device's wall clock.
    /// - Returns: the effects.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] {
        begin(on: &device, at: now)
        take(input, &device)
        return buffer.end()
    }

    /// The recording is over from now on.
    public mutating func nameAssumptions(_ shown: ShownRows) { isPastRecording = true }

    mutating func begin(on device: inout Device, at now: Instant) {
        cache.settle(on: &device)
        buffer.begin(at: now, wall: device.clock.wallTime(at: now))
    }

    /// The step of the flow that the client is at; nil while it rests.
    public var step: FlowStep? { buffer.step }

    /// The program ends: all is forgotten that a launch would forget.
    public mutating func end() {
        cache.restart()
        keptHeaders = nil
        activity = .resting
        pendingRequests.removeAll()
        buffer.leaveSteps()
    }

    private mutating func take(_ input: ClientInput, _ device: inout Device) {
        switch input {
        case .userActionOccurred(let action):
            act(on: action, &device)
        case .webViewReached:
            // The page that ends the login is not loaded: the view closes.
            act(on: .closeWebView, &device)
        case .responseArrived(let id, let response):
            guard case .playing(let play, let stage) = activity, stage.request == id else { return }
            evaluate(response, play, stage, &device)
        case .requestFailed(let id, let reason):
            guard case .playing(let play, let stage) = activity, stage.request == id else { return }
            giveUp(RefusalMessage.failure(of: play.key, reason), &device)
        case .vsaAnswered, .timerFired, .accessEnablerCalled:
            break
        }
    }

    /// Remembers how a page writes a resource.
    mutating func remember(_ resource: String) {
        let key = MRSSResource(resource).name
        if key != resource, pages[key] != nil || pages.count < Self.rememberedPages { pages[key] = resource }
    }
}
