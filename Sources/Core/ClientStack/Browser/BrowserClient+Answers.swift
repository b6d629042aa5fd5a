import Device
import PassAPI
import VirtualTime

// What the service answers.

extension BrowserClient {
    mutating func evaluate(
        _ response: PassResponse,
        _ play: BrowserPlay,
        _ stage: BrowserPlay.Stage,
        _ device: inout Device
    ) {
        // Whatever was asked for, with status 200 too (access-enabler.md §14.4).
        if case .pendingLogout(let reason) = response.content {
            return beginAgain(play, reason, &device)
        }
        var play = play
        switch (stage, response.isSuccess ? response.content : .empty) {
        case (.individualizing, .individualizedDevice(let deviceID)):
            play.headers.deviceID = deviceID
            activity = .playing(play, .registering(call(.registration)))
        case (.registering, .clientRegistration):
            access.take(response, at: buffer.wall)
            activity = .playing(play, .fetchingAccessToken(call(.token)))
        case (.fetchingAccessToken, .accessToken):
            access.take(response, at: buffer.wall)
            play.headers.accessToken = access.token?.token
            buffer.enter(.sdkCode)
            activity = .playing(play, .requestingCode(buffer.send(codeRequest(play))))
        case (.requestingCode, .registrationRecord(let record)):
            registration.code = record.code
            registration.codeExpires = record.expires
            openLogin(play, code: record.code)
        case (.fetchingSession, .tokens(let text?, _, _)):
            guard let token = BrowserToken(authentication: text) else {
                return giveUp(refusal(of: play, stage, response), &device)
            }
            if configuration.options.keepsHeaders { keptHeaders = play.headers }
            buffer.note(cache.keep(token, .authentication, on: &device))
            authorize(play, token, &device)
        case (.authorizing(_, let authentication), .tokens(_, let text?, _)):
            guard let token = BrowserToken(authorization: text) else {
                return giveUp(refusal(of: play, stage, response), &device)
            }
            buffer.note(cache.keep(token, .authorization(play.key), on: &device))
            fetchMediaToken(play, authentication, token)
        case (.fetchingMediaToken, .shortMediaToken(let token)) where token.hasPrefix("<signatureInfo>"):
            buffer.play(play.resource, token)
            rest(&device)
        default:
            giveUp(refusal(of: play, stage, response), &device)
        }
    }

    /// The service has signed the user out: forget everything of the requestor, and start over.
    private mutating func beginAgain(
        _ play: BrowserPlay,
        _ reason: String?,
        _ device: inout Device
    ) {
        let logout = CodedText.pendingLogout(reason)
        buffer.note(cache.removeAll(because: logout, on: &device))
        keptHeaders = nil
        guard play.round < BrowserPlay.rounds else {
            return giveUp(RefusalMessage.failure(of: play.key, "signed out by the service, \(logout.words)"), &device)
        }
        var play = play
        play.round += 1
        begin(play, &device)
    }

    private mutating func call(_ call: AccessSession.Call) -> RequestID {
        buffer.send(access.request(call, configuration.softwareStatement))
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

    private mutating func openLogin(_ play: BrowserPlay, code: String) {
        buffer.enter(.sdkLogin)
        activity = .playing(play, .loggingIn(code: code))
        buffer.present(
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
                RefusalMessage.denial(of: play.key, response),
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
        return RefusalMessage.failure(of: play.key, what + response.reason)
    }
}
