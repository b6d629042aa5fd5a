import OrderedCollections
import PassAPI
import VirtualTime

extension Twin {
    /// What the MVPDs' side knows to run out, in true time: Temp Passes by the server's clock, assertions by the MVPD's.
    ///
    /// An assertion that was exchanged, or is past, is none any more.
    func providerDeadlines(at now: Instant) -> [Deadline] {
        let trials = state.provider.trials.all.values.map { trial in
            Deadline(.tempPass, trial.requestor, at: trial.ends - configuration.clockOffset, holder: "twin")
        }
        let assertions = state.provider.machines.values.flatMap { machine in
            machine.assertions.filter { !(state.profileRequests[$0.request]?.isUsed ?? false) }
                .map { Deadline(.assertion, machine.id, at: $0.ends, holder: "twin") }
        }
        return (trials + assertions).filter { $0.instant > now }
    }

    /// What the MVPDs' side knows, for people: only what is not as configured.
    func providerStateLines(at now: Instant) -> [StateLine] {
        var lines: [StateLine] = []
        for (key, degradation) in state.provider.degradations {
            lines.append(StateLine("twin", "degraded \(key.requestor) \(key.mvpd)", degradation.rawValue))
        }
        for machine in state.provider.machines.values {
            if !machine.isReachable { lines.append(StateLine("mvpd \(machine.id)", "reachable", "no")) }
            for user in machine.revoked { lines.append(StateLine("mvpd \(machine.id)", "revoked", user)) }
            if machine.decisionCount > 0 {
                lines.append(StateLine("mvpd \(machine.id)", "decisions", String(machine.decisionCount)))
            }
        }
        for trial in state.provider.trials.all.values {
            let name = "temp pass \(trial.requestor) \(trial.mvpd) \(trial.key ?? trial.device)"
            lines.append(StateLine("twin", name, "until \(trial.ends - configuration.clockOffset)"))
        }
        if let isThrottling = state.provider.isThrottling {
            lines.append(StateLine("twin", "throttling", isThrottling ? "on" : "off"))
        }
        if let isEnhancing = state.provider.isEnhancing {
            lines.append(StateLine("twin", "enhanced errors", isEnhancing ? "on" : "off"))
        }
        for demand in state.provider.demandedLogouts {
            lines.append(StateLine("twin", "logout demanded", demand.device ?? "any device"))
        }
        return lines
    }
}
