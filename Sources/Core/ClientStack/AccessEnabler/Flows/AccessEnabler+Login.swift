import Device
import OrderedCollections
import PassAPI
import SubscriberAccount
import VirtualTime

// checkAuthentication, getAuthentication, setSelectedProvider (access-enabler.md §6.2 to §6.4; rows K-89 to K-105).

extension AccessEnabler {
    /// Looks at storage alone: no network, ever.
    mutating func checkAuthentication(_ device: Device) {
        if let token = desk.token(device) { return desk.tellAuthenticated(token, isCached: true) }
        if let platformTrouble {
            desk.buffer.tell(platformTrouble.id == AdvancedStatus.platform.id ? .platformError : platformTrouble)
        }
        desk.buffer.tell(.notAuthenticated)
        desk.tellNotAuthenticated(.userNotAuthenticated)
    }

    mutating func getAuthentication(_ login: SDKLogin, _ device: inout Device) {
        if !login.isForced, let token = desk.token(device) {
            return desk.tellAuthenticated(token, isCached: true)
        }
        // A second one starts over, so that an app whose web view was lost is not stuck.
        if self.login != nil { stopLogin() }
        begin(login, &device)
    }

    /// The user has to do something: choose an MVPD, or log in with one that is known.
    mutating func begin(_ login: SDKLogin, _ device: inout Device) {
        self.login = login
        if let mvpd = knownProvider(device) {
            self.login?.logIn(with: mvpd, &device, &desk)
        } else if desk.dialect.signsOnByPlatform(configuration), desk.requestor?.hasPlatformProviders == true {
            self.login?.step = .platform
            platform = PlatformSignOn(.interactive, &desk)
        } else {
            showPicker()
        }
    }

    /// The MVPD that takes the place of the picker (rows K-92, K-93).
    private func knownProvider(_ device: Device) -> MVPD? {
        if let selected, let mvpd = desk.requestor?.mvpd(selected) { return mvpd }
        if desk.options.cachedProvider == .skipsPickerUntil15, desk.dialect.version >= PlatformVersion(1, 5) {
            return nil
        }
        guard let cached = desk.storage.provider(on: device), cached.canAuthenticate else { return nil }
        return desk.requestor?.mvpd(cached.mvpd)
    }

    private mutating func showPicker() {
        login?.step = .choosing
        desk.buffer.callBack(.displayProviderDialog(desk.requestor?.mvpds ?? []))
    }

    mutating func setSelectedProvider(_ id: String?, _ device: inout Device) {
        guard let id else { return cancel(&device) }
        guard let requestor = desk.requestor else {
            selected = id
            return
        }
        guard let mvpd = requestor.mvpd(id) else { return desk.tellNotAuthenticated(.providerNotAvailable) }
        desk.track(.selectedProvider, [id])
        switch login?.step {
        case .choosing: break
        case nil:
            selected = id
            return
        case .beginning, .platform, .requestingCode, .showingPage, .polling, .fetching, .startingTempPass:
            // Another provider while one is being logged in with: the new choice counts.
            let (data, filter) = (login?.data ?? [:], login?.filter)
            stopLogin()
            login = SDKLogin(isForced: false, data: data, filter: filter)
        }
        login?.logIn(with: mvpd, &device, &desk)
    }

    /// `setSelectedProvider(nil)`: the state machine is reset, and the current MVPD dropped.
    private mutating func cancel(_ device: inout Device) {
        let current = login?.mvpd?.id ?? desk.storage.provider(on: device)?.mvpd ?? desk.token(device)?.msoID
        stopLogin()
        selected = nil
        desk.tell(desk.storage.dropProvider(current, on: &device))
        desk.forgetPlatformSession(because: .cancelled, &device)
        desk.buffer.tell(.pickerCanceled)
        desk.setAuthenticationStatus(.providerNotSelected)
        failWaiting(.providerNotSelected)
    }

    // MARK: The end of a login

    mutating func settle(_ outcome: SDKLogin.Outcome?, _ device: inout Device) {
        switch outcome {
        case .goesOn?, nil: break
        case .authenticated(let answer, let mvpd)?: finishLogin(with: answer, from: mvpd, &device)
        case .failed(let error)?: failLogin(error, &device)
        }
    }

