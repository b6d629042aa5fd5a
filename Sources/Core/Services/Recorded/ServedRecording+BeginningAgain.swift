import PassAPI
import VirtualTime

extension ServedRecording {
    /// Begins the recording again for an app that requests once more what it was given.
    ///
    /// What is known of the devices that the request names is forgotten. One that names none may be another app's at the same
    /// address: it takes nothing from an app that has named a device, and what names one next goes on with it. From then on
    /// nothing answers that was recorded before the first request: that, too, is a beginning.
    ///
    /// - Returns: the answer; nil, and nothing is changed, if the recording has none at its beginning either.
    mutating func beginAgain(
        with asked: ServedRequest,
        from connection: ClientConnection,
        at now: Instant
    ) -> ServedAnswer? {
        let (sessions, claims) = (sessions, claims)
        let old = asked.devices.isEmpty ? unnamed(from: connection) : asked.devices.flatMap(sessions.numbers(named:))
        old.forEach { forget($0) }
        let answer: ServedAnswer
        if !asked.devices.isEmpty, let newest = old.max(), let place = begun(since: newest, from: connection),
            case .found(let match) = match(asked, in: place, at: now)
        {
            self.sessions.hear(from: connection, at: place)
            answer = self.answer(asked, by: match, in: place, from: connection, at: now)
        } else {
            answer = begin(with: asked, from: connection, at: now)
        }
        if case .exchange(var match) = answer {
            // A start is one beginning: the request that names the device may follow one that named none, and began it.
            match.beginsAgain = !hasBegunAgain(match.session)
            self.sessions.markAgain(match.session)
            return .exchange(match)
        }
        (self.sessions, self.claims) = (sessions, claims)
        return nil
    }

    /// Checks whether the session with this number is that of an app that began again.
    public func hasBegunAgain(_ session: Int) -> Bool {
        sessions.place(of: session).map { sessions.all[$0].isAgain } ?? false
    }

    /// The numbers of the sessions that were heard from an address and whose apps have named no device.
    private func unnamed(from connection: ClientConnection) -> [Int] {
        sessions.all.filter { session in
            session.device == nil && SessionCandidates.closeness(of: session.connections, to: connection) != .none
        }
        .map(\.number)
    }

    /// The place of the last session that began after the one of this number at the address of a sender, and whose app has
    /// named no device.
    private func begun(since number: Int, from connection: ClientConnection) -> Int? {
        sessions.all.lastIndex { session in
            session.number > number && session.device == nil
                && SessionCandidates.closeness(of: session.connections, to: connection) != .none
        }
    }

    /// Forgets a session; the recorded device that its app was is free again.
    private mutating func forget(_ number: Int) {
        guard let session = sessions.forget(number) else { return }
        for value in session.boundValues where index.values.kind(of: value) == .device {
            guard let count = claims[value] else { continue }
            claims[value] = count > 1 ? count - 1 : nil
        }
    }
}
