import PassAPI
import VirtualTime

extension SimulatedService {
    /// `v1.freepreview`: a sign-on without a login (rest-api-v1.md §7.14).
    mutating func freePreview(_ request: PassRequest, at now: Instant) -> PassResponse {
        for name in ["requestor_id", "deviceId", "mso_id", "domain_name"] where (request[name] ?? "").isEmpty {
            return failure(400, "Required '\(name)' is not present", code: Self.codesOfMissing[name])
        }
        let requestor = request["requestor_id"] ?? ""
        let mvpd = request["mso_id"] ?? ""
        let device = request["deviceId"] ?? ""
        guard let owner = self.requestor(requestor) else {
            return failure(400, "Unknown requestor", code: "invalid_requestor")
        }
        guard isTempPass(mvpd), activeIntegration(requestor, mvpd) != nil else {
            return failure(400, "No Temp Pass of this requestor", code: "unknown_integration")
        }
        let domain = request["domain_name"] ?? ""
        guard owner.domains.contains(domain) else {
            let details = unregistered(domain, of: requestor)
            return failure(400, "Unknown domain", details: details, code: "invalid_requestor")
        }
        let server = serverTime(at: now)
        let trial = joinTrial(requestor, mvpd, device, key: request["generic_data"], began: server)
        guard server < trial.ends else {
            return failure(
                403,
                "User not authorized",
                details: "The Temp Pass is over.",
                code: "authorization_denied_by_mvpd"
            )
        }
        let userID = signer.pseudonym(of: trial.key ?? trial.device)
        let signOn = SignedInUser(mvpd: mvpd, user: Self.trialUser, userID: userID, nameID: userID, sessionIndex: "")
        keep(makeAuthentication(signOn, for: requestor, domain: domain, device: device, at: server), on: device)
        return PassResponse(status: 204, .empty)
    }

    private static let codesOfMissing = ["requestor_id": "invalid_requestor", "deviceId": "invalid_device_id"]

    /// `v1.tempPass.reset`: a device, all devices, or the holder of a promotional pass may begin again.
    mutating func resetTempPass(_ request: PassRequest, at now: Instant) -> PassResponse {
        guard let requestor = request["requestor_id"], let mvpd = request["mvpd_id"],
            request["device_id"] != nil || request["key"] != nil
        else {
            return failure(400, "Bad Request")
        }
        guard integration(requestor, mvpd) != nil, isTempPass(mvpd) else { return failure(403, "Forbidden") }
        if let key = request["key"] {
            state.provider.trials.reset(requestor, mvpd, key: key)
        } else if let device = request["device_id"] {
            state.provider.trials.reset(requestor, mvpd, device: device == "all" ? nil : device)
        }
        return PassResponse(status: 204, .empty)
    }

    /// Returns the end of a sign-on at a Temp Pass: AuthN and AuthZ end together, and a second try on a device gets
    /// what is left.
    ///
    /// Nil for any other MVPD.
    mutating func trialEnd(_ requestor: String, _ mvpd: String, device: String?, began: Instant) -> Instant? {
        guard isTempPass(mvpd) else { return nil }
        guard let device else { return began + lifetime(requestor, mvpd) { $0.tempPass } }
        return joinTrial(requestor, mvpd, device, key: nil, began: began).ends
    }

    /// The Temp Pass behind a sign-on; nil if it is an ordinary one, or none that began.
    func trial(of authentication: AuthenticationRecord) -> Trial? {
        guard isTempPass(authentication.mvpd), let device = authentication.device else { return nil }
        return state.provider.trials.find(authentication.requestor, authentication.mvpd, device: device, key: nil)
    }

    /// Decides whether a Temp Pass opens the resource: as long as it lasts, and no more resources than it may.
    ///
    /// Who came by a browser begins here: the browser did not say for which device.
    mutating func decideTrial(_ question: AuthorizationQuestion, at now: Instant) -> AuthorizationDecision {
        let authentication = question.authentication
        let trial = joinTrial(
            authentication.requestor,
            authentication.mvpd,
            question.device,
            key: question.genericData,
            began: authentication.issued
        )
        guard serverTime(at: now) < trial.ends else {
            return .denied(.init(details: "The Temp Pass is over.", code: "authorization_denied_by_mvpd"))
        }
        let limit = trial.key == nil ? nil : configuration.quirks.provider.promotionalResourceLimit
        let resource = MRSSResource(question.resource).canonical
        guard state.provider.trials.open(resource, trial, limit: limit) else {
            return .denied(
                .init(details: "The Temp Pass has no resources left.", code: "authorization_denied_by_mvpd")
            )
        }
        return .permitted(proxyMVPD: nil, expires: trial.ends)
    }

    private mutating func joinTrial(
        _ requestor: String,
        _ mvpd: String,
        _ device: String,
        key: String?,
        began: Instant
    ) -> Trial {
        let began = began.wholeSeconds
        return state.provider.trials.join(
            Trial(
                requestor: requestor,
                mvpd: mvpd,
                device: device,
                key: key.flatMap { $0.isEmpty ? nil : $0 },
                began: began,
                ends: (began + lifetime(requestor, mvpd) { $0.tempPass }).wholeSeconds
            )
        )
    }
}
