import Documents
public import VirtualTime

/// The calls about whether a user is signed in, and how a login in a browser begins (rest-api-v1.md §7.2 to §7.5).
extension OperationSpecification {
    // v1/initiate-authentication.md; §7.2: reg_code first (`&reg` turned into ®), redirect_url last
    static let initiateAuthentication = Row(
        .initiateAuthentication,
        .restV1,
        "GET /api/v1/authenticate",
        for: .login
    ) {
        $0.adobeName = "Initiate Authentication"
        $0.caller = .loginPage
        $0.answer = .page
        $0.lastParameter = "redirect_url"
        $0.grants = [.refused(without: .registrationCode, .status(400))]
        $0.parameters = [
            .identity(.code, "reg_code", [.query]),
            .identity(.requestor, "requestor_id", [.query], aliases: ["requestor"]),
            .identity(.mvpd, "mso_id", [.query]), .carried("domain_name", [.query], isRequired: true),
            .carried("noflash", [.query], isRequired: true), .carried("no_iframe", [.query], isRequired: true),
            .carried("generic_data", [.query], holds: .user), .carried("redirect_url", [.query], isRequired: true),
            .authorization,
        ]
    }

    // undocumented sibling of tokens/authn, seen in one client; §7.2
    static let readAuthenticationByCode = check(
        .readAuthenticationByCode,
        "authenticate/{code}",
        .codeHolder,
        for: .tokenByCode
    ) {
        $0.adobeName = "Retrieve Authentication Token by Registration Code (undocumented)"
        $0.answer = .document { .authentication($0) }
        $0.answered = ["userId": .user]
        $0.grants = [
            .shows(.authenticationToken, expires: .milliseconds("expires")), .asks(about: .authenticationToken),
            .assumed(without: .registrationCode, .status(404)), .assumed(without: .authenticationToken, .status(404)),
        ]
    }

    // v1/check-authentication-flow-by-second-screen-web-app.md; §7.3
    static let checkAuthenticationByCode = check(
        .checkAuthenticationByCode,
        "checkauthn/{code}",
        .secondScreen,
        for: .checkByCode
    ) {
        $0.adobeName = "Check Authentication Flow by Second Screen Web App"
        $0.answer = .status()
        $0.grants = [
            .needs(.authenticationToken), .asks(about: .authenticationToken),
            .refused(without: .registrationCode, .status(403)), .refused(without: .authenticationToken, .status(403)),
        ]
    }

    // v1/check-authentication-token.md; §7.4
    static let checkAuthentication = check(.checkAuthentication, "checkauthn", .app, for: .check) {
        $0.adobeName = "Check Authentication Token"
        $0.answer = .status()
        $0.grants = [
            .needs(.authenticationToken), .asks(about: .authenticationToken),
            .refused(without: .authenticationToken, .status(403)),
        ]
    }

    // v1/retrieve-authentication-token.md; §7.5
    static let readAuthenticationToken = check(.readAuthenticationToken, "tokens/authn", .app, for: .token) {
        $0.adobeName = "Retrieve Authentication Token"
        $0.answer = .document { .authentication($0) }
        $0.answered = ["userId": .user]
        $0.grants = [
            .shows(.authenticationToken, expires: .milliseconds("expires")), .asks(about: .authenticationToken),
            .refused(without: .authenticationToken, .status(410)),
        ]
    }

    /// A question that is repeated until it succeeds, by a device or with a code.
    private static func check(
        _ operation: Operation,
        _ path: String,
        _ caller: Caller,
        for role: CallRole,
        _ fill: (OperationSpecification) -> Void
    ) -> OperationSpecification {
        Row(operation, .restV1, "GET /api/v1/\(path)", for: role) {
            $0.caller = caller
            $0.polling = .untilSuccess
            $0.parameters = caller == .app ? .deviceCall() : [.requestor([.query]), .code, .authorization]
            fill($0)
        }
    }
}

/// The facts about an AuthN token in a response of `tokens/authn` (rest-api-v1.md §7.5).
public struct AuthenticationDetails: Hashable, Sendable {
    /// The requestor it was made for.
    public var requestor: String
    /// The MVPD that authenticated the user.
    public var mvpd: String
    /// The user's id.
    public var userID: String?
    /// The expiration of the token.
    public var expires: Instant?

    /// Details with these parts.
    public init(requestor: String, mvpd: String, userID: String? = nil, expires: Instant? = nil) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.userID = userID
        self.expires = expires
    }
}

extension AuthenticationDetails: AnswerPayload {
    package static let shape = ResponseShape(root: "authentication", "requestor", "mvpd", "expires")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        self.init(
            requestor: try node.required("requestor"),
            mvpd: try node.required("mvpd"),
            userID: node.string("userId"),
            expires: node.milliseconds("expires")
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("requestor", .string(requestor)), ("mvpd", .string(mvpd)), ("userId", .text(userID)),
            ("expires", .milliseconds(expires)),
        ])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        .answer(
            "authentication",
            [
                .leaf("expires", expires?.milliseconds), .leaf("userId", userID), .leaf("mvpd", mvpd),
                .leaf("requestor", requestor),
            ]
        )
    }
}

extension AuthenticationDetails {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        guard issue.kind == .authenticationToken else { return [] }
        var grant = Grant(issue)
        (grant.expires, grant.requestor, grant.mvpd, grant.user) = (expires, requestor, mvpd, userID)
        return [grant]
    }
}
