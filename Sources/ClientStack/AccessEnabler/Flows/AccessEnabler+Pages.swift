import Device
import OrderedCollections
import PassAPI
import SubscriberAccount
import VirtualTime

// A login with an MVPD: its page and the end URL (iOS), the code and polling (tvOS), a Temp Pass (access-enabler.md §6.2,
// §6.3, §13).

extension AccessEnabler {
    // MARK: The registration code

    mutating func requestCode(for mvpd: MVPD, _ turn: inout EffectBuffer) {
        login?.step = .requestingCode(mvpd)
        callREST(.createRegistrationCode(restContext(for: mvpd.id), mvpd: mvpd.id), for: .code, &turn)
    }

    mutating func codeAnswered(_ response: PassResponse, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard case .requestingCode(let mvpd)? = login?.step else { return }
        guard response.isSuccess, case .registrationRecord(let record) = response.content, !record.code.isEmpty else {
            turn.tell(.noCode, message: response.reason)
            return failLogin(.genericAuthentication, &device, &turn)
        }
        let lifetime = CodeLifetime.of(record, requested: nil, at: turn.wall)
        let code = Login.RegistrationCode(text: record.code, ends: record.expires ?? turn.now + lifetime)
        guard dialect.usesSecondScreen else { return showPage(for: mvpd, code: code, &turn) }
        turn.tell(.code, message: record.code)
        turn.enter(.sdkLogin)
        let expiry = turn.startTimer(lifetime)
        poll(mvpd, code, expiry, after: 0, &turn)
    }

    // MARK: iOS: the login page

    mutating func showPage(for mvpd: MVPD, code: Login.RegistrationCode?, _ turn: inout EffectBuffer) {
        let presentation = presentation(of: mvpd.id)
        let endURL = dialect.endURL(presentation, configuration)
        let request = PassRequest.sdkAuthenticate(
            requestor: storage.requestor,
            mvpd: mvpd.id,
            redirectURL: endURL,
            clientType: "iOS",
            clientVersion: dialect.version.description,
            code: code?.text,
            genericData: genericData(login?.data ?? [:])
        )
        login?.step = .showingPage(mvpd, endURL: endURL, code)
        turn.enter(.sdkLogin)
        navigate(to: request, presentation, &turn)
    }

    func presentation(of mvpd: String) -> LoginPresentation {
        dialect.presentation(
            of: mvpd,
            configuration,
            handlesViewController: sdkOptions["handleSVC"].map { ["true", "1", "YES"].contains($0) } ?? false
        )
    }

    func navigate(to request: PassRequest, _ presentation: LoginPresentation, _ turn: inout EffectBuffer) {
        switch presentation {
        case .webView: turn.callBack(.navigateToURL(request, usesSVC: false))
        case .viewControllerOfApp: turn.callBack(.navigateToURL(request, usesSVC: true))
        case .viewControllerOfSDK: turn.add(.present(.webView(request)))
        }
    }

    /// The app has seen the end URL; without one (`getAuthenticationToken`) it is believed.
    ///
    /// At any other time, a second time too, nothing is waited for and nothing happens.
    mutating func handleExternalURL(_ url: String?, _ device: inout Device, _ turn: inout EffectBuffer) {
        if case .showingPage(let mvpd, let endURL, let code)? = login?.step {
            guard url.map({ EndURL.isReached($0, endURL) }) ?? true else { return }
            login?.step = .fetching(mvpd)
            call(.sessionDevice(context(for: mvpd.id), code: code?.text), for: .session, &turn)
        } else if case .showingPage(let endURL)? = logoutStep {
            guard url.map({ EndURL.isReached($0, endURL) }) ?? true else { return }
            finishLogout(&turn)
        }
    }

    // MARK: tvOS: polling

