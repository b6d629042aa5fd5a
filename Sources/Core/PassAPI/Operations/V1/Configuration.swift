import Documents
public import VirtualTime

extension OperationSpecification {
    // v1/provide-mvpd-list.md; rest-api-v1.md §7.1
    static let configuration = Row(.configuration, .restV1, "GET /api/v1/config/{requestor}", for: .providers) {
        $0.adobeName = "Provide MVPD List"
        $0.answer = .document { .configuration($0) }
        $0.serviceTime = .milliseconds("time")
        $0.parameters = [.requestor([.path])] + ParameterSpecification.deprecated
        $0.parameters += [.deviceInformation, .authorization]
    }
}

/// The MVPD list of a requestor (rest-api-v1.md §7.1).
public struct Configuration: Hashable, Sendable {
    /// The requestor's id.
    public var requestor: String
    /// The requestor's name.
    public var name: String?
    /// The service's clock when it answered.
    public var time: Instant?
    /// The MVPDs, in the service's order.
    public var mvpds: [MVPD]

    /// A configuration with these parts.
    public init(requestor: String, name: String? = nil, time: Instant? = nil, mvpds: [MVPD] = []) {
        self.requestor = requestor
        self.name = name
        self.time = time
        self.mvpds = mvpds
    }
}

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
