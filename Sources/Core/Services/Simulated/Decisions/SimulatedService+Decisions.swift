import OrderedCollections
import PassAPI
import VirtualTime

extension SimulatedService {
    /// Decides whether the resource may be watched.
    ///
    /// Nothing is cached here: the caller asks when it has no authorization that lasts (rest-api-v1.md §7.8).
    mutating func decide(_ question: AuthorizationQuestion, at now: Instant) -> AuthorizationDecision {
        let authentication = question.authentication
        guard activeIntegration(authentication.requestor, authentication.mvpd) != nil else {
            return .denied(.init(details: nil, code: "unknown_integration"))
        }
        switch degradation(authentication.requestor, authentication.mvpd) {
        case .authorizesNone?:
            return .denied(.init(details: "Authorization is switched off.", code: FrontEndCode.authorizesNone))
        // Who was let in without being asked is unknown to the MVPD, so nobody can ask it about them (§7.11).
        case .authorizesAll?, .authenticatesAll?: return .permitted(proxyMVPD: nil, expires: nil)
        case nil: break
        }
        if isTempPass(authentication.mvpd) { return decideTrial(question, at: now) }
        return ask(question)
    }

    /// Returns the decision of the MVPD itself; what it was recorded to deny, it denies as it did then.
    private mutating func ask(_ question: AuthorizationQuestion) -> AuthorizationDecision {
        let mvpd = question.authentication.mvpd
        let user = question.authentication.user
        let decision = withMachine(mvpd) { $0.decide(user, question.resource) } ?? .unreachable
        let key = RecordedDenial.Key(
            requestor: question.authentication.requestor,
            mvpd: mvpd,
            resource: MRSSResource(question.resource).canonical
        )
        switch (decision, state.provider.denials[key]) {
        case (.permitted, let recorded?), (.denied, let recorded?):
            return .denied(
                .init(details: recorded.details, code: "authorization_denied_by_mvpd", recorded: recorded)
            )
        default: break
        }
        switch decision {
        case .permitted: return .permitted(proxyMVPD: nil, expires: nil)
        case .denied(let details): return .denied(.init(details: details, code: "authorization_denied_by_mvpd"))
        case .unknownUser(let details):
            return .denied(.init(details: details, code: "identity_not_recognized_by_mvpd"))
        case .malformedResource(let details):
            return .denied(.init(details: details, code: "malformed_authz_request"))
        case .unreachable:
            return .denied(.init(details: Self.networkErrorText, code: "network_received_error"))
        }
    }

    /// The text of Adobe when it cannot reach an MVPD: browsers match it letter for letter, slip included
    /// (access-enabler.md §14.4), and report Z120.
    static let networkErrorText =
        "A network error occured when communicating with the provider\"s authorization service"

    /// Checks whether the MVPD of this id is a Temp Pass.
    func isTempPass(_ mvpd: String) -> Bool {
        directory.provider(mvpd).map { configuration.providers[$0].listing.isTempPass } ?? false
    }
}
