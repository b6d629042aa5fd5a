import Documents

/// An error body: plain, enhanced, or of Dynamic Client Registration (rest-api-v1.md §3.3, §5).
public struct PassError: Error, Hashable, Sendable {
    /// The status inside the body, which may differ from HTTP's.
    public var status: Int?
    /// The code of an enhanced error, or the `error` of Dynamic Client Registration.
    public var code: String?
    /// Free text.
    public var message: String?
    /// The MVPD's text, if any.
    public var details: String?
    /// The action that the client is advised to take: `none`, `retry`, `authentication` and so on.
    public var action: String?
    /// The address of further information.
    public var helpURL: String?
    /// The service's id of the failed call.
    public var trace: String?

    /// An error with these parts.
    public init(
        status: Int? = nil,
        code: String? = nil,
        message: String? = nil,
        details: String? = nil,
        action: String? = nil,
        helpURL: String? = nil,
        trace: String? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.action = action
        self.helpURL = helpURL
        self.trace = trace
    }
}

extension PassError: AnswerPayload {
    /// The namespace of `<error>` in older schemas (rest-api-v1.md §5).
    static let namespace = "rest.pass.adobe.com"

    /// An error body of any of the three kinds.
    ///
    /// Of Dynamic Client Registration's `{"error": …}` the text becomes the code; so does the SDKs' `<reason>`
    /// (access-enabler.md §14.4).
    init(reading node: AnswerNode) throws(AnswerFailure) {
        // V2's texts speak of an error object, its samples have none around them (rest-api-v2.md §4).
        let wrapped = node.child("error")
        let node = if case .json(.object)? = wrapped { wrapped ?? node } else { node }
        self.init(
            status: node.integer("status").flatMap { Int(exactly: $0) },
            code: node.string("code") ?? node.string("error") ?? node.string("reason"),
            message: node.string("message") ?? node.string("error_description"),
            details: node.string("details"),
            action: node.string("action"),
            helpURL: node.string("helpUrl"),
            trace: node.string("trace")
        )
        if self == PassError() { throw AnswerFailure("neither status, code nor message") }
    }

    /// The error that a body which came with success says there was; nil if it says nothing like it.
    static func failure(in node: AnswerNode) -> PassError? {
        guard let error = try? PassError(reading: node) else { return nil }
        let isFailure = error.action != nil || (error.status ?? 0) >= 400 || (error.status == nil && error.code != nil)
        return isFailure ? error : nil
    }

    /// The form that Dynamic Client Registration has: code and text where RFC 6749 has a place for them, the rest beside.
    var registrationJSON: JSONObject {
        var rest = self
        (rest.code, rest.message) = (nil, nil)
        let own = JSONObject.answer([("error", .text(code)), ("error_description", .text(message))])
        return JSONObject(own.members + rest.json(.default).members)
    }

    func json(_ choices: WireChoices) -> JSONObject {
        .answer([
            ("action", .text(action)), ("status", .integer(status.map { Int64($0) })), ("code", .text(code)),
            ("message", .text(message)), ("details", .text(details)), ("helpUrl", .text(helpURL)),
            ("trace", .text(trace)),
        ])
    }

    func xml(_ choices: WireChoices) -> XMLElement {
        guard choices.usesErrorNamespace else { return .answer("error", members) }
        return XMLElement(
            XMLName("error", namespace: Self.namespace),
            namespaceDeclarations: [XMLNamespaceDeclaration(prefix: nil, uri: Self.namespace)],
            children: members.compactMap { leaf in
                leaf.map { leaf in
                    var leaf = leaf
                    leaf.name.namespace = Self.namespace
                    return .element(leaf)
                }
            }
        )
    }

    /// The elements inside `<error>`.
    var members: [XMLElement?] {
        [
            .leaf("action", action), .leaf("status", status.map { String($0) }), .leaf("code", code),
            .leaf("message", message), .leaf("details", details), .leaf("helpUrl", helpURL), .leaf("trace", trace),
        ]
    }
}
