import Documents
import Exchanges
import OrderedCollections
import PassAPI
import Services
import VirtualTime

// Several apps over one recording, each with a simulated service of its own after it: whose code and login a browser has.

/// The simulated service that made a code, a login or the end of one.
struct ServiceMaker: Hashable, Sendable {
    /// The session over the recording whose app it is for; nil for requests of no known app.
    var session: Int?
}

extension ServedBackend {
    /// So many are known of each service: 64.
    private static let makingsLimit = 64

    /// Forgets an app whose session over the recording is not kept any more.
    mutating func forget(_ app: ForgottenApp, at now: Instant) {
        let world = worlds.removeValue(forKey: app.session)
        for text in world?.made ?? [] where makers[text]?.session == app.session { makers[text] = nil }
        faults[app.session] = nil
        guard app.isOneTooMany else { return }
        // The first one of many says it.
        if !hasForgottenApp { log.warn(ServedWarning(app, at: now)) }
        hasForgottenApp = true
    }

    /// Learns what the simulated service of a session has made last: codes and logins as the app has them, ends as the service does.
    mutating func noteMakings(of session: Int?, _ rewriting: Rewriting) {
        guard recording != nil else { return }
        let maker = ServiceMaker(session: session)
        for text in service(of: session)?.latestMakings ?? [] {
            let own = ExactText(rewriting.replacing(text) ?? text)
            guard makers[own] != maker else { continue }
            makers[own] = maker
            func note(in world: inout ServedWorld) -> ExactText? {
                world.made.append(own)
                return world.made.count > Self.makingsLimit ? world.made.removeFirst() : nil
            }
            let place = session.flatMap(worlds.index(forKey:))
            let forgotten = if let place { note(in: &worlds.values[place]) } else { note(in: &base) }
            if let forgotten, makers[forgotten] == maker { makers[forgotten] = nil }
        }
    }

    /// The simulated service that made a code or a login which a request names, and still has it; nil where there is none, or
    /// where the recording has to know it.
    func maker(in asked: AskedRequest) -> ServiceMaker? {
        guard !makers.isEmpty else { return nil }
        let isOfLogin = asked.call == nil || asked.call?.operation == .assertionConsumer
        for text in asked.parts.codes + (isOfLogin ? asked.parts.evidence : []) {
            guard let maker = makers[ExactText(text)] else { continue }
            guard let service = service(of: maker.session) else { continue }
            if service.hasLogin(text) || service.hasCode(text) && recording?.hasValue(text) != true { return maker }
        }
        return nil
    }

    /// The session of the app that was given a code which a request from elsewhere names.
    func sessionWithCode(in asked: AskedRequest) -> Int? {
        for text in asked.parts.codes {
            if let session = makers[ExactText(text)]?.session ?? recording?.session(withCode: text) { return session }
        }
        return nil
    }

    /// Checks whether a request is for an address where a simulated service has let a login or logout end.
    func isEnd(_ asked: AskedRequest) -> Bool { makerOfEnd(asked) != nil }

    /// The simulated service that has let a login or logout end at the address of a request.
    func makerOfEnd(_ asked: AskedRequest) -> ServiceMaker? {
        guard !makers.isEmpty, asked.call == nil else { return nil }
        return makers[ExactText(SimulatedService.end(at: asked.received.url))]
    }

    /// Checks whether the service of a session has let a login or logout of its own app end at the address of a request.
    func hasEnd(of session: Int?, at asked: AskedRequest) -> Bool {
        guard asked.call == nil, let place = session.flatMap(worlds.index(forKey:)) else { return false }
        return worlds.values[place].made.contains(ExactText(SimulatedService.end(at: asked.received.url)))
    }

    /// The sign-ons that the simulated service of a session knows.
    func signOns(of session: Int) -> OrderedSet<SimulatedService.SignOn> {
        worlds.index(forKey: session) == nil ? [] : service(of: session)?.signOns ?? []
    }

    /// The simulated service that the app of a session meets, or requests of no known app.
    private func service(of session: Int?) -> SimulatedService? {
        guard let place = session.flatMap(worlds.index(forKey:)) else {
            return base.run.world.backend.service.simulated
        }
        return worlds.values[place].run.world.backend.service.simulated
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
}
