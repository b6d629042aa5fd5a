public import Documents
public import VirtualTime

extension OperationSpecification {
    // v2/apis/sessions-apis; rest-api-v2.md §5.4, whose samples put the two variables the other way round
    static let readSession = v2(
        .readSession,
        "GET /api/v2/{serviceProvider}/sessions/{code}",
        ["/api/v2/sessions/{serviceProvider}/{code}"],
        for: .codeRecord
    ) {
        $0.adobeName = "Retrieve authentication session"
        $0.caller = .secondScreen
        $0.answer = .document(.json) { .sessionStatus($0) }
        $0.grants = [
            .shows(.code, made: .milliseconds("notBefore"), expires: .milliseconds("notAfter")),
            .asking(about: .code, [.error(AuthenticationSession.missing)]),
            .refused(without: .code, .error(AuthenticationSession.missing)),
        ]
        $0.parameters = [.sessionCode]
    }
}

/// What a session has and lacks, for whoever typed its code (rest-api-v2.md §5.4).
public struct SessionStatus: Hashable, Sendable {
    /// What is known, by name; `domain` also stands for `domainName` (§13).
    public var existingParameters: JSONObject
    /// The names of what is lacking; empty where it is complete.
    public var missingParameters: [String]
    /// The device that waits, since release 3.2.0, as it came.
    public var device: JSONObject?
    /// The validity of the code, since release 3.0.3.
    public var notBefore: Instant?
    public var notAfter: Instant?

    /// A session of these parts.
    public init(
        existingParameters: JSONObject = [:],
        missingParameters: [String] = [],
        device: JSONObject? = nil,
        notBefore: Instant? = nil,
        notAfter: Instant? = nil
    ) {
        (self.existingParameters, self.missingParameters) = (existingParameters, missingParameters)
        (self.device, self.notBefore, self.notAfter) = (device, notBefore, notAfter)
    }

    /// A parameter that is known.
    public func existing(_ name: String) -> String? { existingParameters[name]?.string }
}

extension SessionStatus: JSONPayload {
    package static let shape = ResponseShape("existingParameters")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        // The flow pages call the two `existing` and `missing`: a slip (§5.4).
        let existing = node.child("existingParameters") ?? node.child("existing")
        guard let existing = existing?.freeObject else { throw AnswerFailure("existingParameters is missing") }
        self.init(
            existingParameters: existing,
            missingParameters: node.strings("missingParameters") ?? node.strings("missing") ?? [],
            device: node.child("device")?.freeObject,
            notBefore: node.milliseconds("notBefore"),
            notAfter: node.milliseconds("notAfter")
        )
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("existingParameters", .object(existingParameters)),
            ("missingParameters", missingParameters.isEmpty ? nil : .texts(missingParameters)),
            ("device", device.map { .object($0) }), ("notBefore", .milliseconds(notBefore)),
            ("notAfter", .milliseconds(notAfter)),
        ])
    }
}

extension SessionStatus {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        guard issue.kind == .code else { return [] }
        var grant = Grant(issue)
        (grant.made, grant.expires) = (notBefore, notAfter)
        (grant.requestor, grant.mvpd) = (existing("serviceProvider"), existing("mvpd"))
        return [grant]
    }

    /// The values that a timeline holds of it.
    var values: [EventValue] {
        [.list("missing", missingParameters), notAfter.map { .instant("expiresAt", $0) }].compactMap(\.self)
    }
}
