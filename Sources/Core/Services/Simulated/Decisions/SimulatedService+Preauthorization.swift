import PassAPI
import VirtualTime

extension SimulatedService {
    /// The answer to a preauthorization: which of `resources` may be watched (rest-api-v1.md §7.11).
    ///
    /// It is not authoritative: nothing is cached, and a resource that the MVPD gave no answer about counts as refused.
    mutating func preauthorization(
        of resources: [String],
        for authentication: AuthenticationRecord,
        _ request: PassRequest,
        at now: Instant
    ) -> PassResponse {
        let limit = integration(authentication.requestor, authentication.mvpd)?.preauthorizationLimit ?? 0
        guard resources.count <= limit else {
            if enhancesErrors || configuration.quirks.provider.excessivePreauthorization == .error {
                return failure(403, "Too many resources", code: "too_many_resources")
            }
            return PassResponse(status: 200, .preauthorization([]))
        }
        let lines = resources.map { preauthorized($0, authentication, at: now) }
        return PassResponse(status: 200, .preauthorization(lines))
    }

    private mutating func preauthorized(
        _ resource: String,
        _ authentication: AuthenticationRecord,
        at now: Instant
    ) -> PreauthorizedResource {
        guard let denial = preauthorizationDenial(resource, authentication, at: now) else {
            return PreauthorizedResource(id: resource, isAuthorized: true)
        }
        let code = denial.code == "authorization_denied_by_mvpd" ? "preauthorization_denied_by_mvpd" : denial.code
        return PreauthorizedResource(
            id: resource,
            isAuthorized: false,
            error: enhancesErrors ? error(403, "Not authorized", details: denial.details, code: code) : nil
        )
    }

    /// Returns the reason that the resource may not be watched; nil if it may.
    mutating func preauthorizationDenial(
        _ resource: String,
        _ authentication: AuthenticationRecord,
        at now: Instant
    ) -> AuthorizationDecision.Denial? {
        if resource.contains("<![CDATA[") {
            return .init(details: "Resources with CDATA are not supported.", code: "malformed_authz_request")
        }
        // A promotional Temp Pass gives back what was asked, so a resource asked about is not one used.
        if isTempPass(authentication.mvpd), let trial = trial(of: authentication), trial.key != nil { return nil }
        let question = AuthorizationQuestion(
            authentication: authentication,
            device: authentication.device ?? "",
            resource: resource,
            genericData: nil
        )
        guard case .denied(let denial) = decide(question, at: now) else { return nil }
        return denial
    }
}
