// What an answer can be: each kind stands here, with how it is written and what of it a timeline holds.

import Documents
public import VirtualTime

extension PassResponse {
    /// The meanings that a body can have.
    public enum Content: Hashable, Sendable {
        /// Nothing, as 204 says, or nothing that matters.
        case empty
        /// `dcr.register`.
        case clientRegistration(ClientRegistration)
        /// `dcr.token`.
        case accessToken(AccessToken)
        /// `v1.regcode.create`, `v1.regcode.read`.
        case registrationRecord(RegistrationRecord)
        /// `v1.config`, `v2.configuration`, `ae.config`.
        case configuration(Configuration)
        /// `v1.authn.read`, `v1.authenticate.code`.
        case authentication(AuthenticationDetails)
        /// `v1.profileRequest`: the opaque payload for Apple's `verificationToken`.
        case profileRequest(String)
        /// `v1.authorize`, `v1.authz.read`.
        case authorization(AuthorizationDetails)
        /// `v1.media`.
        case mediaToken(MediaTokenDetails)
        /// `v1.preauthorize`, `ae.preauthorize`.
        case preauthorization([PreauthorizedResource])
        /// `v1.usermetadata`, `ae.usermetadata`.
        case userMetadata(UserMetadata)
        /// `ae.indiv.devices`: the device id the service made.
        case individualizedDevice(deviceID: String)
        /// `ae.session`, `ae.sessionDevice`, `ae.authorize`, `ae.authorizeDevice`: token texts, unescaped once, and
        /// user metadata as they stand in `<result>`.
        case tokens(authentication: String?, authorization: String?, userMetadata: String?)
        /// `ae.shortAuthorize`, `ae.deviceShortAuthorize`: the body is the token text.
        case shortMediaToken(String)
        /// `ae.tvs.sign`: the URL of the stream, signed for the player.
        case signedURL(String)
        /// `v2.session.create`, `v2.session.resume`, `v2.partner.request`.
        case session(AuthenticationSession)
        /// `v2.session.read`.
        case sessionStatus(SessionStatus)
        /// `v2.profiles`, `v2.profile.mvpd`, `v2.profile.code`, `v2.partner.profile`; none where the user is not signed in.
        case profiles([Profile])
        /// `v2.decision.authorize`, `v2.decision.preauthorize`: one for each resource, as a rule.
        case decisions([ResourceDecision])
        /// `v2.logout`.
        case logouts([ProfileLogout])
        /// A login page or form of the service, on the way to the MVPD.
        case page(String)
        /// A redirect: where to.
        case redirect(String)
        /// An error body, plain or enhanced (rest-api-v1.md §5).
        case error(PassError)
        /// `<pendingLogout>` in whatever answer (access-enabler.md §14.4): the tokens are to be wiped.
        case pendingLogout(reason: String?)
        /// `<error><notAuthorized/>…` in an answer of status 200 (access-enabler.md §14.4).
        case notAuthorized(details: String?)
        /// 429 with a page of HTML (rest-api-v1.md §4).
        case throttled
        /// Something the operation never answers: why it could not be read.
        case unreadable(String)
    }
}

