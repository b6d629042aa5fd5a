import Exchanges
import VirtualTime

// What the user does.

extension Client {
    mutating func act(on action: UserAction.Action) {
        switch action {
        case .launch: launch()
        case .cancel: cancel()
        case .selectProvider, .closeWebView: proceed(with: .userActed(action))
        case .play(let resource): wish(.play(resource: resource))
        case .preauthorize(let resources): wish(.preauthorize(resources: resources))
        case .readUserMetadata: wish(.readUserMetadata)
        case .logOut: wish(.logOut)
        case .foreground, .background: break
        }
    }

    /// The app starts anew: what it had in memory is gone, what it keeps on the device is not.
    mutating func launch() {
        forgetLaunch()
        signOn(from: .tokenCheck, retrying: nil)
    }

    /// What was in memory is gone.
    mutating func forgetLaunch() {
        rest()
        desk.providers = nil
    }

    /// The user gives up signing on; what waited for it is dropped.
    mutating func cancel() {
        guard case .signingOn = activity else { return }
        rest()
    }

    mutating func wish(_ wish: Wish) {
        switch activity {
        case .signedOut where wish == .logOut:
            activity = .loggingOut(Logout(&desk))
        case .signedOut, .signingOn:
            guard desk.options.keepsWishesDuringSignOn else {
                return desk.buffer.present(.message(.signInRequired, "Please sign on first."))
            }
            guard keep(wish), case .signedOut = activity else { return }
            signOn(from: .tokenCheck, retrying: nil)
        case .signedOn(let session, let isBusy):
            if keep(wish), !isBusy { grantNext(session) }
        case .loggingOut:
            desk.buffer.present(.message(.signingOut, "You are being signed out."))
        }
    }

    mutating func keep(_ wish: Wish) -> Bool {
        if wishes.append(wish) { return true }
        desk.buffer.present(.message(.queueFull, "Too much is waiting already."))
        return false
    }
}
