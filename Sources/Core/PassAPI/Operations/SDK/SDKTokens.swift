import Documents
import VirtualTime

/// The calls that the SDKs' tokens come from (access-enabler.md §14.1 to §14.3).
extension OperationSpecification {
    // §14.3
    static let session = session(.session, .browserApp, for: .sdkAuthorize) { $0.answer = .tokens(in: "session") }

    // §14.1, §14.2; a session that a registration code stands for is polled, one that cookies stand for is not
    static let sessionDevice = session(.sessionDevice, .nativeApp, for: .authorizeDevice) {
        $0.polling = .untilTokenByCode
        $0.answer = .tokens(in: "result")
    }

    /// GET in a POST.
    private static func session(
        _ operation: Operation,
        _ caller: Caller,
        for next: Operation,
        _ fill: (OperationSpecification) -> Void
    ) -> OperationSpecification {
        sdk(operation, "GET", operation == .session ? "session" : "sessionDevice", for: .token) {
            $0.observedMethods = ["POST"]
            $0.isMethodOverridden = true
            $0.caller = caller
            $0.grants = [
                .issues(.authenticationToken, text: "authnToken", expires: .date("simpleTokenExpires")),
                // §14.2: 401 until somebody has logged in with the code.
                .asking(about: .authenticationToken, [.status(401), .status(403), .status(404), .status(410)]),
                .brings(.authenticationToken, for: next),
                .assumed(without: .registrationCode, .status(401)),
            ]
            $0.parameters = [.sdkRequestor, .sdkCode, .signedRequestor, .sdkDevice]
            fill($0)
        }
    }

    // §14.3
    static let sdkAuthorize = authorizing(.sdkAuthorize, "authorize", .browserApp, for: .shortAuthorize)

    // §14.1, §14.2
    static let authorizeDevice = authorizing(
        .authorizeDevice,
        "authorizeDevice",
        .nativeApp,
        for: .deviceShortAuthorize
    )

    private static func authorizing(
        _ operation: Operation,
        _ path: String,
        _ caller: Caller,
        for next: Operation
    ) -> OperationSpecification {
        sdk(operation, "POST", path, for: .decision) {
            $0.caller = caller
            $0.answer = .tokens(in: "result")
            $0.grants = [
                .needs(.authenticationToken),
                .issues(.authorizationToken, text: "authzToken", expires: .date("simpleTokenTTL")),
                .asks(about: .authorizationToken), .brings(.authorizationToken, for: next),
                .refused(without: .authenticationToken, .pendingLogout),
            ]
            $0.parameters = [
                .identity(.resource, "resource_id", [.form, .query]), .sdkRequestor, .signedRequestor, .sdkMVPD,
                .authenticationToken(), .sdkDevice, .carried("userMeta", [.form]),
                .carried("generic_data", [.form], holds: .user),
            ]
        }
    }
}

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

    func xml(in root: String) -> XMLElement {
        .answer(
            root,
            [
                .leaf("authnToken", authentication), .leaf("authzToken", authorization),
                .leaf("userMeta", userMetadata),
            ]
        )
    }
}

extension SDKTokens {
    static func grants(
        _ issue: GrantSpecification.Issue,
        authentication: String? = nil,
        authorization: String? = nil,
        media: String? = nil
    ) -> [Grant] {
        var grant = Grant(issue)
        switch issue.kind {
        case .authenticationToken: authentication.map { grant.read(authenticationToken: $0) }
        case .authorizationToken: authorization.map { grant.read(authorizationToken: $0) }
        case .mediaToken: media.map { grant.read(mediaToken: $0) }
        default: return []
        }
        return grant.text == nil ? [] : [grant]
    }
}
