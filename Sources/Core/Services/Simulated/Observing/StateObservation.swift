import Documents
import OrderedCollections
import PassAPI
import Tokens
import VirtualTime

/// The evidence of recorded responses about what the back end remembers.
struct StateObservation {
    var service: SimulatedService
    var mvpd: String?
    var notes: [ObservationNote] = []
    /// The MVPDs whose subscribers are otherwise than the recording shows: what it shows of their packages does not count.
    var changedProviders: Set<String> = []

    /// The time by which media tokens were made later than the recorded ones.
    var lateness = Duration.zero

    init(_ configuration: ServiceConfiguration, seed: UInt64) { service = SimulatedService(configuration, seed: seed) }

    /// What is remembered already, by a user who signs on with `mvpd` where nothing names another.
    init(_ service: SimulatedService, mvpd: String?) { (self.service, self.mvpd) = (service, mvpd) }

    /// Keeps the SAML responses that were exchanged for a token.
    mutating func trustAssertions(of calls: [RecordedCall]) {
        for call in calls where call.request.operation == .exchangeToken && call.response?.status == 204 {
            if let text = call.request["SAMLResponse"] { service.state.recordedAssertions.insert(text) }
        }
    }

    mutating func observe(_ call: RecordedCall) {
        guard let response = call.response else { return }
        let now = service.serverTime(at: call.endedAt)
        let request = call.request
        trustAccess(of: request, response, at: now)
        trustTokens(of: request, response, at: now)
        observeDecision(request, response)
        if call.showsSignIn, record(of: request) == nil {
            signOn(request, userID: nil, source: nil, expires: nil, at: now)
        }
        switch (request.operation, response.content) {
        case (.register, .clientRegistration(let registration)):
            service.state.clients[registration.clientID] = RegisteredClient(
                secret: registration.clientSecret,
                softwareStatement: request["software_statement"] ?? "",
                redirectURI: request["redirect_uri"],
                issued: now
            )
        case (.accessToken, .accessToken(let token)):
            let lifetime = service.lifetime(nil, nil, \.accessToken)
            let issued = token.created ?? now
            let grant = AccessGrant(
                clientID: request["client_id"] ?? "",
                issued: issued,
                expires: issued + (token.expiresIn.map { .seconds(max(0, $0)) } ?? lifetime)
            )
            service.state.accessTokens.insert(grant, for: token.token, at: now)
            trustClient(grant.clientID, secret: request["client_secret"] ?? "", at: issued)
        case (.createRegistrationCode, .registrationRecord(let record)):
            let code = CodeRecord(
                id: record.id,
                code: record.code,
                requestor: record.requestor,
                device: request["deviceId"] ?? "",
                mvpd: record.mvpd,
                info: record.info,
                issued: record.generated ?? now,
                expires: record.expires ?? now + service.lifetime(record.requestor, nil, \.registrationCode)
            )
            service.state.codes.insert(code, for: record.code, at: now)
        case (.profileRequest, .profileRequest(let payload)):
            remember(payload, request, at: now)
        case (.exchangeToken, _) where response.status == 204:
            signOn(request, userID: nil, source: "Apple", expires: nil, at: now)
        case (_, .authentication(let details)):
            signOn(request, details, at: now)
        case (.authorize, .authorization(let details)), (.readAuthorizationToken, .authorization(let details)):
            authorize(request, details, at: now)
        case (.mediaToken, .mediaToken(let details)):
            remember(details, device: request["deviceId"], at: now)
        case (.userMetadata, .userMetadata(let metadata)):
            guard let key = key(of: request) else { break }
            service.state.devices[key]?.authentication?.tokenSource = metadata.tokenSource
            if let userID = metadata.data["userID"]?.string {
                service.state.devices[key]?.authentication?.userID = userID
            }
        case (.logout, _) where response.isSuccess: logOut(request)
        case (.sdkLogout, _) where response.status < 400: logOutSDK(request)
        case (_, .tokens(let authentication, let authorization, _)):
            if let authentication { take(authenticationToken: authentication, request, at: now) }
            if let authorization { take(authorizationToken: authorization, request, at: now) }
        case (_, .shortMediaToken(let text)):
            take(mediaToken: text, request, at: now)
        default:
            break
        }
    }

