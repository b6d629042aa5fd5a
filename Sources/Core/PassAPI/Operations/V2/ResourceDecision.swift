import Documents
public import VirtualTime

/// Whether resources may be watched (rest-api-v2.md §5.9, §5.10).
extension OperationSpecification {
    // v2/apis/decisions-apis; §5.9: informative, without token and times
    static let decidePreauthorization = decision(.decidePreauthorization, "preauthorize", for: .preauthorization) {
        $0.adobeName = "Retrieve preauthorization decisions"
        $0.grants = [
            .needs(.profile), .asking(about: .profile, [ResourceDecision.asksForProfile]),
            .refused(without: .profile, ResourceDecision.asksForProfile),
        ]
    }

    // §5.10: binding; the media token comes with it
    static let decideAuthorization = decision(.decideAuthorization, "authorize", for: .decision) {
        $0.adobeName = "Retrieve authorization decisions"
        $0.otherInstants = [.milliseconds("decisions.token.notBefore"), .milliseconds("decisions.token.issuedAt")]
        $0.grants = [
            .needs(.profile),
            .issues(
                .decision,
                made: .milliseconds("decisions.notBefore"),
                expires: .milliseconds("decisions.notAfter")
            ),
            .issues(
                .mediaToken,
                text: "serializedToken",
                expires: .milliseconds("decisions.token.notAfter")
            ),
            .asking(about: .decision, [ResourceDecision.denied]),
            .assumed(without: .profile, ResourceDecision.asksForProfile),
        ]
    }

    private static func decision(
        _ operation: Operation,
        _ name: String,
        for role: CallRole,
        _ fill: (OperationSpecification) -> Void
    ) -> OperationSpecification {
        v2(
            operation,
            "POST /api/v2/{serviceProvider}/decisions/\(name)/{mvpd}",
            // As cookbooks print it (§5).
            [PathTemplate("/api/v2/{serviceProvider}/decision/\(name)/{mvpd}")],
            for: role
        ) {
            $0.answer = .document(.json) { (list: DecisionList) in .decisions(list.decisions) }
            $0.parameters = [.mvpdInPath, .resources, .deviceIdentifier()]
            fill($0)
        }
    }
}

/// A decision about one resource (rest-api-v2.md §5.9, §5.10).
public struct ResourceDecision: Hashable, Sendable {
    /// The resource, as it was asked about.
    public var resource: String
    public var serviceProvider: String?
    public var mvpd: String?
    /// Who decided: `mvpd`, `degradation`, `temppass`, `dummy`.
    public var source: String?
    public var isAuthorized: Bool
    /// The media token, with a permit to play alone.
    public var token: Token?
    /// How long the service gives the same decision without asking the MVPD; a denial can have it, too.
    public var notBefore: Instant?
    public var notAfter: Instant?
    /// The reason of a denial.
    public var error: PassError?

    /// A media token.
    public struct Token: Hashable, Sendable {
        public var notBefore: Instant?
        public var notAfter: Instant?
        /// The token text in Base64.
        public var serializedToken: String

        /// A token of these parts.
        public init(notBefore: Instant? = nil, notAfter: Instant? = nil, serializedToken: String) {
            (self.notBefore, self.notAfter, self.serializedToken) = (notBefore, notAfter, serializedToken)
        }
    }

    /// A decision about `resource`.
    public init(_ resource: String, isAuthorized: Bool) {
        (self.resource, self.isAuthorized) = (resource, isAuthorized)
    }

    /// True if the service, the MVPD or the user's settings denied it: not the want of a sign-on, of time or of a set-up.
    public var isDenial: Bool {
        guard !isAuthorized else { return false }
        return switch error?.advisedAction {
        case EnhancedErrorCode.Action.none?, nil: true
        case .configuration, .authentication, .authorization, .retry, .applicationRegistration: false
        }
    }

    /// True if it was denied for want of a sign-on.
    var asksForAuthentication: Bool { !isAuthorized && error?.advisedAction == .authentication }

    /// True if the MVPD was asked, which the service does for a user with a profile.
    var showsProfile: Bool { source.map { $0 == "mvpd" } == true && (isAuthorized || isDenial) }

