import PassAPI
import SubscriberAccount

// C2 to C5: sign-on with the platform's account (rest-api-v2.md §6.6).

extension StreamingApp {
    /// The picker needs permission, and providers that the platform knows.
    func canSignInAtPartner(_ list: Configuration) -> Bool {
        asksPartner && configuration.options.usesPartnerSignOn
            && memory.partnerStatus?.accessStatus == AccountAccessStatus.granted.name
            && !ProviderLists.supported(list.mvpds).isEmpty
    }

    mutating func pickAtPartner(_ list: Configuration) {
        var signIn = AppleSignIn(asksAnew: false)
        withPartnerDesk { signIn.pick(.platformLogin(list.mvpds, $0.configuration.client), &$0) }
        state = .signingInAtPartner(signIn)
    }

    mutating func signInAtPartner(_ signIn: AppleSignIn, _ event: FlowEvent) {
        var signIn = signIn
        let outcome = withPartnerDesk { signIn.handle(event, &$0) }
        state = .signingInAtPartner(signIn)
        switch outcome {
        case .goesOn: break
        case .picked(let provider, let result): requestProfile(signIn, provider, result)
        // The answer may be that no sign-on is needed, or a session like any other (§5.12).
        case .noProfile(let response):
            guard let response, response.isSuccess, case .session(let session) = response.content else {
                return chooseProvider()
            }
            follow(session, session.mvpd)
        case .exchanged(_, let response):
            guard let response, response.isSuccess, case .profiles(let profiles) = response.content,
                let profile = chosen(from: profiles)
            else { return chooseProvider() }
            signedOn(with: profile)
        case .noAccess, .account, .notForwarded: chooseProvider()
        }
    }

    private mutating func requestProfile(_ signIn: AppleSignIn, _ provider: String?, _ result: VSAResult) {
        guard let provider else {
            // Somebody picked a provider that the platform only lists (rows K-39, K-40).
            let unsupported = result.error?.unsupportedProviderIdentifier(configuration.client)
            let mvpd = unsupported.flatMap { desk.providers?.mvpd(mappedFrom: $0) }
            return mvpd.map { createSession(with: $0.id) } ?? chooseProvider()
        }
        memory.partnerStatus = PartnerFrameworkStatus(result)
        guard let mvpd = desk.providers?.mvpd(mappedFrom: provider) else { return chooseProvider() }
        var signIn = signIn
        withPartnerDesk { signIn.requestProfile(mvpd, &$0) }
        state = .signingInAtPartner(signIn)
    }
}
