import OrderedCollections
import Documents
public import PassAPI
public import VirtualTime

// Profiles (rest-api-v2.md §5.6 to §5.8).

/// Who may watch with one MVPD.
enum Standing {
    /// Somebody, and how that came about.
    case signedOn(AuthenticationRecord, Profile.Kind)
    /// Nobody: the code of the error of a decision.
    case refused(code: String)
}

extension SimulatedService {
    /// `v2.profiles`: neither degraded access nor a Temp Pass is among them.
    mutating func listProfiles(_ call: Call) throws(RefusedCall) -> PassResponse {
        let place = try profileKey(of: call)
        let own = state.profiles[place]?.signOns.keys ?? []
        let mvpds = own.union(sharedMVPDs(place, call))
        let profiles = mvpds.compactMap { mvpd -> Profile? in
            guard activeIntegration(place.requestor, mvpd) != nil, !isTempPass(mvpd),
                case .signedOn(let record, let type) = signOn(place, mvpd, call)
            else { return nil }
            return profile(record, type, at: call.now)
        }
        return PassResponse(status: 200, .profiles(profiles))
    }

    /// `v2.profile.mvpd`.
    mutating func readProfile(_ call: Call) throws(RefusedCall) -> PassResponse {
        let requestor = try serviceProvider(of: call)
        let mvpd = try mvpdInPath(of: call)
        let place = try profileKey(of: call)
        try requireIntegration(requestor, mvpd)
        // A Temp Pass that nobody has begun is no profile.
        if isTempPass(mvpd), trial(place, mvpd) == nil { return PassResponse(status: 200, .profiles([])) }
        return try profiles(of: standing(place, mvpd, call), call)
    }

    /// `v2.profile.code`: the code is enough, whoever asks.
    mutating func readProfileByCode(_ call: Call) throws(RefusedCall) -> PassResponse {
        let session = try session(of: call)
        if let login = session.login {
            guard call.time < login.expires else { return PassResponse(status: 200, .profiles([])) }
            return PassResponse(status: 200, .profiles([profile(login, login.profileKind, at: call.now)]))
        }
        // A session that was completed elsewhere with what needs no login.
        guard let mvpd = session.mvpd, isTempPass(mvpd) || authenticatesEverybody(session.place.requestor, mvpd) else {
            return PassResponse(status: 200, .profiles([]))
        }
        return try profiles(of: standing(session.place, mvpd, call), call)
    }

    private mutating func profiles(of standing: Standing, _ call: Call) throws(RefusedCall) -> PassResponse {
        switch standing {
        case .signedOn(let record, let type):
            return PassResponse(status: 200, .profiles([profile(record, type, at: call.now)]))
        // Temporary access that is over is said (§5.7); of a profile that is over, nothing is.
        case .refused("temporary_access_duration_limit_exceeded"):
            throw refusal("temporary_access_duration_limit_exceeded")
        case .refused: return PassResponse(status: 200, .profiles([]))
        }
    }

    func authenticatesEverybody(_ requestor: String, _ mvpd: String) -> Bool {
        authenticatesEverybody(requestor: requestor, mvpd: mvpd)
    }

    // MARK: Who may watch

    /// Who may watch with an MVPD: degradation comes first, then a Temp Pass, then the sign-on (§11).
    mutating func standing(_ place: ProfileKey, _ mvpd: String, _ call: Call) -> Standing {
        if authenticatesEverybody(place.requestor, mvpd) {
            let expires = call.time + lifetime(place.requestor, mvpd) { $0.authentication }
            return .signedOn(makeshift(Self.anybody, place, mvpd, until: expires, call), .degraded)
        }
        guard isTempPass(mvpd) else { return signOn(place, mvpd, call) }
        let began = trial(place, mvpd)
        if let began, call.time >= began.ends { return .refused(code: "temporary_access_duration_limit_exceeded") }
        let expires = began?.ends ?? call.time + lifetime(place.requestor, mvpd) { $0.tempPass }
        return .signedOn(makeshift(Self.trialUser, place, mvpd, until: expires, call), .temporary)
    }

    /// The sign-on of a user with an MVPD: the app's own, else one that the user has elsewhere (§6.7).
    func signOn(_ place: ProfileKey, _ mvpd: String, _ call: Call) -> Standing {
        let own = ownSignOn(place, mvpd, call)
        guard case .refused = own else { return own }
        let shared = sharedSignOn(place, mvpd, identities(in: call.request, at: call.time), at: call.time)
        return shared.map { .signedOn($0, $0.profileKind) } ?? own
    }

