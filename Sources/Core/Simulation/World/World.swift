public import ClientStack
public import Device
import PassAPI
public import Services
public import VirtualTime

/// Everything simulated, as one value: a copy is a snapshot, a snapshot is a point to travel back to.
///
/// One synchronous loop takes the earliest entry of the agenda, hands it to its machine, and puts what the effects cause
/// on the agenda. Virtual time moves only here, and only to the next entry. All instants are true time; what a device
/// believes the time to be is its own affair.
public struct World: Sendable {
    /// The instant that everything in the world is at.
    public internal(set) var now: Instant
    /// The devices, in the order they were added.
    public internal(set) var devices: [Device] = []
    /// The apps of all devices, in the order they were installed; one that was deleted stays, and hears nothing.
    public internal(set) var apps: [RunningApp] = []
    /// The recording that answers; nil if the twin does.
    var recording: RecordedService?
    /// The twin that answers; nil if a recording does.
    public internal(set) var twin: Twin?
    /// Who answers questions to the platform.
    public internal(set) var platform: Platform
    /// What goes wrong on the way to the back end.
    public var faults = FaultPlan()
    /// What is up to the simulation.
    public var options = WorldOptions()
    /// Everything that has happened, with its digest.
    public internal(set) var timeline = Timeline()

    /// The recorded calls whose answers are on their way.
    public internal(set) var inFlight: [RecordedCall] = []

    var agenda = Agenda<Entry>()
    /// How many entries of the agenda are no timers: work that goes on without anybody waiting.
    var work = 0
    /// The recorded calls that answer the requests under way.
    var sources: [CallKey: RecordedCall] = [:]
    /// The requests whose answers nobody waits for any more.
    var void: Set<CallKey> = []
    /// What was observed while the present entry was dealt with.
    var observations: [Observation] = []
    /// The media tokens that players were handed, as deadlines.
    var mediaTokens: [Deadline] = []

    /// Who answers requests.
    public enum Backend: Sendable {
        /// A recording.
        case recorded(RecordedService)
        /// The twin.
        case twin(Twin)
    }

    /// Who answers questions to the platform.
    public enum Platform: Sendable {
        /// An account log.
        case recorded(RecordedPlatform)
        /// The device's own settings, with the twin's MVPDs behind them.
        case settings
    }

    /// What the agenda holds.
    enum Entry: Sendable {
        case input(app: Int, ClientInput)
        case person(app: Int, PersonalAct)

        /// A timer is no work: a client that only waits for one is at rest.
        var isTimer: Bool {
            if case .input(_, .timerFired) = self { true } else { false }
        }
    }

    /// A request of one app.
    struct CallKey: Hashable, Sendable {
        var app: Int
        var id: RequestID
    }

    /// An empty world at `instant`, answered by `backend` and `platform`.
    public init(at instant: Instant, backend: Backend, platform: Platform = .settings) {
        now = instant
        switch backend {
        case .recorded(let service): recording = service
        case .twin(let twin): self.twin = twin
        }
        self.platform = platform
    }

    // MARK: Populating it

    /// Adds a device.
    ///
    /// - Returns: its place among ``devices``.
    @discardableResult
    public mutating func add(_ device: Device) -> Int {
        devices.append(device)
        return devices.count - 1
    }

    /// Lets `client` run as the app `bundleID` of the device at `device`, where it has to be installed.
    ///
    /// - Returns: its place among ``apps``.
    @discardableResult
    public mutating func run(_ client: some ClientMachine, as bundleID: String, on device: Int) -> Int {
        // Cookies go with the app: one that is installed anew has none of its predecessor's.
        let installation = apps.count { $0.device == device && $0.bundleID == bundleID }
        apps.append(
            RunningApp(
                bundleID: bundleID,
                device: device,
                name: devices[device].name,
                installation: installation,
                client: client
            )
        )
        return apps.count - 1
    }

    // MARK: The loop

    /// When the next entry of the agenda is due; nil if nothing is to come.
    public var nextInstant: Instant? {
        mutating get { agenda.nextInstant }
    }

    /// Whether nobody is waiting for anything but a timer or a person.
    public var isAtRest: Bool { work == 0 }

    /// Lets something happen to the app at `app`, at `instant` or now, whichever is later.
    ///
    /// - Returns: what could be observed while the client dealt with it.
    public mutating func apply(_ input: ClientInput, to app: Int = 0, at instant: Instant? = nil) -> [Observation] {
        if let instant { now = max(now, instant) }
        deliver(input, to: app)
        return takeObservations()
    }

    /// Takes the next entry of the agenda and carries it out.
    ///
    /// - Returns: what could be observed; nil if nothing was to come.
    public mutating func step() -> [Observation]? {
        guard let (instant, entry) = agenda.popNext() else { return nil }
        now = max(now, instant)
        if !entry.isTimer { work -= 1 }
        switch entry {
        case .input(let app, let input):
            if !isVoid(input, app) { deliver(input, to: app) }
        case .person(let app, let act): carryOut(act, by: app)
        }
        return takeObservations()
    }

    /// Lets everything happen that is due before or at `instant`, and moves there.
    public mutating func run(until instant: Instant) -> [Observation] {
        var seen: [Observation] = []
        while let next = agenda.nextInstant, next <= instant, let observed = step() { seen += observed }
        now = max(now, instant)
        return seen
    }

    /// Adds an event to the timeline at the present instant: what someone who drives the world has to say.
    ///
    /// - Parameters:
    ///   - kind: what a reader is shown as its kind.
    ///   - code: what stands for the kind in a digest; the kind itself if nil.
    ///   - values: the facts that a program compares.
    ///   - content: what it is, where kind and values do not hold all that a reader is told.
    public mutating func note(
        _ kind: String,
        code: String? = nil,
        values: [EventValue],
        _ content: (any Hashable & Sendable)? = nil
    ) {
        timeline.append(TimelineEvent(at: now, .replay, kind, code: code, values: values, content))
    }

    mutating func takeObservations() -> [Observation] {
        defer { observations.removeAll(keepingCapacity: true) }
        return observations
    }

    mutating func observe(_ app: Int, _ event: Observation.Event) {
        observations.append(Observation(app: app, instant: now, event: event))
    }

    mutating func schedule(_ entry: Entry, after delay: Duration) {
        work += 1
        agenda.schedule(entry, at: now + delay)
    }
}
