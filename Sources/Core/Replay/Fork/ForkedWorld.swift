import ClientStack
import Device
public import Exchanges
import History
import PassAPI
import Services
public import Simulation
import SubscriberAccount
public import VirtualTime

/// A recorded world that goes on with the simulated service.
public struct ForkedWorld: Sendable {
    /// The world at the fork.
    public var world: World
    /// The other names of the recorded resources: the guid of an MRSS document, with the document.
    public var resources: [String: String] = [:]
    /// The resources that the recorded user played, in order of appearance.
    public var played: [String] = []
    /// The expirations by what the recording showed up to the fork.
    public var told: [Expiration] = []
    /// The notes on what had to be inferred or assumed.
    public var notes: [ReplayNote]

    /// The recording's world, replayed up to `point`, after which the simulated service answers and the device's own
    /// settings do.
    ///
    /// What the simulated service knows is what the recording showed up to there. Whom it serves and how long things
    /// last is taken from the whole recording.
    ///
    /// - Parameters:
    ///   - recording: what was recorded.
    ///   - point: where the simulated service takes over.
    ///   - changes: what is different from what the recording shows.
    ///   - options: how to replay it.
    /// - Throws: `ForkError` if the recording cannot be replayed, has no such point, or a change is none.
    public init(
        _ recording: Recording,
        at point: ForkPoint = .end,
        changes: SetupChanges = SetupChanges(),
        options: ReplayOptions = ReplayOptions()
    ) throws(ForkError) {
        var wanted = options
        // What a scenario decides about the app that a recording shows.
        wanted.client.settings += changes.options.filter {
            ClientBehavior.table.option(named: $0.name) != nil && ClientOptions.table.option(named: $0.name) == nil
        }
        let options = try ForkError.replaying { () throws(ReplayError) in
            try Replayer.resolved(wanted, for: recording)
        }
        let point = try Self.resolved(point, recording, device: options.device)
        let place = try Self.place(of: point, recording, options)
        var replayer = try ForkError.replaying { () throws(ReplayError) in try Replayer(recording, options) }
        for _ in 0..<place.events { _ = replayer.advance() }
        let session = replayer.session
        world = replayer.world
        notes = replayer.notes
        let sent = replayer.answeredOrdinals
        let last = sent.max() ?? 0
        let whole = History(recording)
        let history = whole.asOf(last == 0 ? .beginning : .after(exchange: last))
        let observed = try Self.observe(session, changes, whole, upTo: last)
        notes += observed.notes.map(ReplayNote.assumed) + Self.refusedMedia(in: history) + Self.cookies(in: history)
        let isInferred = wanted.client.origin == .automatic && options.client.origin != .app
        let behavior = isInferred ? ShownBehavior(ObservedBehavior(session)) : nil
        if let behavior, session.vsaCalls.isEmpty { notes += Self.assumptions(behavior) }
        let platform = world.recordedVSA
        world.adopt(platform.responses.prefix(platform.answeredCount))
        world.fork(to: observed.service)
        if let behavior {
            world.nameAssumptions(ShownRows(behavior), of: 0)
        } else if options.client.origin == .app {
            world.nameAssumptions(ShownRows([]), of: 0)
        }
        if case .instant(let instant) = point { _ = world.run(until: instant) }
        world.closeUsedCode(of: 0)
        if let mvpd = observed.mvpd {
            let signIn = ScenarioStep.SignIn(provider: mvpd, user: ObservedService.viewer)
            world.setSimulatedUser(SimulatedUser(signInBehavior: signIn, permits: true), of: 0)
        }
        told = world.expirations()
        if let call = place.adopts {
            _ = world.adopt(call, at: call.endedAt)
        } else if place.includesNext {
            _ = world.step()
        }
        if let circle = world.circle { throw .replay(.circle(circle)) }
        nameResources(session)
    }

