import PassAPI
import Services
import Tokens

// What the token texts of the SDKs' own protocol have to agree with (access-enabler.md §14, tokens.md §3, §4).

extension AnswerCheck.Fields {
    /// An AuthZ token is for the resource, the requestor and the device that were asked for.
    mutating func check(authorization text: String, of call: RecordedCall, _ request: PassRequest, mvpd: String?) {
        guard let token = try? AuthorizationToken(parsing: text) else {
            return add("authzToken", text, .ofKind, "authzToken")
        }
        expect("simpleTokenRequestorID", token.requestorID, request.requestor)
        expect("simpleTokenResourceID", token.resourceID.map { MRSSResource($0).canonical }, request.resource)
        expect("simpleTokenMsoID", token.msoID, request.mvpd ?? mvpd)
        if request.operation == .authorizeDevice {
            let bearer = request["authentication_token"].flatMap { try? AuthenticationToken(parsing: $0) }
            expect("simpleTokenFingerprint", token.fingerprint, bearer?.fingerprint)
        } else {
            expect("simpleTokenFingerprint", token.fingerprint, request.deviceID)
        }
        expectFuture("simpleTokenTTL", token.expiry, at: call.endedAt)
    }

    /// A media token is for the session and the MVPD of the AuthZ token that it was asked with.
    ///
    /// Its resource is not compared: stand-ins of the service are known that write something else there.
    mutating func check(media text: String, of call: RecordedCall, _ request: PassRequest, mvpd: String?) {
        guard let token = try? MediaToken(parsing: text) else {
            return add("body", text, .ofKind, "mediaToken")
        }
        let authorization = request["authz_token"].flatMap { try? AuthorizationToken(parsing: $0) }
        expect("requestorID", token.requestorID, request.requestor)
        expect("mvpdId", token.mvpdID, authorization?.msoID ?? mvpd)
        expect("sessionGUID", token.sessionGUID, request["session_guid"])
        expectFuture("ttl", token.expiry, at: call.endedAt)
    }
}
