import Documents
public import Exchanges
import PassAPI
public import VirtualTime

/// A recording that answers an app which is not the recorded one.
///
/// The app's device id, codes, tokens and addresses are its own: the first request of a kind binds the app's value to the recorded
/// one, responses are rewritten with it, and from then on they are held against each other. What the recording gave an app is
/// given as it is recorded and comes back so.
///
/// Each device has a session of its own over the recording, and uses up the exchanges for itself. A request without a device
/// belongs to the session that has an answer for it, of those over the same connection before others.
public struct ServedRecording: Sendable {
    let index: ServedIndex
    private let polls: PollProgress
    private let damage: [Int: String]
    /// Whether an app that requests once more what it was given begins again.
    public let beginsAgain: Bool
    /// Whether a request is unmatched that shows that its app's device id has changed.
    private let refusesChangedDevices: Bool
    var sessions = ServedSessions()
    /// The number of sessions since the beginning.
    private var sessionCount = 0
    /// The exchanges that were used by any session, and the sessions that each recorded device is that of.
    private var isRequested: [Bool]
    var claims: [Int: Int] = [:]
    /// The instants of the recording from which on its responses hold no longer, by index.
    var ends: [Int: Instant] = [:]
    /// The logouts after which a response is not given, by its index.
    var logouts: [Int: [Int]] = [:]
    /// True if a simulated service goes on after it.
    var isContinued = false
    /// The earliest of these instants from each index on; empty where nothing is known to end.
    var earliestEnds: [Instant] = []

    /// So many sessions are kept; the one that was heard from the longest ago goes first: 1024.
    public static let sessionLimit = 1_024

    /// The recording of these exchanges, in which nothing was requested.
    ///
    /// - Parameters:
    ///   - exchanges: The exchanges, in order.
    ///   - polls: When "not yet" is the response no longer.
    ///   - damage: What is wrong with those that are not as they were recorded, by ordinal: they answer nothing.
    ///   - beginsAgain: Whether the recording begins again for an app that requests once more what it was given: for one
    ///     that was started again, and for another one at the same address. Else such a request is unmatched.
    ///   - refusesChangedDevices: Whether a request is unmatched that shows that its app's device id has changed, as the service
    ///     refuses it. Else it is answered, as the first one of another app.
    ///   - redactedURL: The URL that a recorded request gets if its secrets are replaced once more, where the recording has
    ///     pseudonyms in their place: what changes in it is one, in whose place an app has a value of its own.
    public init(
        of exchanges: [Exchange],
        polls: PollProgress = .count,
        damage: [Int: String] = [:],
        beginsAgain: Bool = false,
        refusesChangedDevices: Bool = false,
        redactedURL: ((HTTPRequest) -> String)? = nil
    ) {
        index = ServedIndex(of: exchanges, redactedURL: redactedURL)
        self.damage = damage
        self.polls = polls
        self.beginsAgain = beginsAgain
        self.refusesChangedDevices = refusesChangedDevices
        isRequested = Array(repeating: false, count: exchanges.count)
    }

    /// The hosts of the recording, in order of first appearance, in small letters, with the port where it is not the scheme's
    /// default.
    public var hosts: [String] { index.hosts }

    /// The instant at which the last of its exchanges had ended.
    public var end: Instant { index.end }

    /// Checks whether a request to this host, and port where it is not the scheme's default, may be answered: the recording has it,
    /// or an app has named an address there to be sent back to.
    public func serves(_ host: String) -> Bool {
        let host = host.lowercased()
        return index.exchangesByHost[ExactText(host)] != nil
            || sessions.all.contains { $0.redirectHosts.contains(exactly: host) }
    }

    /// The exchanges that no app has requested, by ordinal, in order; tunnels that no one looked into are not among them.
    public var neverRequested: [Int] {
        index.entries.indices.filter { !isRequested[$0] && index.entries[$0].isServed }.map {
            index.exchanges[$0].ordinal
        }
    }

    /// The sessions, in order of their first requests.
    public var apps: [App] {
        sessions.all.map { session in
            let open = index.entries.indices.filter { !session.hasRequested($0) && index.entries[$0].isServed }
            return App(
                session: session.number,
                device: session.device,
                requestCount: session.requestCount,
                neverRequested: open.map { index.exchanges[$0].ordinal }
            )
        }
    }

    /// Checks whether the session with this number is kept.
    public func hasSession(_ number: Int) -> Bool { sessions.place(of: number) != nil }