    // MARK: REST

    private func record(of request: PassRequest) -> AuthenticationRecord? {
        key(of: request).flatMap { service.state.devices[$0]?.authentication }
    }

    private mutating func signOn(_ request: PassRequest, _ details: AuthenticationDetails, at now: Instant) {
        guard let key = key(of: request) else { return }
        if var known = service.state.devices[key]?.authentication, known.mvpd == details.mvpd {
            known.expires = details.expires ?? known.expires
            known.userID = details.userID ?? known.userID
            service.state.devices[key]?.authentication = known
        } else {
            var request = request
            request["mvpd"] = details.mvpd
            signOn(request, userID: details.userID, source: nil, expires: details.expires, at: now)
        }
        // Who asks with the code is told of it again.
        if let code = request["code"], let record = service.state.devices[key]?.authentication {
            service.state.codes.update(code) { $0.login = record }
        }
    }

    private mutating func signOn(
        _ request: PassRequest,
        userID: String?,
        source: String?,
        expires: Instant?,
        at now: Instant
    ) {
        guard let key = key(of: request) else { return }
        let mvpd = request["mvpd"] ?? request["mso_id"] ?? service.configuration.providers.first?.listing.id ?? ""
        self.mvpd = mvpd
        service.state.devices[key, default: DeviceRecord()].authentication = AuthenticationRecord(
            .init(
                requestor: key.requestor,
                mvpd: mvpd,
                device: key.device,
                user: ObservedService.viewer,
                userID: userID ?? service.userID(of: ObservedService.viewer, at: mvpd),
                guid: service.makeGUID(),
                nameID: ObservedService.viewer,
                sessionIndex: service.makeGUID(),
                tokenSource: source,
                issued: now,
                expires: expires ?? (now + service.lifetime(key.requestor, mvpd, \.authentication)).wholeSeconds
            )
        )
    }

    private mutating func authorize(_ request: PassRequest, _ details: AuthorizationDetails, at now: Instant) {
        guard let key = key(of: request) else { return }
        if service.state.devices[key]?.authentication == nil {
            // The recording begins after the sign-on.
            var request = request
            request["mvpd"] = details.mvpd
            signOn(request, userID: nil, source: nil, expires: nil, at: now)
        }
        let authentication = service.state.devices[key]?.authentication
        let resource = request["resource"] ?? details.resource
        mvpd = details.mvpd
        service.state.devices[key, default: DeviceRecord()].authorizations[MRSSResource(resource).canonical] =
            AuthorizationRecord(
                .init(
                    requestor: key.requestor,
                    mvpd: details.mvpd,
                    device: key.device,
                    resource: resource,
                    user: ObservedService.viewer,
                    userID: authentication?.userID ?? ObservedService.viewer,
                    guid: authentication?.guid ?? service.makeGUID(),
                    proxyMVPD: details.proxyMVPD,
                    issued: now,
                    expires: details.expires ?? now + service.lifetime(key.requestor, details.mvpd, \.authorization)
                )
            )
    }

    /// A profile request that the platform may bring to the MVPD after the simulated service has taken over.
    ///
    /// The payload is opaque: where it is not in the simulated service's own form, its ID is not known and another stands
    /// for it.
    private mutating func remember(_ payload: String, _ request: PassRequest, at now: Instant) {
        let record = ProfileRequestRecord(
            id: ProfileRequest(reading: payload)?.id ?? "_" + service.signer.pseudonym(of: payload),
            requestor: request["requestor"] ?? "",
            mvpd: request["mvpd"] ?? "",
            issued: now,
            expires: now + service.configuration.quirks.profileRequestLifetime
        )
        service.state.profileRequests.insert(record, for: record.id, at: now)
        service.state.profileRequestIDs.insert(record, for: payload, at: now)
    }

