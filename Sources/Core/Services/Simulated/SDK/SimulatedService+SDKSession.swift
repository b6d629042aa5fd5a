import OrderedCollections
import Documents
import PassAPI
import Tokens
import VirtualTime

// The SDKs' own protocol up to the AuthN token (access-enabler.md §14).

extension SimulatedService {
    /// `ae.indiv.devices`: a device id for a browser's fingerprint.
    mutating func individualizeDevice(_ call: Call) throws(RefusedCall) -> PassResponse {
        let fingerprint = try required("fingerprint", of: call)
        let device = signer.pseudonym(of: fingerprint)
        return PassResponse(status: 200, .individualizedDevice(deviceID: device))
    }

    /// `ae.session`, `ae.sessionDevice`: the AuthN token of a login that has ended.
    mutating func issueAuthenticationToken(_ call: Call) throws(RefusedCall) -> PassResponse {
        let requestor = try knownRequestor("requestor_id", of: call)
        let (login, codeDevice) = try finishedLogin(requestor, call)
        // A browser without a device id is bound to its cookies, which is all that is known of it.
        var record = login
        let device = call.device ?? codeDevice ?? call.connection.cookies
        record.device = device
        let signing = tokenSigning()
        let text = AuthenticationToken.text(
            guid: record.guid,
            sessionIndex: record.sessionIndex,
            requestorID: requestor,
            domainName: record.domain ?? "adobe.com",
            expires: TokenDate(record.expires),
            msoID: record.mvpd,
            fingerprint: signer.fingerprint(of: device),
            nameID: record.nameID,
            signing: signing
        )
        state.authenticationTokens.insert(record, for: text, at: call.time)
        return PassResponse(
            status: 200,
            .tokens(authentication: text, authorization: nil, userMetadata: userMetadataText(record, call))
        )
    }

    /// The login that the call's code, cookies or device stand for, and the device that the code was made for.
    ///
    /// Throws: 401 where there is no login (§14.4: clients take it for "login required"), 404 where one is waited for.
    private mutating func finishedLogin(_ requestor: String, _ call: Call) throws(RefusedCall)
        -> (AuthenticationRecord, device: String?)
    {
        if let text = call.value("reg_code") {
            guard let code = code(text), code.requestor == requestor, call.time < code.expires else {
                throw noLogin(401)
            }
            guard let login = code.login, call.time < login.expires else {
                // Televisions poll until a user has logged in with the code, as `tokens/authn` is polled (§6.3: unconfirmed).
                throw noLogin(call.request.operation == .sessionDevice && code.login == nil ? 404 : 401)
            }
            return (login, code.device)
        }
        let key = SessionKey(cookies: call.connection.cookies, requestor: requestor)
        let session = state.sessions[key].flatMap { call.time < $0.expires ? $0 : nil }
        if let own = loginOfDevice(requestor, call), own.issued >= session?.issued ?? own.issued {
            return (own, nil)
        }
        guard let session else { throw noLogin(401) }
        return (session, nil)
    }

    /// A sign-on without a browser, by the platform or by a Temp Pass: `sessionDevice` gives its token for the device id alone (no
    /// source states how the SDKs get it).
    private func loginOfDevice(_ requestor: String, _ call: Call) -> AuthenticationRecord? {
        guard call.request.operation == .sessionDevice, let device = call.device,
            case .valid(let record) = signOn(requestor, device, at: call.time),
            record.tokenSource != nil || provider(record.mvpd)?.listing.isTempPass == true
        else { return nil }
        return record
    }

    private mutating func noLogin(_ status: Int) -> RefusedCall {
        RefusedCall(failure(status, "User not authenticated", code: "authentication_session_missing"))
    }

    /// `<userMeta>`: the user's metadata as JSON (its form is described nowhere).
    func userMetadataText(_ record: AuthenticationRecord, _ call: Call) -> String? {
        userMetadata(of: record, at: call.now).map { JSONValue.object($0.data).serialized }
    }
}
