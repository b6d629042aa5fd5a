import Crypto
import Documents
import PassAPI
import VirtualTime

extension SimulatedService {
    /// Lets a call in or not: protected calls need an access token (rest-api-v1.md §3.3).
    ///
    /// Throws: 401 `access_denied` where the token is missing, unknown or over, 403 `invalid_client` where its client is no
    /// longer known; in REST API V2 401 in each of these cases (rest-api-v2.md §2.3).
    mutating func checkAccess(_ call: Call) throws(RefusedCall) {
        guard call.request.operation.interface == .restV2 else { return try checkAccessOfV1(call) }
        guard call.request.operation.specification.access != .never else { return }
        let grant = access(of: call)
        if let grant, call.time < grant.expires, state.clients[grant.clientID] != nil { return }
        let isExpired = grant.map { call.time >= $0.expires } ?? false
        guard !isExpired || configuration.quirks.release.explainsExpiredAccess else {
            throw RefusedCall(PassResponse(status: 401, .empty))
        }
        throw refusal("invalid_access_token_client_application")
    }

    /// The access that the token of a call gives, over or not; nil where the service has not issued it.
    func access(of call: Call) -> AccessGrant? {
        guard case .bearer(let token)? = call.value("Authorization").map({ AuthorizationHeader($0) }) else {
            return nil
        }
        return state.accessTokens[token]
    }

    private func checkAccessOfV1(_ call: Call) throws(RefusedCall) {
        let operation = call.request.operation
        let isRequired: Bool
        switch operation.specification.access {
        case .never: return
        // Native SDKs before 3.0 have none (captures of 1.8 to 1.9.4): it is checked where one is sent.
        case .unconfirmed: isRequired = false
        case .always:
            isRequired = needsAccessToken(at: call.time) && !configuration.quirks.openOperations.contains(operation)
        }
        guard let value = call.value("Authorization") else {
            if isRequired { throw RefusedCall(.accessDenied) }
            return
        }
        try checkAuthorization(value, call)
    }

    /// Checks whether REST calls need an access token by now, by the server's clock.
    private func needsAccessToken(at time: Instant) -> Bool {
        time >= Self.endOfSignedCalls
    }

    /// 2025-01-20T00:00:00Z: the security before registration ended (rest-api-v1.md, life cycle).
    private static let endOfSignedCalls = Instant(secondsSince1970: 1_737_331_200)

    private func checkAuthorization(_ value: String, _ call: Call) throws(RefusedCall) {
        // A parameter `access_token` carries the token without its scheme (§2).
        let token = value.hasPrefix("Bearer ") ? String(Substring(value.utf8.dropFirst(7))) : value
        if let grant = state.accessTokens[token] { return try check(grant, call) }
        switch AuthorizationHeader(value) {
        case .signed(let signed)
        where configuration.quirks.acceptsSignedAuthorization || !needsAccessToken(at: call.time):
            guard verifies(signed) else { throw RefusedCall(.accessDenied) }
        case .bearer(let token):
            // The scheme may come in any case.
            guard let grant = state.accessTokens[token] else { throw RefusedCall(.accessDenied) }
            try check(grant, call)
        case .signed, .other: throw RefusedCall(.accessDenied)
        }
    }

    private func check(_ grant: AccessGrant, _ call: Call) throws(RefusedCall) {
        guard state.clients[grant.clientID] != nil else { throw RefusedCall(.invalidClient) }
        guard call.time < grant.expires else { throw RefusedCall(.accessDenied) }
    }

    /// The HMAC over the text as sent, and nothing else: published clients name any method and path (§3.5).
    private func verifies(_ signed: SignedAuthorization) -> Bool {
        guard let requestor = requestor(signed.requestor) else { return false }
        guard let keys = requestor.signingKeys else { return true }
        guard keys.publicKey == signed.publicKey, let signature = try? Base64.decode(signed.signature) else {
            return false
        }
        let key = SymmetricKey(data: Array(keys.secret.utf8))
        let expected = HMAC<Insecure.SHA1>.authenticationCode(for: Array(signed.signedText.utf8), using: key)
        return Array(expected) == signature
    }

    /// Checks whether the call is signed in the way that registration replaced.
    func isSigned(_ call: Call) -> Bool {
        guard let value = call.value("Authorization"), case .signed = AuthorizationHeader(value) else { return false }
        return true
    }
}

extension PassResponse {
    /// The access token is missing, unknown or over.
    static let accessDenied = PassResponse(
        status: 401,
        .error(PassError(status: 401, code: "access_denied", message: "Unauthorized"))
    )

    /// The application is not, or no longer, registered.
    static let invalidClient = PassResponse(
        status: 403,
        .error(PassError(status: 403, code: "invalid_client", message: "Forbidden"))
    )
}
