import OrderedCollections
import PassAPI
import VirtualTime

extension SimulatedService {
    /// Returns the expirations that the MVPDs' side knows of, in true time: Temp Passes by the server's clock,
    /// assertions by the MVPD's.
    ///
    /// An assertion that was exchanged, or is past, is not one any more.
    func providerExpirations(at now: Instant) -> [Expiration] {
        let trials = state.provider.trials.all.values.map { trial in
            Expiration(.tempPass, trial.requestor, at: trial.ends - configuration.clockOffset, source: "service")
        }
        let assertions = state.provider.machines.values.flatMap { machine in
            machine.assertions.filter { !(state.profileRequests[$0.request]?.isUsed ?? false) }
                .map { Expiration(.assertion, machine.id, at: $0.ends, source: "service") }
        }
        return (trials + assertions).filter { $0.instant > now }
    }

    /// Returns the state of the MVPDs' side at a time of the server's clock: only what is not as configured.
    func providerStateEntries(at time: Instant) -> [StateEntry] {
        var entries: [StateEntry] = []
        for (key, degradation) in state.provider.degradations {
            let values: [EventValue] = [
                .text("requestor", key.requestor), .text("mvpd", key.mvpd),
                .code("degradation", degradation.rawValue),
            ]
            entries.append(StateEntry(.service, .degradation, values))
        }
        for machine in state.provider.machines.values {
            let source = StateEntry.Source.mvpd(machine.id)
            if !machine.isReachable {
                entries.append(StateEntry(source, .reachability, [.truth("isReachable", false)]))
            }
            for user in machine.revoked { entries.append(StateEntry(source, .revocation, [.text("user", user)])) }
            if machine.decisionCount > 0 {
                entries.append(StateEntry(source, .decisions, [.number("count", machine.decisionCount)]))
            }
        }
        for trial in state.provider.trials.all.values {
            let of: EventValue = trial.key.map { .text("key", $0) } ?? .identity("deviceID", trial.device)
            let values: [EventValue] = [.text("requestor", trial.requestor), .text("mvpd", trial.mvpd), of]
            let end = EventValue.expiration(
                trial.ends - configuration.clockOffset,
                isExpired: trial.ends <= time
            )
            entries.append(StateEntry(.service, .tempPass, values + end))
        }
        if let isThrottling = state.provider.isThrottling {
            entries.append(StateEntry(.service, .throttling, [.truth("isOn", isThrottling)]))
        }
        if let isEnhancing = state.provider.isEnhancing {
            entries.append(StateEntry(.service, .enhancedErrors, [.truth("isOn", isEnhancing)]))
        }
        for demand in state.provider.demandedLogouts {
            let device = demand.device.map { [EventValue.identity("deviceID", $0)] } ?? []
            entries.append(StateEntry(.service, .demandedLogout, device))
        }
        return entries
    }
}
