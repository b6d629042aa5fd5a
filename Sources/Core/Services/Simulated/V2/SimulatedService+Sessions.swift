import OrderedCollections
import Documents
import PassAPI
import VirtualTime

// How a login begins (rest-api-v2.md §5.2 to §5.5).

extension SimulatedService {
    /// `v2.session.create`: a code, or leave to watch without a login.
    mutating func createSession(_ call: Call) throws(RefusedCall) -> PassResponse {
        _ = try serviceProvider(of: call)
        let place = try profileKey(of: call)
        return try beginSession(place, mvpd: call.value("mvpd"), call)
    }

    /// A session for the app of `place`, whatever made it ask (§5.2, §5.12); `fallback` is why the partner's sign-on does not
    /// go on, if that is so.
    mutating func beginSession(_ place: ProfileKey, mvpd: String?, fallback: String? = nil, _ call: Call)
        throws(RefusedCall) -> PassResponse
    {
        let issued = call.time.wholeMilliseconds
        var record = SessionRecord(
            id: makeUUID(),
            code: "",
            place: place,
            mvpd: mvpd,
            deviceInformation: call.value("X-Device-Info"),
            identities: identities(in: call.request, at: call.time),
            address: call.connection.address,
            accessEnds: access(of: call)?.expires ?? issued,
            issued: issued,
            expires: (issued + lifetime(place.requestor, mvpd) { $0.registrationCode }).wholeMilliseconds
        )
        try complete(&record, call)
        if fallback == nil, let leave = leave(record, call) { return leave }
        record.code = makeCode(
            from: configuration.quirks.release.hasUnambiguousCodes ? Self.unambiguous : Self.lettersAndDigits
        )
        state.authenticationSessions.insert(record, at: call.time)
        let isComplete = record.missingParameters.isEmpty
        return PassResponse(
            status: 200,
            .session(answer(record, isComplete ? .authenticate : .resume, reason: fallback ?? "none"))
        )
    }

    /// `v2.session.resume`: what a second screen adds.
    mutating func resumeSession(_ call: Call) throws(RefusedCall) -> PassResponse {
        var record = try openSession(of: call)
        record.mvpd = call.value("mvpd") ?? record.mvpd
        try complete(&record, call)
        state.authenticationSessions.update(record.code) { $0 = record }
        if let leave = leave(record, call) { return leave }
        let isComplete = record.missingParameters.isEmpty
        return PassResponse(
            status: 200,
            .session(answer(record, isComplete ? .authenticate : .retry, reason: "none"))
        )
    }

    /// The same by the Programmer's page on which a person typed the code: what the session has stays.
    mutating func resumeSession(_ call: Call, with mvpd: String) {
        let domain = call.request.requestor.flatMap { requestor($0)?.domains.first } ?? "adobe.com"
        guard let code = call.value("code") else { return }
        completeSession(code, with: mvpd, redirectURL: "https://\(domain)/")
    }

    /// Adds to a session what it lacks.
    mutating func completeSession(_ code: String, with mvpd: String, redirectURL: String) {
        guard let requestor = state.authenticationSessions[code]?.place.requestor else { return }
        let domain = self.requestor(requestor)?.domains.first ?? "adobe.com"
        state.authenticationSessions.update(code) { record in
            record.mvpd = record.mvpd ?? mvpd
            record.domainName = record.domainName ?? domain
            record.redirectURL = record.redirectURL ?? redirectURL
        }
    }

    /// `v2.session.read`: what there is and what is lacking, for whoever typed the code.
    mutating func readSession(_ call: Call) throws(RefusedCall) -> PassResponse {
        let record = try openSession(of: call)
        let existing: [(String, String?)] = [
            ("mvpd", record.mvpd), ("redirectUrl", record.redirectURL), ("domainName", record.domainName),
            ("serviceProvider", record.place.requestor),
        ]
        return PassResponse(
            status: 200,
            .sessionStatus(
                SessionStatus(
                    existingParameters: JSONObject(
                        existing.compactMap { name, value in value.map { JSONMember(name, .string($0)) } }
                    ),
                    missingParameters: record.missingParameters,
                    device: record.device,
                    notBefore: record.issued,
                    notAfter: record.expires
                )
            )
        )
    }

    /// The login that `v2.authenticate` opens.
    mutating func ticketOfSession(_ call: Call) throws(RefusedCall) -> LoginTicket {
        let record = try openSession(of: call)
        guard let mvpd = record.mvpd else { throw refusal("invalid_parameter_mvpd") }
        guard let redirect = record.redirectURL else { throw refusal("invalid_parameter_redirect_url") }
        try requireIntegration(record.place.requestor, mvpd)
        return LoginTicket(
            requestor: record.place.requestor,
            mvpd: mvpd,
            code: record.code,
            domain: record.domainName,
            redirectURL: redirect,
            isPassive: false
        )
    }

    /// A login has succeeded: the app finds it by code and by profile.
    mutating func complete(_ record: SessionRecord, _ signOn: SignedInUser, _ call: Call) throws(RefusedCall) {
        guard call.time < record.expires else { throw refusal("invalid_authentication_session") }
        var login = makeAuthentication(
            signOn,
            for: record.place.requestor,
            domain: record.domainName,
            device: record.place.device,
            at: call.time
        )
        login.identities = record.identities
        state.authenticationSessions.update(record.code) { $0.login = login }
        keep(login, at: record.place)
    }

