import Documents
import Exchanges
import PassAPI

// Telling apps apart.

/// The sessions that a request may belong to, the likeliest first, each looked for when it is asked for.
struct SessionCandidates {
    /// The sessions in the order in which they were heard from, the last one last.
    private let order: [Int]
    /// The groups that are gone through one after the other.
    private let groups: [Set<Int>?]
    private let connection: ClientConnection
    private var group = 0
    private var closeness = SessionCandidates.Closeness.sameConnection
    private var position: Int
    private let least: Closeness
    /// True if the request names a device that no session is known to be that of.
    let areOfUnknownDevice: Bool

    /// How near the sender of a request is to those of a session.
    enum Closeness: Int, Comparable {
        case none
        case sameAddress
        case sameConnection

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// The sessions of some groups that are at least so close.
    ///
    /// - Parameters:
    ///   - groups: The numbers of the sessions of each group, those of one before those of the next; nil stands for all sessions.
    ///   - order: The numbers in the order in which the sessions were heard from.
    ///   - connection: The sender.
    ///   - least: What is farther away is none.
    ///   - areOfUnknownDevice: Whether the request names a device that no session is known to be that of.
    init(
        _ groups: [Set<Int>?],
        in order: [Int],
        from connection: ClientConnection,
        atLeast least: Closeness = .none,
        areOfUnknownDevice: Bool = false
    ) {
        (self.order, self.connection, self.least) = (order, connection, least)
        self.areOfUnknownDevice = areOfUnknownDevice
        self.groups = groups.filter { $0?.isEmpty != true }
        position = order.count
    }

    /// The place of the next one: of each group those heard over the same connection first, then those from the same address, of
    /// these the one last heard from.
    mutating func next(in sessions: ServedSessions) -> Int? {
        while group < groups.count {
            while position > 0 {
                position -= 1
                let number = order[position]
                guard groups[group]?.contains(number) ?? true, let place = sessions.place(of: number) else { continue }
                if Self.closeness(of: sessions.all[place].connections, to: connection) == closeness { return place }
            }
            position = order.count
            if let farther = Closeness(rawValue: closeness.rawValue - 1), farther >= least {
                closeness = farther
            } else {
                closeness = .sameConnection
                group += 1
            }
        }
        return nil
    }

    /// Returns how near a sender is to those of a session.
    static func closeness(of connections: [ClientConnection], to connection: ClientConnection) -> Closeness {
        if connections.contains(connection) { return .sameConnection }
        return connections.contains { ExactText($0.address) == connection.address } ? .sameAddress : .none
    }
}

extension ServedRecording {
    /// The sessions that a request may belong to, the likeliest first.
    func candidates(for asked: ServedRequest, from connection: ClientConnection) -> SessionCandidates {
        func candidates(_ groups: [Set<Int>?], atLeast least: SessionCandidates.Closeness = .none) -> SessionCandidates
        {
            SessionCandidates(groups, in: sessions.recency, from: connection, atLeast: least)
        }
        guard asked.devices.isEmpty else {
            let named = asked.devices.flatMap(sessions.numbers(named:))
            // One is usual, and need not be looked for among the others.
            if !named.isEmpty { return SessionCandidates([nil], in: ordered(named), from: connection) }
            let devices = asked.devices.map(device(named:))
            let known = sessions.all.indices.filter { knows($0, anyOf: devices) }
            if !known.isEmpty { return candidates([Set(known.map { sessions.all[$0].number })]) }
            let unnamed = sessions.all.indices.filter(mayBeNamed).map { sessions.all[$0].number }
            return SessionCandidates(
                [Set(unnamed)],
                in: sessions.recency,
                from: connection,
                atLeast: .sameAddress,
                areOfUnknownDevice: true
            )
        }
        let evidence = evidence(in: asked)
        let all = asked.isBesideTheApp
        let owning = evidence.reduce(into: Set<Int>()) { $0.formUnion($1.owners) }
        guard !evidence.isEmpty else { return candidates([nil], atLeast: all ? .none : .sameAddress) }
        var counts: [(number: Int, count: Int)] = []
        // By their places: a session is large, and copied if it is handed about.
        for place in sessions.all.indices
        where all || owning.contains(sessions.all[place].number)
            || SessionCandidates.closeness(of: sessions.all[place].connections, to: connection) != .none
        {
            counts.append((sessions.all[place].number, evidence.count { isEvidence($0, of: place) }))
        }
        let most = counts.lazy.map(\.count).max() ?? 0
        guard most > 0 else { return candidates([Set(counts.map(\.number))]) }
        let likely = Set(counts.lazy.filter { $0.count == most }.map(\.number))
        let others = Set(counts.lazy.filter { $0.count < most }.map(\.number))
        return candidates([likely, others])
    }

    /// The numbers of a few sessions in the order in which they were heard from.
    private func ordered(_ numbers: [Int]) -> [Int] {
        if numbers.count == 1 { return numbers }
        let few = Set(numbers)
        return few.count == 1 ? Array(numbers.prefix(1)) : sessions.recency.filter(few.contains)
    }