    private mutating func poll(
        _ mvpd: MVPD,
        _ code: Login.RegistrationCode,
        _ expiry: TimerID,
        after polls: Int,
        _ turn: inout EffectBuffer
    ) {
        login?.step = .polling(mvpd, code, expiry: expiry, .asking, polls: polls &+ 1)
        call(.sessionDevice(context(for: mvpd.id), code: code.text), for: .session, &turn)
    }

    mutating func timerFired(_ id: TimerID, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard case .polling(let mvpd, let code, let expiry, let poll, let polls)? = login?.step else { return }
        if id == expiry {
            turn.tell(.tokenNotFound, message: "the registration code \(code.text) has expired")
            failLogin(.genericAuthentication, &device, &turn)
        } else if case .pausing(id) = poll {
            self.poll(mvpd, code, expiry, after: polls, &turn)
        }
    }

    /// Not yet: the poll is made again, for ever unless there is a limit.
    private mutating func pause(_ device: inout Device, _ turn: inout EffectBuffer) {
        guard case .polling(let mvpd, let code, let expiry, _, let polls)? = login?.step else { return }
        if let limit = options.pollLimit, polls >= limit {
            turn.tell(.tokenNotFound, message: "nobody has logged in after \(polls) polls")
            return failLogin(.genericAuthentication, &device, &turn)
        }
        let timer = turn.startTimer(max(options.pollInterval, ClientOptions.shortestPollInterval))
        login?.step = .polling(mvpd, code, expiry: expiry, .pausing(timer), polls: polls)
    }

    // MARK: The token

    mutating func sessionAnswered(_ response: PassResponse, _ device: inout Device, _ turn: inout EffectBuffer) {
        switch login?.step {
        case .polling(let mvpd, _, _, _, _):
            if let answer = AuthenticationAnswer(response) {
                finishLogin(with: answer, from: mvpd, &device, &turn)
            } else if response.isHopeless {
                turn.tell(.tokenNotFound, message: response.reason)
                failLogin(.genericAuthentication, &device, &turn)
            } else {
                pause(&device, &turn)
            }
        case .fetching(let mvpd), .startingTempPass(let mvpd):
            if let answer = AuthenticationAnswer(response) {
                return finishLogin(with: answer, from: mvpd, &device, &turn)
            }
            turn.tell(mvpd.isTempPass ? .tempPassExpired : .tokenNotFound, message: response.reason)
            failLogin(.genericAuthentication, &device, &turn)
        case .beginning, .platform, .choosing, .requestingCode, .showingPage, nil: break
        }
    }

    mutating func sessionUnanswered(_ failure: CallFailure, _ device: inout Device, _ turn: inout EffectBuffer) {
        if case .polling? = login?.step, case .unreachable = failure { return pause(&device, &turn) }
        failLogin(.internalAuthentication, &device, &turn)
    }

    // MARK: Temp Pass

    /// A Temp Pass authenticates at once, without a page (§2, `setSelectedProvider`); by the call of REST API V1, for how
    /// the SDK does it is unknown.
    mutating func startTempPass(_ mvpd: MVPD, _ turn: inout EffectBuffer) {
        login?.step = .startingTempPass(mvpd)
        let data = genericData(login?.data ?? [:])
        callREST(
            .freePreview(restContext(for: mvpd.id), mvpd: mvpd.id, domainName: "adobe.com", genericData: data),
            for: .tempPass,
            &turn
        )
    }

    mutating func tempPassAnswered(_ response: PassResponse, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard case .startingTempPass(let mvpd)? = login?.step else { return }
        guard response.isSuccess else {
            turn.tell(.tempPassExpired, message: response.reason)
            return failLogin(.genericAuthentication, &device, &turn)
        }
        call(.sessionDevice(context(for: mvpd.id)), for: .session, &turn)
    }
}

extension PassResponse {
    /// What repeating a poll cannot change; 401 is how a service says that nobody has logged in yet (§14.4).
    fileprivate var isHopeless: Bool { status == 400 || status == 405 }
}
