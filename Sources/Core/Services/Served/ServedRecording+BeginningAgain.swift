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
        with asked: AppRequest,
        in place: Int,
        from address: String,
        at now: Instant
    ) -> AppAnswer? {
        let (sessions, claims) = (sessions, claims)
        let unnamed = unnamedSession(from: address)
        let old = asked.devices.isEmpty ? [unnamed].compactMap(\.self) : [sessions.all[place].number]
        let forgotten = old.compactMap { number in
            forget(number).map { ForgottenApp(session: number, device: $0.device) }
        }
        var answer: AppAnswer?
        if !asked.devices.isEmpty, let newest = old.max(), let unnamed, unnamed > newest,
            let place = self.sessions.place(of: unnamed)
        {
            answer = respond(to: asked, in: place, from: address, at: now)
        }
        if case .exchange? = answer {} else { answer = begin(with: asked, from: address, at: now) }
        if case .exchange(var match)? = answer, let place = self.sessions.place(of: match.session) {
            // A start is one beginning: the request that names the device may follow one that named none, and began it.
            match.beginsAgain = !hasBegunAgain(match.session)
            match.forgotten += forgotten
            self.sessions.change(place) { $0.origin = .again }
            return .exchange(match)
        }
        (self.sessions, self.claims) = (sessions, claims)
        return nil
    }

    /// Checks whether the session with this number is that of an app that began again.
    public func hasBegunAgain(_ session: Int) -> Bool {
        sessions.place(of: session).map { hasBegunAgain(at: $0) } ?? false
    }

    /// The same for the session at a place.
    func hasBegunAgain(at place: Int) -> Bool { if case .again = sessions.all[place].origin { true } else { false } }

    /// The number of the session that was heard last from an address, if its app has named no device.
    private func unnamedSession(from address: String) -> Int? {
        guard let place = sessions.place(named: .address(address)), sessions.all[place].device == nil else {
            return nil
        }
        return sessions.all[place].number
    }
}
