import Documents
import VirtualTime

extension Configuration: AnswerPayload {
    init(reading node: AnswerNode) throws(AnswerFailure) {
        guard let requestor = node.child("requestor") else { throw AnswerFailure("requestor is missing") }
        // Inside `requestor` in every sample, at top level in one description (rest-api-v1.md §7.1).
        let nodes = requestor.list("mvpds", of: "mvpd") ?? node.list("mvpds", of: "mvpd") ?? []
        var mvpds: [MVPD] = []
        for node in nodes { mvpds.append(try MVPD(reading: node)) }
        self.init(
            requestor: try requestor.required("id"),
            name: requestor.string("name"),
            time: node.milliseconds("time"),
            mvpds: mvpds
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        let requestor = JSONObject.answer([
            ("id", .string(requestor)), ("name", .text(name)),
            ("mvpds", .array(mvpds.map { .object($0.json(choices)) })),
        ])
        return .answer([("time", .integer(time?.millisecondsSince1970)), ("requestor", .object(requestor))])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        .answer(
            "config",
            [
                .leaf("time", time?.milliseconds),
                .answer(
                    "requestor",
                    [
                        .leaf("id", requestor), .leaf("name", name),
                        .answer("mvpds", mvpds.map { $0.xml(choices) }),
                    ]
                ),
            ]
        )
    }
}
