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
/// Each app has a session of its own over the recording, and uses up the exchanges for itself. Apps are told apart by the device
/// ids that they name; a request that names none is of the app that was heard last from its address.
public struct ServedRecording: Sendable {
    let index: RecordingIndex
    private let polls: PollProgress
    private let damage: [Int: String]
    /// Whether an app that requests once more what it was given begins again.
    public let beginsAgain: Bool
    /// Whether a request is unmatched that shows that its app's device id has changed.
    private let refusesChangedDevices: Bool
    var sessions = AppSessions()
    /// The number of sessions since the beginning.
    private var sessionCount = 0
    /// The exchanges that were used by any session.
    private var isRequested: [Bool]
    /// The number of sessions that each recorded device is that of.
    var claims: [Int: Int] = [:]
    /// What the recording shows of its responses' ends.
    var ends = ResponseEnds()

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
        index = RecordingIndex(of: exchanges, redactedURL: redactedURL)
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
        let host = ExactText(host.lowercased())
        return index.exchangesByHost[host] != nil || sessions.isAnyApps(host: host)
    }

    /// The exchanges that no app has requested, by ordinal, in order; tunnels that no one looked into are not among them.
    public var neverRequested: [Int] {
        index.entries.indices.filter { !isRequested[$0] && index.entries[$0].isServed }.map {
            index.exchanges[$0].ordinal
        }
    }

    /// The sessions, in order of their first requests.
    public var apps: [App] {
        sessions.inOrder.map { place in
            let progress = sessions.all[place].progress
            let open = index.entries.indices.filter { !progress.hasRequested($0) && index.entries[$0].isServed }
            return App(
                session: sessions.all[place].number,
                device: sessions.all[place].device,
                requestCount: progress.requestCount,
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
        sessions = AppSessions()
        sessionCount = 0
        claims = [:]
        isRequested = Array(repeating: false, count: isRequested.count)
    }

    /// From now on no call of the apps that there are is answered: for them the service is not the recorded one any more.
    public mutating func depart() {
        for place in sessions.inOrder { sessions.change(place) { $0.service = .departed } }
    }

    /// The same for the app with this session alone.
    public mutating func depart(_ number: Int) {
        if let place = sessions.place(of: number) { sessions.change(place) { $0.service = .departed } }
    }

    /// The app with this session has signed on with the simulated service that goes on after the recording: what says "not yet" has
    /// no place any more.
    public mutating func signOn(_ number: Int) {
        if let place = sessions.place(of: number) { sessions.change(place) { $0.signOn() } }
    }

    /// A request came from an address that somebody else answered, and that is of the app with this session.
    public mutating func hear(_ number: Int, from address: String) {
        if let place = sessions.place(of: number) { sessions.hear(from: address, at: place) }
    }

    // MARK: Answering

    /// Returns the recording's answer to a request of an app.
    ///
    /// - Parameters:
    ///   - request: The request, with the URL that the recording has, or would have.
    ///   - address: The address that it came from.
    ///   - now: The instant of the request, on any clock that goes like the recording's.
    /// - Returns: An exchange of the recording, or the reason that there is none.
    public mutating func respond(to request: HTTPRequest, from address: String, at now: Instant) -> AppAnswer {
        respond(to: AppRequest(request), from: address, at: now)
    }

    /// The same for a request that is taken apart already.
    ///
    /// - Parameters:
    ///   - asked: The request, with the URL that the recording has, or would have.
    ///   - address: The address that it came from.
    ///   - now: The instant of the request, on any clock that goes like the recording's.
    ///   - canBeginAgain: Whether it can be the one with which an app begins again, where such apps are served.
    /// - Returns: An exchange of the recording, or the reason that there is none.
    public mutating func respond(
        to asked: AppRequest,
        from address: String,
        at now: Instant,
        canBeginAgain: Bool = true
    ) -> AppAnswer {
        var sender = sender(of: asked, from: address)
        if let former = sender.former, let place = sender.place {
            // An app that began again without its device's name goes on with it, as far as the recording does there.
            let answer = respond(to: asked, in: place, from: address, at: now)
            if case .exchange(var match) = answer, let session = forget(former) {
                match.forgotten = [ForgottenApp(session: former, device: session.device)]
                return .exchange(match)
            }
            sender = Sender(place: sessions.place(of: former))
        }
        guard let place = sender.place else { return begin(with: asked, from: address, at: now) }
        let answer = respond(to: asked, in: place, from: address, at: now)
        guard case .unmatched(let unmatched) = answer else {
            if case .damaged = answer, sender.mayBeAnother { return begin(with: asked, from: address, at: now) }
            return answer
        }
        if sender.mayBeAnother, !isOfExpired(asked, unmatched, in: place) {
            let beginning = begin(with: asked, from: address, at: now)
            // It begins nothing: then it is of the app that has not named its device yet, and was given what it needs.
            guard case .unmatched(var nothing) = beginning else { return beginning }
            nothing.session = unmatched.session
            return .unmatched(nothing)
        }
        if beginsAgain, canBeginAgain, unmatched.isRepeated,
            let again = beginAgain(with: asked, in: place, from: address, at: now)
        {
            return again
        }
        // It was heard, whoever answers it; what a browser sends before it was not.
        if canBeginAgain { sessions.hear(from: address, at: place) }
        return answer
    }

    /// The answer in the session at a place.
    mutating func respond(to asked: AppRequest, in place: Int, from address: String, at now: Instant) -> AppAnswer {
        switch match(asked, in: place, at: now) {
        case .none(let unmatched): return .unmatched(unmatched)
        case .damaged(let entry):
            let ordinal = index.exchanges[entry].ordinal
            return .damaged(DamagedExchange(exchange: ordinal, damage: damage[ordinal] ?? ""))
        case .found(let found):
            let changed = changedDevice(by: found, in: place, from: address)
            if refusesChangedDevices, let changed { return refused(asked, by: found, since: changed) }
            return answer(asked, by: found, in: place, from: address, at: now, changed)
        }
    }

    /// The answer in a new session, which is none if nothing comes of it.
    mutating func begin(with asked: AppRequest, from address: String, at now: Instant) -> AppAnswer {
        let number = sessionCount + 1
        let place = sessions.begin(number)
        var answer = respond(to: asked, in: place, from: address, at: now)
        guard case .exchange(var match) = answer else {
            sessions.forget(number)
            guard case .unmatched(var unmatched) = answer, unmatched.session == number else { return answer }
            unmatched.session = nil
            return .unmatched(unmatched)
        }
        sessionCount = number
        if sessions.count > Self.sessionLimit, let oldest = sessions.oldest, let forgotten = forget(oldest) {
            match.forgotten = [ForgottenApp(session: oldest, device: forgotten.device, isOneTooMany: true)]
            answer = .exchange(match)
        }
        return answer
    }

    /// Forgets a session; the recorded devices that its app was are free again.
    @discardableResult
    mutating func forget(_ number: Int) -> AppSession? {
        guard let session = sessions.forget(number) else { return nil }
        for value in session.values.all where index.values.kind(of: value) == .device {
            guard let count = claims[value] else { continue }
            claims[value] = count > 1 ? count - 1 : nil
        }
        return session
    }

    /// What the session at a place has for a request.
    private mutating func match(_ asked: AppRequest, in place: Int, at now: Instant) -> SessionMatch {
        let number = sessions.all[place].number
        if case .departed = sessions.all[place].service, let call = asked.call {
            return .none(.init(reason: .notRecorded, operation: call.operation, differences: [], session: number))
        }
        let search = AppSession.Search(
            request: asked,
            index: index,
            polls: polls,
            now: now,
            claims: claims,
            ends: ends,
            isContinued: ends.isContinued && !beginsAgain
        )
        let answer = sessions.change(place) { $0.match(search) }
        guard case .found(let found) = answer else { return answer }
        if !damage.isEmpty, damage[index.exchanges[found.entry].ordinal] != nil { return .damaged(found.entry) }
        guard index.entries[found.entry].lacksBody else { return answer }
        return .none(
            .init(
                reason: .bodyOmitted,
                operation: asked.call?.operation,
                nearest: index.exchanges[found.entry].ordinal,
                differences: [],
                session: number
            )
        )
    }

    private mutating func answer(
        _ asked: AppRequest,
        by found: SessionMatch.Found,
        in place: Int,
        from address: String,
        at now: Instant,
        _ changedDevice: ChangedDevice?
    ) -> AppAnswer {
        sessions.hear(from: address, at: place)
        for (value, text) in found.bindings {
            if index.values.kind(of: value) == .device, !sessions.all[place].values.isBound(value) {
                claims[value, default: 0] += 1
            }
            sessions.bind(value, to: text, in: index.values, at: place)
        }
        for used in found.passedOver { isRequested[used] = true }
        isRequested[found.entry] = true
        let isFirst = beginsAgain && sessions.all[place].progress.requestCount == 0
        // A session is large, and changed where it is.
        sessions.change(place) { [index] session in
            if isFirst { session.progress.begin(at: found.entry) }
            session.progress.use(found, at: now, of: index)
            if let device = asked.devices.first { session.name(device: device) }
        }
        for device in asked.devices { sessions.name(place, .device(device)) }
        if !found.isRepeated { sessions.give(valuesOf: found.entry, of: index, at: place) }
        let isLogout = asked.call?.operation.specification.purpose == .logout
        let differences = sessions.all[place].differences(of: asked, from: found.entry, in: index)
        sessions.change(place) { [index] session in
            if isLogout { session.logOut() }
            session.learn(asked, from: found.entry, in: index)
        }
        return .exchange(
            .init(
                exchange: index.exchanges[found.entry],
                operation: index.entries[found.entry].call?.operation,
                rewriting: sessions.all[place].values.rewriting,
                differences: differences,
                passedOver: found.passedOver.map { index.exchanges[$0].ordinal },
                isRepeated: found.isRepeated,
                session: sessions.all[place].number,
                changedDevice: changedDevice
            )
        )
    }
}
