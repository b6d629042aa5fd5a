import ClientStack
import Device
import Services
public import VirtualTime

extension World {
    /// Lets something run out at another instant: at the simulated service, or in Settings.
    ///
    /// A token that the device keeps cannot be moved: its dates are signed.
    ///
    /// - Returns: whether there was such a thing to move.
    public mutating func move(_ expiration: Expiration, to instant: Instant) -> Bool {
        if expiration.kind == .vsaAccount {
            var isMoved = false
            for index in devices.indices {
                guard var account = devices[index].settings.account, let expires = account.expires else { continue }
                account.expires = expires + (instant - expiration.instant)
                assume(.providerSignedIn(account), of: index)
                isMoved = true
            }
            return isMoved
        }
        return backend.withSimulated { service, now in service.move(expiration, to: instant, at: now) } ?? false
    }
}
