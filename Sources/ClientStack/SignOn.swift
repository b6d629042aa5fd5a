import PassAPI

/// S1 to S10 in a row: the cookbook's part, then regular login where that leads there.
enum SignOn: Hashable, Sendable {
    case cookbook(Cookbook)
    case regularLogin(RegularLogin)

    /// What one event led to.
    typealias Outcome = RegularLogin.Outcome

    static func begin(from entrance: Cookbook.Entrance, _ turn: inout Turn) -> (SignOn, Outcome) {
        if entrance == .platformCheck, !turn.options.usesPlatformSignOn {
            let (login, outcome) = RegularLogin.begin(preselected: nil, providersUnavailable: false, &turn)
            return (.regularLogin(login), outcome)
        }
        return (.cookbook(Cookbook(from: entrance, &turn)), .goesOn)
    }

    mutating func handle(_ event: FlowEvent, _ turn: inout Turn) -> Outcome {
        switch self {
        case .cookbook(var cookbook):
            let outcome = cookbook.handle(event, &turn)
            self = .cookbook(cookbook)
            switch outcome {
            case .goesOn: return .goesOn
            case .signedOn(let mvpd): return .signedOn(mvpd: mvpd)
            case .ended(let reason): return .ended(reason)
            case .regularLogin(let preselected, let providersUnavailable):
                let (login, outcome) = RegularLogin.begin(
                    preselected: preselected,
                    providersUnavailable: providersUnavailable,
                    &turn
                )
                self = .regularLogin(login)
                return outcome
            }
        case .regularLogin(var login):
            let outcome = login.handle(event, &turn)
            self = .regularLogin(login)
            return outcome
        }
    }

    mutating func stop(_ turn: inout Turn) {
        if case .regularLogin(var login) = self { login.stop(&turn) }
    }

    var waitingFor: Awaited? {
        if case .regularLogin(let login) = self { login.waitingFor } else { nil }
    }
}
