import Exchanges
import VirtualTime

// What the user does.

extension Client {
    mutating func act(on action: Stimulus.Action, _ turn: inout Turn) {
        switch action {
        case .launch: launch(&turn)
        case .cancel: cancel(&turn)
        case .selectProvider, .closeWebView: proceed(with: .userActed(action), &turn)
        case .play(let resource): wish(.play(resource: resource), &turn)
        case .preauthorize(let resources): wish(.preauthorize(resources: resources), &turn)
        case .readUserMetadata: wish(.readUserMetadata, &turn)
        case .logOut: wish(.logOut, &turn)
        case .foreground, .background: break
        }
    }

    /// The app starts anew: what it had in memory is gone, what it keeps on the device is not.
    mutating func launch(_ turn: inout Turn) {
        stopEverything(&turn)
        wishes.removeAll()
        turn.providers = nil
        turn.outbox.leaveSteps()
        signOn(from: .tokenCheck, retrying: nil, &turn)
    }

    /// The user gives up signing on; what waited for it is dropped.
    mutating func cancel(_ turn: inout Turn) {
        guard case .signingOn = activity else { return }
        rest(&turn)
    }

    mutating func wish(_ wish: Wish, _ turn: inout Turn) {
        switch activity {
        case .signedOut where wish == .logOut:
            activity = .loggingOut(Logout(&turn))
        case .signedOut, .signingOn:
            guard turn.options.keepsWishesDuringSignOn else {
                return turn.outbox.present(.message(.signInRequired, "Please sign on first."))
            }
            guard keep(wish, &turn), case .signedOut = activity else { return }
            signOn(from: .tokenCheck, retrying: nil, &turn)
        case .signedOn(let session, let isBusy):
            if keep(wish, &turn), !isBusy { grantNext(session, &turn) }
        case .loggingOut:
            turn.outbox.present(.message(.signingOut, "You are being signed out."))
        }
    }

    mutating func keep(_ wish: Wish, _ turn: inout Turn) -> Bool {
        if wishes.append(wish) { return true }
        turn.outbox.present(.message(.queueFull, "Too much is waiting already."))
        return false
    }
}