    /// Forgets all that runs for the login, without a word to the app.
    mutating func stopLogin() {
        guard let login else { return }
        for timer in login.timers { desk.buffer.cancel(timer) }
        desk.buffer.leaveSteps()
        desk.line.cancelAll { $0.flow == .login }
        if platform?.mode == .interactive { stopPlatform() }
        self.login = nil
    }

    mutating func failLogin(_ error: AccessEnablerError, _ device: inout Device) {
        guard let login else { return }
        stopLogin()
        if let mvpd = login.mvpd { desk.remember(mvpd.id, canAuthenticate: false, &device) }
        desk.tellNotAuthenticated(error)
        failWaiting(error)
    }

    /// A pending logout in the middle of it: from the beginning, a limited number of times.
    mutating func restartLogin(_ device: inout Device) {
        guard let login else { return }
        guard login.rounds < AccessEnablerOptions.logoutRounds else {
            return failLogin(.genericAuthentication, &device)
        }
        var again = SDKLogin(isForced: login.isForced, data: login.data, filter: login.filter)
        again.rounds = login.rounds + 1
        stopLogin()
        begin(again, &device)
    }

    /// Keeps the token of a login, tells of it, and lets what waited go on.
    private mutating func finishLogin(with answer: AuthenticationAnswer, from mvpd: MVPD, _ device: inout Device) {
        if let mismatch = answer.mismatch(with: mvpd.id, desk.storage.requestor) {
            desk.buffer.tell(.internalAuthentication, message: mismatch)
            return failLogin(.internalAuthentication, &device)
        }
        guard let token = desk.keep(answer, from: mvpd, &device) else {
            // Over already, by this device's clock.
            desk.buffer.tell(
                mvpd.isTempPass ? .tempPassExpired : .internalAuthentication,
                message: "the AuthN token has expired"
            )
            return failLogin(.genericAuthentication, &device)
        }
        desk.forgetPlatformSession(because: .replaced(byLoginWith: mvpd.id), &device)
        desk.remember(mvpd.id, canAuthenticate: true, &device)
        if mvpd.isTempPass { desk.buffer.tell(.tempPass) }
        endLogin(with: token, &device)
    }

    /// The user is authenticated: what waited for it goes on.
    private mutating func endLogin(with token: StoredToken, _ device: inout Device) {
        stopLogin()
        selected = nil
        platformTrouble = nil
        desk.tellAuthenticated(token, isCached: false)
        let jobs = waiting
        waiting = []
        for job in jobs { proceed(desk.begin(job, device), &device) }
    }

    mutating func failWaiting(_ error: AccessEnablerError) {
        let jobs = waiting
        waiting = []
        for job in jobs { desk.failToken(of: job.resource, error) }
    }

    // MARK: Apple SSO

    mutating func happened(_ event: FlowEvent, toPlatformOn device: inout Device) {
        guard let outcome = platform?.handle(event, filter: login?.filter, &device, &desk) else { return }
        switch outcome {
        case .goesOn: break
        case .authenticated(let token):
            let isInteractive = platform?.mode == .interactive
            (platform, platformTrouble) = (nil, nil)
            if isInteractive { endLogin(with: token, &device) } else { prepareNext(&device) }
        case .confirmed:
            platform = nil
            prepareNext(&device)
        case .continues(let mvpd):
            platform = nil
            desk.track(.selectedProvider, [mvpd.id])
            login?.logIn(with: mvpd, &device, &desk)
        case .left(let status, let details): leavePlatform(status, details: details, &device)
        }
    }

    /// Apple SSO leads nowhere: setRequestor goes on without, getAuthentication with the app's own picker.
    mutating func leavePlatform(_ status: AdvancedStatus?, details: String?, _ device: inout Device) {
        guard let mode = platform?.mode else { return }
        platform = nil
        desk.question = nil
        if mode == .interactive {
            if let status { desk.buffer.tell(status, details: details) }
            return showPicker()
        }
        // A provider of other programmers is no trouble, and no news before the user asks.
        if let status, status != .providerNotSupported {
            platformTrouble = status
            desk.buffer.tell(status, details: details)
        }
        // Of a service out of reach, or a system that is busy, nothing follows for a token that was made before.
        if mode == .revalidating, status != .platform { desk.dropTokens(because: .accountGone, &device) }
        prepareNext(&device)
    }

    /// Forgets the questions and calls of Apple SSO.
    mutating func stopPlatform() {
        platform = nil
        desk.question = nil
        desk.line.cancelAll { $0.flow == .appleSSO }
    }
}
