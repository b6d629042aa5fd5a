public import ClientStack
import PassAPI
import Services
import VirtualTime

/// An app in a world: its client, the person in front of it, and what it waits for.
public struct RunningApp: Sendable {
    /// The bundle id under which it is installed.
    public let bundleID: String
    /// The place of its device among the world's.
    public let device: Int
    /// `phone/com.kite.tv`, for timelines.
    public let title: String
    /// Its side of sign-on.
    public internal(set) var client: any ClientMachine
    /// The user of the app.
    public internal(set) var simulatedUser = SimulatedUser()
    /// True if it is on screen.
    public internal(set) var isInForeground = true
    /// True if it was ever launched.
    public internal(set) var isLaunched = false
    /// True if it was deleted.
    public internal(set) var isDeleted = false

    /// The connection by which a server knows it: by the network and its cookies.
    let connection: ClientConnection
    /// The timers it has started, and when each is due.
    var timers: [TimerID: Timer] = [:]
    /// The events since it last waited for something.
    var chain = EventChain()
    /// The inputs that came while it could hear nothing.
    var held: [ClientInput] = []
    /// The acts that the simulated user could not do, since the device slept or something else was in front.
    var postponed: [SimulatedUserAct] = []
    /// The requests under way.
    var requests: [RequestID: PassAPI.Operation] = [:]
    /// The recorded calls that answer requests under way.
    var sources: [RequestID: RecordedCall] = [:]
    /// The requests whose answers nobody waits for any more.
    var void: Set<RequestID> = []
    /// The presentation that is on screen and waits for the simulated user.
    var openPresentation: Presentation?
    /// The question to the platform that waits for the person.
    var openQuestion: OpenQuestion?

    /// A timer that is on the agenda, or one that stands still while the device sleeps.
    enum Timer: Sendable {
        case running(Agenda<World.Entry>.Ticket, due: Instant)
        case standing(remaining: Duration)
    }

    init(bundleID: String, device: Int, name: String, installation: Int = 0, client: some ClientMachine) {
        self.bundleID = bundleID
        self.device = device
        title = "\(name)/\(bundleID)"
        self.client = client
        let cookies = title + (installation > 0 ? ", installation \(installation)" : "")
        connection = ClientConnection(address: name, cookies: cookies)
    }

    /// True if the user has to do something before it can continue.
    var waitsForUser: Bool { openPresentation != nil || openQuestion != nil }
}
