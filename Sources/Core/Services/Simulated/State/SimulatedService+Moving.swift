import OrderedCollections
import PassAPI
public import VirtualTime

extension SimulatedService {
    /// Lets something that the simulated service alone keeps run out at another instant (true time).
    ///
    /// Tokens that a client keeps cannot be moved: their dates are signed.
    ///
    /// - Returns: whether there was such a thing.
    public mutating func move(_ expiration: Expiration, to instant: Instant, at now: Instant) -> Bool {
        let old = serverTime(at: expiration.instant)
        let new = serverTime(at: instant)
        var isMoved = false
        switch expiration.kind {
        case .authenticationToken:
            for index in state.devices.values.indices {
                state.devices.values[index].changeSignOns { record in
                    guard record.expires == old, expiration.subject.map({ $0 == record.requestor }) ?? true else {
                        return
                    }
                    record.expires = new
                    isMoved = true
                }
            }
        case .authorizationToken:
            for index in state.devices.values.indices {
                state.devices.values[index].changeAuthorizations { record in
                    let name = MRSSResource(record.resource).name
                    guard record.expires == old, expiration.subject.map({ $0 == name }) ?? true else { return }
                    record.expires = new
                    isMoved = true
                }
            }
        case .profile:
            for index in state.profiles.values.indices {
                state.profiles.values[index].changeSignOns { record in
                    guard record.expires == old, expiration.subject.map({ $0 == record.mvpd }) ?? true else { return }
                    record.expires = new
                    isMoved = true
                }
            }
        case .decision:
            for index in state.profiles.values.indices {
                state.profiles.values[index].changeAuthorizations { record in
                    let name = MRSSResource(record.resource).name
                    guard record.expires == old, expiration.subject.map({ $0 == name }) ?? true else { return }
                    record.expires = new
                    isMoved = true
                }
            }
        case .accessToken, .registrationCode, .code, .providerSession, .tempPass, .mediaToken, .vsaAccount,
            .vsaPermission, .assertion, .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
        return isMoved
    }
}
