import Documents
import History
import OrderedCollections
import PassAPI
import Tokens
import VirtualTime

/// The memory of a simulated service that takes over from a recording: each holding of the recording's history, put into
/// ``ServiceState``.
///
/// What has expired is remembered too, since the service tells that from what it never knew; what ended otherwise is forgotten. Beside the
/// holdings it knows the applications that registered, the profile requests, and what was denied.
struct ServiceMemory {
    var service: SimulatedService
    /// The MVPD with which the recorded user signs on, where nothing names another.
    var mvpd: String?
    var notes: [ObservationNote] = []
    /// The MVPDs whose subscribers are otherwise than the recording shows: what it shows of their packages does not count.
    var changedProviders: Set<String> = []
    /// The time by which media tokens were made later than the recorded ones.
    var lateness = Duration.zero

    private let evidence: Evidence

    /// What `service` remembers already, and what `evidence` will show it.
    init(_ service: SimulatedService, _ evidence: Evidence, mvpd: String?) {
        (self.service, self.evidence, self.mvpd) = (service, evidence, mvpd)
    }

    /// Takes in what the response of an exchange shows.
    mutating func take(_ exchange: Int) {
        for holding in evidence.ended(by: exchange) where holding.isOverBeforeItsTime { forget(holding) }
        if let call = evidence.call(exchange) { takeSurroundings(of: call) }
        for holding in evidence.issued(by: exchange) { keep(holding) }
        // Whoever is given the responses in another order learns of it by its use.
        for holding in evidence.used(by: exchange) where !knows(holding) { keep(holding) }
        for refusal in evidence.refusals(by: exchange) { deny(refusal, exchange) }
    }

    /// Keeps the SAML responses that were exchanged for a token.
    mutating func trustAssertions() {
        for call in evidence.calls where call.request.operation.purpose == .platformSignOn {
            guard call.response?.isSuccess == true, let text = call.request["SAMLResponse"] else { continue }
            service.state.recordedAssertions.insert(text)
        }
    }

    // MARK: What is no holding

    private mutating func takeSurroundings(of call: RecordedCall) {
        let now = service.serverTime(at: call.endedAt)
        switch call.response?.content {
        case .clientRegistration(let registration)?:
            service.state.clients[registration.clientID] = RegisteredClient(
                secret: registration.clientSecret,
                softwareStatement: call.request["software_statement"] ?? "",
                redirectURI: call.request["redirect_uri"],
                issued: now
            )
        case .profileRequest(let payload)?: remember(payload, call.request, at: now)
        default: break
        }
    }

    /// A profile request that the platform may bring to the MVPD after the simulated service has taken over.
    ///
    /// The payload is opaque: where it is not in the simulated service's own form, its ID is not known and another stands
    /// for it.
    private mutating func remember(_ payload: String, _ request: PassRequest, at now: Instant) {
        let record = ProfileRequestRecord(
            id: ProfileRequest(reading: payload)?.id ?? "_" + service.signer.pseudonym(of: payload),
            requestor: request.requestor ?? "",
            mvpd: request.mvpd ?? "",
            issued: now,
            expires: now + ProfileRequestRecord.lifetime
        )
        service.state.profileRequests.insert(record, for: record.id, at: now)
        service.state.profileRequestIDs.insert(record, for: payload, at: now)
    }

    /// A denial that a fork repeats with its words, until the resource is granted.
    private mutating func deny(_ refusal: RecordedRefusal, _ exchange: Int) {
        guard [.authorizationToken, .decision].contains(refusal.kind), let call = evidence.call(exchange),
            let response = call.response,
            let resource = refusal.subject.resource,
            let denial = RecordedDenial(call.request, response, of: resource)
        else { return }
        let requestor = refusal.subject.requestor ?? ""
        let place = DeviceKey(requestor: requestor, device: device(of: refusal.subject, call) ?? "")
        let authentication = call.request["authentication_token"].flatMap { service.state.authenticationTokens[$0] }
        let mvpd =
            refusal.subject.mvpd ?? authentication?.mvpd ?? service.state.devices[place]?.authentication?.mvpd
            ?? anyMVPD
        guard !changedProviders.contains(mvpd) else { return }
        service.state.provider.denials[denialKey(requestor, mvpd, resource)] = denial
    }

