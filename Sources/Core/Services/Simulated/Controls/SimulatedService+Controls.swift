public import VirtualTime

extension SimulatedService {
    /// Somebody at the back end turns a knob.
    public mutating func apply(_ control: ServiceControl, at now: Instant) {
        switch control {
        case .changeLifetimes(let lifetimes, let requestor, let mvpd): change(lifetimes, requestor, mvpd)
        case .enableIntegration(let requestor, let mvpd, let isEnabled):
            changeIntegration(requestor, mvpd) { $0.isEnabled = isEnabled }
        case .enableSingleSignOn(let requestor, let mvpd, let isEnabled):
            changeIntegration(requestor, mvpd) { $0.isSingleSignOnEnabled = isEnabled }
        case .skewClock(let offset): configuration.clockOffset = offset
        case .forgetApplications: state.clients = [:]
        case .expire(let kind, let subject): expire(kind, subject, at: serverTime(at: now))
        case .revoke, .reinstate, .degrade, .endDegradation, .throttle, .reachProvider, .enhanceErrors, .demandLogout:
            applyToProvider(control, at: now)
        }
    }

    private mutating func changeIntegration(
        _ requestor: String,
        _ mvpd: String,
        _ change: (inout ServiceConfiguration.Integration) -> Void
    ) {
        guard let place = directory.requestor(requestor), let index = directory.integration(of: place, with: mvpd)
        else { return }
        change(&configuration.requestors[place].integrations[index])
    }

    /// Globally, for a requestor, for an integration, or for an MVPD's integrations with all requestors.
    private mutating func change(_ lifetimes: Lifetimes, _ requestor: String?, _ mvpd: String?) {
        guard requestor != nil || mvpd != nil else { return configuration.lifetimes.take(lifetimes) }
        if let mvpd {
            for id in requestor.map({ [$0] }) ?? configuration.requestors.map(\.id) {
                changeIntegration(id, mvpd) { $0.lifetimes.take(lifetimes) }
            }
        } else if let requestor, let place = directory.requestor(requestor) {
            configuration.requestors[place].lifetimes.take(lifetimes)
        }
    }
}
