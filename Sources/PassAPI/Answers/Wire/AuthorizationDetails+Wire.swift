import Documents

extension AuthorizationDetails: AnswerPayload {
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
