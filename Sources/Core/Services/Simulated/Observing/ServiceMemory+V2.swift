import OrderedCollections
import History
import PassAPI
import VirtualTime

// What a recording shows of REST API V2's holdings (rest-api-v2.md §5).

extension ServiceMemory {
    /// Whose a holding is: a profile belongs to the credentials of the app that asked.
    func profileKey(of holding: Holding) -> ProfileKey? {
        guard let requestor = holding.subject.requestor, let device = device(of: holding) else { return nil }
        return ProfileKey(requestor: requestor, device: device, client: client(of: holding))
    }

    private func client(of holding: Holding) -> String {
        if let client = holding.subject.client { return client }
        guard case .bearer(let token)? = call(of: holding)?.request["Authorization"].map({ AuthorizationHeader($0) })
        else { return "" }
        return service.state.accessTokens[token]?.clientID ?? AccessToken.client(of: token)
    }

    mutating func keepSession(_ holding: Holding, _ issued: Instant) {
        guard let code = holding.subject.code, !service.state.authenticationSessions.hasIssued(code),
            let place = profileKey(of: holding), let call = call(of: holding)
        else { return }
        var id: String?
        if case .session(let session)? = call.response?.content { id = session.sessionID }
        let end = expires(holding) ?? issued + service.lifetime(place.requestor, nil, \.registrationCode)
        let access = service.state.accessTokens.entries.values.last { $0.clientID == place.client }
        service.state.authenticationSessions.insert(
            SessionRecord(
                id: id ?? service.makeUUID(),
                code: code,
                place: place,
                mvpd: holding.subject.mvpd,
                domainName: call.request["domainName"],
                redirectURL: call.request["redirectUrl"],
                deviceInformation: call.request["X-Device-Info"],
                identities: service.identities(in: call.request, at: issued),
                address: "",
                accessEnds: access?.expires ?? end,
                issued: issued,
                expires: end
            ),
            at: issued
        )
    }

    mutating func keepProfile(_ holding: Holding, _ issued: Instant) {
        guard let mvpd = holding.subject.mvpd else { return }
        // What needs no login is no sign-on: the service lets in whom it lets in.
        let type = holding.subject.source.map { Profile.Kind(rawValue: $0) }
        guard type != .temporary, type != .degraded else { return }
        // Whoever asks with a code need not say which device it is: the session knows.
        let session = call(of: holding)?.request.registrationCode.flatMap { service.state.authenticationSessions[$0] }
        guard let place = session?.place ?? profileKey(of: holding) else { return }
        // A login counts for the user whom its session named; what was made elsewhere the app has by such a name alone.
        let isShared = type == .platformSSO || type == .serviceTokenSSO
        let named = call(of: holding).map { service.identities(in: $0.request, at: issued) } ?? []
        let identities = isShared ? named : session?.identities ?? []
        let viewer = ObservedService.viewer
        let record = AuthenticationRecord(
            .init(
                requestor: place.requestor,
                mvpd: mvpd,
                device: place.device,
                user: viewer,
                userID: holding.subject.user ?? service.userID(of: viewer, at: mvpd),
                guid: service.makeGUID(),
                nameID: viewer,
                sessionIndex: service.makeGUID(),
                tokenSource: type == .appleSSO ? "Apple" : nil,
                identities: identities,
                sharedBy: isShared ? identities.first { $0.profileKind == type } : nil,
                issued: issued,
                expires: expires(holding)
                    ?? (issued + service.lifetime(place.requestor, mvpd, \.authentication)).wholeSeconds
            )
        )
        self.mvpd = mvpd
        service.keep(record, at: place)
        if let session { service.state.authenticationSessions.update(session.code) { $0.login = record } }
    }

    mutating func keepDecision(_ holding: Holding, _ issued: Instant) {
        guard let place = profileKey(of: holding), let mvpd = holding.subject.mvpd,
            let resource = holding.subject.resource, holding.subject.source == nil || holding.subject.source == "mvpd",
            let signOn = service.state.profiles[place]?.signOns[mvpd]?.authentication
        else { return }
        let record = AuthorizationRecord(
            .init(
                requestor: place.requestor,
                mvpd: mvpd,
                device: place.device,
                resource: resource,
                user: signOn.user,
                userID: signOn.userID,
                guid: signOn.guid,
                issued: issued,
                expires: expires(holding) ?? issued + service.lifetime(place.requestor, mvpd, \.authorization)
            )
        )
        service.state.profiles[place]?.keep(record, of: MRSSResource(resource).canonical, at: mvpd)
        service.state.provider.denials[denialKey(place.requestor, mvpd, resource)] = nil
    }
}