    /// An app that the recording answers.
    public struct App: Hashable, Sendable {
        /// The number of its session, from 1.
        public var session: Int
        /// Its device, as it names it; nil if it has not.
        public var device: String?
        /// The number of its requests that were answered.
        public var requestCount: Int
        /// The exchanges that it has not requested, by ordinal.
        public var neverRequested: [Int]
    }

    /// Begins anew: nothing was requested, and no app is known.
    public mutating func reset() {
        sessions = ServedSessions()
        sessionCount = 0
        claims = [:]
        isRequested = Array(repeating: false, count: isRequested.count)
    }

    /// From now on no call of the apps that there are is answered: for them the service is not the recorded one any more.
    public mutating func depart() { sessions.departAll() }

    /// The same for the app with this session alone.
    public mutating func depart(_ number: Int) {
        sessions.markDeparted(number)
    }

    /// Checks whether the service is not the recorded one any more for the app with this session.
    public func hasDeparted(_ number: Int) -> Bool {
        sessions.place(of: number).map { sessions.all[$0].hasDeparted } ?? false
    }

    /// The app with this session has signed on with the simulated service that goes on after the recording: what says "not yet" has
    /// no place any more.
    public mutating func signOn(_ number: Int) { sessions.signOn(number) }

    /// A request came from there that somebody else answered, and that is of the app with this session.
    public mutating func hear(_ number: Int, from connection: ClientConnection) {
        if let place = sessions.place(of: number) { sessions.hear(from: connection, at: place) }
    }

    // MARK: Answering

