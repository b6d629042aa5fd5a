import Device
import Exchanges
import PassAPI
import VirtualTime

// What the user does.

extension BrowserClient {
    mutating func act(on action: UserAction.Action, _ device: inout Device) {
        switch action {
        case .launch: launch()
        case .play(let resource): pendingRequest(.play(resource: resource), &device)
        case .logOut: pendingRequest(.logOut, &device)
        case .selectProvider(let id): mvpd = id
        case .closeWebView: leavePages(&device)
        case .cancel: cancel()
        case .preauthorize, .readUserMetadata:
            buffer.present(.message(.notSupported, "This program knows only when it plays."))
        case .confirmLogin, .foreground, .background: break
        }
    }

    /// The program starts anew: what it had in memory is gone, what its file keeps is not.
    private mutating func launch() {
        cache.restart()
        keptHeaders = nil
        cancel()
    }

    /// The user gives up; what waited is dropped.
    mutating func cancel() {
        activity = .resting
        pendingRequests.removeAll()
        buffer.leaveSteps()
    }

    private mutating func pendingRequest(_ pendingRequest: PendingRequest, _ device: inout Device) {
        if isPastRecording, isAtPage { cancel() }
        guard pendingRequests.append(pendingRequest) else {
            return buffer.present(.message(.queueFull, "Too much is waiting already."))
        }
        if activity == .resting { grantNext(&device) }
    }

    /// True if a page is open, which the user has to leave.
    private var isAtPage: Bool {
        switch activity {
        case .loggingOut, .playing(_, .loggingIn): true
        case .playing, .resting: false
        }
    }

    /// The pages are closed: of a login, after which the session is asked for however it went, or of a logout.
    private mutating func leavePages(_ device: inout Device) {
        switch activity {
        case .playing(let play, .loggingIn(let code)):
            buffer.enter(.sdkSession)
            let request = PassRequest.session(play.context(configuration), code: code)
            activity = .playing(play, .fetchingSession(buffer.send(request)))
        case .loggingOut:
            rest(&device)
        case .playing, .resting:
            break
        }
    }
}

// MARK: One pending request after the other

extension BrowserClient {
    /// Does what waits longest, until something is under way.
    mutating func grantNext(_ device: inout Device) {
        while activity == .resting, let pendingRequest = pendingRequests.takeFirst() {
            switch pendingRequest {
            case .play(let resource): play(resource, &device)
            case .logOut: logOut(&device)
            case .preauthorize, .readUserMetadata: break
            }
        }
    }

    /// Done with one thing; on to the next.
    mutating func rest(_ device: inout Device) {
        activity = .resting
        buffer.leaveSteps()
        grantNext(&device)
    }

    /// Done with a playback that came to nothing.
    mutating func giveUp(_ message: Presentation, _ device: inout Device) {
        buffer.present(message)
        rest(&device)
    }

    private mutating func logOut(_ device: inout Device) {
        buffer.enter(.sdkLogout)
        let token = cache.token(.authentication, on: device)
        buffer.note(cache.removeAll(because: CodedText("logout", words: "the user logged out"), on: &device))
        keptHeaders = nil
        buffer.leaveSteps()
        guard configuration.options.logout == .opensPage, let token else { return }
        activity = .loggingOut
        // A navigation: it carries no headers.
        buffer.present(
            .webView(
                .sdkLogout(
                    SDKContext(requestor: configuration.requestor),
                    mvpd: token.mvpd,
                    nameID: token.nameID,
                    sessionIndex: token.sessionIndex,
                    redirectURL: configuration.redirectURL
                )
            )
        )
    }
}
