import Device
import Exchanges
import PassAPI
import VirtualTime

// What the user does.

extension BrowserClient {
    mutating func act(on action: Stimulus.Action, _ turn: inout BrowserTurn, _ device: inout Device) {
        switch action {
        case .launch: launch(&turn)
        case .play(let resource): wish(.play(resource: resource), &turn, &device)
        case .logOut: wish(.logOut, &turn, &device)
        case .selectProvider(let id): mvpd = id
        case .closeWebView: leavePages(&turn, &device)
        case .cancel: cancel(&turn)
        case .preauthorize, .readUserMetadata:
            turn.present(.message(.notSupported, "This program cannot tell before it plays."))
        case .foreground, .background: break
        }
    }

    /// The program starts anew: what it had in memory is gone, what its file keeps is not.
    private mutating func launch(_ turn: inout BrowserTurn) {
        cache.restart()
        keptHeaders = nil
        cancel(&turn)
    }

    /// The user gives up; what waited is dropped.
    private mutating func cancel(_ turn: inout BrowserTurn) {
        activity = .resting
        wishes.removeAll()
        turn.leaveSteps()
    }

    private mutating func wish(_ wish: Wish, _ turn: inout BrowserTurn, _ device: inout Device) {
        guard wishes.append(wish) else { return turn.present(.message(.queueFull, "Too much is waiting already.")) }
        if activity == .resting { grantNext(&turn, &device) }
    }

    /// The pages are closed: of a login, after which the session is asked for however it went, or of a logout.
    private mutating func leavePages(_ turn: inout BrowserTurn, _ device: inout Device) {
        switch activity {
        case .playing(let play, .loggingIn(let code)):
            turn.enter(.sdkSession)
            let request = PassRequest.session(play.context(configuration), code: code)
            activity = .playing(play, .fetchingSession(turn.send(request)))
        case .loggingOut:
            rest(&turn, &device)
        case .playing, .resting:
            break
        }
    }
}

// MARK: One wish after the other

extension BrowserClient {
    /// Does what waits longest, until something is under way.
    mutating func grantNext(_ turn: inout BrowserTurn, _ device: inout Device) {
        while activity == .resting, let wish = wishes.takeFirst() {
            switch wish {
            case .play(let resource): play(resource, &turn, &device)
            case .logOut: logOut(&turn, &device)
            case .preauthorize, .readUserMetadata: break
            }
        }
    }

    /// Done with one thing; on to the next.
    mutating func rest(_ turn: inout BrowserTurn, _ device: inout Device) {
        activity = .resting
        turn.leaveSteps()
        grantNext(&turn, &device)
    }

    /// Done with a playback that came to nothing.
    mutating func giveUp(_ message: Presentation, _ turn: inout BrowserTurn, _ device: inout Device) {
        turn.present(message)
        rest(&turn, &device)
    }

    private mutating func logOut(_ turn: inout BrowserTurn, _ device: inout Device) {
        turn.enter(.sdkLogout)
        let token = cache.token(.authentication, on: device)
        turn.note(cache.removeAll(because: CodedText("logout", words: "the user logged out"), on: &device))
        keptHeaders = nil
        turn.leaveSteps()
        guard configuration.options.logout == .opensPage, let token else { return }
        activity = .loggingOut
        // A navigation: it carries no headers.
        turn.present(
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
