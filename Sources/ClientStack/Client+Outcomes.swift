import VirtualTime

// What becomes of an event: who takes it in, and what comes next.

extension Client {
    mutating func proceed(with event: FlowEvent, _ turn: inout Turn) {
        switch activity {
        case .signedOut:
            return
        case .signingOn(var signOn, let retrying):
            let outcome = signOn.handle(event, &turn)
            settle(signOn, outcome, retrying, &turn)
        case .signedOn(var session, let isBusy):
            guard isBusy else { return }
            let outcome = session.handle(event, &turn)
            settle(session, outcome, &turn)
        case .loggingOut(var logout):
            switch logout.handle(event, &turn) {
            case .goesOn: activity = .loggingOut(logout)
            case .done: rest(&turn)
            case .doneHere(let message):
                turn.outbox.present(.message(.logoutIncomplete, message))
                rest(&turn)
            }
        }
    }

    mutating func signOn(from entrance: Cookbook.Entrance, retrying: Wish?, _ turn: inout Turn) {
        if !turn.options.reusesConfiguration { turn.providers = nil }
        let (signOn, outcome) = SignOn.begin(from: entrance, &turn)
        settle(signOn, outcome, retrying, &turn)
    }

    mutating func settle(_ signOn: SignOn, _ outcome: SignOn.Outcome, _ wish: Wish?, _ turn: inout Turn) {
        switch outcome {
        case .goesOn: activity = .signingOn(signOn, retrying: wish)
        case .ended(let message):
            activity = .signedOut
            turn.outbox.present(.message(.signInFailed, message))
            rest(&turn)
        case .signedOn(let mvpd):
            turn.outbox.enter(.authorization)
            var session = Session(mvpd: mvpd)
            if let wish {
                let outcome = session.begin(wish, isRepeated: true, &turn)
                settle(session, outcome, &turn)
            } else {
                grantNext(session, &turn)
            }
        }
    }

    mutating func settle(_ session: Session, _ outcome: Session.Outcome, _ turn: inout Turn) {
        switch outcome {
        case .goesOn: activity = .signedOn(session, isBusy: true)
        case .done: grantNext(session, &turn)
        case .needsSignOn(let wish): signOn(from: .platformCheck, retrying: wish, &turn)
        }
    }

    mutating func grantNext(_ session: Session, _ turn: inout Turn) {
        var session = session
        while let wish = wishes.takeFirst() {
            if wish == .logOut {
                wishes.removeAll()
                activity = .loggingOut(Logout(&turn))
                return
            }
            if session.begin(wish, isRepeated: false, &turn) == .goesOn {
                activity = .signedOn(session, isBusy: true)
                return
            }
        }
        activity = .signedOn(session, isBusy: false)
    }

    /// Signed out, waiting for nothing; client credentials and access token are the application's and stay (DCR-002).
    mutating func rest(_ turn: inout Turn) {
        stopEverything(&turn)
        wishes.removeAll()
        turn.outbox.leaveSteps()
    }

    mutating func stopEverything(_ turn: inout Turn) {
        if case .signingOn(var signOn, _) = activity { signOn.stop(&turn) }
        turn.forgetAll()
        activity = .signedOut
    }
}
