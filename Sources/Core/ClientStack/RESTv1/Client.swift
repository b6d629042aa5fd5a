import PassAPI
public import VirtualTime

/// The reference client: what an app that follows the cookbook to the letter does.
///
/// It is a value and holds no clock, no network and no chance: the answers that reach it decide. Inputs whose number is
/// unknown, used up or forgotten have no effect, so late answers harm nobody. It makes one call and asks one question
/// at a time. Source: apple-sso-flow.md; how gaps are decided: Documentation/explanation/reference-client.md.
public struct Client: Machine, ClientMachine {
    var desk: Desk
    var activity: Activity
    var pendingRequests = RequestQueue()

    /// The activities of the client.
    enum Activity: Hashable, Sendable {
        case signedOut
        /// `retrying` is the pending request that found the AuthN token gone.
        case signingOn(SignOn, retrying: PendingRequest?)
        case signedIn(Session, isBusy: Bool)
        case loggingOut(Logout)
    }

    /// A client that was just installed, or still has the credentials its configuration names.
    public init(configuration: ClientConfiguration) {
        desk = Desk(configuration)
        activity = configuration.isSignedIn ? .signedIn(Session(mvpd: nil), isBusy: false) : .signedOut
    }

    /// The identity of the client and its decisions where the cookbook leaves it open.
    public var configuration: ClientConfiguration { desk.configuration }

    /// The step of the cookbook that the client is at; nil while it is signed out and rests.
    public var step: FlowStep? { desk.buffer.step }

    /// Takes in one input at one instant and answers with effects, in the order they are to be carried out.
    public mutating func handle(_ input: ClientInput, at now: Instant) -> [ClientEffect] {
        desk.buffer.begin(at: now, wall: now)
        switch desk.event(input) {
        case .userActed(let action)?: act(on: action)
        case let event?: proceed(with: event)
        case nil: break
        }
        return desk.buffer.end()
    }

    /// The process ends: all is forgotten that a launch would forget.
    public mutating func end() {
        forgetLaunch()
        _ = desk.buffer.end()
    }
}
