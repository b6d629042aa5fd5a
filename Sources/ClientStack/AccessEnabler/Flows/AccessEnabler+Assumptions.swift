import Device
import PassAPI
import VirtualTime

// Where AccessEnabler does what the documents say, and the app that a recording shows may do otherwise: the rows of
// ClientBehavior that decide, named like those of BehaviorClient.

extension AccessEnabler {
    /// Nobody is authenticated: by the documents the SDK has looked at its clock, an app may send the token nevertheless.
    func assumeExpiryCheck(_ device: Device, _ turn: inout EffectBuffer) {
        guard storage.authentication(on: device, at: .distantPast) != nil else { return }
        assume("expiry-check", &turn)
    }

    /// An AuthZ token of `resource` is kept: by the documents it is used until it expires and no longer.
    func assumeAuthorization(
        of resource: String,
        from mvpd: String,
        isUsed: Bool,
        _ device: Device,
        _ turn: inout EffectBuffer
    ) {
        guard storage.authorization(of: resource, from: mvpd, on: device, at: .distantPast) != nil else { return }
        if isUsed, shown?.reusesAuthorizations == true { return }
        assume("authorization", &turn)
    }

    /// A call was refused, or had no response.
    func assumeReaction(to response: PassResponse?, of call: BehaviorReactions.Call, _ turn: inout EffectBuffer) {
        guard let refusal = BehaviorReactions.Refusal(response) else { return }
        assume(BehaviorReactions.row(call, refusal), &turn)
    }

    private func assume(_ row: String, _ turn: inout EffectBuffer) {
        guard let shown, !shown.names.contains(row) else { return }
        turn.add(.assume(row: row))
    }
}
