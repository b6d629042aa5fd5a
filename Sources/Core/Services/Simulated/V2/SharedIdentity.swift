import Documents
import OrderedCollections
import PassAPI
import Tokens
import VirtualTime

/// Who a user is in every app and on every device, by the word of the platform or of an identity service (rest-api-v2.md §3.5,
/// §6.7).
struct SharedIdentity: Hashable, Sendable {
    /// The header in which the user is named: each has its own users.
    var header: String
    /// Who says so, where a token tells.
    var issuer: String
    /// The user's id there; a platform's token that says none is taken whole.
    var subject: String

    /// The type of a profile that an app has by it, without a login of its own.
    var profileKind: Profile.Kind { header == ServiceToken.header ? .serviceTokenSSO : .platformSSO }
}

/// Where users with such an identity have logged in.
struct SharedSignOns: Hashable, Sendable {
    private var places: [SharedIdentity: OrderedSet<ProfileKey>] = [:]

    /// The installations on which the user of an identity has logged in, in order; a sign-on there may have ended since.
    func places(of identity: SharedIdentity) -> OrderedSet<ProfileKey> { places[identity] ?? [] }

    mutating func add(_ place: ProfileKey, of identities: [SharedIdentity]) {
        for identity in identities { places[identity, default: []].append(place) }
    }

    mutating func remove(_ place: ProfileKey, of identity: SharedIdentity) {
        places[identity]?.remove(place)
        if places[identity]?.isEmpty == true { places[identity] = nil }
    }
}

extension SimulatedService {
    /// Whom the headers of a request name; what is missing or invalid is as if there were nothing (§3.5).
    func identities(in request: PassRequest, at time: Instant) -> [SharedIdentity] {
        let service = request[ServiceToken.header].flatMap { identity(byService: $0, request.requestor, at: time) }
        let platform = ParameterSpecification.platformIdentities.lazy.compactMap { header in
            request[header].flatMap { $0.isEmpty ? nil : Self.identity(byPlatform: $0, header, at: time) }
        }
        return [service, platform.first].compactMap(\.self)
    }

    /// A service token counts by its signature and its end alone (§15); the signature can be checked where the requestor's
    /// configuration has the key.
    private func identity(byService text: String, _ requestor: String?, at time: Instant) -> SharedIdentity? {
        guard let token = try? JSONWebToken(parsing: text), token.algorithm == "RS256", !token.signature.isEmpty,
            let subject = token.unverifiedClaims["sub"]?.string, let end = token.expiry, time < end
        else { return nil }
        if let key = requestor.flatMap({ self.requestor($0)?.serviceTokenKey }), !key.hasSigned(token) { return nil }
        let issuer = token.unverifiedClaims["iss"]?.string ?? ""
        return SharedIdentity(header: ServiceToken.header, issuer: issuer, subject: subject)
    }

    /// What the platform says is opaque, signed or encrypted; one that can be read tells its user and its end.
    private static func identity(byPlatform text: String, _ header: String, at time: Instant) -> SharedIdentity? {
        guard let token = try? JSONWebToken(parsing: text), let subject = token.unverifiedClaims["sub"]?.string else {
            return SharedIdentity(header: header, issuer: "", subject: text)
        }
        guard token.expiry.map({ time < $0 }) ?? true else { return nil }
        return SharedIdentity(
            header: header,
            issuer: token.unverifiedClaims["iss"]?.string ?? "",
            subject: subject
        )
    }

    /// Keeps a sign-on, for all apps of its user if the user is named.
    mutating func keep(_ record: AuthenticationRecord, at place: ProfileKey) {
        state.profiles[place, default: DeviceRecord()].keep(record)
        state.sharedSignOns.add(place, of: record.identities)
    }

    /// The sign-on of a user with an MVPD in another app or on another device, as one of the app that asks.
    ///
    /// It lasts as long as that one: what each app has of its own is said of Apple's SSO alone.
    func sharedSignOn(
        _ place: ProfileKey,
        _ mvpd: String,
        _ identities: [SharedIdentity],
        at time: Instant
    ) -> AuthenticationRecord? {
        guard !identities.isEmpty, activeIntegration(place.requestor, mvpd)?.isSingleSignOnEnabled == true else {
            return nil
        }
        for identity in identities {
            for other in placesOfSignOns(identity, mvpd, for: place) where other != place {
                guard var record = state.profiles[other]?.signOns[mvpd]?.authentication, time < record.expires else {
                    continue
                }
                (record.requestor, record.device) = (place.requestor, place.device)
                record.sharedBy = identity
                return record
            }
        }
        return nil
    }

    /// The installations whose sign-on with an MVPD is one of a user's, as far as `place` may know of them.
    private func placesOfSignOns(_ identity: SharedIdentity, _ mvpd: String, for place: ProfileKey) -> [ProfileKey] {
        let isPerRequestor = activeIntegration(place.requestor, mvpd)?.isAuthenticationPerRequestor ?? false
        return state.sharedSignOns.places(of: identity).filter { other in
            (!isPerRequestor || other.requestor == place.requestor)
                && state.profiles[other]?.signOns[mvpd]?.authentication?.identities.contains(identity) == true
        }
    }

    /// The MVPDs with which the user whom a call names has logged in elsewhere.
    func sharedMVPDs(_ place: ProfileKey, _ call: Call) -> [String] {
        identities(in: call.request, at: call.time).flatMap { identity in
            state.sharedSignOns.places(of: identity).flatMap { state.profiles[$0]?.signOns.keys.elements ?? [] }
        }
    }

    /// Ends a sign-on with an MVPD, and those of the user whom the call names in all apps (§6.7).
    mutating func endSignOns(of place: ProfileKey, with mvpd: String, _ call: Call) {
        var ended: OrderedSet<ProfileKey> = [place]
        for identity in identities(in: call.request, at: call.time) {
            ended.append(contentsOf: placesOfSignOns(identity, mvpd, for: place))
        }
        for place in ended {
            let identities = state.profiles[place]?.signOns[mvpd]?.authentication?.identities ?? []
            state.profiles[place]?.removeSignOn(with: mvpd)
            state.authenticationSessions.end(of: place, signedOnWith: mvpd)
            let others = state.profiles[place]?.signOns.values.compactMap { $0.authentication?.identities } ?? []
            for identity in identities where !others.contains(where: { $0.contains(identity) }) {
                state.sharedSignOns.remove(place, of: identity)
            }
        }
    }
}
