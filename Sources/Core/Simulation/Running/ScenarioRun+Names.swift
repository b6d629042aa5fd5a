import VirtualTime
import PassAPI
import Services

// Names that a scenario uses: a slip of the pen is an error, not a run in which nothing happens.

extension ScenarioRun {
    /// Checks that the back end knows the MVPD, by Adobe's id or, where that is allowed, by the platform's.
    func checkKnown(provider: String, orMapped: Bool = false, _ line: Int) throws(ScenarioError) {
        guard let providers = world.backend.service.configuration?.providers else { return }
        let isKnown = providers.contains {
            $0.listing.id == provider || (orMapped && $0.listing.platformMappingID == provider)
        }
        guard isKnown else {
            throw ScenarioError(
                line: line,
                "there is no provider \(provider)",
                hint: "the providers are \(providers.map(\.listing.id).joined(separator: ", "))"
            )
        }
    }

    /// Checks that the back end knows whom a service control is for.
    func checkKnown(_ control: ServiceControl, _ line: Int) throws(ScenarioError) {
        switch control {
        case .revoke(let user, let mvpd), .reinstate(let user, let mvpd):
            try checkKnown(provider: mvpd, line)
            let users = world.backend.service.configuration?.provider(mvpd)?.subscribers.map(\.user)
            guard let users, !users.contains(user) else { return }
            throw ScenarioError(
                line: line,
                "\(mvpd) has no subscriber \(user)",
                hint: "its subscribers are \(users.joined(separator: ", "))"
            )
        case .reachProvider(let mvpd, _):
            try checkKnown(provider: mvpd, line)
        case .degrade(_, let requestor, let mvpd), .endDegradation(let requestor, let mvpd),
            .enableIntegration(let requestor, let mvpd, _), .enableSingleSignOn(let requestor, let mvpd, _):
            try checkKnown(requestor: requestor, line)
            try checkKnown(provider: mvpd, line)
        case .changeLifetimes(_, let requestor, let mvpd):
            if let requestor { try checkKnown(requestor: requestor, line) }
            if let mvpd { try checkKnown(provider: mvpd, line) }
        case .expire(let kind, let subject):
            let all = world.backend.service.expirations(at: world.now)
            let wanted = subject.map { resources[$0] ?? $0 }
            let isKnown = all.contains {
                $0.kind == kind && (subject == nil || $0.subject == subject || $0.subject == wanted)
            }
            guard isKnown else { throw unknown(kind, subject, among: all, line) }
        case .throttle, .enhanceErrors, .skewClock, .forgetApplications, .demandLogout:
            break
        }
    }

    private func checkKnown(requestor: String, _ line: Int) throws(ScenarioError) {
        let requestors = world.backend.service.configuration?.requestors.map(\.id)
        guard let requestors, !requestors.contains(requestor) else { return }
        throw ScenarioError(
            line: line,
            "there is no requestor \(requestor)",
            hint: "the requestors are \(requestors.joined(separator: ", "))"
        )
    }
}
