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
    private let index: ServedIndex
    private let polls: PollProgress
    private(set) var sessions: [ServedSession] = []
    /// The number of sessions since the beginning, and of requests.
    private var sessionCount = 0
    private var requestCount = 0
    /// The exchanges that were used by any session, and the sessions that each recorded device is that of.
    private var isRequested: [Bool]
    private var claims: [Int: Int] = [:]

    /// So many sessions are kept; the one that was heard from the longest ago goes first: 1024.
    public static let sessionLimit = 1_024

    /// The recording of these exchanges, in which nothing was requested.
    public init(of exchanges: [Exchange], polls: PollProgress = .count) {
        index = ServedIndex(of: exchanges)
        self.polls = polls
        isRequested = Array(repeating: false, count: exchanges.count)
    }

    /// The hosts of the recording, in order of first appearance, in small letters, with the port where it is not the scheme's
    /// default.
    public var hosts: [String] { index.hosts }

    /// The instant at which the last of its exchanges had ended.
    public var end: Instant { index.exchanges.map(\.endedAt).max() ?? .distantPast }

    /// Checks whether a request to this host, and port where it is not the scheme's default, may be answered: the recording has it,
    /// or an app has named an address there to be sent back to.
    public func serves(_ host: String) -> Bool {
        let host = host.lowercased()
        return index.exchangesByHost[ExactText(host)] != nil
            || sessions.contains { $0.redirectHosts.contains(exactly: host) }
    }

    /// The exchanges that no app has requested, by ordinal, in order; tunnels that no one looked into are not among them.
    public var neverRequested: [Int] {
        index.entries.indices.filter { !isRequested[$0] && index.entries[$0].isServed }.map {
            index.exchanges[$0].ordinal
        }
    }

    /// The sessions, in order of their first requests.
    public var apps: [App] {
        sessions.map { session in
            let open = index.entries.indices.filter { !session.hasUsed($0) && index.entries[$0].isServed }
            return App(
                session: session.number,
                device: session.device,
                requestCount: session.requestCount,
                neverRequested: open.map { index.exchanges[$0].ordinal }
            )
        }
    }

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
        sessions = []
        (sessionCount, requestCount) = (0, 0)
        claims = [:]
        isRequested = Array(repeating: false, count: isRequested.count)
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
        let asked = ServedRequest(request)
        requestCount += 1
        var refusal: ServedAnswer.Unmatched?
        var found: (match: ServedMatch.Found, place: Int)?
        for place in places(for: asked, from: connection) {
            switch match(asked, in: place, at: now) {
            case .found(let match):
                // A request follows the one before it; where it does in no session, the likeliest one's it is.
                let follows = match.entry == 0 || sessions[place].hasUsed(match.entry - 1)
                if found == nil || follows { found = (match, place) }
                if !follows { continue }
            case .none(let unmatched):
                refusal = refusal ?? unmatched
                continue
            }
            break
        }
        if let found {
            sessions[found.place].hear(from: connection)
            return answer(asked, by: found.match, in: found.place, at: now)
        }
        // It is held against what its app has done; without one, or from elsewhere, it may be a beginning.
        if let refusal, !isBeginning(asked, from: connection) {
            return .unmatched(refusal)
        }
        return begin(with: asked, from: connection, at: now)
    }

    private mutating func begin(
        with asked: ServedRequest,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServedAnswer {
        let session = ServedSession(sessionCount + 1, over: index.exchanges.count, from: connection)
        sessions.append(session)
        let place = sessions.count - 1
        switch match(asked, in: place, at: now) {
        case .none(var unmatched):
            // What came of nothing is no session.
            sessions.removeLast()
            unmatched.session = nil
            return .unmatched(unmatched)
        case .found(let found):
            sessionCount += 1
            let answer = answer(asked, by: found, in: place, at: now)
            if sessions.count > Self.sessionLimit,
                let oldest = sessions.indices.min(by: { sessions[$0].lastUsed < sessions[$1].lastUsed })
            {
                sessions.remove(at: oldest)
            }
            return answer
        }
    }

    private mutating func match(_ asked: ServedRequest, in place: Int, at now: Instant) -> ServedMatch {
        let search = ServedSession.Search(request: asked, index: index, polls: polls, now: now, claims: claims)
        let answer = sessions[place].match(search)
        guard case .found(let found) = answer, index.entries[found.entry].lacksBody else { return answer }
        return .none(
            .init(
                reason: .bodyOmitted,
                operation: asked.call?.operation,
                nearest: index.exchanges[found.entry].ordinal,
                differences: [],
                session: sessions[place].number
            )
        )
    }

    private mutating func answer(
        _ asked: ServedRequest,
        by found: ServedMatch.Found,
        in place: Int,
        at now: Instant
    ) -> ServedAnswer {
        let entry = index.entries[found.entry]
        let exchange = index.exchanges[found.entry]
        for (value, text) in found.bindings {
            if index.values.kind(of: value) == .device, !sessions[place].isBound(value) {
                claims[value, default: 0] += 1
            }
            sessions[place].bind(value, to: text, in: index.values)
        }
        for used in found.passedOver + [found.entry] {
            sessions[place].use(used)
            isRequested[used] = true
        }
        if entry.isPoll { sessions[place].lastPolls[entry.list] = found.entry }
        if let device = asked.devices.first { sessions[place].name(device: device) }
        sessions[place].lastUsed = requestCount
        sessions[place].count(at: now, recorded: exchange.startedAt)
        return .exchange(
            .init(
                exchange: exchange,
                operation: entry.call?.operation,
                rewriting: sessions[place].rewriting,
                differences: sessions[place].differences(of: asked, from: found.entry, in: index),
                passedOver: found.passedOver.map { index.exchanges[$0].ordinal },
                isRepeated: found.isRepeated,
                session: sessions[place].number
            )
        )
    }

    // MARK: Telling apps apart

    /// The sessions that a request may belong to, the likeliest first.
    private func places(for asked: ServedRequest, from connection: ClientConnection) -> [Int] {
        if !asked.devices.isEmpty {
            var known = sessions.indices.filter { named(sessions[$0], one: asked.devices) }
            if known.isEmpty {
                known = sessions.indices.filter { place in asked.devices.contains { knows(sessions[place], device: $0) }
                }
            }
            if !known.isEmpty { return ranked(known, from: connection) }
            let unnamed = sessions.indices.filter { mayBeNamed(sessions[$0]) }
            return ranked(unnamed.filter { closeness(of: sessions[$0], to: connection) != .none }, from: connection)
        }
        let mayBe = sessions.indices.filter { place in
            asked.isBesideTheApp || closeness(of: sessions[place], to: connection) != .none
                || asked.evidence.contains { !sessions[place].meanings(of: $0).isEmpty }
        }
        guard mayBe.count > 1 else { return mayBe }
        let known = asked.evidence.map { ($0, index.values.index(of: $0)) }
        let evidence = mayBe.map { place in known.count { isEvidence($0, $1, of: sessions[place]) } }
        guard let most = evidence.max(), most > 0 else { return ranked(mayBe, from: connection) }
        let likely = zip(mayBe, evidence).filter { $0.1 == most }.map(\.0)
        let others = zip(mayBe, evidence).filter { $0.1 < most }.map(\.0)
        return ranked(likely, from: connection) + ranked(others, from: connection)
    }

    /// Checks whether a value that a request names is one that a session's app has: its own, or one that it was given.
    private func isEvidence(_ text: String, _ value: Int?, of session: ServedSession) -> Bool {
        if !session.meanings(of: text).isEmpty { return true }
        guard let value else { return false }
        if session.isBound(value) { return ExactText(session.value(of: value, in: index.values)) == ExactText(text) }
        return index.values.giver(of: value).map { session.hasUsed($0) } ?? false
    }

    /// The sessions heard over the same connection first, then those from the same address, of each the one last heard from.
    private func ranked(_ places: [Int], from connection: ClientConnection) -> [Int] {
        guard places.count > 1 else { return places }
        return places.map { (place: $0, closeness: closeness(of: sessions[$0], to: connection)) }.sorted { one, other in
            one.closeness != other.closeness
                ? one.closeness > other.closeness : sessions[one.place].lastUsed > sessions[other.place].lastUsed
        }.map(\.place)
    }

    private func named(_ session: ServedSession, one devices: [String]) -> Bool {
        guard let name = session.device else { return false }
        return devices.contains { ExactText($0) == name }
    }

    /// Checks whether a session's app may have a name that it has not said yet: none at all, or one that the service gave it.
    private func mayBeNamed(_ session: ServedSession) -> Bool {
        session.device == nil
            || index.givenDevices.contains { device in
                !session.isBound(device) && index.values.giver(of: device).map { session.hasUsed($0) } ?? false
            }
    }

    private enum Closeness: Comparable {
        case none
        case sameAddress
        case sameConnection
    }

    private func closeness(of session: ServedSession, to connection: ClientConnection) -> Closeness {
        if session.connections.contains(connection) { return .sameConnection }
        return session.connections.contains { ExactText($0.address) == connection.address } ? .sameAddress : .none
    }

    /// Checks whether a session is that of a device: it was named so, or its service named it so.
    private func knows(_ session: ServedSession, device text: String) -> Bool {
        if !session.meanings(of: text).isEmpty { return true }
        guard let value = index.values.index(of: session.translated(text) ?? text) else { return false }
        if session.isBound(value) {
            return session.value(of: value, in: index.values) == text || session.translated(text) != nil
        }
        return index.values.giver(of: value).map { session.hasUsed($0) } ?? (session.translated(text) != nil)
    }

    /// Checks whether a request that no session answers may be the first one of another app: it names a device that no session
    /// has, or comes from where no app was heard.
    private func isBeginning(_ asked: ServedRequest, from connection: ClientConnection) -> Bool {
        if !asked.devices.isEmpty {
            return !sessions.contains { session in asked.devices.contains { knows(session, device: $0) } }
        }
        return !sessions.contains { closeness(of: $0, to: connection) != .none }
    }
}
