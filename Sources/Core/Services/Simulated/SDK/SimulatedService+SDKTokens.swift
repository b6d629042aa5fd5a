import PassAPI
import Tokens
import VirtualTime

// Tokens that come back: the simulated service's own are known by their text; others are read, and evaluated by their
// signature.

extension SimulatedService {
    /// The sign-on that the call's `authentication_token` stands for, fit to be used by the call's requestor and
    /// device.
    ///
    /// Throws: for a foreign token 400 with 34763, for an expired one a pending logout (no source states it), for another device's
    /// what the quirks say (access-enabler.md §14.4).
    mutating func presentedAuthentication(_ call: Call) throws(RefusedCall) -> AuthenticationRecord {
        let requestor = try knownRequestor("requestor_id", of: call)
        let text = try required("authentication_token", of: call)
        guard var record = state.authenticationTokens[text] ?? readAuthenticationToken(text) else {
            throw RefusedCall(refuse(.badRequest(reason: "34763")))
        }
        guard call.time < record.expires else { throw RefusedCall(refuse(.pendingLogout(reason: nil))) }
        if let device = call.device {
            guard record.device == device || fingerprint(inToken: text) == signer.fingerprint(of: device) else {
                throw RefusedCall(refuse(configuration.quirks.deviceMismatch))
            }
            record.device = device
        }
        guard let integration = activeIntegration(requestor, record.mvpd) else {
            throw RefusedCall(failure(400, "Bad Request", details: "no such integration", code: "unknown_integration"))
        }
        let isOwn = record.requestor == requestor
        guard isOwn || !integration.isAuthenticationPerRequestor, call.value("mso_id") ?? record.mvpd == record.mvpd
        else {
            throw RefusedCall(failure(400, "Bad Request", code: "authentication_session_issuer_mismatch"))
        }
        // A token of another requestor serves this one too where authentication is not per requestor (§7).
        record.requestor = requestor
        return record
    }

    /// Reads the text of an AuthN token that the simulated service signed and has forgotten; nil where it did not sign
    /// it.
    private func readAuthenticationToken(_ text: String) -> AuthenticationRecord? {
        guard let token = try? AuthenticationToken(parsing: text),
            signer.verifies(token.signed.signatureBytes, of: token.signed.payload),
            let guid = token.guid, let requestor = token.requestorID, let mvpd = token.msoID,
            let expires = token.expires?.instant, let name = token.nameID, let user = subscriber(named: name, of: mvpd)
        else { return nil }
        return AuthenticationRecord(
            .init(
                requestor: requestor,
                mvpd: mvpd,
                user: user,
                userID: userID(of: user, at: mvpd),
                guid: guid,
                nameID: name,
                sessionIndex: token.sessionIndex ?? "",
                domain: token.domainName,
                issued: expires,
                expires: expires
            )
        )
    }

    /// Returns the binding of the token to a device, as its text states it.
    private func fingerprint(inToken text: String) -> String? {
        guard let signed = try? SignedToken(parsing: text), let token = try? Token(signed) else { return nil }
        return switch token {
        case .authentication(let token): token.fingerprint
        case .authorization(let token): token.fingerprint
        case .media: nil
        }
    }

    /// The authorization that the call's `authz_token` stands for.
    ///
    /// Throws: as for AuthN tokens; an expired one is not authorized (no source states it).
    mutating func presentedAuthorization(_ call: Call) throws(RefusedCall) -> AuthorizationRecord {
        let requestor = try knownRequestor("requestor_id", of: call)
        let text = try required("authz_token", of: call)
        guard let record = state.authorizationTokens[text] ?? readAuthorizationToken(text) else {
            throw RefusedCall(refuse(.badRequest(reason: "34763")))
        }
        guard record.requestor == requestor, call.value("mso_id") ?? record.mvpd == record.mvpd else {
            throw RefusedCall(failure(400, "Bad Request", code: "authentication_session_issuer_mismatch"))
        }
        if let device = call.device {
            guard record.device == device || fingerprint(inToken: text) == signer.fingerprint(of: device) else {
                throw RefusedCall(refuse(configuration.quirks.deviceMismatch))
            }
        }
        guard call.time < record.expires else { throw RefusedCall(refuse(.notAuthorized)) }
        return record
    }

    /// Reads the text of an AuthZ token that the simulated service signed and has forgotten; nil where it did not sign
    /// it.
    private func readAuthorizationToken(_ text: String) -> AuthorizationRecord? {
        guard let token = try? AuthorizationToken(parsing: text),
            signer.verifies(token.signed.signatureBytes, of: token.signed.payload),
            let requestor = token.requestorID, let mvpd = token.msoID, let resource = token.resourceID,
            let expires = token.expires?.instant
        else { return nil }
        // Who the user is, an AuthZ token does not say.
        return AuthorizationRecord(
            .init(
                requestor: requestor,
                mvpd: mvpd,
                device: "",
                resource: resource,
                user: "",
                userID: "",
                guid: "",
                issued: expires,
                expires: expires
            )
        )
    }

    /// The answer that refuses a token.
    mutating func refuse(_ refusal: ServiceQuirks.TokenRefusal) -> PassResponse {
        switch refusal {
        case .pendingLogout(let reason): PassResponse(status: 200, .pendingLogout(reason: reason))
        case .badRequest(let reason): PassResponse(status: 400, .error(PassError(code: reason)))
        case .notAuthorized: PassResponse(status: 200, .notAuthorized(details: nil))
        case .unauthorized: failure(401, "Unauthorized", code: "authentication_session_expired")
        }
    }
}
