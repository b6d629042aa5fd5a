import Documents
public import VirtualTime

/// How a login begins (rest-api-v2.md §5.2, §5.3).
extension OperationSpecification {
    // v2/apis/sessions-apis; §5.2: all of the form may be left out, then the response asks to resume
    static let createSession = v2(.createSession, "POST /api/v2/{serviceProvider}/sessions", for: .code) {
        $0.adobeName = "Create authentication session"
        $0.answer = .document(.json) { .session($0) }
        $0.grants = [
            .issues(.code, text: "code", made: made, expires: expires), .brings(.code, for: .authenticateInUserAgent),
        ]
        $0.parameters = ParameterSpecification.loginParameters + [.deviceIdentifier()]
    }

    // §5.3: by the second screen, or the same app
    static let resumeSession = v2(
        .resumeSession,
        "POST /api/v2/{serviceProvider}/sessions/{code}",
        for: .codeCompletion
    ) {
        $0.adobeName = "Resume authentication session"
        $0.caller = .secondScreen
        $0.answer = .document(.json) { .session($0) }
        $0.grants = [
            .shows(.code, text: "code", made: made, expires: expires),
            .asking(about: .code, [.error(AuthenticationSession.missing)]),
            .refused(without: .code, .error(AuthenticationSession.missing)),
        ]
        $0.parameters = [.sessionCode] + ParameterSpecification.loginParameters
    }

    private static let (made, expires) = (InstantField.milliseconds("notBefore"), InstantField.milliseconds("notAfter"))
}

/// What a login has come to: where it goes on, and the code that stands for it (rest-api-v2.md §5.2, §5.12).
public struct AuthenticationSession: Hashable, Sendable {
    /// What the client does next: an open set.
    public var actionName: Action
    /// `interactive` in a user agent, `direct` by a call; nil where the response has none.
    public var actionType: String?
    /// Why: `none`, `authenticated`, `pfs_fallback` and so on; nil before release 3.1.0.
    public var reasonType: String?
    public var sessionID: String?
    public var serviceProvider: String?
    /// The next address, mostly without a host.
    public var url: String?
    public var code: String?
    public var mvpd: String?
    /// The names of what is lacking, as they came: `domain` also stands for `domainName` (§13).
    public var missingParameters: [String]
    /// The validity of the code.
    public var notBefore: Instant?
    public var notAfter: Instant?
    /// What is to be handed to the partner's framework; nil unless the action is ``Action/partnerProfile``.
    public var partnerRequest: PartnerRequest?

    /// What a client does next.
    public struct Action: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Open the address in a user agent, or show the code.
        public static let authenticate = Action(rawValue: "authenticate")
        /// Supply what is lacking, here or on a second screen.
        public static let resume = Action(rawValue: "resume")
        /// Resume once more.
        public static let retry = Action(rawValue: "retry")
        /// No login is needed: ask for decisions.
        public static let authorize = Action(rawValue: "authorize")
        /// Hand the request to the partner's framework.
        public static let partnerProfile = Action(rawValue: "partner_profile")
    }

    /// A SAML request for the partner's framework.
    public struct PartnerRequest: Hashable, Sendable {
        /// `saml`.
        public var type: String?
        /// The request in Base64, which becomes VSA's `verificationToken` as it is.
        public var request: String
        /// The attributes to ask for.
        public var attributesNames: [String]

        /// A request of these parts.
        public init(type: String? = "saml", request: String, attributesNames: [String] = []) {
            (self.type, self.request, self.attributesNames) = (type, request, attributesNames)
        }
    }

    /// A session in which the client does this next.
    public init(_ actionName: Action) {
        self.actionName = actionName
        missingParameters = []
    }

    /// The code of the error where there is no such session: it is unknown, over, or another took its place (§5.3).
    static let missing = "invalid_authentication_session"
}

extension AuthenticationSession: JSONPayload {
    package static let shape = ResponseShape("actionName", "sessionId")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        self.init(Action(rawValue: try node.required("actionName")))
        (actionType, reasonType) = (node.string("actionType"), node.string("reasonType"))
        (sessionID, serviceProvider) = (node.string("sessionId"), node.string("serviceProvider"))
        (url, code, mvpd) = (node.string("url"), node.string("code"), node.string("mvpd"))
        missingParameters = node.strings("missingParameters") ?? []
        (notBefore, notAfter) = (node.milliseconds("notBefore"), node.milliseconds("notAfter"))
        guard let forwarded = node.child("authenticationRequest"), let request = forwarded.string("request") else {
            return
        }
        partnerRequest = PartnerRequest(
            type: forwarded.string("type"),
            request: request,
            attributesNames: forwarded.strings("attributesNames") ?? []
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        let forwarded = partnerRequest.map { request in
            JSONValue.object(
                .answer([
                    ("type", .text(request.type)), ("request", .string(request.request)),
                    ("attributesNames", .texts(request.attributesNames)),
                ])
            )
        }
        return .answer([
            ("actionName", .string(actionName.rawValue)), ("actionType", .text(actionType)),
            ("reasonType", .text(reasonType)), ("url", .text(url)), ("code", .text(code)),
            ("sessionId", .text(sessionID)), ("mvpd", .text(mvpd)), ("serviceProvider", .text(serviceProvider)),
            ("missingParameters", missingParameters.isEmpty ? nil : .texts(missingParameters)),
            // Strings here, numbers in profiles and decisions (§1).
            ("notBefore", .milliseconds(notBefore)), ("notAfter", .milliseconds(notAfter)),
            ("authenticationRequest", forwarded),
        ])
    }
}

extension AuthenticationSession {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        guard issue.kind == .code, let code, !code.isEmpty else { return [] }
        var grant = Grant(issue)
        (grant.text, grant.made, grant.expires) = (code, notBefore, notAfter)
        (grant.requestor, grant.mvpd) = (serviceProvider, mvpd)
        return [grant]
    }

    /// The values that a timeline holds of it.
    var values: [EventValue] {
        [
            .code("action", actionName.rawValue), reasonType.map { .code("reason", $0) },
            code.map { .identity("code", $0) }, mvpd.map { .text("mvpd", $0) },
            code == nil ? nil : notAfter.map { .instant("expiresAt", $0) },
        ]
        .compactMap(\.self)
    }
}
