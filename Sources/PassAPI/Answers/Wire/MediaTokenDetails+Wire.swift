import Documents

extension MediaTokenDetails: AnswerPayload {
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
