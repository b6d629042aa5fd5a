import Documents
import PassAPI
import Tokens
import VirtualTime

// Apple SSO: steps 6 and 8 of the cookbook (rest-api-v1.md §7.6, §7.7; apple-sso-flow.md §3, §4).

extension SimulatedService {
    /// `v1.profileRequest`: what the app hands to the platform as verification token.
    mutating func issueProfileRequest(_ call: Call) throws(RefusedCall) -> PassResponse {
        let (requestor, mvpd) = try platformSignOn(call)
        return PassResponse(status: 200, .profileRequest(makeProfileRequest(requestor, mvpd, at: call.time)))
    }

    /// A request to an MVPD that Apple's framework is to forward.
    mutating func makeProfileRequest(_ requestor: String, _ mvpd: String, at time: Instant) -> String {
        let issued = time.wholeMilliseconds
        let record = ProfileRequestRecord(
            id: makeXMLID(),
            requestor: requestor,
            mvpd: mvpd,
            issued: issued,
            expires: issued + ProfileRequestRecord.lifetime
        )
        let payload = ProfileRequest(id: record.id, requestor: requestor, mvpd: mvpd, issued: issued).text()
        state.profileRequests.insert(record, for: record.id, at: time)
        state.profileRequestIDs.insert(record, for: payload, at: time)
        return payload
    }

    /// `v1.authn.exchange`: the platform's answer for an AuthN token.
    mutating func exchangeToken(_ call: Call) throws(RefusedCall) -> PassResponse {
        let (requestor, mvpd) = try platformSignOn(call)
        let device = try required("deviceId", of: call)
        let signOn = try self.signOn(
            with: SubmittedResponse(try required("SAMLResponse", of: call)),
            requestor: requestor,
            mvpd: mvpd,
            tokenSource: "Apple",
            at: call.time
        )
        keep(makeAuthentication(signOn, for: requestor, device: device, at: call.time), on: device)
        return PassResponse(status: 204, .empty)
    }

    /// The requestor and MVPD of a call that is part of platform sign-on.
    ///
    /// Throws: 400 where a parameter is missing or the MVPD is not set up for platform sign-on with the requestor.
    private mutating func platformSignOn(_ call: Call) throws(RefusedCall) -> (requestor: String, mvpd: String) {
        let requestor = try knownRequestor("requestor", of: call)
        let mvpd = try required("mvpd", of: call)
        let type = try required("deviceType", of: call)
        guard ["iOS", "tvOS"].contains(type) else {
            throw RefusedCall(failure(400, "Bad Request", details: "deviceType"))
        }
        guard activeIntegration(requestor, mvpd) != nil, provider(mvpd) != nil else {
            throw RefusedCall(failure(400, "Bad Request", details: "no such integration", code: "unknown_integration"))
        }
        guard boardedListing(of: mvpd, for: requestor) != nil,
            !authenticatesEverybody(requestor: requestor, mvpd: mvpd)
        else {
            throw RefusedCall(
                failure(400, "Bad Request", details: "platform sign-on is off", code: "unknown_integration")
            )
        }
        return (requestor, mvpd)
    }
}

extension SimulatedService {
    /// The listing of an MVPD that is set up for platform sign-on with the requestor; nil if it is not (§7.1).
    func boardedListing(of mvpd: String, for requestor: String) -> MVPD? {
        guard activeIntegration(requestor, mvpd)?.isSingleSignOnEnabled == true, let listing = provider(mvpd)?.listing,
            listing.enablePlatformServices, listing.boardingStatus == .supported
        else { return nil }
        return listing
    }
}

// MARK: Reading a SAML response

extension SimulatedService {
    /// Returns the user who signed in according to a SAML response.
    ///
    /// Throws: 400 with the reason in `details`.
    mutating func signOn(
        with submitted: SubmittedResponse,
        requestor: String,
        mvpd: String,
        tokenSource: String?,
        at time: Instant
    ) throws(RefusedCall) -> SignedInUser {
        do throws(AssertionRefusal) {
            let response = try submitted.response.get()
            let assertion = try Self.assertion(of: response)
            guard assertion.validity.isValid(at: time) else { throw AssertionRefusal("the assertion is not valid now") }
            let isRecorded = state.recordedAssertions.contains(submitted.base64)
            if !isRecorded { try check(response, requestor: requestor, mvpd: mvpd, at: time) }
            guard case .name(let name) = assertion.subject?.identifier,
                let user = isRecorded ? ObservedService.viewer : subscriber(named: name.value, of: mvpd)
            else { throw AssertionRefusal("the MVPD has no such subscriber", "identity_not_recognized_by_mvpd") }
            // A response that is refused leaves its request open.
            if !isRecorded, let id = response.inResponseTo { state.profileRequests.update(id) { $0.isUsed = true } }
            let index = assertion.authenticationStatements.first?.sessionIndex ?? ""
            return SignedInUser(
                mvpd: mvpd,
                user: user,
                nameID: name.value,
                sessionIndex: index,
                tokenSource: tokenSource
            )
        } catch {
            throw RefusedCall(failure(400, "Bad Request", details: error.reason, code: error.code))
        }
    }

    private static func assertion(of response: SAMLResponse) throws(AssertionRefusal) -> SAMLAssertion {
        do throws(SAMLError) {
            return try response.successfulAssertion()
        } catch {
            throw AssertionRefusal("SAMLResponse: \(error)")
        }
    }

    /// Checks who signed it, and that it answers a profile request that no other response has answered.
    private func check(_ response: SAMLResponse, requestor: String, mvpd: String, at time: Instant)
        throws(AssertionRefusal)
    {
        if !isSigned(response, by: mvpd) { throw AssertionRefusal("the MVPD did not sign it") }
        guard let request = response.inResponseTo.flatMap({ state.profileRequests[$0] }),
            request.requestor == requestor, request.mvpd == mvpd, time < request.expires
        else { throw AssertionRefusal("it answers no profile request of this requestor and MVPD") }
        if request.isUsed { throw AssertionRefusal("the profile request was answered before") }
    }
}

/// A SAML response as an app submits it, read once.
struct SubmittedResponse {
    /// In Base64, as it came.
    let base64: String
    fileprivate let response: Result<SAMLResponse, AssertionRefusal>

    init(_ base64: String) {
        self.base64 = base64
        self.response = Result { () throws(AssertionRefusal) in try Self.parse(base64) }
    }

    /// The request that it responds to, if it can be read and names one.
    var inResponseTo: String? { (try? self.response.get())?.inResponseTo }

    private static func parse(_ base64: String) throws(AssertionRefusal) -> SAMLResponse {
        let bytes: [UInt8]
        do throws(Base64Error) {
            bytes = try Base64.decode(base64)
        } catch {
            // Encoded twice on the way, `%2B` for one still stands in it (apple-sso-flow.md §4).
            throw AssertionRefusal("SAMLResponse is not Base64")
        }
        do throws(SAMLError) {
            return try SAMLResponse(parsing: bytes)
        } catch {
            // Not in the parser's words: what the service sends is in digests.
            throw AssertionRefusal("SAMLResponse cannot be read")
        }
    }
}

/// The reason that a SAML response is not accepted.
fileprivate struct AssertionRefusal: Error {
    let reason: String
    let code: String?

    init(_ reason: String, _ code: String? = nil) {
        self.reason = reason
        self.code = code
    }
}
