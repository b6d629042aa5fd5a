import OrderedCollections
import Documents
import PassAPI
import VirtualTime

// What may be watched, and the end of a profile (rest-api-v2.md §5.9 to §5.11).

extension SimulatedService {
    /// `v2.decision.authorize` and `v2.decision.preauthorize`: one decision for each resource.
    ///
    /// The want of a profile is said of each resource, with status 200 (§4: unconfirmed).
    mutating func decideResources(_ call: Call) throws(RefusedCall) -> PassResponse {
        let requestor = try serviceProvider(of: call)
        let mvpd = try mvpdInPath(of: call)
        let place = try profileKey(of: call)
        let resources = call.request.resources.filter { !$0.isEmpty }
        guard !resources.isEmpty else { throw refusal("invalid_parameter_resources") }
        try requireIntegration(requestor, mvpd)
        let standing = standing(place, mvpd, call)
        // The limit of a preauthorization; an authorization has its own, which no source puts above 1 or holds to (§5.10).
        guard resources.count <= integration(requestor, mvpd)?.preauthorizationLimit ?? 0 else {
            throw refusal("too_many_resources")
        }
        var decisions = resources.map { resource in
            var decision = ResourceDecision(resource, isAuthorized: false)
            (decision.serviceProvider, decision.mvpd) = (requestor, mvpd)
            decision.source =
                degradation(requestor, mvpd) != nil ? "degradation" : isTempPass(mvpd) ? "temppass" : "mvpd"
            switch standing {
            case .refused(let code): decision.error = enhanced(code)
            // Everything may be watched, and asking so does not begin it (§6.8).
            case .signedOn(_, .temporary) where call.request.operation == .decidePreauthorization:
                decision.isAuthorized = true
            case .signedOn(let record, _) where call.request.operation == .decidePreauthorization:
                let denial = preauthorizationDenial(resource, record, at: call.now)
                decision.isAuthorized = denial == nil
                decision.error = denial.map { error(of: $0, mvpd, before: true) }
            case .signedOn(let record, _): decide(&decision, record, place, call)
            }
            return decision
        }
        if call.request.operation == .decideAuthorization { try passOlderRelease(&decisions) }
        return PassResponse(status: 200, .decisions(decisions))
    }

    /// What a release of before does to decisions that a newer one sends as they are (§15).
    private mutating func passOlderRelease(_ decisions: inout [ResourceDecision]) throws(RefusedCall) {
        let release = configuration.quirks.release
        // The words of a denial went into a header, which takes printable characters of ASCII alone.
        let words = decisions.compactMap { $0.isDenial ? $0.error?.details : nil }
        if !release.sendsAnyDenial, !words.allSatisfy({ $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }) {
            throw refusal("internal_server_error", details: "due to invalid characters in the response header")
        }
        if !release.explainsFailedAuthorizations {
            decisions.removeAll { $0.error?.code?.hasPrefix("network_") == true }
        }
    }

    private mutating func decide(
        _ decision: inout ResourceDecision,
        _ authentication: AuthenticationRecord,
        _ place: ProfileKey,
        _ call: Call
    ) {
        let canonical = MRSSResource(decision.resource).canonical
        let held = state.profiles[place]?.authorization(of: canonical, at: authentication.mvpd)
        switch authorization(of: decision.resource, for: authentication, on: place.device, held: held, call) {
        case .denied(let denial):
            state.profiles[place]?.keep(nil, of: canonical, at: authentication.mvpd)
            decision.error = error(of: denial, authentication.mvpd, before: false)
        case .permitted(let record):
            state.profiles[place, default: DeviceRecord()].keep(record, of: canonical, at: authentication.mvpd)
            let token = makeMediaToken(record, resource: decision.resource, at: call.time)
            decision.isAuthorized = true
            decision.token = .init(
                notBefore: call.time.wholeSeconds,
                notAfter: token.expires,
                serializedToken: Base64.encode(token.text.utf8)
            )
            // "AuthZ all" comes without (§5.10).
            guard degradation(place.requestor, authentication.mvpd) != .authorizesAll else { return }
            (decision.notBefore, decision.notAfter) = (record.issued, record.expires)
        }
    }

    /// The error of a decision; what a recording showed is repeated, word for word.
    private mutating func error(
        of denial: AuthorizationDecision.Denial,
        _ mvpd: String,
        before isPreauthorization: Bool
    )
        -> PassError
    {
        if !isPreauthorization, let recorded = denial.recorded, recorded.interface == .restV2,
            let error = recorded.error
        {
            return error
        }
        let code =
            switch denial.code {
            case FrontEndCode.authorizesNone: "authorization_denied_by_degradation_rule"
            case "malformed_authz_request": "invalid_parameter_resources"
            // A Temp Pass that is over is found before: what is denied is one resource too many.
            case "authorization_denied_by_mvpd" where isTempPass(mvpd): "temporary_access_resources_limit_exceeded"
            case "authorization_denied_by_mvpd" where isPreauthorization: "preauthorization_denied_by_mvpd"
            default: denial.code
            }
        return enhanced(code, details: denial.details)
    }

    /// `v2.logout`.
    mutating func endProfile(_ call: Call) throws(RefusedCall) -> PassResponse {
        let requestor = try serviceProvider(of: call)
        let mvpd = try mvpdInPath(of: call)
        let place = try profileKey(of: call)
        let redirect = call.value("redirectUrl")
        if let redirect, RedirectTarget(redirect) == nil { throw refusal("invalid_parameter_redirect_url") }
        try requireIntegration(requestor, mvpd)
        let own = state.profiles[place]?.signOns[mvpd]?.authentication.flatMap { call.time < $0.expires ? $0 : nil }
        let shared = sharedSignOn(place, mvpd, identities(in: call.request, at: call.time), at: call.time)
        endSignOns(of: place, with: mvpd, call)
        let isTrial = trial(place, mvpd).map { call.time < $0.ends } ?? false
        guard let record = own ?? shared else {
            let needsNone = isTrial || authenticatesEverybody(requestor, mvpd)
            let action: ProfileLogout.Action = needsNone ? .complete : .invalid
            return PassResponse(status: 200, .logouts([ProfileLogout(mvpd: mvpd, action, actionType: "none")]))
        }
        guard record.profileKind != .appleSSO else {
            let logout = ProfileLogout(mvpd: mvpd, .partnerLogout, actionType: "partner_interactive")
            return PassResponse(status: 200, .logouts([logout]))
        }
        var way = PassRequest(.sdkLogout, [.init("requestor_id", requestor), .init("mso_id", mvpd)])
        if let redirect { way.parameters.append(.init("redirect_url", redirect)) }
        let logout = ProfileLogout(mvpd: mvpd, .logout, actionType: "interactive", url: path(of: way))
        return PassResponse(status: 200, .logouts([logout]))
    }
}
