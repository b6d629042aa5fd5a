import VirtualTime

// What becomes of an event: who takes it in, and what comes next.

extension Client {
    mutating func proceed(with event: FlowEvent) {
        switch activity {
        case .signedOut:
            return
        case .signingOn(var signOn, let retrying):
            let outcome = signOn.handle(event, &desk)
            settle(signOn, outcome, retrying)
        case .signedIn(var session, let isBusy):
            guard isBusy else { return }
            let outcome = session.handle(event, &desk)
            settle(session, outcome)
        case .loggingOut(var logout):
            switch logout.handle(event, &desk) {
            case .goesOn: activity = .loggingOut(logout)
            case .done: rest()
            case .doneHere(let message):
                desk.buffer.present(.message(.logoutIncomplete, message))
                rest()
            }
        }
    }

    mutating func signOn(from entrance: Cookbook.Entrance, retrying: PendingRequest?) {
        let (signOn, outcome) = SignOn.begin(from: entrance, &desk)
        settle(signOn, outcome, retrying)
    }

    mutating func settle(_ signOn: SignOn, _ outcome: SignOn.Outcome, _ pendingRequest: PendingRequest?) {
        switch outcome {
        case .goesOn: activity = .signingOn(signOn, retrying: pendingRequest)
        case .ended(let message):
            activity = .signedOut
            desk.buffer.present(.message(.signInFailed, message))
            rest()
        case .signedIn(let mvpd):
            desk.buffer.enter(.authorization)
            var session = Session(mvpd: mvpd)
            if let pendingRequest {
                let outcome = session.begin(pendingRequest, isRepeated: true, &desk)
                settle(session, outcome)
            } else {
                grantNext(session)
            }
        }
    }

    mutating func settle(_ session: Session, _ outcome: Session.Outcome) {
        switch outcome {
        case .goesOn: activity = .signedIn(session, isBusy: true)
        case .done: grantNext(session)
        case .needsSignOn(let pendingRequest): signOn(from: .platformCheck, retrying: pendingRequest)
        }
    }

    mutating func grantNext(_ session: Session) {
        var session = session
        while let pendingRequest = pendingRequests.takeFirst() {
            if pendingRequest == .logOut {
                pendingRequests.removeAll()
                activity = .loggingOut(Logout(&desk))
                return
            }
            if session.begin(pendingRequest, isRepeated: false, &desk) == .goesOn {
                activity = .signedIn(session, isBusy: true)
                return
            }
        }
        activity = .signedIn(session, isBusy: false)
    }

    /// Signed out, waiting for nothing; client credentials and access token are the application's and stay (DCR-002).
    mutating func rest() {
        stopEverything()
        pendingRequests.removeAll()
        desk.buffer.leaveSteps()
    }

    mutating func stopEverything() {
        if case .signingOn(var signOn, _) = activity { signOn.stop(&desk) }
        desk.forgetAll()
        activity = .signedOut
    }
}
