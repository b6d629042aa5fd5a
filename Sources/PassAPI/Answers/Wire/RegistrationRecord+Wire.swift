import Documents
import VirtualTime

extension RegistrationRecord: AnswerPayload {
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
