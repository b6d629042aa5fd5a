import PassAPI
import VirtualTime

extension History {
    /// The effect of each of ``expirations``, in the same order.
    public var effects: [(expiration: RecordedExpiration, effect: ExpirationEffect)] {
        let calls = callsByOrdinal
        let shown = refusalsByOperation
        let speakers = sdkDevices
        return expirations.map { expiration in
            let holding = expiration.holding
            let call = lastCall(of: holding, calls)
            let speaksSDK = holding.subject.device.map { speakers.contains($0) } ?? false
            let next = ExpirationEffect.use(of: holding.kind, after: call?.operation, speaksSDK: speaksSDK)
            let known = next.flatMap { shown[Refusable(kind: holding.kind, operation: $0)] }
            let refusal = known ?? ExpirationEffect.refusal(of: next, without: holding.kind)
            let renewal = next.flatMap { ExpirationEffect.renewal(of: holding.kind, before: $0) }
            let isUsed = next.map { $0 == call?.operation } ?? (holding.firstUsed != nil)
            let effect = ExpirationEffect(call: call, next: next, refusal: refusal, renewal: renewal, isUsed: isUsed)
            return (expiration, effect)
        }
    }

    /// A kind of thing, and the call that is refused without it.
    private struct Refusable: Hashable {
        var kind: HoldingKind
        var operation: Operation
    }

    private var callsByOrdinal: [Int: HistoryCall] {
        var calls: [Int: HistoryCall] = [:]
        for case .call(let call) in events { calls[call.ordinal] = call }
        return calls
    }

    /// The devices that speak the SDKs' protocol beyond registration codes.
    private var sdkDevices: Set<Int> {
        var devices: Set<Int> = []
        for case .call(let call) in events where call.request.operation.interface == .accessEnabler {
            // The end of a login is the same page in both protocols,
            // and a player has its media token signed in both.
            let isOfBoth = [.assertionConsumer, .sign].contains(call.request.operation)
            if let device = call.device, !isOfBoth { devices.insert(device) }
        }
        return devices
    }

    /// The recorded ways in which a call is refused for want of a thing that was there before.
    private var refusalsByOperation: [Refusable: Known<ExpirationEffect.Refused>] {
        var shown: [Refusable: Known<ExpirationEffect.Refused>] = [:]
        // Whoever is not signed in is refused as one whose sign-in is over.
        for refusal in refusals where !refusal.isDenial && (refusal.holding != nil || refusal.isForWantOfSignIn) {
            let key = Refusable(kind: refusal.kind, operation: refusal.operation)
            guard shown[key] == nil else { continue }
            shown[key] =
                if refusal.isPendingLogout {
                    Known(.member("pendingLogout"), .shown(refusal.at.event, field: "pendingLogout"))
                } else if refusal.status < 400 {
                    Self.member(of: refusal)
                } else {
                    Known(.status(refusal.status), .shown(refusal.at.event, field: "status"))
                }
        }
        return shown
    }

    /// The member with which a response of success refused something.
    private static func member(of refusal: RecordedRefusal) -> Known<ExpirationEffect.Refused> {
        let names = refusal.operation.specification.grants.refusals.compactMap { row -> String? in
            if row.kind == refusal.kind, case .member(let name) = row.response { name } else { nil }
        }
        let name = names.first ?? "notAuthorized"
        return Known(.member(name), .shown(refusal.at.event, field: name))
    }

    private func lastCall(of holding: Holding, _ calls: [Int: HistoryCall]) -> ExpirationEffect.Call? {
        let end = holding.expires?.value ?? .distantFuture
        // What came after its end shows what holds from then on.
        let used = holding.lastUsed.flatMap { $0.instant < end ? $0 : holding.firstUsed }
        for occurrence in [holding.lastTaken, used, holding.issued.value]
        where occurrence.map({ $0.instant < end }) != false {
            guard case .exchange(let ordinal)? = occurrence?.event, let call = calls[ordinal] else { continue }
            let operation = call.request.operation
            return ExpirationEffect.Call(operation: operation, exchange: ordinal, status: call.response?.status)
        }
        return nil
    }
}
