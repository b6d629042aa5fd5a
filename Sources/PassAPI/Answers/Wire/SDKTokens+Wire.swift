import Documents

/// Token texts and user metadata as the SDKs' answers wrap them (access-enabler.md §14.1, §14.3).
///
/// A token is XML as text: reading the element takes off its one layer of escaping.
struct SDKTokens {
    var authentication: String?
    var authorization: String?
    var userMetadata: String?

    init(authentication: String?, authorization: String?, userMetadata: String?) {
        self.authentication = authentication
        self.authorization = authorization
        self.userMetadata = userMetadata
    }

    init(reading node: AnswerNode) throws(AnswerFailure) {
        authentication = node.string("authnToken")
        authorization = node.string("authzToken")
        if case .xml(let element) = node,
            let meta = element.elements.first(where: { $0.name.$local == "userMeta" })
        {
            // Text, or elements of its own.
            userMetadata = meta.elements.isEmpty ? meta.text : try Self.serialized(meta.elements)
        }
        if authentication == nil, authorization == nil, userMetadata == nil {
            throw AnswerFailure("neither authnToken, authzToken nor userMeta")
        }
    }

    /// Elements as text, which declare anew what is declared around them; not more of it than a text may be.
    private static func serialized(_ elements: [XMLElement]) throws(AnswerFailure) -> String {
        let limit = XMLLimits.default.textBytes
        var result = ""
        for element in elements {
            result += element.serialized
            guard result.utf8.count <= limit else { throw AnswerFailure("userMeta is longer than \(limit) bytes") }
        }
        return result
    }

    func xml(for operation: Operation) -> XMLElement {
        .answer(
            operation == .session ? "session" : "result",
            [
                .leaf("authnToken", authentication), .leaf("authzToken", authorization),
                .leaf("userMeta", userMetadata),
            ]
        )
    }
}
