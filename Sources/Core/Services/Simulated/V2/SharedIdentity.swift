import Documents
import OrderedCollections
import PassAPI
import Tokens
import VirtualTime

/// Who a user is in every app and on every device, by the word of the platform or of an identity service (rest-api-v2.md §3.5,
/// §6.7).
struct SharedIdentity: Hashable, Sendable {
    var source: Source
    /// The user's id there; a platform's token that says none is taken whole.
    var subject: String

    /// Who names the user.
    enum Source: Hashable, Sendable { case platform, identityService }

    /// The type of a profile that an app has by it, without a login of its own.
    var profileKind: Profile.Kind { source == .platform ? .platformSSO : .serviceTokenSSO }
}

/// The sign-ons of users with such an identity: where each was made.
struct SharedSignOns: Hashable, Sendable {
    private var places: [SharedIdentity: OrderedSet<ProfileKey>] = [:]

    /// The installations on which the user of an identity has logged in, in order.
    func places(of identity: SharedIdentity) -> OrderedSet<ProfileKey> { places[identity] ?? [] }

    /// Keeps where the user of an identity has logged in.
    mutating func add(_ place: ProfileKey, of identity: SharedIdentity) { places[identity, default: []].append(place) }
}

extension SimulatedService {
    /// Whom the headers of a request name; what is missing or invalid is as if there were nothing (§3.5).
    func identities(in headers: PassRequest, at time: Instant) -> [SharedIdentity] {
        let platform = ParameterSpecification.platformIdentities.lazy.compactMap { headers[$0] }.first { !$0.isEmpty }
        return [
            headers[ServiceToken.header].flatMap { identity(byService: $0, headers.requestor, at: time) },
            platform.flatMap { identity(byPlatform: $0, at: time) },
        ]
        .compactMap(\.self)
    }

    /// A service token counts by its signature and its end alone (§15); the signature can be checked where the requestor's
    /// configuration has the key.
    private func identity(byService text: String, _ requestor: String?, at time: Instant) -> SharedIdentity? {
        guard let token = try? JSONWebToken(parsing: text), token.algorithm == "RS256", !token.signature.isEmpty,
            let subject = token.unverifiedClaims["sub"]?.string, token.validity.isValid(at: time)
        else { return nil }
        if let key = requestor.flatMap({ self.requestor($0)?.serviceTokenKey }), !key.hasSigned(token) { return nil }
        let issuer = token.unverifiedClaims["iss"]?.string ?? ""
        return SharedIdentity(source: .identityService, subject: issuer + " " + subject)
    }

    /// What the platform says is opaque, signed or encrypted; one that can be read tells its user and its end.
    private func identity(byPlatform text: String, at time: Instant) -> SharedIdentity? {
        guard let token = try? JSONWebToken(parsing: text) else {
            return SharedIdentity(source: .platform, subject: text)
        }
        guard token.validity.isValid(at: time) else { return nil }
        return SharedIdentity(source: .platform, subject: token.unverifiedClaims["sub"]?.string ?? text)
    }

    /// The sign-on of the user whom a call names with an MVPD in another app or on another device, as one of the app that asks.
    ///
    /// It lasts as long as that one: what each app has of its own is said of Apple's SSO alone.
    func sharedSignOn(_ place: ProfileKey, _ mvpd: String, _ request: PassRequest, at time: Instant) -> Standing? {
        guard let integration = activeIntegration(place.requestor, mvpd), integration.isSingleSignOnEnabled else {
            return nil
        }
        for identity in identities(in: request, at: time) {
            for other in state.sharedSignOns.places(of: identity) where other != place {
                if integration.isAuthenticationPerRequestor, other.requestor != place.requestor { continue }
                guard var record = state.profiles[other]?.signOns[mvpd]?.authentication, time < record.expires else {
                    continue
                }
                (record.requestor, record.device) = (place.requestor, place.device)
                return .signedOn(record, identity.profileKind)
            }
        }
        return nil
    }

    /// The MVPDs with which the user whom a call names has logged in elsewhere.
    func sharedMVPDs(_ place: ProfileKey, _ call: Call) -> [String] {
        identities(in: call.request, at: call.time).flatMap { identity in
            state.sharedSignOns.places(of: identity).flatMap { state.profiles[$0]?.signOns.keys.elements ?? [] }
        }
    }

    /// Ends the sign-ons with an MVPD of the user whom a call names, in all apps (§6.7).
    mutating func endSharedSignOns(with mvpd: String, _ call: Call) {
        for identity in identities(in: call.request, at: call.time) {
            for place in state.sharedSignOns.places(of: identity) {
                state.profiles[place]?.removeSignOn(with: mvpd)
                state.authenticationSessions.end(of: place, signedOnWith: mvpd)
            }
        }
    }
}