    /// The app's own; Apple's counts as long as the platform vouches for it (§3.4).
    private func ownSignOn(_ place: ProfileKey, _ mvpd: String, _ call: Call) -> Standing {
        guard let record = state.profiles[place]?.signOns[mvpd]?.authentication else {
            return .refused(code: "authenticated_profile_missing")
        }
        guard call.time < record.expires else {
            let isTold = configuration.quirks.release.tellsExpiredProfiles
            return .refused(code: isTold ? "authenticated_profile_expired" : "authenticated_profile_missing")
        }
        if record.profileKind == .appleSSO, partnerWord(of: call) != .signedIn(mvpd: mvpd) {
            return .refused(code: "authenticated_profile_missing")
        }
        if let identity = record.sharedBy, !identities(in: call.request, at: call.time).contains(identity) {
            return .refused(code: "authenticated_profile_missing")
        }
        return .signedOn(record, record.profileKind)
    }

    func trial(_ place: ProfileKey, _ mvpd: String) -> Trial? {
        state.provider.trials.find(place.requestor, mvpd, device: place.device, key: nil)
    }

    /// A sign-on of nobody in particular: who is let in without a login has none.
    private func makeshift(_ user: String, _ place: ProfileKey, _ mvpd: String, until expires: Instant, _ call: Call)
        -> AuthenticationRecord
    {
        let name = signer.pseudonym(of: "\(user) \(place.requestor) \(mvpd) \(place.device)")
        return AuthenticationRecord(
            .init(
                requestor: place.requestor,
                mvpd: mvpd,
                device: place.device,
                user: user,
                userID: name,
                guid: name,
                nameID: name,
                sessionIndex: "",
                issued: call.time.wholeSeconds,
                expires: expires.wholeMilliseconds
            )
        )
    }

    /// Checks whether a user may watch with an MVPD on `device` at `now` (true time), as the calls of REST API V2 see it.
    ///
    /// `headers` are those that name the user beyond the app.
    public func mayWatch(
        _ requestor: String,
        with mvpd: String,
        on device: String,
        bringing headers: [PassRequest.Parameter] = [],
        at now: Instant
    ) -> Bool {
        let time = serverTime(at: now)
        guard activeIntegration(requestor, mvpd) != nil else { return false }
        if authenticatesEverybody(requestor, mvpd) { return true }
        if isTempPass(mvpd) {
            let trial = state.provider.trials.find(requestor, mvpd, device: device, key: nil)
            return trial.map { time < $0.ends } ?? true
        }
        let isSignedOn = state.profiles.contains { key, record in
            key.requestor == requestor && key.device == device
                && record.signOns[mvpd]?.authentication.map { time < $0.expires } == true
        }
        if isSignedOn || headers.isEmpty { return isSignedOn }
        let request = PassRequest(.profiles, [.init("serviceProvider", requestor)] + headers)
        let place = ProfileKey(requestor: requestor, device: device, client: "")
        return sharedSignOn(place, mvpd, identities(in: request, at: time), at: time) != nil
    }

    // MARK: How it is said

    /// A sign-on on the wire.
    func profile(_ record: AuthenticationRecord, _ type: Profile.Kind, at now: Instant) -> Profile {
        let issuer =
            switch type {
            case .degraded, .temporary: "Adobe"
            case .appleSSO: "Apple"
            default: record.mvpd
            }
        return Profile(
            mvpd: record.mvpd,
            notBefore: record.issued,
            notAfter: record.expires,
            issuer: issuer,
            type: type,
            attributes: attributes(of: record, type, at: now)
        )
    }

    private func attributes(of record: AuthenticationRecord, _ type: Profile.Kind, at now: Instant) -> JSONObject {
        func attribute(_ value: JSONValue, isEncrypted: Bool = false) -> JSONValue {
            .object(["value": value, "state": .string(isEncrypted ? "enc" : "plain")])
        }
        guard type != .temporary else {
            let end = JSONNumber(record.expires.millisecondsSince1970)
            return ["expiration_date": attribute(.number(end))]
        }
        let metadata = userMetadata(of: record, at: now)
        let members = (metadata?.data.members ?? []).filter { $0.key != "tokenSource" }
        let encrypted = metadata?.encrypted ?? []
        return JSONObject(
            members.map {
                JSONMember($0.key, attribute($0.value, isEncrypted: encrypted.contains(exactly: $0.key)))
            }
        )
    }
}

extension AuthenticationRecord {
    /// How a login came about, as V2 says it.
    var profileKind: Profile.Kind {
        self.tokenSource == "Apple" ? .appleSSO : self.sharedBy?.profileKind ?? .regular
    }
}
