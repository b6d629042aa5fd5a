import Documents

extension AuthenticationDetails: AnswerPayload {
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
