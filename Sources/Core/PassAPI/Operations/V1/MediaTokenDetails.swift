import Documents
public import VirtualTime

extension OperationSpecification {
    // v1/obtain-short-media-token.md; rest-api-v1.md §7.10
    static let mediaToken = Row(.mediaToken, .restV1, "GET /api/v1/tokens/media", for: .media) {
        $0.adobeName = "Obtain Short Media Token"
        $0.paths = ["/api/v1/tokens/media", "/api/v1/mediatoken"]
        $0.answer = .document { .mediaToken($0) }
        $0.grants = [
            .needs(.authenticationToken), .needs(.authorizationToken),
            .issues(.mediaToken, text: "serializedToken", expires: .milliseconds("expires")),
            .asks(about: .authorizationToken), .refused(without: .authenticationToken, .status(403)),
            .refused(without: .authorizationToken, .status(403)),
        ]
        $0.answered = ["userId": .user]
        $0.parameters = .deviceCall([.resource])
    }
}

/// The content of a response of `tokens/media` (rest-api-v1.md §7.10).
public struct MediaTokenDetails: Hashable, Sendable {
    /// The requestor that asked.
    public var requestor: String
    /// The resource that may be played.
    public var resource: String
    /// The MVPD; the field is called `mvpdId` here.
    public var mvpd: String
    /// The token text in Base64.
    public var serializedToken: String
    /// The user's id, scrambled.
    public var userID: String?
    /// The expiration of the token.
    public var expires: Instant?

    /// Details with these parts.
    public init(
        requestor: String,
        resource: String,
        mvpd: String,
        serializedToken: String,
        userID: String? = nil,
        expires: Instant? = nil
    ) {
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.serializedToken = serializedToken
        self.userID = userID
        self.expires = expires
    }
}

extension MediaTokenDetails: AnswerPayload {
    package static let shape = ResponseShape(root: "play", "serializedToken")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        // Called `mvpdId` here and `mvpd` everywhere else (rest-api-v1.md §7.10).
        let name = node.child("mvpdId") == nil ? "mvpd" : "mvpdId"
        self.init(
            requestor: try node.required("requestor"),
            resource: try node.required("resource"),
            mvpd: try node.required(name),
            serializedToken: try node.required("serializedToken"),
            userID: node.string("userId"),
            expires: node.milliseconds("expires")
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("resource", .string(resource)), ("requestor", .string(requestor)), ("expires", .milliseconds(expires)),
            ("serializedToken", .string(serializedToken)), ("userId", .text(userID)), ("mvpdId", .string(mvpd)),
        ])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        .answer(
            "play",
            [
                .leaf("expires", expires?.milliseconds), .leaf("mvpdId", mvpd), .leaf("requestor", requestor),
                .leaf("resource", resource), .leaf("serializedToken", serializedToken), .leaf("userId", userID),
            ]
        )
    }
}

extension MediaTokenDetails {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        guard issue.kind == .mediaToken else { return [] }
        var grant = Grant(issue)
        (grant.text, grant.expires, grant.user) = (serializedToken, expires, userID)
        (grant.requestor, grant.mvpd, grant.resource) = (requestor, mvpd, resource)
        return [grant]
    }
}
