import Exchanges
import PassAPI
public import VirtualTime

/// The documents' client of REST API V2, a streaming application: what an app does that follows Adobe's pages to the letter.
///
/// It is a value without clock, network and chance, makes one call and asks one question at a time, and takes no notice of
/// inputs whose number it has forgotten. What is signed on is a user at one MVPD; the profile is at the service.
/// Source: rest-api-v2.md §6, §8, §9; where that is open: Documentation/explanation/reference-client.md.
public struct StreamingApp: Machine, ClientMachine {
    public let configuration: StreamingAppConfiguration
    var desk: Desk
    var memory: Memory
    var state = State.resting
    var pendingRequests = RequestQueue()
    /// The request for which the user was sent through a sign-on: it is made once more, and no third time.
    var renewed: PendingRequest?

    /// What it keeps (§8).
    struct Memory: Hashable, Sendable {
        /// The provider that the user chose.
        var mvpd: String?
        /// True if that is a Temp Pass.
        var isTempPass = false
        /// The sign-on; nil while nobody is signed on.
        var signOn: SignOn?
        /// The code of a session that a recording does not show the beginning of; the app goes on with it.
        var openCode: String?
        /// True until the first session where a recording begins behind the look for a profile and the list of providers.
        var beginsAmidSignIn = false
        /// What the platform said last.
        var partnerStatus: PartnerFrameworkStatus?
        /// What names the user beyond the app.
        var sharedSignIn = SharedSignIn()
        /// The instant, by the device's clock, at which the app last did something.
        var lastUse: Instant?
    }

    /// A user's sign-on with one MVPD, or leave to watch without one (§6.8, §6.9).
    struct SignOn: Hashable, Sendable {
        var mvpd: String
        /// The profile's type and end, where the app has seen one.
        var type: Profile.Kind?
        var notAfter: Instant?
    }

    /// What it waits for.
    enum State: Hashable, Sendable {
        case resting
        /// R0, R1: access comes before the platform or the user is asked.
        case gettingAccess
        /// B1.
        case askingPartner(AppleSignIn)
        /// P0.
        case readingProfiles
        /// A0: the list.
        case fetchingProviders
        /// A0: the user; the list is nil where it is the app's own.
        case choosingProvider([MVPD]?)
        /// C2 to C5.
        case signingInAtPartner(AppleSignIn)
        /// A1.
        case creatingSession(mvpd: String?)
        /// A3.
        case inUserAgent(Code)
        /// A4.
        case polling(Code, Polling)
        /// A profile once more, after the login.
        case confirmingProfile(SignOn)
        /// D.
        case deciding(Deciding)
        /// L.
        case loggingOut
        /// The MVPD's own logout is open in a user agent.
        case inLogoutPage
        /// The platform is asked whether the user has signed out in Settings.
        case checkingSettings(AppleSignIn)
    }

    /// A request for decisions.
    struct Deciding: Hashable, Sendable {
        var request: PendingRequest
        /// True after a sign-on that the same request has caused.
        var isRepeated: Bool
        /// The number of calls that were repeated because the service asked for it (§9.3).
        var retries = 0
        /// The decisions that need no repetition.
        var settled: [ResourceDecision] = []
        /// The timer of the next repetition; nil while a response is awaited.
        var pause: TimerID?
        /// The resources that the next repetition is about.
        var remaining: [String] = []
    }

    /// The code of a session.
    struct Code: Hashable, Sendable {
        var text: String
        /// The MVPD of the session, where it has one by now.
        var mvpd: String?
        /// The timer of its end.
        var expiry: TimerID
        /// Its end as the service says, if it does.
        var expires: Instant?
    }

    /// An app that was just installed, or still has what its configuration names.
    public init(configuration: StreamingAppConfiguration) {
        self.configuration = configuration
        desk = Desk(configuration.client, accessStep: .access)
        memory = Memory(mvpd: configuration.rememberedMVPD, isTempPass: configuration.remembersTempPass)
        memory.sharedSignIn = configuration.sharedSignIn
        (memory.openCode, memory.partnerStatus) = (configuration.openCode, configuration.partnerStatus)
        memory.beginsAmidSignIn = configuration.beginsAmidSignIn
        if configuration.hasProfile, let mvpd = configuration.rememberedMVPD { memory.signOn = SignOn(mvpd: mvpd) }
    }

    /// The step of the flow that it is at; nil while it rests.
    public var step: FlowStep? { desk.buffer.step }