    // MARK: Sessions by code

    /// The session of the code in the path while a login with it may begin.
    private mutating func openSession(of call: Call) throws(RefusedCall) -> SessionRecord {
        let requestor = try serviceProvider(of: call)
        guard let record = call.value("code").flatMap({ state.authenticationSessions[$0] }),
            record.place.requestor == requestor, call.time < record.expires
        else { throw refusal("invalid_authentication_session", details: Self.unknownCodeDetails) }
        return record
    }

    /// The session of the code in the path: until its code ends, after a sign-on until the access token ends that began it.
    mutating func session(of call: Call) throws(RefusedCall) -> SessionRecord {
        let requestor = try serviceProvider(of: call)
        guard let record = call.value("code").flatMap({ state.authenticationSessions[$0] }),
            record.place.requestor == requestor,
            call.time < (record.login == nil ? record.expires : max(record.expires, record.accessEnds))
        else { throw refusal("invalid_authentication_session") }
        return record
    }

    // MARK: Parts

    /// Takes over what the form says, and checks what is there by now.
    private mutating func complete(_ record: inout SessionRecord, _ call: Call) throws(RefusedCall) {
        record.domainName = call.value("domainName", "domain") ?? record.domainName
        record.redirectURL = call.value("redirectUrl") ?? record.redirectURL
        if let mvpd = record.mvpd, provider(mvpd) == nil { throw refusal("invalid_parameter_mvpd") }
        if let url = record.redirectURL, RedirectTarget(url) == nil { throw refusal("invalid_parameter_redirect_url") }
        if let mvpd = record.mvpd { try requireIntegration(record.place.requestor, mvpd) }
    }

    /// The response where nobody needs to log in: degraded access, a Temp Pass, a profile that is there (§5.2).
    private mutating func leave(_ record: SessionRecord, _ call: Call) -> PassResponse? {
        guard let mvpd = record.mvpd else { return nil }
        var standing = standing(record.place, mvpd, call)
        // The user whom the device named when it began the session, whoever goes on with it.
        if case .refused = standing,
            let shared = sharedSignOn(record.place, mvpd, record.identities, at: call.time)
        {
            standing = .signedOn(shared, shared.profileKind)
        }
        guard case .signedOn(let login, let type) = standing else { return nil }
        if type != .degraded, type != .temporary {
            state.authenticationSessions.update(record.code) { $0.login = login }
        }
        return PassResponse(status: 200, .session(answer(record, .authorize, reason: Self.reason(of: type))))
    }

    /// `reasonType` of a session that needs no login.
    static func reason(of type: Profile.Kind) -> String {
        switch type {
        case .degraded: "degraded"
        case .temporary: "temporary"
        case .regular: "authenticated"
        default: "authenticatedSSO"
        }
    }

    /// A session on the wire.
    func answer(_ record: SessionRecord, _ action: AuthenticationSession.Action, reason: String)
        -> AuthenticationSession
    {
        let place = record.place
        var next = PassRequest(.resumeSession, [.init("serviceProvider", place.requestor), .init("code", record.code)])
        switch action {
        case .authenticate: next.operation = .authenticateInUserAgent
        case .authorize:
            next = PassRequest(
                .decideAuthorization,
                [.init("serviceProvider", place.requestor), .init("mvpd", record.mvpd ?? "")]
            )
        case .partnerProfile:
            next = PassRequest(
                .createPartnerProfile,
                [.init("serviceProvider", place.requestor), .init("partner", "Apple")]
            )
        default: break
        }
        var session = AuthenticationSession(action)
        session.actionType = action == .authenticate ? "interactive" : "direct"
        (session.reasonType, session.sessionID, session.url) = (reason, record.id, path(of: next))
        (session.serviceProvider, session.mvpd) = (place.requestor, record.mvpd)
        guard action != .authorize, action != .partnerProfile else { return session }
        session.code = record.code
        (session.notBefore, session.notAfter) = (record.issued, record.expires)
        session.missingParameters = record.missingParameters
        return session
    }

    /// Since release 3.9.0 codes have no characters that look alike (§15); which those are is not said.
    private static let unambiguous = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
}

extension SessionRecord {
    /// The device that waits, as far as it said what it is (§5.4).
    fileprivate var device: JSONObject {
        let bytes = deviceInformation.flatMap { try? Base64.read($0.utf8, allowsTrailingBits: true).bytes } ?? []
        let told = try? JSONValue(parsing: bytes)
        func text(_ name: String) -> JSONValue { told?[name]?.string.map { .string($0) } ?? .null }
        return [
            "type": text("primaryHardwareType"), "model": text("model"),
            "hardware": .object(["vendor": text("vendor"), "manufacturer": text("manufacturer")]),
            "operatingSystem": .object(["name": text("osName"), "family": text("osFamily"), "vendor": text("osVendor")]
            ),
            "applicationId": text("applicationId"),
            "connection": .object(["ipAddress": .string(address), "type": text("connectionType")]),
        ]
    }
}
