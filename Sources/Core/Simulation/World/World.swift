public import ClientStack
public import Device
import PassAPI
import Services
public import VirtualTime

/// Everything simulated, as one value: a copy is a snapshot, a snapshot is a point to travel back to.
///
/// One synchronous loop takes the earliest entry of the agenda, hands it to its machine, and puts what the effects cause
/// on the agenda. Virtual time moves only here, and only to the next entry. All instants are true time; what a device
/// believes the time to be is its own affair.
public struct World: Sendable {
    /// The back end that the apps meet, and what has happened to them.
    public internal(set) var backend: Backend
    /// The devices, in the order they were added.
    public internal(set) var devices: [Device] = []
    /// The apps of all devices, in the order they were installed; one that was deleted stays, and hears nothing.
    public internal(set) var apps: [RunningApp] = []
    /// The circle of calls that has ended the run; nil as long as there is none.
    public internal(set) var circle: CallCircle?
    /// The options of the simulation.
    public var options = WorldOptions()

    var agenda = Agenda<Entry>()
    /// The number of entries of the agenda that are not timers: work that continues without anyone waiting.
    var work = 0
    /// The observations made while the present entry was dealt with.
    var observations: [Observation] = []

    /// The entries of the agenda.
    enum Entry: Sendable {
        case input(app: Int, ClientInput)
        case simulatedUser(app: Int, SimulatedUserAct)

        /// A timer is no work: a client that only waits for one is at rest.
        var isTimer: Bool {
            if case .input(_, .timerFired) = self { true } else { false }
        }
    }

    /// A world without devices whose apps are to meet `backend`.
    public init(_ backend: Backend) { self.backend = backend }

    /// The instant that everything in the world is at.
    public var now: Instant { backend.now }

    /// Everything that has happened, with its digest.
    public var timeline: Timeline { backend.timeline }

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

    /// The instant at which the next entry of the agenda is due; nil if nothing is to come.
    public var nextInstant: Instant? {
        mutating get { agenda.nextInstant }
    }

    /// True if nothing is waited for but a timer or a simulated user.
    public var isAtRest: Bool { work == 0 }

    /// Returns true if a recorded response is on its way that had arrived by `instant`, on the recording's clock.
    public func awaitsAnswer(by instant: Instant) -> Bool {
        apps.contains { $0.sources.values.contains { $0.endedAt <= instant } }
    }

    /// Lets something happen to the app at `app`, at `instant` or now, whichever is later.
    ///
    /// - Returns: what could be observed while the client dealt with it.
    public mutating func apply(_ input: ClientInput, to app: Int = 0, at instant: Instant? = nil) -> [Observation] {
        if let instant { backend.pass(to: instant) }
        deliver(input, to: app)
        return takeObservations()
    }

    /// Takes the next entry of the agenda and carries it out.
    ///
    /// - Returns: what could be observed; nil if nothing was to come, or a ``circle`` has ended the run.
    public mutating func step() -> [Observation]? {
        guard circle == nil, let (instant, entry) = agenda.popNext() else { return nil }
        backend.pass(to: instant)
        if !entry.isTimer { work -= 1 }
        switch entry {
        case .input(let app, let input):
            if !isVoid(input, app) { deliver(input, to: app) }
        case .simulatedUser(let app, let act): carryOut(act, by: app)
        }
        return takeObservations()
    }

    /// Lets everything happen that is due before or at `instant`, and moves there.
    public mutating func run(until instant: Instant) -> [Observation] {
        var seen: [Observation] = []
        while let next = agenda.nextInstant, next <= instant, let observed = step() { seen += observed }
        backend.pass(to: instant)
        return seen
    }

    /// Adds an event to the timeline at the present instant: what someone who drives the world has to say.
    ///
    /// - Parameters:
    ///   - kind: what a reader is shown as its kind.
    ///   - code: what stands for the kind in a digest; the kind itself if nil.
    ///   - values: the facts that a program compares.
    ///   - content: what it is, where kind and values do not hold all that a reader is told.
    ///   - isInDigest: whether it is of the run; false of what is read from a recording and does not happen.
    public mutating func note(
        _ kind: String,
        code: String? = nil,
        values: [EventValue],
        _ content: (any Hashable & Sendable)? = nil,
        isInDigest: Bool = true
    ) {
        backend.tell(.replay, kind, code: code, content, values, nil, isInDigest: isInDigest)
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
