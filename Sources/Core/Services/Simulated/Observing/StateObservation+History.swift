import History
import OrderedCollections
import PassAPI
import Tokens
import VirtualTime

/// The knowledge of a recording's history beyond its responses: what was there before it began, and what is over.
extension StateObservation {
    /// Brings the state in line with the history at the point at which the simulated service takes over.
    ///
    /// First what is over is forgotten, then what holds is added where it is missing: a later token of the same kind
    /// stands at the place of the one that is over.
    mutating func take(_ history: History) {
        guard let point = history.point else { return }
        let now = service.serverTime(at: point.instant)
        for holding in history.entries where holding.isOverBeforeItsTime { forget(holding, history) }
        for holding in history.entries where holding.ending == nil { keep(holding, history, at: now) }
    }

    // MARK: What is over

    mutating func forget(_ holding: Holding, _ history: History) {
        switch holding.kind {
        case .accessToken:
            if let text = holding.text { service.state.accessTokens.remove(text) }
        case .registrationCode:
            if let code = holding.subject.code { service.state.codes.remove(code) }
        case .authenticationToken, .tempPass:
            if let text = holding.text { service.state.authenticationTokens.remove(text) }
            if let key = key(of: holding, history) { service.state.devices[key]?.authentication = nil }
        case .authorizationToken:
            if let text = holding.text { service.state.authorizationTokens.remove(text) }
            guard let key = key(of: holding, history), let resource = holding.subject.resource else { break }
            service.state.devices[key]?.authorizations[MRSSResource(resource).canonical] = nil
        case .code, .profile, .decision, .mediaToken, .providerSession, .vsaAccount, .vsaPermission, .assertion,
            .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
    }

    // MARK: What holds

    mutating func keep(_ holding: Holding, _ history: History, at now: Instant) {
        switch holding.kind {
        case .accessToken: keepAccess(holding, at: now)
        case .authenticationToken, .tempPass: keepAuthentication(holding, history, at: now)
        case .authorizationToken: keepAuthorization(holding, history, at: now)
        case .registrationCode, .code, .profile, .decision, .mediaToken, .providerSession, .vsaAccount,
            .vsaPermission, .assertion, .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
    }

    /// An access token that is used and that no answer brought: whoever has it registered before the recording began.
    private mutating func keepAccess(_ holding: Holding, at now: Instant) {
        guard let text = holding.text, service.state.accessTokens[text] == nil else { return }
        let grant = AccessGrant(
            clientID: Self.unknownClient,
            issued: now,
            expires: expires(holding) ?? now + service.lifetime(nil, nil, \.accessToken)
        )
        service.state.accessTokens.insert(grant, for: text, at: now)
        trustClient(grant.clientID, secret: "", at: now)
    }

    /// The client whose registration no recording shows.
    private static let unknownClient = ""

    private mutating func keepAuthentication(_ holding: Holding, _ history: History, at now: Instant) {
        if let text = holding.text {
            guard service.state.authenticationTokens[text] == nil else { return }
            service.state.authenticationTokens.insert(record(holding, history, text, at: now), for: text, at: now)
            return
        }
        guard let key = key(of: holding, history) else { return }
        guard service.state.devices[key]?.authentication == nil else {
            if let expires = expires(holding), holding.expires?.knowledge.isShown == true {
                service.state.devices[key]?.authentication?.expires = expires
            }
            return
        }
        service.state.devices[key, default: DeviceRecord()].authentication = record(holding, history, nil, at: now)
    }

    private mutating func record(
        _ holding: Holding,
        _ history: History,
        _ text: String?,
        at now: Instant
    ) -> AuthenticationRecord {
        let token = text.flatMap { try? AuthenticationToken(parsing: $0) }
        let requestor = holding.subject.requestor ?? ""
        let mvpd = holding.subject.mvpd ?? self.mvpd ?? service.configuration.providers.first?.listing.id ?? ""
        self.mvpd = self.mvpd ?? mvpd
        return AuthenticationRecord(
            .init(
                requestor: requestor,
                mvpd: mvpd,
                device: device(of: holding, history),
                user: ObservedService.viewer,
                userID: holding.subject.user ?? service.userID(of: ObservedService.viewer, at: mvpd),
                guid: token?.guid ?? service.makeGUID(),
                nameID: token?.nameID ?? ObservedService.viewer,
                sessionIndex: token?.sessionIndex ?? service.makeGUID(),
                domain: token?.domainName,
                issued: now,
                expires: expires(holding) ?? (now + service.lifetime(requestor, mvpd, \.authentication)).wholeSeconds
            )
        )
    }

    private mutating func keepAuthorization(_ holding: Holding, _ history: History, at now: Instant) {
        guard let resource = holding.subject.resource, let key = key(of: holding, history) else { return }
        let isKnown = holding.text.map { service.state.authorizationTokens[$0] != nil } ?? false
        let name = MRSSResource(resource).canonical
        guard !isKnown, service.state.devices[key]?.authorizations[name] == nil else { return }
        let mvpd = holding.subject.mvpd ?? mvpd ?? ""
        let authentication = service.state.devices[key]?.authentication
        let record = AuthorizationRecord(
            .init(
                requestor: key.requestor,
                mvpd: mvpd,
                device: key.device,
                resource: resource,
                user: ObservedService.viewer,
                userID: authentication?.userID ?? ObservedService.viewer,
                guid: authentication?.guid ?? service.makeGUID(),
                issued: now,
                expires: expires(holding) ?? now + service.lifetime(key.requestor, mvpd, \.authorization)
            )
        )
        service.state.devices[key, default: DeviceRecord()].authorizations[name] = record
        if let text = holding.text { service.state.authorizationTokens.insert(record, for: text, at: now) }
    }

    // MARK: Names

    /// Returns its expiration, by the server's clock; nil where only a rule says so: then the simulated service's own
    /// lifetimes do.
    private func expires(_ holding: Holding) -> Instant? {
        guard let expires = holding.expires, !expires.knowledge.isAssumed else { return nil }
        return service.serverTime(at: expires.value)
    }

    /// The device's id, where its calls send one.
    private func device(of holding: Holding, _ history: History) -> String? {
        guard let place = holding.subject.device, history.devices.indices.contains(place),
            case .id(let id) = history.devices[place].identity
        else { return nil }
        return id
    }

    private func key(of holding: Holding, _ history: History) -> DeviceKey? {
        guard let requestor = holding.subject.requestor, let device = device(of: holding, history) else { return nil }
        return DeviceKey(requestor: requestor, device: device)
    }
}
