import VirtualTime

/// The SDKs' media tokens (access-enabler.md §14.1 to §14.3).
extension OperationSpecification {
    // §14.3
    static let shortAuthorize = shortAuthorizing(.shortAuthorize, "shortAuthorize", .browserApp)

    // §14.1, §14.2
    static let deviceShortAuthorize = shortAuthorizing(.deviceShortAuthorize, "deviceShortAuthorize", .nativeApp)

    /// The body of the answer is the token's text; §14.1 has no word of an AuthZ token that has expired.
    private static func shortAuthorizing(
        _ operation: Operation,
        _ path: String,
        _ caller: Caller
    ) -> OperationSpecification {
        sdk(operation, "POST", path, for: .media) {
            $0.caller = caller
            $0.answer = .text { .shortMediaToken($0) }
            let expires = InstantField(name: "ttl", form: .millisecondsAfter("issueTime"))
            $0.grants = [
                .needs(.authorizationToken), .issues(.mediaToken, text: "the body", expires: expires),
                .asks(about: .authorizationToken), .assumed(without: .authorizationToken, .notAuthorized),
            ]
            $0.parameters = [
                .carried("authz_token", [.form], isRequired: true, holds: .grant(.authorizationToken)), .sdkRequestor,
                .signedRequestor, .volatile("session_guid", [.form], holds: .user), .carried("hashed_guid", [.form]),
                .sdkDevice,
                .sdkMVPD,
            ]
        }
    }

    // §14.1: the player side; seen on plain http
    static let sign = Row(.sign, .accessEnabler, "POST /tvs/v1/sign", for: .signature) {
        $0.adobeName = "AccessEnabler tvs/v1/sign"
        $0.caller = .player
        $0.answer = .textOrStatus { .signedURL($0) }
        // Parts of the signature in the URL's query: `hdnea=st=…~exp=…~hmac=…`.
        $0.otherInstants = ["st", "exp"].map { InstantField(name: $0, form: .seconds) }
        $0.parameters = [
            .carried("cdn", [.form, .query]), .carried("mediaToken", [.form, .query], holds: .grant(.mediaToken)),
            .identity(.resource, "resource", [.form, .query], isRequired: false), .carried("url", [.form, .query]),
            .authorization,
        ]
    }
}