    /// Returns notes on the last media token of each resource that was refused for no reason that shows.
    private static func refusedMedia(in history: History) -> [ReplayNote] {
        history.refusals.compactMap { refusal in
            guard refusal.operation.purpose == .media, !refusal.isDenial, let place = refusal.holding,
                case .refused? = history.entries[place].ending?.value.cause,
                !history.entries.contains(where: { holding in
                    holding.kind == .mediaToken && holding.issued.value.instant > refusal.at.instant
                }), case .exchange(let ordinal) = refusal.at.event
            else { return nil }
            return .mediaRefused(exchange: ordinal)
        }
    }

    /// Returns notes on the cookies that a client has sent, and that state an end.
    private static func cookies(in history: History) -> [ReplayNote] {
        history.entries.compactMap { holding in
            guard holding.kind == .cookie, holding.ending == nil, holding.firstUsed != nil, holding.received != nil,
                case let end? = holding.expires, case .exchange(let ordinal)? = end.knowledge.event
            else { return nil }
            return .cookieEnds(name: holding.subject.cookie ?? "", exchange: ordinal, at: end.value)
        }
    }

    /// Returns notes on what the documents' client decides, for an app that it replays whole and that has not shown it.
    private static func assumptions(_ behavior: ShownBehavior) -> [ReplayNote] {
        let rows = behavior.assumed.map { String($0.prefix { $0 != "=" }) }
        return rows.isEmpty ? [] : [.rowsAssumed(rows)]
    }

    // MARK: Finding the point

    /// The place of a point among a replay's events.
    private struct Place {
        /// The number of events before the simulated service takes over.
        var events: Int
        /// True if the next event still happens: the arrival of a recorded response, upon which the simulated service
        /// is asked.
        var includesNext = false
        /// The recorded call whose end the client is set to next, if it did not make it itself.
        var adopts: RecordedCall?
    }

    private static func place(
        of point: ForkPoint,
        _ recording: Recording,
        _ options: ReplayOptions
    ) throws(ForkError) -> Place {
        var replayer = try ForkError.replaying { () throws(ReplayError) in try Replayer(recording, options) }
        try check(point, recording, replayer)
        var answered: (ordinal: Int, place: Place)?
        for event in 0..<replayer.limit {
            if case .instant(let instant) = point, let next = replayer.nextInstant, next > instant {
                return Place(events: event)
            }
            guard !replayer.isStuck, let observations = replayer.advance() else {
                switch point {
                case .end, .instant, .expiration: return Place(events: event)
                case .step(let name): throw .noSuchStep(name, reached: replayer.reachedSteps)
                case .ordinal: return answered?.place ?? Place(events: 0)
                }
            }
            for observation in observations {
                switch (observation.event, point) {
                case (.answerArrived(let call), .ordinal(let ordinal)):
                    let place = Place(events: event, includesNext: true)
                    if call.ordinal == ordinal { return place }
                    // The client does not make every recorded call: the last that it makes up to there counts.
                    if call.ordinal < ordinal, call.ordinal > answered?.ordinal ?? 0 {
                        answered = (call.ordinal, place)
                    }
                case (.adopted(let call), .ordinal(let ordinal)):
                    let place = Place(events: event, adopts: call)
                    if call.ordinal == ordinal { return place }
                    if call.ordinal < ordinal, call.ordinal > answered?.ordinal ?? 0 {
                        answered = (call.ordinal, place)
                    }
                case (.stepEntered(let step), .step(let name)) where step.rawValue == name:
                    return Place(events: event)
                default:
                    break
                }
            }
        }
        throw .replay(.endless(events: replayer.limit))
    }

    /// The instant that an expiration of the recording stands for; any other point as it is.
    private static func resolved(
        _ point: ForkPoint,
        _ recording: Recording,
        device name: String?
    ) throws(ForkError) -> ForkPoint {
        guard case .expiration(let nearness, let kind, let subject) = point else { return point }
        let history = History(recording)
        let device = name.flatMap(history.device(named:)) ?? history.mainDevice
        let instant = try history.expiration(of: kind, subject, device: device)
        return .instant(nearness.instant(of: instant))
    }

