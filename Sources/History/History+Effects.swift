import PassAPI

extension History {
    /// What changes at each of ``expirations``, in the same order.
    public var effects: [(expiration: Expiration, effect: ExpirationEffect)] {
        let calls = callsByOrdinal
        let shown = refusalsByOperation
        return expirations.map { expiration in
            let call = lastCall(of: expiration.holding, calls)
            let known = call.flatMap { shown[Refusable(kind: expiration.holding.kind, operation: $0.operation)] }
            let refusal = known ?? Self.documented(expiration.holding.kind, call?.operation)
            return (expiration, ExpirationEffect(call: call, refusal: refusal))
        }
    }

    /// A kind of thing, and the call that is refused without it.
    private struct Refusable: Hashable {
        var kind: Holding.Kind
        var operation: Operation
    }

    private var callsByOrdinal: [Int: HistoryCall] {
        var calls: [Int: HistoryCall] = [:]
        for case .call(let call) in events { calls[call.ordinal] = call }
        return calls
    }

    /// How the recording shows that a call is refused for want of a thing that was there before.
    private var refusalsByOperation: [Refusable: Known<ExpirationEffect.Refused>] {
        var shown: [Refusable: Known<ExpirationEffect.Refused>] = [:]
        for refusal in refusals where refusal.holding != nil && !refusal.isDenial {
            let key = Refusable(kind: refusal.kind, operation: refusal.operation)
            guard shown[key] == nil else { continue }
            let isPendingLogout = refusal.status < 400
            shown[key] = Known(
                isPendingLogout ? .pendingLogout : .status(refusal.status),
                .shown(refusal.at.event, field: isPendingLogout ? "pendingLogout" : "status")
            )
        }
        return shown
    }

    private func lastCall(of holding: Holding, _ calls: [Int: HistoryCall]) -> ExpirationEffect.Call? {
        for occurrence in [holding.lastTaken, holding.lastUsed, holding.issued.value] {
            guard case .exchange(let ordinal)? = occurrence?.event, let call = calls[ordinal] else { continue }
            let operation = call.request.operation
            return ExpirationEffect.Call(operation: operation, exchange: ordinal, status: call.response?.status)
        }
        return nil
    }

    /// What the documents say of a call without what it needs.
    private static func documented(_ kind: Holding.Kind, _ operation: Operation?) -> Known<ExpirationEffect.Refused>? {
        switch kind {
        case .mediaToken: Known(.tokenExpired, .assumed(.documentedRefusal))
        case .vsaAccount: Known(.noAccount, .assumed(.documentedRefusal))
        case .accessToken: Known(.status(401), .assumed(.documentedRefusal))
        case .registrationCode, .authenticationToken, .tempPass, .authorizationToken:
            operation?.specification.refusedWithout(kind).map { Known($0, .assumed(.documentedRefusal)) }
        case .providerSession, .vsaPermission, .assertion: nil
        }
    }
}

extension OperationSpecification {
    /// How the call is refused without a thing of this kind (rest-api-v1.md §6, §7; access-enabler.md §14.4); nil if no
    /// document says.
    fileprivate func refusedWithout(_ kind: Holding.Kind) -> ExpirationEffect.Refused? {
        let isAuthentication = kind == .authenticationToken || kind == .tempPass
        switch operation {
        case .checkAuthentication, .checkAuthenticationByCode: return .status(403)
        case .readAuthenticationToken: return isAuthentication ? .status(410) : nil
        case .readAuthenticationByCode, .readRegistrationRecord, .deleteRegistrationRecord: return .status(404)
        case .readAuthorizationToken: return isAuthentication ? .status(412) : .status(410)
        case .mediaToken: return isAuthentication ? .status(412) : .status(403)
        case .userMetadata, .preauthorize: return isAuthentication ? .status(412) : nil
        case .authorizeDevice, .sdkAuthorize, .sdkPreauthorize: return isAuthentication ? .pendingLogout : nil
        default: return nil
        }
    }
}
