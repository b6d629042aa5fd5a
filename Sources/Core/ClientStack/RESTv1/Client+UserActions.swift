import Exchanges
import SubscriberAccount
import VirtualTime

// What the user does.

extension Client {
    mutating func act(on action: UserAction.Action) {
        switch action {
        case .launch: launch()
        case .cancel: cancel()
        case .selectProvider, .closeWebView, .confirmLogin: proceed(with: .userActed(action))
        case .play(let resource): pendingRequest(.play(resource: resource))
        case .preauthorize(let resources): pendingRequest(.preauthorize(resources: resources))
        case .readUserMetadata: pendingRequest(.readUserMetadata)
        case .logOut: pendingRequest(.logOut)
        case .foreground: askPermission()
        case .background: break
        }
    }

    /// Asks for permission before it is needed, where that is chosen: the device keeps the answer (row K-10).
    private mutating func askPermission() {
        guard desk.options.asksPermissionInForeground, desk.options.usesPlatformSignOn, case .signedOut = activity,
            desk.question == nil
        else { return }
        desk.ask(.checkAccessStatus(prompt: true))
    }

    /// The app starts anew: what it had in memory is gone, what it keeps on the device is not.
    mutating func launch() {
        forgetLaunch()
        signOn(from: .tokenCheck, retrying: nil)
    }

    /// Forgets what was in memory.
    mutating func forgetLaunch() {
        rest()
        desk.providers = nil
    }

    /// The user gives up signing on; what waited for it is dropped.
    mutating func cancel() {
        guard case .signingOn = activity else { return }
        rest()
    }

    mutating func pendingRequest(_ pendingRequest: PendingRequest) {
        switch activity {
        case .signedOut where pendingRequest == .logOut:
            activity = .loggingOut(Logout(&desk))
        case .signedOut, .signingOn:
            guard keep(pendingRequest), case .signedOut = activity else { return }
            signOn(from: .tokenCheck, retrying: nil)
        case .signedIn(let session, let isBusy):
            if keep(pendingRequest), !isBusy { grantNext(session) }
        case .loggingOut:
            desk.buffer.present(.message(.signingOut, "You are being signed out."))
        }
    }

    mutating func keep(_ pendingRequest: PendingRequest) -> Bool {
        if pendingRequests.append(pendingRequest) { return true }
        desk.buffer.present(.message(.queueFull, "Too much is waiting already."))
        return false
    }
}