    /// Returns the recording's answer to a request of an app.
    ///
    /// - Parameters:
    ///   - request: The request, with the URL that the recording has, or would have.
    ///   - connection: Its sender: requests of one app have the same one.
    ///   - now: The instant of the request, on any clock that goes like the recording's.
    /// - Returns: An exchange of the recording, or the reason that there is none.
    public mutating func respond(
        to request: HTTPRequest,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServedAnswer {
        respond(to: ServedRequest(request), from: connection, at: now)
    }

    /// The same for a request that is taken apart already.
    ///
    /// - Parameters:
    ///   - asked: The request, with the URL that the recording has, or would have.
    ///   - connection: Its sender: requests of one app have the same one.
    ///   - now: The instant of the request, on any clock that goes like the recording's.
    ///   - canBeginAgain: Whether it can be the one with which an app begins again, where such apps are served.
    /// - Returns: An exchange of the recording, or the reason that there is none.
    public mutating func respond(
        to asked: ServedRequest,
        from connection: ClientConnection,
        at now: Instant,
        canBeginAgain: Bool = true
    ) -> ServedAnswer {
        var refusal: ServedAnswer?
        var found: (match: ServedMatch.Found, place: Int)?
        var candidates = candidates(for: asked, from: connection)
        let owners = owners(ofTextsIn: asked)
        while let place = candidates.next(in: sessions) {
            switch match(asked, in: place, at: now, owners) {
            case .found(let match):
                // A request follows the one before it; where it does in no session, the likeliest one's it is.
                let follows = match.entry == 0 || sessions.all[place].hasUsed(match.entry - 1)
                if found == nil || follows { found = (match, place) }
                if !follows { continue }
            case .none(let unmatched):
                refusal = refusal ?? .unmatched(unmatched)
                continue
            case .damaged(let entry):
                refusal = refusal ?? damaged(entry)
                continue
            }
            break
        }
        if let found {
            if let changed = refusedChange(by: found.match, in: found.place, from: connection) {
                return refused(asked, by: found.match, since: changed)
            }
            sessions.hear(from: connection, at: found.place)
            return answer(asked, by: found.match, in: found.place, from: connection, at: now)
        }
        // It is held against what its app has done; without one, or from elsewhere, it may be a beginning.
        var isExpired = false
        if case .unmatched(let unmatched)? = refusal { isExpired = isOfExpired(asked, unmatched) }
        if let refusal, isExpired || !isBeginning(asked, candidates, from: connection) {
            guard beginsAgain, canBeginAgain, case .unmatched(let unmatched) = refusal, unmatched.isRepeated else {
                return refusal
            }
            return beginAgain(with: asked, from: connection, at: now) ?? refusal
        }
        let beginning = begin(with: asked, from: connection, at: now, owners)
        // It begins nothing: then it is of the app that has not named its device yet, and was given what it needs.
        if candidates.areOfUnknownDevice, case .unmatched(var unmatched) = beginning,
            case .unmatched(let nearest)? = refusal
        {
            unmatched.session = nearest.session
            return .unmatched(unmatched)
        }
        return beginning
    }

    mutating func begin(
        with asked: ServedRequest,
        from connection: ClientConnection,
        at now: Instant,
        _ owners: [ExactText: Set<Int>] = [:]
    ) -> ServedAnswer {
        let place = sessions.begin(
            ServedSession(sessionCount + 1, from: connection)
        )
        switch match(asked, in: place, at: now, owners) {
        case .none(var unmatched):
            // What came of nothing is no session.
            sessions.abandonLast()
            unmatched.session = nil
            return .unmatched(unmatched)
        case .damaged(let entry):
            sessions.abandonLast()
            return damaged(entry)
        case .found(let found):
            if let changed = refusedChange(by: found, in: place, from: connection) {
                sessions.abandonLast()
                return refused(asked, by: found, since: changed)
            }
            sessionCount += 1
            let answer = answer(asked, by: found, in: place, from: connection, at: now)
            if sessions.all.count > Self.sessionLimit { sessions.forgetOldest() }
            return answer
        }
    }

    private func refusedChange(
        by found: ServedMatch.Found,
        in place: Int,
        from connection: ClientConnection
    ) -> ChangedDevice? {
        refusesChangedDevices ? changedDevice(by: found, in: place, from: connection) : nil
    }

    private func damaged(_ entry: Int) -> ServedAnswer {
        let ordinal = index.exchanges[entry].ordinal
        return .damaged(DamagedExchange(exchange: ordinal, damage: damage[ordinal] ?? ""))
    }

    /// What the session at a place has for a request, whose texts those sessions' apps have.
    mutating func match(
        _ asked: ServedRequest,
        in place: Int,
        at now: Instant,
        _ owners: [ExactText: Set<Int>] = [:]
    ) -> ServedMatch {
        if sessions.all[place].hasDeparted, let call = asked.call {
            let session = sessions.all[place].number
            return .none(.init(reason: .notRecorded, operation: call.operation, differences: [], session: session))
        }
        let search = ServedSession.Search(
            request: asked,
            index: index,
            polls: polls,
            now: now,
            claims: claims,
            ends: ends,
            logouts: logouts,
            isContinued: isContinued && !beginsAgain,
            ofOthers: Set(owners.keys.filter { owners[$0] != [sessions.all[place].number] })  // tidy: only looked up
        )
        let answer = sessions.match(search, at: place)
        guard case .found(let found) = answer else { return answer }
        if !damage.isEmpty, damage[index.exchanges[found.entry].ordinal] != nil { return .damaged(found.entry) }
        guard index.entries[found.entry].lacksBody else { return answer }
        return .none(
            .init(
                reason: .bodyOmitted,
                operation: asked.call?.operation,
                nearest: index.exchanges[found.entry].ordinal,
                differences: [],
                session: sessions.all[place].number
            )
        )
    }

    mutating func answer(
        _ asked: ServedRequest,
        by found: ServedMatch.Found,
        in place: Int,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServedAnswer {
        let changedDevice = changedDevice(by: found, in: place, from: connection)
        for (value, text) in found.bindings {
            if index.values.kind(of: value) == .device, !sessions.all[place].isBound(value) {
                claims[value, default: 0] += 1
            }
            sessions.bind(value, to: text, in: index.values, at: place)
        }
        for used in found.passedOver { isRequested[used] = true }
        isRequested[found.entry] = true
        if beginsAgain, sessions.all[place].requestCount == 0 { sessions.begin(place, at: found.entry) }
        sessions.use(found, at: now, in: place, of: index)
        if let device = asked.devices.first { sessions.name(device: device, at: place) }
        if !found.isRepeated { sessions.give(valuesOf: found.entry, of: index, at: place) }
        if asked.call?.operation.specification.purpose == .logout { sessions.logOut(at: place) }
        let differences = sessions.all[place].differences(of: asked, from: found.entry, in: index)
        sessions.learn(asked, from: found.entry, in: index, at: place)
        // By its place: a session is large, and copied if it is handed about.
        return .exchange(
            .init(
                exchange: index.exchanges[found.entry],
                operation: index.entries[found.entry].call?.operation,
                rewriting: sessions.all[place].rewriting,
                differences: differences,
                passedOver: found.passedOver.map { index.exchanges[$0].ordinal },
                isRepeated: found.isRepeated,
                session: sessions.all[place].number,
                changedDevice: changedDevice
            )
        )
    }
}