    /// How a response says that a resource may not be watched.
    static let denied = GrantSpecification.Refusal.Response.member("authorized")
    /// How a response with decisions says that there is no profile.
    static let asksForProfile = GrantSpecification.Refusal.Response.member("error")
}

/// The list of decisions, in the service's order.
package struct DecisionList {
    var decisions: [ResourceDecision]
}

extension DecisionList: JSONPayload {
    package static let shape = ResponseShape("decisions")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        guard let nodes = node.list("decisions", of: "decision") else { throw AnswerFailure("decisions is missing") }
        decisions = []
        for node in nodes { decisions.append(try ResourceDecision(reading: node)) }
    }

    func json(_ choices: WireChoices) -> JSONObject {
        ["decisions": .array(decisions.map { .object($0.json(choices)) })]
    }
}

extension ResourceDecision: JSONPayload {
    init(reading node: AnswerNode) throws(AnswerFailure) {
        // Nothing that is not stated is a permit.
        self.init(try node.required("resource"), isAuthorized: node.bool("authorized") ?? false)
        (serviceProvider, mvpd, source) = (node.string("serviceProvider"), node.string("mvpd"), node.string("source"))
        (notBefore, notAfter) = (node.milliseconds("notBefore"), node.milliseconds("notAfter"))
        error = node.child("error").flatMap { try? PassError(reading: $0) }
        guard let node = node.child("token"), let text = node.string("serializedToken"), !text.isEmpty else { return }
        token = Token(
            notBefore: node.milliseconds("notBefore"),
            notAfter: node.milliseconds("notAfter"),
            serializedToken: text
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        let token = token.map { token in
            JSONValue.object(
                .answer([
                    ("notBefore", .integer(token.notBefore?.millisecondsSince1970)),
                    ("notAfter", .integer(token.notAfter?.millisecondsSince1970)),
                    ("serializedToken", .string(token.serializedToken)),
                ])
            )
        }
        return .answer([
            ("resource", .string(resource)), ("serviceProvider", .text(serviceProvider)), ("mvpd", .text(mvpd)),
            ("source", .text(source)), ("authorized", .bool(isAuthorized)), ("token", token),
            ("error", error.map { .object($0.json(choices)) }),
            ("notBefore", .integer(notBefore?.millisecondsSince1970)),
            ("notAfter", .integer(notAfter?.millisecondsSince1970)),
        ])
    }
}

extension [ResourceDecision] {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        filter(\.isAuthorized).compactMap { decision in
            var grant = Grant(issue)
            (grant.requestor, grant.mvpd, grant.resource) = (decision.serviceProvider, decision.mvpd, decision.resource)
            switch issue.kind {
            case .decision:
                (grant.made, grant.expires) = (decision.notBefore, decision.notAfter)
                grant.source = decision.source
            case .mediaToken:
                guard let token = decision.token else { return nil }
                (grant.text, grant.expires) = (token.serializedToken, token.notAfter)
            default: return nil
            }
            return grant
        }
    }

    func refused(by member: String) -> [PassResponse.Content.RefusedPart] {
        let refused: [ResourceDecision] =
            switch member {
            case "authorized": filter { !$0.isAuthorized }
            case "error": filter(\.asksForAuthentication)
            default: []
            }
        return refused.map { decision in
            var part = PassResponse.Content.RefusedPart()
            (part.resource, part.mvpd, part.error) = (decision.resource, decision.mvpd, decision.error)
            part.isDenial = decision.isDenial
            return part
        }
    }

    /// The values that a timeline holds of them.
    var values: [EventValue] {
        let names = { (decisions: [ResourceDecision]) in decisions.map { MRSSResource($0.resource).name } }
        var values: [EventValue] = [
            .list("authorized", names(filter(\.isAuthorized))), .list("refused", names(filter { !$0.isAuthorized })),
        ]
        if count == 1, let only = first {
            if let code = only.error?.code { values.append(.code("errorCode", code)) }
            if let end = only.notAfter, only.isAuthorized { values.append(.instant("expiresAt", end)) }
        }
        return values
    }
}
