import PassAPI
import SubscriberAccount

// L: a logout, and what it leaves to be done (rest-api-v2.md §5.11).

extension StreamingApp {
    mutating func logOut(of signOn: SignOn) {
        state = .loggingOut
        desk.call(
            .endProfile(configuration.device, mvpd: signOn.mvpd, redirectURL: configuration.logoutRedirectURL),
            for: .endProfile
        )
    }

    mutating func evaluateLogout(_ response: PassResponse) {
        guard response.isSuccess, case .logouts(let logouts) = response.content else {
            return endLogout("The service did not sign out: " + response.reason)
        }
        guard logouts.contains(where: { $0.actionName == .partnerLogout }) else { return endLogout(nil) }
        desk.buffer.present(.signOutPrompt(settingsPath: configuration.client.platform.settingsPath))
        endLogout(nil)
        guard configuration.options.asksAfterPartnerLogout, asksPartner else { return }
        var signIn = AppleSignIn(prompts: false, asksAnew: false)
        withPartnerDesk { signIn.ask(.account, &$0) }
        state = .checkingSettings(signIn)
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
