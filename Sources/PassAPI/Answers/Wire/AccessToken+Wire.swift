import Documents

extension AccessToken: JSONPayload {
    init(reading node: AnswerNode) throws(AnswerFailure) {
        self.init(
            token: try node.required("access_token"),
            tokenType: node.string("token_type") ?? "bearer",
            createdAt: node.integer("created_at"),
            expiresIn: node.integer("expires_in"),
            id: node.string("id")
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("id", .text(id)), ("access_token", .string(token)), ("token_type", .string(tokenType)),
            ("created_at", .integer(createdAt)), ("expires_in", .integer(expiresIn)),
        ])
    }
}
