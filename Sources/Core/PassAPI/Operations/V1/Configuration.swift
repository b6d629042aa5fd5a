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
    /// The requestor's registered domains, in the service's order.
    public var domains: [String]

    /// A configuration with these parts.
    public init(
        requestor: String,
        name: String? = nil,
        time: Instant? = nil,
        mvpds: [MVPD] = [],
        domains: [String] = []
    ) {
        self.requestor = requestor
        self.name = name
        self.time = time
        self.mvpds = mvpds
        self.domains = domains
    }
}

extension Configuration: AnswerPayload {
    init(reading node: AnswerNode) throws(AnswerFailure) {
        guard let requestor = node.child("requestor") else { throw AnswerFailure("requestor is missing") }
        // Inside `requestor` in every sample, at top level in one description (rest-api-v1.md §7.1).
        let nodes = requestor.list("mvpds", of: "mvpd") ?? node.list("mvpds", of: "mvpd") ?? []
        var mvpds: [MVPD] = []
        for node in nodes { mvpds.append(try MVPD(reading: node)) }
        // Objects with a name in the JSON sample; in XML an element each, whose content no sample shows.
        let domains = (requestor.list("domains", of: "domain") ?? []).compactMap { $0.string("name") ?? $0.text }
        self.init(
            requestor: try requestor.required("id"),
            name: requestor.string("name"),
            time: node.milliseconds("time"),
            mvpds: mvpds,
            domains: domains.filter { !$0.isEmpty }
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        let domains = domains.map { JSONValue.object(.answer([("name", .string($0))])) }
        let requestor = JSONObject.answer([
            ("id", .string(requestor)), ("name", .text(name)), ("domains", domains.isEmpty ? nil : .array(domains)),
            ("mvpds", .array(mvpds.map { .object($0.json(choices)) })),
        ])
        return .answer([("time", .integer(time?.millisecondsSince1970)), ("requestor", .object(requestor))])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        let domains = domains.map { XMLElement.answer("domain", [.leaf("name", $0)]) }
        return .answer(
            "config",
            [
                .leaf("time", time?.milliseconds),
                .answer(
                    "requestor",
                    [
                        .leaf("id", requestor), .leaf("name", name),
                        domains.isEmpty ? nil : XMLElement.answer("domains", domains),
                        .answer("mvpds", mvpds.map { $0.xml(choices) }),
                    ]
                ),
            ]
        )
    }
}
