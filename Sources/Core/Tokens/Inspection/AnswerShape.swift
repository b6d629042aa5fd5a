import Documents

/// What an answer of the REST API, or a document near it, is known by (rest-api-v1.md).
struct AnswerShape {
    let kind: InspectedKind
    /// The name of the XML form's root; nil where there is none.
    let root: String?
    /// Members that the JSON form has, all of them.
    let members: [String]

    init(_ name: String, _ title: String, root: String? = nil, members: [String]) {
        kind = InspectedKind(name, title)
        self.root = root
        self.members = members
    }

    private init(_ kind: InspectedKind, members: [String]) {
        self.kind = kind
        root = nil
        self.members = members
    }

    /// The more particular come first.
    static let all = [
        AnswerShape(.jsonWebSignature, members: ["payload", "signatures"]),
        AnswerShape(.jsonWebSignature, members: ["protected", "signature"]),
        AnswerShape(.jsonWebSignature, members: ["header", "signature", "payload"]),
        AnswerShape("client-registration", "client registration", members: ["client_id", "client_secret"]),
        AnswerShape("access-token-answer", "access token answer", members: ["access_token", "token_type"]),
        AnswerShape("software-statement-request", "client registration request", members: ["software_statement"]),
        AnswerShape(
            "registration-record",
            "registration record",
            root: "regcode",
            members: ["code", "requestor", "expires"]
        ),
        AnswerShape("media-token-answer", "media token answer", root: "play", members: ["serializedToken"]),
        AnswerShape(
            "authorization-answer",
            "authorization answer",
            root: "authorization",
            members: ["resource", "requestor", "expires"]
        ),
        AnswerShape(
            "authentication-answer",
            "authentication answer",
            root: "authentication",
            members: ["requestor", "mvpd", "expires"]
        ),
        AnswerShape("user-metadata", "user metadata", root: "usermetadata", members: ["updated", "data"]),
        AnswerShape("preauthorization", "preauthorization answer", root: "resources", members: ["resources"]),
        AnswerShape("configuration", "MVPD configuration", root: "config", members: ["requestor", "clientType"]),
        AnswerShape("enhanced-error", "enhanced error", members: ["action", "code", "status"]),
        AnswerShape("error", "error answer", root: "error", members: ["status", "message"]),
        AnswerShape("oauth-error", "OAuth error answer", members: ["error"]),
        AnswerShape("session-answer", "session answer", root: "session", members: ["authnToken"]),
        AnswerShape("authorize-answer", "token answer", root: "result", members: ["authzToken"]),
        AnswerShape("framework-status", "partner framework status", members: ["frameworkPermissionInfo"]),
        AnswerShape("account-response", "account response", members: ["call", "request", "at"]),
        AnswerShape("device-information", "device information", members: ["model", "osName"]),
        AnswerShape("device-information", "device information", members: ["model", "type"]),
        AnswerShape("individualisation", "device individualisation", members: ["deviceId"]),
    ]

    static func kind(of object: JSONObject) -> InspectedKind? {
        all.first { shape in shape.members.allSatisfy { object[$0] != nil } }?.kind
    }

    static func kind(of root: XMLElement) -> InspectedKind? {
        if root.name.$local == "error", !root.elements("code", in: nil).isEmpty {
            return all.first { $0.kind.name == "enhanced-error" }?.kind
        }
        return all.first { shape in ExactText(shape.root) == root.name.$local }?.kind
    }
}
