import OrderedCollections
import Documents
import PassAPI
import Tokens
import VirtualTime

// Sign-on with the platform's account (rest-api-v2.md §5.12, §5.13).

extension SimulatedService {
    /// `v2.partner.request`: a request for Apple's framework, or the way round it.
    mutating func requestPartner(_ call: Call) throws(RefusedCall) -> PassResponse {
        try requireApple(call)
        let place = try profileKey(of: call)
        let mvpd: String
        switch partnerWord(of: call) {
        case .unusable(_, let known):
            // Without an MVPD no login page can be named: the session is to be resumed with one (§5.12: unconfirmed).
            return try beginSession(place, mvpd: known, fallback: "pfs_fallback", call)
        case .signedIn(let signedIn): mvpd = signedIn
        }
        guard call.value("domainName") != nil, call.value("redirectUrl") != nil else {
            return try beginSession(place, mvpd: mvpd, fallback: "missing_parameters_fallback", call)
        }
        guard let listing = boardedListing(of: mvpd, for: place.requestor) else {
            return try beginSession(place, mvpd: mvpd, fallback: "configuration_fallback", call)
        }
        let record = SessionRecord(
            id: makeUUID(),
            code: "",
            place: place,
            mvpd: mvpd,
            address: call.connection.address,
            accessEnds: call.time,
            issued: call.time,
            expires: call.time
        )
        switch standing(place, mvpd, call) {
        case .signedOn(_, let type):
            return PassResponse(status: 200, .session(answer(record, .authorize, reason: Self.reason(of: type))))
        case .refused: break
        }
        var session = answer(record, .partnerProfile, reason: "none")
        let names = listing.requiredMetadataFields
        session.partnerRequest = .init(
            request: makeProfileRequest(place.requestor, mvpd, at: call.time),
            attributesNames: names.isEmpty ? ["uid", "NameID"] : names
        )
        return PassResponse(status: 200, .session(session))
    }

    /// `v2.partner.profile`: Apple's response for a profile.
    mutating func createPartnerProfile(_ call: Call) throws(RefusedCall) -> PassResponse {
        try requireApple(call)
        let place = try profileKey(of: call)
        var mvpd: String
        switch partnerWord(of: call) {
        case .unusable(let code, _): throw refusal(code)
        case .signedIn(let signedIn): mvpd = signedIn
        }
        let submitted = call.value("SAMLResponse").map(SubmittedResponse.init)
        let request = submitted?.inResponseTo.flatMap { state.profileRequests[$0] }
        if let asked = request?.mvpd, asked != mvpd {
            // Before release 3.7.0 such a mismatch was overlooked (§15).
            guard !configuration.quirks.release.refusesOtherProvider else {
                throw refusal("invalid_header_pfs_provider_id_mismatch")
            }
            mvpd = asked
        }
        try requireIntegration(place.requestor, mvpd)
        if authenticatesEverybody(place.requestor, mvpd),
            case .signedOn(let record, let type) = standing(place, mvpd, call)
        {
            return PassResponse(status: 200, .profiles([profile(record, type, at: call.now)]))
        }
        guard let submitted else { throw refusal("invalid_parameter_saml_response") }
        let user: SignedInUser
        do throws(RefusedCall) {
            user = try signOn(
                with: submitted,
                requestor: place.requestor,
                mvpd: mvpd,
                tokenSource: "Apple",
                at: call.time
            )
        } catch {
            var details: String?
            if case .error(let inner) = error.response.content { details = inner.details }
            throw refusal("invalid_parameter_saml_response", details: details)
        }
        let record = makeAuthentication(user, for: place.requestor, device: place.device, at: call.time)
        keep(record, at: place)
        return PassResponse(status: 201, .profiles([profile(record, .appleSSO, at: call.now)]))
    }

    /// Apple is the one partner (§5.12); how its name is written is not said to matter.
    private mutating func requireApple(_ call: Call) throws(RefusedCall) {
        guard call.value("partner")?.lowercased() == "apple" else { throw refusal("invalid_parameter_partner") }
    }
}
