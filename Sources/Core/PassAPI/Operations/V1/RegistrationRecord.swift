public import Documents
public import VirtualTime

/// Registration codes (rest-api-v1.md §6).
extension OperationSpecification {
    // v1/registration-code-request.md; §6.1
    static let createRegistrationCode = regcode(.createRegistrationCode, "POST", "", for: .code) {
        $0.adobeName = "Registration Code Request"
        $0.answer = .document { .registrationRecord($0) }
        $0.grants = [
            .issues(.registrationCode, text: "code", made: made, expires: expires),
            .brings(.registrationCode, for: .initiateAuthentication), .brings(.registrationCode, for: .sdkAuthenticate),
        ]
        $0.parameters = [
            .requestor([.path, .form, .query]), .device([.form, .query]), .carried("mvpd", [.form, .query]),
            .carried("ttl", [.form, .query]), .carried("registrationURL", [.form, .query]),
        ]
        $0.parameters += ParameterSpecification.deprecated + [.deviceInformation, .authorization]
    }

    // v1/return-registration-record.md; §6.2, which calls 404 the natural reading
    static let readRegistrationRecord = regcode(.readRegistrationRecord, "GET", "/{code}", for: .codeRecord) {
        $0.adobeName = "Return Registration Record"
        $0.caller = .secondScreen
        $0.answer = .document { .registrationRecord($0) }
        $0.grants = [
            .shows(.registrationCode, text: "code", made: made, expires: expires), .asks(about: .registrationCode),
            .assumed(without: .registrationCode, .status(404)),
        ]
        $0.parameters = [.requestor([.path, .query]), .code, .authorization]
    }

    // v1/delete-registration-record.md; §6.3, whose own example leaves out the requestor
    static let deleteRegistrationRecord = regcode(.deleteRegistrationRecord, "DELETE", "/{code}", for: .codeDeletion) {
        $0.adobeName = "Delete Registration Record"
        $0.caller = .secondScreen
        $0.answer = .status()
        $0.grants = [.ends(.registrationCode), .assumed(without: .registrationCode, .status(404))]
        $0.parameters = [.requestor([.path, .query]), .code, .authorization]
    }

    /// An operation of the registration code service, with and without the requestor in its path.
    private static func regcode(
        _ operation: Operation,
        _ method: String,
        _ end: String,
        for role: CallRole,
        _ fill: (OperationSpecification) -> Void
    ) -> OperationSpecification {
        Row(operation, .restV1, "\(method) /reggie/v1/{requestor}/regcode\(end)", for: role) {
            $0.host = .registrationCodes
            $0.paths.append(PathTemplate("/reggie/v1/regcode\(end)"))
            fill($0)
        }
    }

    private static let (made, expires) = (InstantField.milliseconds("generated"), InstantField.milliseconds("expires"))
}

/// A registration code and what belongs to it (rest-api-v1.md §6.1).
public struct RegistrationRecord: Hashable, Sendable {
    /// The record's id; not to be validated as a UUID.
    public var id: String
    /// The code the user types.
    public var code: String
    /// The requestor it was made for.
    public var requestor: String
    /// The preselected MVPD, if one was.
    public var mvpd: String?
    /// The instant at which it was made.
    public var generated: Instant?
    /// The instant at which it expires.
    public var expires: Instant?
    /// The `info` object as it came.
    public var info: JSONObject

    /// A record with these parts.
    public init(
        id: String,
        code: String,
        requestor: String,
        mvpd: String? = nil,
        generated: Instant? = nil,
        expires: Instant? = nil,
        info: JSONObject = [:]
    ) {
        self.id = id
        self.code = code
        self.requestor = requestor
        self.mvpd = mvpd
        self.generated = generated
        self.expires = expires
        self.info = info
    }
}

extension RegistrationRecord: AnswerPayload {
    package static let shape = ResponseShape(root: "regcode", "code", "requestor", "expires")

    /// The namespace of the record's root, and of nothing inside it (rest-api-v1.md §6.1).
    static let namespace = "model.mvc.reggie.pass.adobe.com"

    init(reading node: AnswerNode) throws(AnswerFailure) {
        self.init(
            id: try node.required("id"),
            code: try node.required("code"),
            requestor: try node.required("requestor"),
            mvpd: node.string("mvpd"),
            generated: node.milliseconds("generated"),
            expires: node.milliseconds("expires"),
            info: node.child("info")?.freeObject ?? [:]
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("id", .string(id)), ("code", .string(code)), ("requestor", .string(requestor)),
            ("mvpd", .text(mvpd) ?? (choices.writesAbsentMVPD ? .null : nil)),
            // Numbers here, strings in the token calls.
            ("generated", .integer(generated?.millisecondsSince1970)),
            ("expires", .integer(expires?.millisecondsSince1970)), ("info", .object(info)),
        ])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        XMLElement(
            XMLName("regcode", namespace: Self.namespace, prefix: "ns2"),
            namespaceDeclarations: [XMLNamespaceDeclaration(prefix: "ns2", uri: Self.namespace)],
            children: [
                XMLElement.leaf("id", id), .leaf("code", code), .leaf("requestor", requestor), .leaf("mvpd", mvpd),
                .leaf("generated", generated?.milliseconds), .leaf("expires", expires?.milliseconds),
                .free("info", info),
            ].compactMap { $0.map { .element($0) } }
        )
    }
}

extension RegistrationRecord {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        guard issue.kind == .registrationCode else { return [] }
        var grant = Grant(issue)
        (grant.text, grant.made, grant.expires) = (code, generated, expires)
        (grant.requestor, grant.mvpd) = (requestor, mvpd)
        return [grant]
    }
}