extension PassResponse.Content {
    /// It as a body; nil where none is sent.
    func body(
        for row: OperationSpecification,
        _ format: ResponseFormat,
        _ choices: WireChoices
    ) -> PassResponse.Body? {
        switch self {
        case .empty, .redirect: nil
        case .clientRegistration(let payload): PassResponse.json(payload.json(choices))
        case .accessToken(let payload): PassResponse.json(payload.json(choices))
        case .individualizedDevice(let id): PassResponse.json(IndividualizedDevice(id: id).json(choices))
        case .registrationRecord(let payload): PassResponse.write(payload, format, choices)
        case .configuration(let payload): PassResponse.write(payload, format, choices)
        case .authentication(let payload): PassResponse.write(payload, format, choices)
        case .authorization(let payload): PassResponse.write(payload, format, choices)
        case .mediaToken(let payload): PassResponse.write(payload, format, choices)
        case .preauthorization(let resources): PassResponse.write(PreauthorizationList(resources), format, choices)
        case .userMetadata(let payload): PassResponse.write(payload, format, choices)
        case .session(let payload): PassResponse.json(payload.json(choices))
        case .sessionStatus(let payload): PassResponse.json(payload.json(choices))
        case .profiles(let profiles): PassResponse.json(ProfileList(profiles: profiles).json(choices))
        case .decisions(let decisions): PassResponse.json(DecisionList(decisions: decisions).json(choices))
        case .logouts(let logouts): PassResponse.json(LogoutList(logouts: logouts).json(choices))
        case .error(let error):
            switch row.interface {
            case .clientRegistration: PassResponse.json(error.registrationJSON)
            // There is no XML in it (rest-api-v2.md §1).
            case .restV2: PassResponse.json(error.json(choices))
            case .restV1, .accessEnabler: PassResponse.write(error, format, choices)
            }
        case .profileRequest(let payload): (payload, "application/octet-stream")
        case .shortMediaToken(let text), .signedURL(let text): (text, "text/plain;charset=UTF-8")
        case .page(let page): (page, "text/html;charset=UTF-8")
        case .tokens(let authentication, let authorization, let userMetadata):
            PassResponse.xml(
                SDKTokens(
                    authentication: authentication,
                    authorization: authorization,
                    userMetadata: userMetadata
                ).xml(in: row.answer.root)
            )
        case .pendingLogout(let reason): PassResponse.xml(PassResponse.pendingLogout(reason))
        case .notAuthorized(let details):
            PassResponse.xml(
                .answer("result", [.answer("error", [.answer("notAuthorized", [])]), .leaf("details", details)])
            )
        case .throttled: (PassResponse.throttledPage, "text/html")
        case .unreadable(let reason): (reason, "text/plain;charset=UTF-8")
        }
    }
}

extension PassResponse.Content {
    /// The things of the kind of `issue` that it holds, each with what it says of it; how, each payload says beside its row.
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        switch self {
        case .accessToken(let token): token.grants(issue)
        case .registrationRecord(let record): record.grants(issue)
        case .authentication(let details): details.grants(issue)
        case .authorization(let details): details.grants(issue)
        case .mediaToken(let details): details.grants(issue)
        case .tokens(let authentication, let authorization, _):
            SDKTokens.grants(issue, authentication: authentication, authorization: authorization)
        case .shortMediaToken(let text): SDKTokens.grants(issue, media: text)
        case .session(let session): session.grants(issue)
        case .sessionStatus(let status): status.grants(issue)
        case .profiles(let profiles): profiles.grants(issue)
        case .decisions(let decisions): decisions.grants(issue)
        case .empty, .clientRegistration, .configuration, .profileRequest, .preauthorization, .userMetadata, .logouts,
            .individualizedDevice, .signedURL, .page, .redirect, .error, .pendingLogout, .notAuthorized, .throttled,
            .unreadable:
            []
        }
    }

    /// The things that a member of this name refuses, each with what it is for; none where it has no such member.
    public func refused(by member: String) -> [RefusedPart] {
        switch self {
        case .pendingLogout: member == "pendingLogout" ? [RefusedPart()] : []
        case .notAuthorized: member == "notAuthorized" ? [RefusedPart()] : []
        case .profiles(let profiles): member == "profiles" && profiles.isEmpty ? [RefusedPart()] : []
        case .decisions(let decisions): decisions.refused(by: member)
        case .logouts(let logouts): logouts.refused(by: member)
        case .empty, .clientRegistration, .accessToken, .registrationRecord, .configuration, .authentication,
            .profileRequest, .authorization, .mediaToken, .preauthorization, .userMetadata, .individualizedDevice,
            .tokens, .shortMediaToken, .signedURL, .session, .sessionStatus, .page, .redirect, .error, .throttled,
            .unreadable:
            []
        }
    }

    /// One of the things that a response refuses: what it is for, as far as the response says.
    public struct RefusedPart: Hashable, Sendable {
        public var resource: String?
        public var mvpd: String?
        /// The error that says why; nil where there is none.
        public var error: PassError?
        /// True if the MVPD or its like denied the resource: then the sign-on is not in doubt.
        public var isDenial = false

        /// True if the service could not tell: to be asked again, or set up otherwise (rest-api-v2.md §4).
        public var isFailure: Bool {
            switch error?.advisedAction {
            case .retry, .configuration, .applicationRegistration: true
            case EnhancedErrorCode.Action.none?, .authentication, .authorization, nil: false
            }
        }

        /// A part of which the response says nothing.
        public init() {}
    }
}