    private static func check(_ point: ForkPoint, _ recording: Recording, _ replayer: Replayer) throws(ForkError) {
        switch point {
        case .ordinal(let ordinal):
            let last = recording.exchanges.last?.ordinal ?? 0
            guard (1...max(1, last)).contains(ordinal) else {
                throw .beyondEnd("exchange \(ordinal)", "exchange \(last)")
            }
        case .instant(let instant):
            guard instant >= replayer.world.now else { throw .beforeStart(instant, start: replayer.world.now) }
            let end = recording.exchanges.map { $0.startedAt + .microseconds($0.durationMicroseconds) }.max()
            guard let end, instant <= end else { throw .beyondEnd("\(instant)", end.map { "\($0)" } ?? "its start") }
        case .step(let name):
            let known = FlowStep.allCases.map(\.rawValue)
            guard known.contains(name) else { throw .unknownStep(name, known: known) }
        case .end, .expiration:
            break
        }
    }

    private static func observe(
        _ session: RecordedSession,
        _ changes: SetupChanges,
        _ history: History,
        upTo last: Int
    ) throws(ForkError) -> ObservedService {
        let calls = (session.calls + session.besides).sorted { $0.ordinal < $1.ordinal }
        do throws(OptionError) {
            return try ObservedService(
                calls,
                history: history,
                upTo: last,
                changing: { (base: ServiceConfiguration) throws(OptionError) in try changes.service.applied(to: base) },
                seed: changes.seed
            )
        } catch {
            throw .option(error)
        }
    }

    private mutating func nameResources(_ session: RecordedSession) {
        for call in session.calls {
            guard call.request.operation.purpose == .authorization else { continue }
            let asked =
                call.request.resources.isEmpty ? [call.request.resource].compactMap(\.self) : call.request.resources
            for resource in asked {
                if !played.contains(resource) { played.append(resource) }
                if let guid = MRSSResource(resource).guid { resources[guid] = resource }
            }
        }
    }
}

/// The reasons that a recording cannot be forked.
public enum ForkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It cannot be replayed.
    case replay(ReplayError)
    /// The point lies behind the recording's end.
    case beyondEnd(String, String)
    /// The point lies before the recording's beginning.
    case beforeStart(Instant, start: Instant)
    /// There is no step of this name.
    case unknownStep(String, known: [String])
    /// The replay does not reach the step.
    case noSuchStep(String, reached: [String])
    /// Nothing of this name expires in the recording, but these do.
    case noSuchExpiration(String, known: [String])
    /// A change of options that is none.
    case option(OptionError)

    /// Returns what `body` makes of a recording; one that cannot be replayed cannot be forked.
    static func replaying<Result>(_ body: () throws(ReplayError) -> Result) throws(ForkError) -> Result {
        do throws(ReplayError) { return try body() } catch { throw .replay(error) }
    }

    /// The problem, and what to do.
    public var description: String {
        switch self {
        case .replay(let error): "\(error)"
        case .beyondEnd(let point, let end): "\(point) is beyond the recording's end. It ends with \(end)"
        case .beforeStart(let instant, let start): "\(instant) is before the recording begins, at \(start)"
        case .unknownStep(let name, let known):
            "there is no step \(name). The steps are \(known.joined(separator: ", "))"
        case .noSuchStep(let name, let reached):
            "the replay never enters \(name). It enters \(reached.isEmpty ? "none" : reached.joined(separator: ", "))"
        case .noSuchExpiration(let name, let known):
            "\(name) does not expire in the recording. "
                + (known.isEmpty ? "Nothing does" : "It has " + known.joined(separator: ", "))
        case .option(let error): "\(error)"
        }
    }
}
