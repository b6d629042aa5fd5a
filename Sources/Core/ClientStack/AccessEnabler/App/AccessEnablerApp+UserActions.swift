import Device
import Exchanges
import SubscriberAccount

// What the user does, as calls.

extension AccessEnablerApp {
    mutating func act(on action: UserAction.Action, _ device: inout Device, _ turn: inout AppTurn) {
        if action != .launch, !isRunning {
            // Nothing happens in an app that does not run, so it is started first.
            makeSDK(&device, &turn)
        }
        switch action {
        case .launch:
            makeSDK(&device, &turn)
            if configuration.app.checksAtLaunch, sdk != nil { call(.checkAuthentication, &turn) }
        case .foreground: foreground(&turn)
        case .background, .confirmLogin: break
        case .play(let resource): play(resource, &turn)
        case .preauthorize(let resources): preauthorize(resources, &turn)
        case .readUserMetadata: call(.getMetadata(.user(key: "userID")), &turn)
        case .logOut: call(.logout, &turn)
        case .selectProvider(let id): select(id, &turn)
        case .cancel: cancel(&turn)
        case .closeWebView:
            // A hidden page is not closed by anyone; without a page there is nothing to close.
            if screen == .loginPage { cancel(&turn) }
        }
    }

    private mutating func foreground(_ turn: inout AppTurn) {
        guard let version = sdk?.desk.dialect.version else { return }
        switch configuration.app.foreground {
        case .setsRequestorSince3 where version < PlatformVersion(3, 0): return
        case .setsRequestorSince3, .setsRequestor: break
        case .nothing: return
        }
        isConfigured = nil
        turn.calls.append(.setRequestor(configuration.requestor, serviceProviders: configuration.serviceProviders))
    }

    private mutating func play(_ resource: String, _ turn: inout AppTurn) {
        switch configuration.app.play {
        case .getAuthorization: call(.getAuthorization(resource), &turn)
        case .checkAuthorization: call(.checkAuthorization(resource), &turn)
        }
    }

    private mutating func preauthorize(_ resources: [String], _ turn: inout AppTurn) {
        switch configuration.app.preauthorization {
        case .checkPreauthorizedResources: call(.checkPreauthorizedResources(resources), &turn)
        case .preauthorize: call(.preauthorize(resources), &turn)
        }
    }

    /// The user picks a provider; where no picker is shown yet, the choice waits for it.
    private mutating func select(_ id: String, _ turn: inout AppTurn) {
        guard screen != .picker else {
            // The picker closes when the SDK goes on: a provider that is not on the list leaves it open.
            turn.calls.append(.setSelectedProvider(id))
            return
        }
        choice = id
        call(.getAuthentication(), &turn)
    }

    private mutating func cancel(_ turn: inout AppTurn) {
        screen = .content
        choice = nil
        turn.calls.append(.setSelectedProvider(nil))
    }

    /// A page is about to load `url`: the end URL is not loaded, the page closes, and the SDK is told (rows K-100,
    /// K-109).
    ///
    /// Any other URL is the page's own affair.
    func reached(_ url: String, _ turn: inout AppTurn) {
        guard screen == .loginPage || screen == .logoutPage, let pageEnd, EndURL.isReached(url, pageEnd) else { return }
        turn.calls.append(.handleExternalURL(url))
    }
}
