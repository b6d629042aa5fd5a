import Documents

extension OperationSpecification {
    // dcr/apis/dynamic-client-registration-apis-retrieve-client-credentials.md; rest-api-v1.md §3.1
    static let register = Row(.register, .clientRegistration, "POST /o/client/register", for: .registration) {
        $0.adobeName = "Client Registration"
        $0.answer = .document(.json) { .clientRegistration($0) }
        $0.answered = ["client_secret": .secret]
        // Of no stated unit, seen in seconds and in milliseconds; the other is RFC 7591's (§3.2.1), 0 for never.
        $0.otherInstants = ["client_id_issued_at", "client_secret_expires_at"].map {
            InstantField(name: $0, form: .millisecondsOrSeconds)
        }
        $0.parameters = [
            .carried("software_statement", [.json, .form], isRequired: true, holds: .secret),
            .carried("redirect_uri", [.json, .form]),
            .deviceInformation,
        ]
    }
}

/// Client credentials (rest-api-v1.md §3.1).
public struct ClientRegistration: Hashable, Sendable {
    /// The client's id.
    public var clientID: String
    /// The client's secret.
    public var clientSecret: String
    /// The time at which they were issued: a number of unstated unit, as it came.
    public var issuedAt: Int64?
    /// The addresses that a browser may be sent back to.
    public var redirectURIs: [String]
    /// The grants the client may use.
    public var grantTypes: [String]
    /// The scopes, where the answer has them.
    public var scopes: [String]?

    /// Credentials with these parts.
    public init(
        clientID: String,
        clientSecret: String,
        issuedAt: Int64? = nil,
        redirectURIs: [String] = [],
        grantTypes: [String] = [],
        scopes: [String]? = nil
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.issuedAt = issuedAt
        self.redirectURIs = redirectURIs
        self.grantTypes = grantTypes
        self.scopes = scopes
    }
}

extension ClientRegistration: JSONPayload {
    package static let shape = ResponseShape("client_id", "client_secret")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        self.init(
            clientID: try node.required("client_id"),
            clientSecret: try node.required("client_secret"),
            issuedAt: node.integer("client_id_issued_at"),
            redirectURIs: node.strings("redirect_uris") ?? [],
            grantTypes: node.strings("grant_types") ?? [],
            scopes: node.strings("scopes")
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("client_id", .string(clientID)), ("client_secret", .string(clientSecret)),
            ("client_id_issued_at", .integer(issuedAt)), ("redirect_uris", .texts(redirectURIs)),
            ("grant_types", .texts(grantTypes)), ("scopes", scopes.map { .texts($0) }),
        ])
    }
}
