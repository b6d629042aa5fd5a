import Exchanges
import PassAPI
import SubscriberAccount

// L: a logout, and what it leaves to be done (rest-api-v2.md §5.11).

extension StreamingApp {
    mutating func logOut(of signOn: SignOn) {
        state = .loggingOut
        desk.call(
            .endProfile(device, mvpd: signOn.mvpd, redirectURL: configuration.logoutRedirectURL),
            for: .endProfile
        )
    }

    mutating func evaluateLogout(_ response: PassResponse) {
        guard response.isSuccess, case .logouts(let logouts) = response.content else {
            return endLogout("The service did not sign out: " + response.reason)
        }
        guard logouts.contains(where: { $0.actionName == .partnerLogout }) else {
            endLogout(nil)
            return openLogoutPage(of: logouts)
        }
        desk.buffer.present(.signOutPrompt(settingsPath: configuration.client.platform.settingsPath))
        endLogout(nil)
        guard configuration.options.asksAfterPartnerLogout, asksPartner else { return }
        var signIn = AppleSignIn(prompts: false, asksAnew: false)
        withPartnerDesk { signIn.ask(.account, &$0) }
        state = .checkingSettings(signIn)
    }

    /// Opens the MVPD's own logout, where it has one that Adobe leads to; a device without a user agent may stop before (§5.11).
    ///
    /// An address of another host is left alone: it is nobody's call that is known here.
    private mutating func openLogoutPage(of logouts: [ProfileLogout]) {
        guard !configuration.usesSecondScreen,
            let url = logouts.first(where: { $0.actionName == .logout })?.url,
            let page = PassRequest(opening: url)
        else { return }
        desk.buffer.enter(.endProfile)
        state = .inLogoutPage
        desk.buffer.present(.webView(page))
    }

    mutating func checkSettings(_ signIn: AppleSignIn, _ event: FlowEvent) {
        guard let open = questionLeft(of: signIn, event) else { return rest() }
        state = .checkingSettings(open)
    }

    /// The user is signed out here, whatever the service says.
    mutating func endLogout(_ problem: String?) {
        if let problem { desk.buffer.present(.message(.logoutIncomplete, problem)) }
        (memory.signOn, memory.mvpd, memory.isTempPass) = (nil, nil, false)
        rest()
    }
}

extension PassRequest {
    /// The call that a user agent makes when it opens an address of a response, which mostly has no host (rest-api-v2.md §1).
    fileprivate init?(opening url: String) {
        let isRelative = url.utf8.starts(with: "/".utf8) && !url.utf8.starts(with: "//".utf8)
        let host = ServiceEnvironment.production.authority(of: Operation.endProfile.specification.host)
        self.init(recognizing: HTTPRequest(method: "GET", url: isRelative ? "https://\(host)\(url)" : url))
        guard operation.purpose == .logout else { return nil }
    }
}