    private mutating func remember(_ details: MediaTokenDetails, device: String?, at now: Instant) {
        let record = MediaTokenRecord(
            requestor: details.requestor,
            resource: details.resource,
            mvpd: details.mvpd,
            device: device,
            issued: now + lateness,
            expires: (details.expires ?? now + service.lifetime(details.requestor, details.mvpd, \.media)) + lateness
        )
        // By the text, in whatever form it comes back (`SimulatedService.plain`).
        service.state.mediaTokens.insert(record, for: SimulatedService.plain(details.serializedToken), at: now)
    }

    // MARK: AccessEnabler

    mutating func take(authenticationToken text: String, _ request: PassRequest, at now: Instant) {
        guard let token = try? AuthenticationToken(parsing: text), let expires = token.expiry else {
            notes.append(.unreadable(.authenticationToken))
            return
        }
        let device = request["device_id"] ?? request["reg_code"].flatMap { service.state.codes[$0]?.device }
        mvpd = token.msoID ?? mvpd
        let record = AuthenticationRecord(
            .init(
                requestor: token.requestorID ?? request["requestor_id"] ?? "",
                mvpd: token.msoID ?? "",
                device: device,
                user: ObservedService.viewer,
                userID: token.nameID ?? ObservedService.viewer,
                guid: token.guid ?? "",
                nameID: token.nameID ?? ObservedService.viewer,
                sessionIndex: token.sessionIndex ?? "",
                domain: token.domainName,
                issued: now,
                expires: expires
            )
        )
        service.state.authenticationTokens.insert(record, for: text, at: now)
    }

    mutating func take(authorizationToken text: String, _ request: PassRequest, at now: Instant) {
        guard let token = try? AuthorizationToken(parsing: text), let expires = token.expiry else {
            notes.append(.unreadable(.authorizationToken))
            return
        }
        let authentication = request["authentication_token"].flatMap { service.state.authenticationTokens[$0] }
        let requestor = token.requestorID ?? request["requestor_id"] ?? ""
        let record = AuthorizationRecord(
            .init(
                requestor: requestor,
                mvpd: token.msoID ?? authentication?.mvpd ?? "",
                device: authentication?.device ?? request["device_id"] ?? "",
                resource: request["resource_id"] ?? token.resourceID ?? "",
                user: ObservedService.viewer,
                userID: authentication?.userID ?? ObservedService.viewer,
                guid: authentication?.guid ?? "",
                issued: now,
                expires: expires
            )
        )
        service.state.authorizationTokens.insert(record, for: text, at: now)
        let key = DeviceKey(requestor: requestor, device: record.device)
        let name = MRSSResource(record.resource).canonical
        service.state.devices[key, default: DeviceRecord()].authorizations[name] = record
    }

    private mutating func take(mediaToken text: String, _ request: PassRequest, at now: Instant) {
        guard let token = try? MediaToken(parsing: text) else { return }
        let lifetime = token.ttl ?? service.lifetime(token.requestorID, token.mvpdID, \.media)
        // What the AuthZ token is for counts: the token itself may say less.
        let authorized = request["authz_token"].flatMap { service.state.authorizationTokens[$0]?.resource }
        let record = MediaTokenRecord(
            requestor: token.requestorID ?? "",
            resource: authorized ?? token.resourceID ?? "",
            mvpd: token.mvpdID ?? "",
            device: request["device_id"],
            issued: now + lateness,
            expires: (token.expiry ?? now + lifetime) + lateness
        )
        service.state.mediaTokens.insert(record, for: text, at: now)
    }
}

extension RecordedCall {
    /// True if the service would not have answered so for a device on which nobody is signed in, whatever the MVPD is
    /// (rest-api-v1.md §7.4, §7.8, §7.11): a denial in the MVPD's words, too.
    var showsSignIn: Bool {
        switch request.operation {
        case .checkAuthentication, .preauthorize, .userMetadata: response?.isSuccess == true
        case .authorize: response?.denialReason != nil
        default: false
        }
    }
}
