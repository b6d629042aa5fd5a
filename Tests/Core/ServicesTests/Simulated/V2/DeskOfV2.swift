import PassAPI
import Services
import VirtualTime

// The calls of a streaming application at a simulated service.

extension Desk {
    static let login = PassRequest.LoginParameters(
        mvpd: "Meadowlark",
        domainName: "kite.example",
        redirectURL: "https://kite.example/done"
    )

    func session(_ login: PassRequest.LoginParameters? = Desk.login) -> AuthenticationSession? {
        answer(.createSession(context, login)).session
    }

    func navigationOfV2(_ code: String) -> PassRequest {
        .authenticateInUserAgent(serviceProvider: requestor, code: code)
    }

    /// Signs on by way of a session, on another screen.
    @discardableResult
    func signOnByV2(_ login: PassRequest.LoginParameters = Desk.login, user: String = "wren") -> String? {
        guard let code = session(login)?.code else { return nil }
        let screen = ClientConnection(address: "198.51.100.9", cookies: "second screen")
        _ = service.logIn(navigationOfV2(code), as: .signsIn(mvpd: login.mvpd, user: user), from: screen, at: now)
        return code
    }

    func profiles(mvpd: String? = nil, status: PartnerFrameworkStatus? = nil) -> [Profile]? {
        answer(.profiles(context, mvpd: mvpd, partnerFrameworkStatus: status?.headerValue)).profiles
    }

    func decide(_ resources: String..., mvpd: String = "Meadowlark", as operation: Operation = .decideAuthorization)
        -> [ResourceDecision]?
    {
        guard
            case .decisions(let decisions) = answer(.decisions(operation, context, mvpd: mvpd, resources: resources))
                .content
        else { return nil }
        return decisions
    }
}

extension PassResponse {
    var session: AuthenticationSession? { if case .session(let session) = content { session } else { nil } }
    var profiles: [Profile]? { if case .profiles(let profiles) = content { profiles } else { nil } }
    var logouts: [ProfileLogout]? { if case .logouts(let logouts) = content { logouts } else { nil } }
}
