import ClientStack
import PassAPI
import Services
import Tokens
import VirtualTime

extension Findings {
    /// The answer after which the reference client went another way than the recorded one, and the field that did it.
    ///
    /// - Parameters:
    ///   - request: what the reference client asked for and the recording could not answer; nil if it was no request.
    ///   - expected: what the recorded client asked for next.
    ///   - now: when it was asked for.
    /// - Returns: the answer and its field, or nil if nothing was answered before.
    func cause(of request: PassRequest?, expected: RecordedCall?, at now: Instant) -> Divergence.Cause? {
        if let request, request.operation.role == .accessToken, let cause = endedAccess(at: now) { return cause }
        if let request, let cause = endedToken(before: request, at: now) { return cause }
        if let request, let origin = origins(of: request).first { return origin }
        let last = expected.map { expected in answered.last { $0.ordinal < expected.ordinal } } ?? answered.last
        return last.flatMap(decisiveField)
    }

    /// The answer after which `leftOver` was not asked for.
    func cause(before leftOver: RecordedCall, at now: Instant) -> Divergence.Cause? {
        if leftOver.request.operation.specification.isPoll, let cause = expiredCode(at: now) { return cause }
        let last = firstSkip.map(\.after) ?? answered.last { $0.ordinal < leftOver.ordinal }
        return last.flatMap(decisiveField)
    }

    /// A new access token is wanted because the last one has expired; one that has not was refused, or is not there.
    private func endedAccess(at now: Instant) -> Divergence.Cause? {
        for call in answered.reversed() {
            guard case .accessToken(let token)? = call.response?.content else { continue }
            let cached = CachedAccessToken(token, arrivedAt: call.endedAt)
            guard let seconds = token.expiresIn, !cached.isValid(at: now) else { return nil }
            return .init(exchange: call.ordinal, field: "expires_in", value: String(seconds))
        }
        return nil
    }

    /// A token of the SDKs' protocol is asked for anew because the one that was kept has ended.
    private func endedToken(before request: PassRequest, at now: Instant) -> Divergence.Cause? {
        for call in answered.reversed() {
            guard case .tokens(let authentication, let authorization, _)? = call.response?.content else { continue }
            switch request.operation.role {
            case .decision where request.operation.interface == .accessEnabler:
                // The token of another resource may have ended long ago: this one was never authorized.
                guard let token = authorization.flatMap({ try? AuthorizationToken(parsing: $0) }),
                    call.request.resource == request.resource
                else { continue }
                guard let end = token.expires, end.instant <= now else { return nil }
                return .init(exchange: call.ordinal, field: "simpleTokenTTL", value: end.text)
            case .individualization, .code:
                guard let token = authentication.flatMap({ try? AuthenticationToken(parsing: $0) }) else { continue }
                guard let end = token.expires, end.instant <= now else { return nil }
                return .init(exchange: call.ordinal, field: "simpleTokenExpires", value: end.text)
            case .registration, .accessToken, .providers, .codeCompletion, .codeRecord, .codeDeletion, .login,
                .loginStep, .loginEnd,
                .platformRequest, .platformExchange, .check, .checkByCode, .token, .tokenByCode, .tempPass, .decision,
                .heldDecision, .preauthorization, .preauthorizationByCode, .media, .signature, .metadata,
                .metadataByKey,
                .logout, .trialReset:
                return nil
            }
        }
        return nil
    }

    private func expiredCode(at now: Instant) -> Divergence.Cause? {
        for call in answered.reversed() {
            // A code that brought its token is used, and a logout ends what came of it: nobody waits for it any more.
            if call.request.operation.specification.isPoll, call.response?.isSuccess == true { return nil }
            if call.request.operation.role == .logout { return nil }
            guard case .registrationRecord(let record)? = call.response?.content else { continue }
            guard let expires = record.expires, expires <= now else { return nil }
            return .init(exchange: call.ordinal, field: "expires", value: "\(expires)")
        }
        return nil
    }

    /// Finds the origins of the values that identify the request: an MVPD id is from the configuration.
    private func origins(of request: PassRequest) -> [Divergence.Cause] {
        let names = ["mvpd", "resource", "deviceId", "AP_21", "reg_code", "mso_id", "authz_token"]
        return names.compactMap { name in
            guard let value = request[name], !session.calls.contains(where: { $0.request[name] == value }) else {
                return nil
            }
            return origin(of: value)
        }
    }

    /// Finds the field of a response that decides the way on: mostly its status, for the configuration the mapping of
    /// the provider.
    private func decisiveField(of call: RecordedCall) -> Divergence.Cause? {
        guard let response = call.response else {
            return .init(exchange: call.ordinal, field: "response", value: "failed")
        }
        if case .configuration(let configuration) = response.content, let provider,
            !configuration.mvpds.contains(where: { $0.platformMappingID == provider })
        {
            return .init(
                exchange: call.ordinal,
                field: "mvpds[platformMappingId=\(provider)]",
                value: nil
            )
        }
        return .init(exchange: call.ordinal, field: "status", value: String(response.status))
    }

    /// Finds the origin of a value that the reference client sent: the response that holds it.
    func origin(of value: String?) -> Divergence.Cause? {
        guard let value, !value.isEmpty else { return nil }
        for call in answered.reversed() {
            if let field = call.response?.field(holding: value) {
                return Divergence.Cause(exchange: call.ordinal, field: field, value: value)
            }
        }
        return nil
    }
}
