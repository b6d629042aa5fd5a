import Documents

extension PreauthorizedResource: AnswerPayload {
    init(reading node: AnswerNode) throws(AnswerFailure) {
        self.init(
            id: try node.required("id"),
            // No answer of the MVPD counts as false (rest-api-v1.md §7.11).
            isAuthorized: node.bool("authorized") ?? false,
            error: node.child("error").flatMap { try? PassError(reading: $0) }
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("id", .string(id)), ("authorized", .bool(isAuthorized)),
            ("error", error.map { .object($0.json(choices)) }),
        ])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        .answer(
            "resource",
            [
                .leaf("id", id), .leaf("authorized", String(isAuthorized)),
                error.map { .answer("error", $0.members) },
            ]
        )
    }
}

/// The list around preauthorized resources.
struct PreauthorizationList: AnswerPayload {
    var resources: [PreauthorizedResource]

    init(_ resources: [PreauthorizedResource]) { self.resources = resources }

    init(reading node: AnswerNode) throws(AnswerFailure) {
        var nodes = node.list("resources", of: "resource")
        if case .xml(let element) = node, element.name.$local == "resources" {
            nodes = element.elements.filter { $0.name.$local == "resource" }.map { .xml($0) }
        }
        guard let nodes else { throw AnswerFailure("resources is missing") }
        resources = []
        for node in nodes { resources.append(try PreauthorizedResource(reading: node)) }
    }

    func json(_ choices: WireChoices) -> JSONObject {
        ["resources": .array(resources.map { .object($0.json(choices)) })]
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        .answer("resources", resources.map { $0.xml(choices) })
    }
}
