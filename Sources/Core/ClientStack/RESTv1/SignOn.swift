import PassAPI

/// S1 to S10 in a row: the cookbook's part, then regular login where that leads there.
enum SignOn: Hashable, Sendable {
    case cookbook(Cookbook)
    case regularLogin(RegularLogin)

    /// The outcomes of one event.
    typealias Outcome = RegularLogin.Outcome

    static func begin(from entrance: Cookbook.Entrance, _ desk: inout Desk) -> (SignOn, Outcome) {
        if entrance == .platformCheck, !desk.options.usesPlatformSignOn {
            let (login, outcome) = RegularLogin.begin(preselected: nil, providersUnavailable: false, &desk)
            return (.regularLogin(login), outcome)
        }
        return (.cookbook(Cookbook(from: entrance, &desk)), .goesOn)
    }

    mutating func handle(_ event: FlowEvent, _ desk: inout Desk) -> Outcome {
        switch self {
        case .cookbook(var cookbook):
            let outcome = cookbook.handle(event, &desk)
            self = .cookbook(cookbook)
            switch outcome {
            case .goesOn: return .goesOn
            case .signedIn(let mvpd): return .signedIn(mvpd: mvpd)
            case .ended(let reason): return .ended(reason)
            case .regularLogin(let preselected, let providersUnavailable):
                let (login, outcome) = RegularLogin.begin(
                    preselected: preselected,
                    providersUnavailable: providersUnavailable,
                    &desk
                )
                self = .regularLogin(login)
                return outcome
            }
        case .regularLogin(var login):
            let outcome = login.handle(event, &desk)
            self = .regularLogin(login)
            return outcome
        }
    }

    mutating func stop(_ desk: inout Desk) {
        if case .regularLogin(var login) = self { login.stop(&desk) }
    }

    var waitingFor: Awaited? {
        if case .regularLogin(let login) = self { login.waitingFor } else { nil }
    }
}
