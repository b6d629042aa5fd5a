import Documents
import PassAPI
import Tokens
import VirtualTime

// Dynamic Client Registration (rest-api-v1.md §3.1, §3.2).

extension SimulatedService {
    /// `dcr.register`: credentials for a software statement.
    mutating func register(_ call: Call) -> PassResponse {
        guard let statement = call.value("software_statement") else { return .registrationError("invalid_request") }
        if let approved = configuration.approvedSoftwareStatements, !approved.contains(statement) {
            return .registrationError("unapproved_software_statement")
        }
        let redirect = call.value("redirect_uri")
        if let redirect, !isRedirect(redirect) { return .registrationError("invalid_redirect_uri") }
        let id = makeUUID()
        let client = RegisteredClient(
            secret: makeUUID(),
            softwareStatement: statement,
            redirectURI: redirect,
            issued: call.time
        )
        state.clients[id] = client
        return PassResponse(
            status: 201,
            .clientRegistration(
                ClientRegistration(
                    clientID: id,
                    clientSecret: client.secret,
                    issuedAt: call.time.secondsSince1970,
                    redirectURIs: redirect.map { [$0] } ?? [],
                    grantTypes: ["client_credentials"],
                    scopes: [Self.scope]
                )
            )
        )
    }

    /// The scope of every registration (§3.1).
    private static let scope = "api:client:v1"

    /// Checks whether it is of the form `<custom scheme>://…`.
    private func isRedirect(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return colon > text.startIndex && text[colon...].hasPrefix("://")
    }

    /// `dcr.token`: an access token for credentials.
    mutating func issueAccessToken(_ call: Call) -> PassResponse {
        guard let grant = call.value("grant_type"), let id = call.value("client_id"),
            let secret = call.value("client_secret")
        else { return .registrationError("invalid_request") }
        guard grant == "client_credentials" else { return .registrationError("unsupported_grant_type") }
        guard let client = state.clients[id], client.secret == secret else {
            return .registrationError("invalid_client")
        }
        let issued = call.time.wholeMilliseconds
        let lifetime = lifetime(nil, nil) { $0.accessToken }.components.seconds
        let record = AccessGrant(clientID: id, issued: issued, expires: issued + .seconds(lifetime))
        let token = makeAccessToken(record)
        state.accessTokens.insert(record, for: token, at: call.time)
        return PassResponse(
            status: 201,
            .accessToken(
                AccessToken(
                    token: token,
                    createdAt: issued.millisecondsSince1970,
                    expiresIn: lifetime,
                    id: makeUUID()
                )
            )
        )
    }

    private mutating func makeAccessToken(_ record: AccessGrant) -> String {
        // `jti` keeps two tokens of the same second apart.
        let claims: JSONObject = [
            "jti": .string(makeUUID()), "sub": .string(record.clientID), "iss": .string("auth.adobe.com"),
            "scopes": .string(Self.scope),
            "iat": .number(JSONNumber(record.issued.secondsSince1970)),
            "nbf": .number(JSONNumber(record.issued.secondsSince1970)),
            "exp": .number(JSONNumber(record.expires.secondsSince1970)),
        ]
        let header: JSONObject = ["typ": .string("JWT"), "alg": .string("RS256")]
        let text = [header, claims]
            .map { Base64.encode(JSONValue.object($0).serializedBytes, alphabet: .urlSafe, padding: false) }
            .joined(separator: ".")
        let signature = signer.signature(of: text, salt: makeSalt(), count: 256)
        return text + "." + Base64.encode(signature, alphabet: .urlSafe, padding: false)
    }
}

extension PassResponse {
    /// An error of Dynamic Client Registration: 400 with one of its codes.
    static func registrationError(_ code: String) -> PassResponse {
        PassResponse(status: 400, .error(PassError(code: code)))
    }
}