    /// A value that a request names, and whose it may be.
    private struct Evidence {
        var text: String
        /// The recording's value of this text, if it has one.
        var value: Int?
        /// The sessions whose apps have it for a recorded one.
        var owners: Set<Int>
    }

    /// What a request names that the recording, or some app in its place, has.
    private func evidence(in asked: ServedRequest) -> [Evidence] {
        asked.evidence.compactMap { text in
            let (value, owners) = (index.values.index(of: text), sessions.numbers(owning: text))
            return value == nil && owners.isEmpty ? nil : Evidence(text: text, value: value, owners: Set(owners))
        }
    }

    /// Checks whether a request got nothing since what it needs has expired, and names what its session has: then it begins no other
    /// one, though its app has not named its device before.
    func isOfExpired(_ asked: ServedRequest, _ unmatched: ServedAnswer.Unmatched) -> Bool {
        guard unmatched.reason == .expiredDuringReplay, let place = unmatched.session.flatMap(sessions.place(of:))
        else {
            return false
        }
        return evidence(in: asked).contains { isEvidence($0, of: place) }
    }

    /// Checks whether a value that a request names is one that the app of the session at a place has: its own, or one that it was
    /// given.
    private func isEvidence(_ evidence: Evidence, of place: Int) -> Bool {
        if evidence.owners.contains(sessions.all[place].number) { return true }
        guard let value = evidence.value else { return false }
        if sessions.all[place].isBound(value) {
            return ExactText(sessions.all[place].value(of: value, in: index.values)) == ExactText(evidence.text)
        }
        if sessions.all[place].offered(for: value) != nil { return false }
        return index.values.giver(of: value).map { sessions.all[place].hasUsed($0) } ?? false
    }

    /// The sessions whose apps have what a request to a host that is none of the service's names, by their numbers.
    ///
    /// It looks at all sessions, once for a request.
    func owners(ofTextsIn asked: ServedRequest) -> [ExactText: Set<Int>] {
        guard isContinued, !beginsAgain, asked.page != nil, !sessions.all.isEmpty else { return [:] }
        var owners: [ExactText: Set<Int>] = [:]
        for text in asked.evidence {
            var holders = Set(sessions.numbers(owning: text))
            if let value = index.values.index(of: text), index.values.kind(of: value).isGiven {
                for session in sessions.all.indices
                where ExactText(sessions.all[session].value(of: value, in: index.values)) == ExactText(text) {
                    holders.insert(sessions.all[session].number)
                }
            }
            if !holders.isEmpty { owners[ExactText(text)] = holders }
        }
        return owners
    }

    /// Checks whether the app of the session at a place may have a name that it has not said yet: none at all, or one that the
    /// service gave it.
    private func mayBeNamed(_ place: Int) -> Bool {
        sessions.all[place].device == nil
            || index.givenDevices.contains { device in
                !sessions.all[place].isBound(device)
                    && index.values.giver(of: device).map { sessions.all[place].hasUsed($0) } ?? false
            }
    }

    /// A device that a request names.
    private struct NamedDevice {
        var text: String
        /// The recording's value of this text, if it has one.
        var value: Int?
        /// The sessions whose apps have it for a recorded one.
        var owners: Set<Int>
    }

    private func device(named text: String) -> NamedDevice {
        NamedDevice(text: text, value: index.values.index(of: text), owners: Set(sessions.numbers(owning: text)))
    }

    /// Checks whether the session at a place is that of one of these devices: it was named so, or its service named it so.
    private func knows(_ place: Int, anyOf devices: [NamedDevice]) -> Bool {
        devices.contains { device in
            if device.owners.contains(sessions.all[place].number) { return true }
            let translated = sessions.all[place].translated(device.text)
            guard let value = translated.map({ index.values.index(of: $0) }) ?? device.value else { return false }
            if sessions.all[place].isBound(value) {
                return translated != nil || sessions.all[place].value(of: value, in: index.values) == device.text
            }
            return index.values.giver(of: value).map { sessions.all[place].hasUsed($0) } ?? (translated != nil)
        }
    }

    /// Checks whether a request that no session answers may be the first one of another app: it names a device that no session
    /// has, or comes from where no app was heard.
    func isBeginning(_ asked: ServedRequest, _ candidates: SessionCandidates, from connection: ClientConnection) -> Bool
    {
        if candidates.areOfUnknownDevice { return true }
        if !asked.devices.isEmpty {
            // Those that were named so are the likeliest to know it.
            let named = asked.devices.flatMap(sessions.numbers(named:)).compactMap(sessions.place(of:))
            let devices = asked.devices.map(device(named:))
            return !named.contains { knows($0, anyOf: devices) }
                && !sessions.all.indices.contains { knows($0, anyOf: devices) }
        }
        return !sessions.all.indices.contains {
            SessionCandidates.closeness(of: sessions.all[$0].connections, to: connection) != .none
        }
    }
}
