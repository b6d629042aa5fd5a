import Device
import PassAPI
import VirtualTime

// Where AccessEnabler does what the documents say, and the app that a recording shows may do otherwise: the rows of
// ClientBehavior that decide, named like those of BehaviorClient.

extension SDKDesk {
    /// Nobody is authenticated: by the documents the SDK has looked at its clock, an app may send the token nevertheless.
    mutating func assumeExpiryCheck(_ device: Device) {
        guard storage.authentication(on: device, at: .distantPast) != nil else { return }
        assume("expiry-check")
    }

    /// An AuthZ token of `resource` is kept: by the documents it is used until it expires and no longer.
    mutating func assumeAuthorization(
        of resource: String,
        from mvpd: String,
        isUsed: Bool,
        _ device: Device
    ) {
        guard storage.authorization(of: resource, from: mvpd, on: device, at: .distantPast) != nil else { return }
        if isUsed, shown?.reusesAuthorizations == true { return }
        assume("authorization")
    }

    /// A call was refused, or had no response.
    mutating func assumeReaction(to response: PassResponse?, of call: BehaviorReactions.Call) {
        guard let refusal = BehaviorReactions.RefusalKind(response) else { return }
        assume(BehaviorReactions.row(call, refusal))
    }

    private mutating func assume(_ row: String) {
        guard let shown, !shown.names.contains(row) else { return }
        buffer.add(.assume(row: row))
    }
}
