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
        if request.operation.role == .decision {
            let bearer = request["authentication_token"].flatMap { try? AuthenticationToken(parsing: $0) }
            expect("simpleTokenFingerprint", token.fingerprint, bearer?.fingerprint)
        } else {
            expect(fingerprint: token.fingerprint, of: request.deviceID)
        }
        expectFuture("simpleTokenTTL", token.expiry, at: call.endedAt)
    }

    /// A token is bound to the device id that was sent, where it holds an id of that form: in another form it is a hash, made in a way
    /// nobody knows (access-enabler.md §10).
    mutating func expect(fingerprint: String?, of device: String?) {
        guard fingerprint?.utf8.count == device?.utf8.count else { return }
        expect("simpleTokenFingerprint", fingerprint, device)
    }

    /// A media token is for the MVPD of the AuthZ token that it was asked with.
    ///
    /// Its resource is not compared: stand-ins of the service are known that write something else there. Nor is its `sessionGUID`: it is a
    /// hash of the user's id at the MVPD (tokens.md §4), which no request has.
    mutating func check(media text: String, of call: RecordedCall, _ request: PassRequest, mvpd: String?) {
        guard let token = try? MediaToken(parsing: text) else {
            return add("body", text, .ofKind, "mediaToken")
        }
        let authorization = request["authz_token"].flatMap { try? AuthorizationToken(parsing: $0) }
        expect("requestorID", token.requestorID, request.requestor)
        expect("mvpdId", token.mvpdID, authorization?.msoID ?? mvpd)
        expectFuture("ttl", token.expiry, at: call.endedAt)
    }
}
