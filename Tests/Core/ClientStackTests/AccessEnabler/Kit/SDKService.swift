import ClientStack
import PassAPI
import Tokens
import VirtualTime

/// A service that answers rightly, with tokens of its own making.
struct SDKService {
    var requestor = "KITETV"
    var mvpds = Kite.mvpds
    /// Whom the user logs in with.
    var mvpd = "Plover"
    var authenticationEnds = Kite.now + .seconds(30 * 86_400)
    var authorizationEnds = Kite.now + .seconds(86_400)
    /// The line-up in the AuthN token.
    var lineUp: [String] = []

    func answer(to request: PassRequest) -> PassResponse {
        switch request.operation {
        case .register: .registration()
        case .accessToken: .token("token-1")
        case .sdkConfiguration: .configuration(mvpds, requestor: request["requestor"] ?? requestor)
        case .createRegistrationCode: .code(requestor: request["requestor"] ?? requestor, mvpd: request["mvpd"])
        case .sdkAuthenticate: PassResponse(status: 302, .redirect(request["redirect_url"] ?? ""))
        case .freePreview, .exchangeToken: .noContent
        case .profileRequest: .profile
        case .session, .sessionDevice: session
        case .authorizeDevice: grant(of: request["resource_id"] ?? "", request["mso_id"] ?? mvpd)
        case .deviceShortAuthorize: .mediaText("media-1")
        case .sdkPreauthorize:
            PassResponse(
                status: 200,
                .preauthorization(
                    request.parameters.filter { $0.name == "resource_id" }.map {
                        PreauthorizedResource(id: $0.value, isAuthorized: $0.value != "KITE9")
                    }
                )
            )
        case .sdkUserMetadata: .metadata(tokenSource: nil)
        default: PassResponse(status: 200, .empty)
        }
    }

    /// The answer of `sessionDevice`.
    var session: PassResponse {
        PassResponse(
            status: 200,
            .tokens(authentication: authenticationToken, authorization: nil, userMetadata: nil)
        )
    }

    var authenticationToken: String {
        let resources = lineUp.map { "<authorizedResource resourceID=\"\($0)\"/>" }.joined()
        let text = AuthenticationToken.text(
            guid: "guid-1",
            sessionIndex: "session-1",
            requestorID: requestor,
            domainName: "adobe.com",
            expires: TokenDate(authenticationEnds),
            msoID: mvpd,
            fingerprint: "00ff",
            nameID: "name-1",
            signing: { _ in [1, 2, 3] }
        )
        guard !lineUp.isEmpty else { return text }
        let end = "</simpleAuthenticationToken>"
        return String(text.dropLast(end.count)) + "<authorizedResources>\(resources)</authorizedResources>" + end
    }

    func grant(of resource: String, _ mvpd: String) -> PassResponse {
        let text = AuthorizationToken.text(
            requestorID: requestor,
            resourceID: resource,
            expires: TokenDate(authorizationEnds),
            msoID: mvpd,
            fingerprint: "00ff",
            signing: { _ in [1, 2, 3] }
        )
        return PassResponse(status: 200, .tokens(authentication: nil, authorization: text, userMetadata: nil))
    }
}

extension PassResponse {
    static func mediaText(_ text: String) -> PassResponse { PassResponse(status: 200, .shortMediaToken(text)) }
    static let denied = PassResponse(status: 200, .notAuthorized(details: "No subscription."))
    static func pendingLogout(_ reason: String? = nil) -> PassResponse {
        PassResponse(status: 200, .pendingLogout(reason: reason))
    }
}
