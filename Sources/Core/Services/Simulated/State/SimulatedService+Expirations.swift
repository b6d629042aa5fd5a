import OrderedCollections
import PassAPI
public import VirtualTime

extension SimulatedService {
    /// Returns what expires after `now`, as far as it knows, in true time: by instant, then by kind and subject.
    ///
    /// The same thing known twice (a sign-on, and the AuthN token made of it) is listed once.
    public func expirations(at now: Instant) -> [Expiration] {
        let time = serverTime(at: now)
        var expirations: OrderedSet<Expiration> = []
        func add(_ kind: HoldingKind, _ subject: String?, _ expires: Instant) {
            guard expires > time else { return }
            // The server's clock may be off: it gets there when true time is not there yet, or has passed.
            let instant = expires - configuration.clockOffset
            expirations.append(Expiration(kind, subject, at: instant, source: "service"))
        }
        for signOn in state.devices.values.lazy.flatMap(\.signOns.values) {
            if let record = signOn.authentication { add(.authenticationToken, record.requestor, record.expires) }
            for record in signOn.authorizations.values {
                add(.authorizationToken, MRSSResource(record.resource).name, record.expires)
            }
        }
        for signOn in state.profiles.values.lazy.flatMap(\.signOns.values) {
            if let record = signOn.authentication { add(.profile, record.mvpd, record.expires) }
            for record in signOn.authorizations.values {
                add(.decision, MRSSResource(record.resource).name, record.expires)
            }
        }
        for record in state.authenticationSessions.all { add(.code, record.code, record.expires) }
        for record in state.authenticationTokens.entries.values {
            add(.authenticationToken, record.requestor, record.expires)
        }
        for record in state.authorizationTokens.entries.values {
            add(.authorizationToken, MRSSResource(record.resource).name, record.expires)
        }
        for record in state.mediaTokens.entries.values {
            add(.mediaToken, MRSSResource(record.resource).name, record.expires)
        }
        for record in state.codes.entries.values { add(.registrationCode, record.code, record.expires) }
        for record in state.accessTokens.entries.values { add(.accessToken, nil, record.expires) }
        for expiration in providerExpirations(at: now) where expiration.instant > now { expirations.append(expiration) }
        return expirations.sorted { ($0.instant, $0.name) < ($1.instant, $1.name) }
    }
}
