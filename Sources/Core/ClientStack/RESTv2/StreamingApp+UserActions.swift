import Exchanges
import PassAPI
import SubscriberAccount
import VirtualTime

// What the user does.

extension StreamingApp {
    mutating func act(on action: UserAction.Action) {
        switch action {
        case .launch:
            forgetRun()
            startUp()
        case .cancel: if isSigningIn { rest() }
        case .selectProvider, .closeWebView, .confirmLogin: proceed(with: .userActed(action))
        case .play(let resource): request(.play(resource: resource))
        case .preauthorize(let resources): request(.preauthorize(resources: resources))
        case .readUserMetadata: request(.readUserMetadata)
        case .logOut: request(.logOut)
        case .foreground, .background: break
        }
    }

    private mutating func request(_ request: PendingRequest) {
        guard state != .loggingOut, state != .inLogoutPage else {
            return desk.buffer.present(.message(.signingOut, "You are being signed out."))
        }
        guard pendingRequests.append(request) else {
            return desk.buffer.present(.message(.queueFull, "Too much is waiting already."))
        }
        guard case .resting = state else { return }
        if memory.signOn != nil, !isNewRun, !isPartnerSessionOver {
            grantNext()
        } else if request == .logOut, memory.signOn == nil {
            // There is nobody to be signed out.
            pendingRequests.removeAll()
        } else {
            startUp()
        }
    }

    /// True if the profile is Apple's and the session that it rests on has ended by the platform's last word: that is asked for anew
    /// before it is sent (§6.6).
    private var isPartnerSessionOver: Bool {
        guard memory.signOn?.type == .appleSSO, let end = memory.partnerStatus?.expirationDate else { return false }
        return end <= desk.buffer.wall
    }

    /// True if the app was left alone for so long that it has been closed since (conformance-rules.md §B).
    private var isNewRun: Bool {
        memory.lastUse.map { desk.buffer.wall - $0 > StreamingAppOptions.runEnd } ?? false
    }
}
