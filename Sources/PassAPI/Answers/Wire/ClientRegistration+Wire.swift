import Documents

extension ClientRegistration: JSONPayload {
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
