import Exchanges
import OrderedCollections
import PassAPI
import Services
import VirtualTime

// Several apps over one recording: whose a request is that names no device, and what one app's simulated service has to know of
// the others'.

extension ServedBackend {
    /// The session over the recording for which a login or logout ended, at its simulated service, at the address of a request;
    /// of several the last; nil if there is none.
    ///
    /// That service knows the address as it was given it: at its own time, and in the recording's words.
    func sessionEnded(at asked: AskedRequest) -> Int? {
        guard let recording, asked.call == nil else { return nil }
        let place = worlds.values.indices.last { place in
            guard let service = worlds.values[place].run.world.backend.service.simulated, service.hasEnds else {
                return false
            }
            let request = AskedRequest.moved(asked.received, by: worlds.values[place].lead)
            return service.hasEnd(at: recording.translated(request, session: worlds.keys[place]).request.url)
        }
        return place.map { worlds.keys[$0] }
    }

    /// The session over the recording whose app has a code that a request names, from its simulated service or from the recording;
    /// nil if there is none.
    mutating func sessionWithCode(in asked: AskedRequest) -> Int? {
        guard !asked.parts.evidence.isEmpty else { return nil }
        for place in worlds.values.indices.reversed() {
            guard worlds.values[place].run.world.backend.service.simulated != nil else { continue }
            // A browser elsewhere may be the first to ask for what the recording gave.
            tellWorld(at: place)
            let session = worlds.keys[place]
            let isThere = asked.parts.evidence.contains { text in
                guard let recorded = recording?.recordedName(of: text, session: session) else { return false }
                return worlds.values[place].run.world.backend.service.simulated?.hasCode(recorded) == true
            }
            if isThere { return session }
        }
        return nil
    }

    /// The session whose simulated service gave a code that a request names, of which the recording knows nothing: whatever it has
    /// in answer is about another code.
    func sessionWithNewCode(in asked: AskedRequest) -> Int? {
        guard let recording, !asked.parts.codes.isEmpty else { return nil }
        let place = worlds.values.indices.last { place in
            guard let service = worlds.values[place].run.world.backend.service.simulated else { return false }
            return asked.parts.codes.contains { text in
                service.hasCode(text) && !recording.hasValue(text)
                    && recording.recordedName(of: text, session: worlds.keys[place]).map { $0 == text } == true
            }
        }
        return place.map { worlds.keys[$0] }
    }

    /// A login at the simulated service of a session over the recording, or of nobody's.
    struct BegunLogin {
        /// The session; nil for the service that requests of no known app meet.
        var session: Int?
    }

    /// The login that a browser goes on with in a request, by its `RelayState`; nil if the recording has to know it.
    func loginGoingOn(in asked: AskedRequest) -> BegunLogin? {
        guard recording != nil, asked.call == nil || asked.call?.operation == .assertionConsumer else { return nil }
        func isThere(_ world: ServedWorld) -> Bool {
            guard let service = world.run.world.backend.service.simulated, service.hasLogins else { return false }
            let named = asked.call.map { [$0["RelayState"] ?? ""] } ?? asked.parts.evidence
            return named.contains(where: service.hasLogin)
        }
        if let place = worlds.values.indices.last(where: { isThere(worlds.values[$0]) }) {
            return BegunLogin(session: worlds.keys[place])
        }
        return isThere(base) ? BegunLogin(session: nil) : nil
    }

    /// Lets the back end of a session know what its app was given since the last time.
    mutating func tellWorld(of session: Int) {
        if let place = worlds.index(forKey: session) { tellWorld(at: place) }
    }

    /// The sign-ons that the simulated service of a session knows.
    func signOns(of session: Int) -> OrderedSet<SimulatedService.SignOn> {
        guard let place = worlds.index(forKey: session) else { return [] }
        return worlds.values[place].run.world.backend.service.simulated?.signOns ?? []
    }

    /// The simulated service of a session has answered, and its app may have signed on or logged out.
    ///
    /// After a sign-on the recording's "not yet" is over, and all of the recording if that has none with the MVPD: what it goes on
    /// with is somebody else's. So it is after a logout, of which the recording knows nothing.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - known: the sign-ons before.
    mutating func noteSignOns(of session: Int, beside known: OrderedSet<SimulatedService.SignOn>) {
        let signOns = signOns(of: session)
        if signOns.count < known.count { recording?.depart(session) }
        let new = signOns.subtracting(known)
        guard !new.isEmpty else { return }
        recording?.signOn(session)
        guard let observer = evidence?.observer, !new.allSatisfy({ observer.hasSignOn(with: $0.mvpd) }) else { return }
        recording?.depart(session)
    }

    /// A request in the time and the words of what is served to a session, and how its answer becomes the app's; nil where no
    /// recording answers.
    func inRecordedWords(_ asked: AskedRequest, of session: Int?) -> (request: HTTPRequest, rewriting: Rewriting)? {
        let lead = lead(of: session)
        let own = lead == base.lead ? asked.request : AskedRequest.moved(asked.received, by: lead)
        return recording?.translated(own, session: session)
    }

    /// Lets the simulated service of a session know the application and access token that a call names, if another one issued them.
    ///
    /// Where several apps have one address, `register` and `token` name no device: they may have been taken for another app's.
    ///
    /// - Parameters:
    ///   - call: the call, in the session's time and words.
    ///   - asked: the same as it was asked.
    ///   - session: the session that it is taken for; nil for no known app's.
    ///   - now: what the served clock shows.
    mutating func shareAccess(namedBy call: PassRequest, of asked: AskedRequest, with session: Int?, at now: Instant) {
        let own = session.flatMap(worlds.index(forKey:))
        let receiver = own.map { worlds.values[$0] } ?? base
        // Whom the recording gives nothing any more may have been given its token in another one's place, anew.
        let end = session.flatMap { recording?.hasDeparted($0) == true ? receiver.inner(now) : nil }
        guard receiver.run.world.backend.service.simulated?.lacksAccess(namedBy: call, at: end) == true
        else { return }
        for other in worlds.keys.reversed().map(Optional.some) + [nil] where other != session {
            let place = other.flatMap(worlds.index(forKey:))
            if let place { tellWorld(at: place) }
            let giver = place.map { worlds.values[$0] } ?? base
            guard let words = inRecordedWords(asked, of: other)?.request,
                let named = words == asked.request ? asked.call : PassRequest(recognizing: words),
                let access = giver.run.world.backend.service.simulated?.access(namedBy: named, at: giver.inner(now))
            else { continue }
            let ahead = Duration.seconds(giver.lead - receiver.lead)
            func adopt(_ world: inout ServedWorld) {
                world.run.world.backend.withSimulated { service, _ in
                    service.adopt(access, namedBy: call, ahead: ahead)
                }
            }
            if let own { adopt(&worlds.values[own]) } else { adopt(&base) }
            return
        }
    }
}
