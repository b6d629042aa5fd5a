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
        func move<Record: ExpiringRecord>(_ record: inout Record, of subject: String) {
            guard record.expires == old, expiration.subject.map({ $0 == subject }) ?? true else { return }
            record.expires = new
            isMoved = true
        }
        func move(_ record: inout AuthorizationRecord) { move(&record, of: MRSSResource(record.resource).name) }
        switch expiration.kind {
        case .authenticationToken: state.devices.changeSignOns { move(&$0, of: $0.requestor) }
        case .authorizationToken: state.devices.changeAuthorizations { move(&$0) }
        case .profile: state.profiles.changeSignOns { move(&$0, of: $0.mvpd) }
        case .decision: state.profiles.changeAuthorizations { move(&$0) }
        case .accessToken, .registrationCode, .code, .providerSession, .tempPass, .mediaToken, .vsaAccount,
            .vsaPermission, .assertion, .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
        return isMoved
    }
}
