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
            for key in state.devices.keys where state.devices[key]?.authentication?.expires == old {
                guard expiration.subject.map({ $0 == key.requestor }) ?? true else { continue }
                state.devices[key]?.authentication?.expires = new
                isMoved = true
            }
        case .authorizationToken:
            for key in state.devices.keys {
                for (resource, record) in state.devices[key]?.authorizations ?? [:] where record.expires == old {
                    guard expiration.subject.map({ $0 == MRSSResource(record.resource).name }) ?? true else { continue }
                    state.devices[key]?.authorizations[resource]?.expires = new
                    isMoved = true
                }
            }
        case .mediaToken, .registrationCode, .accessToken, .platformSession, .tempPass, .assertion, .providerSession,
            .cookie:
            break
        }
        return isMoved
    }
}
