import Documents
import PassAPI

/// The shapes by which a response of the REST API, or a document near it, is recognized (rest-api-v1.md, rest-api-v2.md): those of
/// Adobe Pass by what their wire forms have.
enum AnswerShape {
    /// The more particular come first.
    private static let all: [(kind: InspectedKind, shape: ResponseShape)] = [
        (.jsonWebSignature, ResponseShape("payload", "signatures")),
        (.jsonWebSignature, ResponseShape("protected", "signature")),
        (.jsonWebSignature, ResponseShape("header", "signature", "payload")),
        (InspectedKind("client-registration"), ClientRegistration.shape),
        (InspectedKind("access-token-response"), AccessToken.shape),
        (InspectedKind("software-statement-request"), ResponseShape("software_statement")),
        (InspectedKind("authentication-session"), AuthenticationSession.shape),
        (InspectedKind("session-status"), SessionStatus.shape),
        (InspectedKind("profiles"), ProfileList.shape),
        (InspectedKind("decisions"), DecisionList.shape),
        (InspectedKind("logouts"), LogoutList.shape),
        (InspectedKind("registration-record"), RegistrationRecord.shape),
        (InspectedKind("media-token-response"), MediaTokenDetails.shape),
        (InspectedKind("authorization-response"), AuthorizationDetails.shape),
        (InspectedKind("authentication-response"), AuthenticationDetails.shape),
        (InspectedKind("user-metadata"), ResponseShape(root: "usermetadata", "updated", "data")),
        (InspectedKind("preauthorization"), PreauthorizationList.shape),
        (InspectedKind("configuration"), ResponseShape(root: "config", "requestor", "clientType")),
        (enhancedError, ResponseShape("action", "code", "status")),
        (InspectedKind("error"), ResponseShape(root: "error", "status", "message")),
        (InspectedKind("oauth-error"), ResponseShape("error")),
        (InspectedKind("session-response"), ResponseShape(root: "session", "authnToken")),
        (InspectedKind("authorize-response"), ResponseShape(root: "result", "authzToken")),
        (InspectedKind("framework-status"), ResponseShape("frameworkPermissionInfo")),
        (InspectedKind("vsa-call"), ResponseShape("call", "request", "at")),
        (InspectedKind("device-information"), ResponseShape("model", "osName")),
        (InspectedKind("device-information"), ResponseShape("model", "type")),
        (InspectedKind("individualization"), IndividualizedDevice.shape),
    ]

    private static let enhancedError = InspectedKind("enhanced-error")

    static func kind(of object: JSONObject) -> InspectedKind? { all.first { $0.shape.fits(object) }?.kind }

    static func kind(of root: XMLElement) -> InspectedKind? {
        if root.name.$local == "error", !root.elements("code", in: nil).isEmpty { return enhancedError }
        return all.first { $0.shape.fits(root) }?.kind
    }
}
