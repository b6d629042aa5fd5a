import OrderedCollections
import VirtualTime

extension SimulatedService {
    /// Turns a knob on the MVPDs' side, or one that decisions depend on; the others are none of its business.
    mutating func applyToProvider(_ control: ServiceControl, at now: Instant) {
        switch control {
        case .revoke(let user, let mvpd): revoke(user, mvpd)
        case .reinstate(let user, let mvpd): _ = withMachine(mvpd) { $0.reinstate(user) }
        case .degrade(let degradation, let requestor, let mvpd):
            state.provider.degradations[IntegrationKey(requestor: requestor, mvpd: mvpd)] = degradation
        case .endDegradation(let requestor, let mvpd):
            state.provider.degradations.removeValue(forKey: IntegrationKey(requestor: requestor, mvpd: mvpd))
        case .throttle(let isOn):
            state.provider.isThrottling = isOn
            // Every caller begins anew with its burst.
            state.provider.buckets = [:]
        case .reachProvider(let mvpd, let isReachable): _ = withMachine(mvpd) { $0.isReachable = isReachable }
        case .enhanceErrors(let isOn): state.provider.isEnhancing = isOn
        case .demandLogout(let device, let reason):
            state.provider.demandedLogouts.append(.init(device: device, reason: reason))
        case .changeLifetimes, .enableIntegration, .enableSingleSignOn, .skewClock, .forgetApplications, .expire: break
        }
    }

    /// The MVPD drops a subscriber: its sessions in browsers end, and so does what Adobe cached if it is told.
    private mutating func revoke(_ user: String, _ mvpd: String) {
        _ = withMachine(mvpd) { $0.revoke(user) }
        state.browserSessions.removeAll { $0.key.mvpd == mvpd && $0.value.user == user }
        for index in state.devices.values.indices {
            state.devices.values[index].removeAuthorizations { $0.mvpd == mvpd && $0.user == user }
        }
        for index in state.profiles.values.indices {
            state.profiles.values[index].removeAuthorizations { $0.mvpd == mvpd && $0.user == user }
        }
    }
}