extension PassResponse {
    /// The resources of which a response with decisions to play tells nothing, or that the service failed to decide.
    ///
    /// 200 without an item for the resource that was asked is no permit (rest-api-v2.md §15).
    public func failedParts(of request: PassRequest) -> [Content.RefusedPart] {
        guard case .decisions(let decisions) = content, request.operation.role == .decision else { return [] }
        let decided = Set(decisions.map { ExactText(MRSSResource($0.resource).canonical) })
        let undecided = request.identity(of: .resource).filter { !decided.contains(ExactText($0)) }
        return decisions.refused(by: "authorized").filter(\.isFailure)
            + undecided.map { resource in
                var part = Content.RefusedPart()
                part.resource = resource
                return part
            }
    }
}

extension PassResponse.Content {
    /// The code of its kind.
    public var code: String {
        switch self {
        case .empty: "empty"
        case .clientRegistration: "clientRegistration"
        case .accessToken: "accessToken"
        case .registrationRecord: "registrationRecord"
        case .configuration: "configuration"
        case .authentication: "authentication"
        case .profileRequest: "profileRequest"
        case .authorization: "authorization"
        case .mediaToken: "mediaToken"
        case .preauthorization: "preauthorization"
        case .userMetadata: "userMetadata"
        case .individualizedDevice: "deviceID"
        case .tokens: "tokens"
        case .shortMediaToken: "shortMediaToken"
        case .signedURL: "signedURL"
        case .session: "session"
        case .sessionStatus: "sessionStatus"
        case .profiles: "profiles"
        case .decisions: "decisions"
        case .logouts: "logouts"
        case .page: "page"
        case .redirect: "redirect"
        case .error: "error"
        case .pendingLogout: "pendingLogout"
        case .notAuthorized: "notAuthorized"
        case .throttled: "throttled"
        case .unreadable: "unreadable"
        }
    }

    /// The values that a timeline holds of it.
    public var values: [EventValue] {
        switch self {
        case .empty, .signedURL, .individualizedDevice, .shortMediaToken, .page, .throttled, .unreadable: []
        case .notAuthorized(let details): details.map { [.text("errorDetails", $0)] } ?? []
        case .clientRegistration(let registration): [.identity("clientID", registration.clientID)]
        case .accessToken(let token): token.expiresIn.map { [.number("expiresInSeconds", $0)] } ?? []
        case .registrationRecord(let record): [.identity("registrationCode", record.code)] + expiring(record.expires)
        case .configuration(let configuration): [.list("mvpds", configuration.mvpds.map(\.id))]
        case .authentication(let details): [.text("mvpd", details.mvpd)] + expiring(details.expires)
        case .profileRequest(let payload): [.number("sizeBytes", payload.utf8.count)]
        case .authorization(let details):
            [.text("resource", MRSSResource(details.resource).name), .text("mvpd", details.mvpd)]
                + expiring(details.expires)
        case .mediaToken(let details):
            [.text("resource", MRSSResource(details.resource).name)] + expiring(details.expires)
        case .preauthorization(let resources): resources.values
        case .userMetadata(let metadata): metadata.tokenSource.map { [.text("tokenSource", $0)] } ?? []
        case .tokens(let authentication, let authorization, _):
            [.truth("hasAuthnToken", authentication != nil), .truth("hasAuthzToken", authorization != nil)]
        case .session(let session): session.values
        case .sessionStatus(let status): status.values
        case .profiles(let profiles): profiles.values
        case .decisions(let decisions): decisions.values
        case .logouts(let logouts): logouts.values
        // Without what the query says: sessions and codes, which are others in each import.
        case .redirect(let location): [.text("location", String(location.prefix { $0 != "?" }))]
        // Texts of the service's, which stand in its response: facts, however they read.
        case .error(let error):
            [
                error.code.map { .code("errorCode", $0) }, error.message.map { .text("errorMessage", $0) },
                error.details.map { .text("errorDetails", $0) },
            ].compactMap(\.self)
        case .pendingLogout(let reason): reason.map { [.code("reason", $0)] } ?? []
        }
    }

    private func expiring(_ instant: Instant?) -> [EventValue] { instant.map { [.instant("expiresAt", $0)] } ?? [] }
}
