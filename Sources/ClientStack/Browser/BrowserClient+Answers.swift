import Device
import PassAPI
import VirtualTime

// What the service answers.

extension BrowserClient {
    mutating func judge(
        _ response: PassResponse,
        _ play: BrowserPlay,
        _ stage: BrowserPlay.Stage,
        _ turn: inout BrowserTurn,
        _ device: inout Device
    ) {
        // Whatever was asked for, with status 200 too (access-enabler.md §14.4).
        if case .pendingLogout(let reason) = response.content {
            return beginAgain(play, reason, &turn, &device)
        }
        var play = play
        switch (stage, response.isSuccess ? response.content : .empty) {
        case (.individualizing, .individualizedDevice(let deviceID)):
            play.headers.deviceID = deviceID
            let request = PassRequest.register(softwareStatement: configuration.softwareStatement)
            activity = .playing(play, .registering(turn.send(request)))
        case (.registering, .clientRegistration(let client)):
            let request = PassRequest.accessToken(clientID: client.clientID, clientSecret: client.clientSecret)
            activity = .playing(play, .fetchingAccessToken(turn.send(request)))
        case (.fetchingAccessToken, .accessToken(let token)):
            play.headers.accessToken = token.token
            registration.accessToken = CachedAccessToken(token, arrivedAt: turn.wallTime)
            turn.enter(.sdkCode)
            activity = .playing(play, .requestingCode(turn.send(codeRequest(play))))
        case (.requestingCode, .registrationRecord(let record)):
            registration.code = record.code
            registration.codeExpires = record.expires
            openLogin(play, code: record.code, &turn)
        case (.fetchingSession, .tokens(let text?, _, _)):
            guard let token = BrowserToken(authentication: text) else {
                return giveUp(refusal(of: play, stage, response), &turn, &device)
            }
            if configuration.options.keepsHeaders { keptHeaders = play.headers }
            turn.note(cache.keep(token, .authentication, on: &device))
            authorize(play, token, &turn, &device)
        case (.authorizing(_, let authentication), .tokens(_, let text?, _)):
            guard let token = BrowserToken(authorization: text) else {
                return giveUp(refusal(of: play, stage, response), &turn, &device)
            }
            turn.note(cache.keep(token, .authorization(play.key), on: &device))
            fetchMediaToken(play, authentication, token, &turn)
        case (.fetchingMediaToken, .shortMediaToken(let token)) where token.hasPrefix("<signatureInfo>"):
            turn.play(play.resource, token)
            rest(&turn, &device)
        default:
            giveUp(refusal(of: play, stage, response), &turn, &device)
        }
    }

    /// The service has signed the user out: forget everything of the requestor, and start over.
    private mutating func beginAgain(
        _ play: BrowserPlay,
        _ reason: String?,
        _ turn: inout BrowserTurn,
        _ device: inout Device
    ) {
        let logout = CodedText.pendingLogout(reason)
        turn.note(cache.removeAll(because: logout, on: &device))
        keptHeaders = nil
        guard play.round < configuration.options.rounds else {
            return giveUp(Refusal.failure(of: play.key, "signed out by the service, \(logout.words)"), &turn, &device)
        }
        var play = play
        play.round += 1
        begin(play, &turn, &device)
    }

    /// `format` among the form's fields, as browsers ask for it.
    private func codeRequest(_ play: BrowserPlay) -> PassRequest {
        let device = DeviceContext(
            requestor: configuration.requestor,
            deviceID: play.headers.deviceID ?? "",
            accessToken: play.headers.accessToken
        )
        var request = PassRequest.createRegistrationCode(device)
        request["format"] = "json"
        return request
    }

    private mutating func openLogin(_ play: BrowserPlay, code: String, _ turn: inout BrowserTurn) {
        turn.enter(.sdkLogin)
        activity = .playing(play, .loggingIn(code: code))
        turn.present(
            .webView(
                .sdkAuthenticate(
                    requestor: configuration.requestor,
                    mvpd: mvpd ?? "",
                    domainName: configuration.domainName,
                    avoidsFrames: false,
                    redirectURL: configuration.redirectURL,
                    code: code
                )
            )
        )
    }

    private func refusal(of play: BrowserPlay, _ stage: BrowserPlay.Stage, _ response: PassResponse) -> Presentation {
        if case .notAuthorized(let details) = response.content {
            return .message(
                .notAuthorized,
                "“\(play.key)” is not in your subscription" + (details.map { ": " + $0 } ?? ""),
                [.text("resource", play.key)] + (details.map { [.text("errorDetails", $0)] } ?? [])
            )
        }
        if response.status == 401, configuration.mvpd == nil, mvpd == nil { return Self.loginRequired }
        let what =
            switch stage {
            case .individualizing: "no device id: "
            case .registering: "registration was refused: "
            case .fetchingAccessToken: "no access token: "
            case .requestingCode: "no registration code: "
            case .loggingIn, .fetchingSession: "the login brought no AuthN token: "
            case .authorizing: "no AuthZ token: "
            case .fetchingMediaToken: "no media token: "
            }
        return Refusal.failure(of: play.key, what + response.reason)
    }
}