    /// Takes in one input at one instant of the device's clock and responds with effects, in order.
    public mutating func handle(_ input: ClientInput, at now: Instant) -> [ClientEffect] {
        begin(at: now)
        if let event = desk.event(input) {
            if case .userActed(let action) = event { act(on: action) } else { proceed(with: event) }
            memory.lastUse = now
        }
        return desk.buffer.end()
    }

    /// The process ends: what was in memory is gone, what is kept is not.
    public mutating func end() {
        forgetRun()
        _ = desk.buffer.end()
    }

    mutating func begin(at now: Instant) {
        desk.buffer.begin(at: now, wall: now)
        memory.sharedSignIn.renew(at: now)
    }

    /// The parts that its calls have in common.
    var device: DeviceContext {
        var device = configuration.device
        device.userHeaders = memory.sharedSignIn.headers(at: desk.buffer.wall)
        return device
    }

    // MARK: Events

    mutating func proceed(with event: FlowEvent) {
        if case .failed(.noAccess(let reason)) = event, state != .loggingOut { return giveUp(reason) }
        switch (state, event) {
        case (.gettingAccess, .accessReady): goOnWithAccess()
        case (.askingPartner(let signIn), _): takePartnerStatus(signIn, event)
        case (.readingProfiles, .answered(let response)): evaluateProfiles(response)
        case (.readingProfiles, .failed(let failure)): giveUp("The profile could not be read: " + failure.reason)
        case (.fetchingProviders, .answered(let response)): evaluateProviders(response)
        case (.fetchingProviders, .failed(let failure)):
            giveUp("The list of providers is not available: " + failure.reason)
        case (.choosingProvider(let mvpds), .userActed(.selectProvider(let id))): choose(id, from: mvpds)
        case (.signingInAtPartner(let signIn), _): signInAtPartner(signIn, event)
        case (.creatingSession(let mvpd), .answered(let response)): evaluateSession(response, mvpd)
        case (.creatingSession, .failed(let failure)): giveUp("No session: " + failure.reason)
        case (.inUserAgent(let code), .userActed(.closeWebView)): poll(code, Polling())
        case (.inUserAgent(let code), .timerFired(let timer)) where timer == code.expiry,
            (.polling(let code, _), .timerFired(let timer)) where timer == code.expiry:
            stopWaiting()
            giveUp("The code has expired.")
        case (.polling(let code, let polling), .answered(let response)) where polling.pause == nil:
            evaluatePoll(response, code, polling)
        case (.polling(let code, let polling), .failed) where polling.pause == nil: pause(code, polling)
        case (.polling(let code, var polling), .timerFired(let timer)) where timer == polling.pause:
            polling.wake()
            poll(code, polling)
        case (.confirmingProfile(let signOn), .answered(let response)): confirm(signOn, response)
        case (.confirmingProfile(let signOn), .failed): signedOn(signOn)
        case (.deciding(let deciding), .answered(let response)) where deciding.pause == nil:
            evaluateDecisions(response, deciding)
        case (.deciding(let deciding), .failed(let failure)) where deciding.pause == nil:
            refuse(deciding, failure.reason)
        case (.deciding(let deciding), .timerFired(let timer)) where timer == deciding.pause: repeatDecisions(deciding)
        case (.loggingOut, .answered(let response)): evaluateLogout(response)
        case (.loggingOut, .failed(let failure)): endLogout("The service did not sign out: " + failure.reason)
        case (.inLogoutPage, .userActed(.closeWebView)): rest()
        case (.checkingSettings(let signIn), _): checkSettings(signIn, event)
        default: break
        }
    }

    /// The sign-in ends without success, and what waited for it is dropped.
    mutating func giveUp(_ reason: String) {
        desk.buffer.present(.message(.signInFailed, reason))
        rest()
    }

    /// Waits for nothing; credentials, access token and the chosen provider stay.
    mutating func rest() {
        stopWaiting()
        renewed = nil
        pendingRequests.removeAll()
        desk.buffer.leaveSteps()
    }

    /// Forgets whatever was waited for.
    mutating func stopWaiting() {
        switch state {
        case .inUserAgent(let code): desk.buffer.cancel(code.expiry)
        case .polling(let code, let polling):
            desk.buffer.cancel(code.expiry)
            if let timer = polling.pause { desk.buffer.cancel(timer) }
        case .deciding(let deciding): if let timer = deciding.pause { desk.buffer.cancel(timer) }
        default: break
        }
        desk.forgetAll()
        state = .resting
    }

    /// Forgets what was in memory: the platform's word, the list of providers (§8).
    mutating func forgetRun() {
        rest()
        desk.providers = nil
        memory.partnerStatus = nil
        memory.lastUse = nil
    }
}
