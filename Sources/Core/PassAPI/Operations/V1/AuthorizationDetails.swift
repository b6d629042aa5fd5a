import Documents
public import VirtualTime

extension OperationSpecification {
    // v1/initiate-authorization.md; rest-api-v1.md §7.8, which does not say what becomes of a user who is not signed in
    static let authorize = Row(.authorize, .restV1, "GET /api/v1/authorize", for: .decision) {
        $0.adobeName = "Initiate Authorization"
        $0.answer = .document { .authorization($0) }
        $0.grants = [
            .needs(.authenticationToken), .issues(.authorizationToken, expires: .milliseconds("expires")),
            .asks(about: .authorizationToken), .brings(.authorizationToken, for: .mediaToken),
            .assumed(without: .authenticationToken, .status(412)),
        ]
        $0.parameters = .deviceCall([.resource, .carried("generic_data", [.query, .form], holds: .user)])
    }

    // v1/retrieve-authorization-token.md; §7.9
    static let readAuthorizationToken = Row(
        .readAuthorizationToken,
        .restV1,
        "GET /api/v1/tokens/authz",
        for: .heldDecision
    ) {
        $0.adobeName = "Retrieve Authorization Token"
        $0.answer = .document { .authorization($0) }
        $0.grants = [
            .needs(.authenticationToken), .shows(.authorizationToken, expires: .milliseconds("expires")),
            .asks(about: .authorizationToken), .refused(without: .authenticationToken, .status(412)),
            .refused(without: .authorizationToken, .status(410)),
        ]
        $0.parameters = .deviceCall([.resource])
    }
}

/// The content of a response of `authorize` and `tokens/authz` (rest-api-v1.md §7.8, §7.9).
public struct AuthorizationDetails: Hashable, Sendable {
    /// The requestor that asked.
    public var requestor: String
    /// The resource that may be watched.
    public var resource: String
    /// The MVPD that allowed it.
    public var mvpd: String
    /// The proxy MVPD that answered, if one did.
    public var proxyMVPD: String?
    /// The expiration of the authorization.
    public var expires: Instant?

    /// Details with these parts.
    public init(
        requestor: String,
        resource: String,
        mvpd: String,
        proxyMVPD: String? = nil,
        expires: Instant? = nil
    ) {
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.proxyMVPD = proxyMVPD
        self.expires = expires
    }
}

extension AuthorizationDetails: AnswerPayload {
    package static let shape = ResponseShape(root: "authorization", "resource", "requestor", "expires")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        self.init(
            requestor: try node.required("requestor"),
            resource: try node.required("resource"),
            mvpd: try node.required("mvpd"),
            proxyMVPD: node.string("proxyMvpd"),
            expires: node.milliseconds("expires")
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("mvpd", .string(mvpd)), ("resource", .string(resource)), ("requestor", .string(requestor)),
            ("expires", .milliseconds(expires)), ("proxyMvpd", .text(proxyMVPD)),
        ])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        .answer(
            "authorization",
            [
                .leaf("expires", expires?.milliseconds), .leaf("mvpd", mvpd), .leaf("requestor", requestor),
                .leaf("resource", resource), .leaf("proxyMvpd", proxyMVPD),
            ]
        )
    }
}

extension AuthorizationDetails {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        guard issue.kind == .authorizationToken else { return [] }
        var grant = Grant(issue)
        (grant.expires, grant.requestor, grant.mvpd, grant.resource) = (expires, requestor, mvpd, resource)
        return [grant]
    }
}
