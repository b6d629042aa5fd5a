import Documents
public import VirtualTime

extension OperationSpecification {
    // v1/retrieve-list-of-preauthorized-resources.md; rest-api-v1.md §7.11
    static let preauthorize = Row(.preauthorize, .restV1, "GET /api/v1/preauthorize", for: .preauthorization) {
        $0.adobeName = "Retrieve List of Preauthorized Resources"
        $0.answer = .preauthorization()
        $0.grants = [.needs(.authenticationToken), .refused(without: .authenticationToken, .status(412))]
        $0.parameters = .deviceCall([.resource])
    }

    // v1/retrieve-list-of-preauthorized-resources-by-second-screen-web-app.md; §7.11
    static let preauthorizeByCode = Row(
        .preauthorizeByCode,
        .restV1,
        "GET /api/v1/preauthorize/{code}",
        for: .preauthorizationByCode
    ) {
        $0.adobeName = "Retrieve List of Preauthorized Resources by Second Screen Web App"
        $0.caller = .secondScreen
        $0.answer = .preauthorization()
        $0.grants = [
            .needs(.authenticationToken), .assumed(without: .registrationCode, .status(404)),
            .refused(without: .authenticationToken, .status(412)),
        ]
        $0.parameters = [.requestor([.query]), .resource, .code, .authorization]
    }
}

extension AnswerSpecification {
    /// The list, whichever interface it comes from.
    static func preauthorization(_ format: Format = .selectable(otherwise: nil)) -> AnswerSpecification {
        .document(format) { (list: PreauthorizationList) in .preauthorization(list.resources) }
    }
}

/// One line of a preauthorization answer (rest-api-v1.md §7.11).
public struct PreauthorizedResource: Hashable, Sendable {
    /// The resource.
    public var id: String
    /// True if the user may watch it.
    public var isAuthorized: Bool
    /// The reason that the user may not, where enhanced errors are on.
    public var error: PassError?

    /// A line with these parts.
    public init(id: String, isAuthorized: Bool, error: PassError? = nil) {
        self.id = id
        self.isAuthorized = isAuthorized
        self.error = error
    }
}

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
package struct PreauthorizationList: AnswerPayload {
    package static let shape = ResponseShape(root: "resources", "resources")

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

extension [PreauthorizedResource] {
    /// The values that a timeline holds of them.
    public var values: [EventValue] {
        [
            .list("authorized", filter(\.isAuthorized).map(\.id)),
            .list("refused", filter { !$0.isAuthorized }.map(\.id)),
        ]
    }
}