    func denialKey(_ requestor: String, _ mvpd: String, _ resource: String) -> RecordedDenial.Key {
        RecordedDenial.Key(requestor: requestor, mvpd: mvpd, resource: MRSSResource(resource).canonical)
    }

    /// An application that has an access token, and that nobody saw registering, has registered before.
    private mutating func trustClient(_ id: String, secret: String, at instant: Instant) {
        guard service.state.clients[id] == nil else { return }
        service.state.clients[id] = RegisteredClient(secret: secret, softwareStatement: "", issued: instant)
    }

    // MARK: What is over

    private mutating func forget(_ holding: Holding) {
        switch holding.kind {
        case .accessToken:
            if let text = holding.text { service.state.accessTokens.remove(text) }
        case .registrationCode:
            if let code = holding.subject.code { service.state.codes.remove(code) }
        case .authenticationToken, .tempPass:
            if let text = holding.text { service.state.authenticationTokens.remove(text) }
            if let key = key(of: holding) { service.state.devices[key]?.authentication = nil }
        case .authorizationToken:
            if let text = holding.text { service.state.authorizationTokens.remove(text) }
            guard let key = key(of: holding), let resource = holding.subject.resource else { break }
            service.state.devices[key]?.authorizations[MRSSResource(resource).canonical] = nil
        case .mediaToken:
            if let text = holding.text { service.state.mediaTokens.remove(SimulatedService.plain(text)) }
        case .code: if let code = holding.subject.code { service.state.authenticationSessions.end(code) }
        case .profile:
            guard let key = profileKey(of: holding), let mvpd = holding.subject.mvpd else { break }
            service.state.profiles[key]?.removeSignOn(with: mvpd)
        case .decision:
            guard let key = profileKey(of: holding), let mvpd = holding.subject.mvpd,
                let resource = holding.subject.resource
            else { break }
            service.state.profiles[key]?.keep(nil, of: MRSSResource(resource).canonical, at: mvpd)
        // What is not at Adobe's service, and what is not simulated.
        case .providerSession, .vsaAccount, .vsaPermission, .assertion,
            .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
    }

    // MARK: What holds

    /// Keeps a holding; one that was there before the recording began, and is known by now, is no other.
    mutating func keep(_ holding: Holding) {
        let issued = service.serverTime(at: holding.issued.value.instant)
        switch holding.kind {
        case .accessToken: keepAccess(holding, issued)
        case .registrationCode: keepCode(holding, issued)
        case .authenticationToken, .tempPass: keepAuthentication(holding, issued)
        case .authorizationToken: keepAuthorization(holding, issued)
        case .mediaToken: keepMedia(holding, issued)
        case .code: keepSession(holding, issued)
        case .profile: keepProfile(holding, issued)
        case .decision: keepDecision(holding, issued)
        case .providerSession, .vsaAccount, .vsaPermission, .assertion,
            .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
    }

    /// Returns true if the service has something in its place.
    private func knows(_ holding: Holding) -> Bool {
        switch holding.kind {
        case .authenticationToken, .tempPass:
            if let text = holding.text { return service.state.authenticationTokens[text] != nil }
            return key(of: holding).flatMap { service.state.devices[$0]?.authentication } != nil
        case .authorizationToken:
            if let text = holding.text { return service.state.authorizationTokens[text] != nil }
            let resource = holding.subject.resource.map { MRSSResource($0).canonical } ?? ""
            return key(of: holding).flatMap { service.state.devices[$0]?.authorizations[resource] } != nil
        // These go by their texts, and are kept once.
        case .accessToken, .registrationCode, .mediaToken, .code: return false
        case .profile, .decision:
            guard let signOn = profileKey(of: holding).flatMap({ service.state.profiles[$0] }),
                let mvpd = holding.subject.mvpd
            else { return false }
            guard let resource = holding.subject.resource else { return signOn.signOns[mvpd]?.authentication != nil }
            return signOn.authorization(of: MRSSResource(resource).canonical, at: mvpd) != nil
        case .providerSession, .vsaAccount, .vsaPermission, .assertion,
            .partnerFrameworkStatus, .serviceToken, .cookie:
            return true
        }
    }

    private mutating func keepAccess(_ holding: Holding, _ issued: Instant) {
        guard let text = holding.text, service.state.accessTokens[text] == nil else { return }
        let shown = expires(holding)
        // Of one that was issued before, a date that is over by now is no date: it was taken.
        let stated = holding.isFromBefore ? shown.flatMap { $0 > issued ? $0 : nil } : shown
        let end = stated ?? (issued + service.lifetime(nil, nil, \.accessToken)).wholeMilliseconds
        if holding.isFromBefore, stated == nil { notes.append(.accessTokenExpiry(end)) }
        let client = holding.subject.client ?? AccessToken.client(of: text)
        service.state.accessTokens.insert(
            AccessGrant(clientID: client, issued: issued, expires: end),
            for: text,
            at: issued
        )
        trustClient(client, secret: call(of: holding)?.request["client_secret"] ?? AccessToken.unseenSecret, at: issued)
    }

    private mutating func keepCode(_ holding: Holding, _ issued: Instant) {
        guard let code = holding.subject.code, service.state.codes[code] == nil, let device = device(of: holding) else {
            return
        }
        let requestor = holding.subject.requestor ?? ""
        var record: RegistrationRecord?
        if case .registrationRecord(let found)? = call(of: holding)?.response?.content { record = found }
        service.state.codes.insert(
            CodeRecord(
                id: record?.id ?? service.makeGUID(),
                code: code,
                requestor: requestor,
                device: device,
                mvpd: holding.subject.mvpd,
                info: record?.info ?? [:],
                issued: issued,
                expires: expires(holding) ?? issued + service.lifetime(requestor, nil, \.registrationCode)
            ),
            for: code,
            at: issued
        )
    }

    private mutating func keepAuthentication(_ holding: Holding, _ issued: Instant) {
        if let text = holding.text {
            guard service.state.authenticationTokens[text] == nil else { return }
            guard let token = try? AuthenticationToken(parsing: text), token.expiry != nil else {
                notes.append(.unreadable(.authenticationToken))
                return
            }
            service.state.authenticationTokens.insert(record(holding, token, issued), for: text, at: issued)
            return
        }
        guard let key = key(of: holding), !(holding.isFromBefore && knows(holding)) else { return }
        let record = record(holding, nil, issued)
        service.state.devices[key, default: DeviceRecord()].authentication = record
        // Who asks with the code hears of it.
        if let code = holding.subject.code { service.state.codes.update(code) { $0.login = record } }
    }

    private mutating func record(
        _ holding: Holding,
        _ token: AuthenticationToken?,
        _ issued: Instant
    ) -> AuthenticationRecord {
        let requestor = holding.subject.requestor ?? ""
        let mvpd = holding.subject.mvpd ?? anyMVPD
        self.mvpd = mvpd
        let viewer = ObservedService.viewer
        return AuthenticationRecord(
            .init(
                requestor: requestor,
                mvpd: mvpd,
                device: device(of: holding),
                user: viewer,
                userID: holding.subject.user ?? token.map { _ in viewer } ?? service.userID(of: viewer, at: mvpd),
                guid: token?.guid ?? service.makeGUID(),
                nameID: token?.nameID ?? viewer,
                sessionIndex: token?.sessionIndex ?? service.makeGUID(),
                tokenSource: holding.subject.source,
                domain: token?.domainName,
                issued: issued,
                expires: expires(holding) ?? (issued + service.lifetime(requestor, mvpd, \.authentication)).wholeSeconds
            )
        )
    }

    private mutating func keepAuthorization(_ holding: Holding, _ issued: Instant) {
        guard let resource = holding.subject.resource else { return }
        if let text = holding.text {
            guard service.state.authorizationTokens[text] == nil else { return }
            guard let token = try? AuthorizationToken(parsing: text), token.expiry != nil else {
                notes.append(.unreadable(.authorizationToken))
                return
            }
        }
        let request = call(of: holding)?.request
        let token = request?["authentication_token"].flatMap { service.state.authenticationTokens[$0] }
        let device = token?.device ?? device(of: holding)
        // Only a token's text goes by itself.
        guard device != nil || holding.text != nil else { return }
        let key = DeviceKey(requestor: holding.subject.requestor ?? "", device: device ?? "")
        let authentication = token ?? service.state.devices[key]?.authentication
        let mvpd = holding.subject.mvpd ?? authentication?.mvpd ?? anyMVPD
        self.mvpd = mvpd
        var proxy: String?
        if case .authorization(let details)? = call(of: holding)?.response?.content { proxy = details.proxyMVPD }
        let record = AuthorizationRecord(
            .init(
                requestor: key.requestor,
                mvpd: mvpd,
                device: key.device,
                resource: resource,
                user: ObservedService.viewer,
                userID: authentication?.userID ?? ObservedService.viewer,
                guid: authentication?.guid ?? service.makeGUID(),
                proxyMVPD: proxy,
                issued: issued,
                expires: expires(holding) ?? issued + service.lifetime(key.requestor, mvpd, \.authorization)
            )
        )
        service.state.devices[key, default: DeviceRecord()].authorizations[MRSSResource(resource).canonical] = record
        if let text = holding.text { service.state.authorizationTokens.insert(record, for: text, at: issued) }
        service.state.provider.denials[denialKey(key.requestor, mvpd, resource)] = nil
    }

    private mutating func keepMedia(_ holding: Holding, _ issued: Instant) {
        guard let text = holding.text else { return }
        let request = call(of: holding)?.request
        // What the AuthZ token is for counts: the token itself may say less.
        let authorized = request?["authz_token"].flatMap { service.state.authorizationTokens[$0]?.resource }
        let (requestor, mvpd) = (holding.subject.requestor ?? "", holding.subject.mvpd ?? "")
        let usual = issued + service.lifetime(requestor, mvpd, \.media)
        let record = MediaTokenRecord(
            requestor: requestor,
            resource: authorized ?? holding.subject.resource ?? "",
            mvpd: mvpd,
            device: request?.lastingDeviceID,
            issued: issued + lateness,
            expires: (expires(holding) ?? usual) + lateness
        )
        // By the text, in whatever form it comes back.
        service.state.mediaTokens.insert(record, for: SimulatedService.plain(text), at: issued)
    }

    // MARK: Names

    /// The MVPD of a user whom nothing names another for.
    private var anyMVPD: String { mvpd ?? service.configuration.providers.first?.listing.id ?? "" }

    /// The call whose response brought it, or that showed it first.
    func call(of holding: Holding) -> RecordedCall? {
        evidence.call(holding.issued.value.event.exchange)
    }

    /// Returns its expiration, by the server's clock; nil where only a rule says so: then the simulated service's own
    /// lifetimes do.
    func expires(_ holding: Holding) -> Instant? {
        guard let expires = holding.expires, !expires.knowledge.isAssumed else { return nil }
        return service.serverTime(at: expires.value)
    }

    func device(of holding: Holding) -> String? { device(of: holding.subject, call(of: holding)) }

    /// The device's id: the one that the call sends, unless that is a placeholder of a web page's; else the one it is told by.
    ///
    /// A browser goes by what it sends, or by the id that its code was made for.
    private func device(of subject: Holding.Subject, _ call: RecordedCall?) -> String? {
        let devices = evidence.history.devices
        let sent = call?.request.lastingDeviceID
        guard let place = subject.device, devices.indices.contains(place), case .id(let id) = devices[place].identity
        else { return call?.request.deviceID ?? subject.code.flatMap { service.state.codes[$0]?.device } }
        guard let sent, devices[place].otherIDs.contains(exactly: sent) else { return id }
        return sent
    }

    private func key(of holding: Holding) -> DeviceKey? {
        guard let requestor = holding.subject.requestor, let device = device(of: holding) else { return nil }
        return DeviceKey(requestor: requestor, device: device)
    }
}
