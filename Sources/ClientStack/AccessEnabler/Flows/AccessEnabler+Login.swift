import Device
import OrderedCollections
import PassAPI
import SubscriberAccount
import VirtualTime

// checkAuthentication, getAuthentication, setSelectedProvider (access-enabler.md §6.2 to §6.4; rows K-89 to K-105).

extension AccessEnabler {
    /// Looks at storage alone: no network, ever.
    mutating func checkAuthentication(_ device: Device, _ turn: inout EffectBuffer) {
        if let token = token(device, turn) { return tellAuthenticated(token, isCached: true, &turn) }
        if let platformTrouble {
            turn.tell(platformTrouble.id == AdvancedStatus.platform.id ? .platformError : platformTrouble)
        }
        turn.tell(.notAuthenticated)
        setAuthenticationStatus(.userNotAuthenticated, &turn)
        track(.authentication, ["false"], &turn)
    }

    mutating func getAuthentication(_ login: Login, _ device: inout Device, _ turn: inout EffectBuffer) {
        if !login.isForced, let token = token(device, turn) {
            return tellAuthenticated(token, isCached: true, &turn)
        }
        if self.login != nil {
            if options.secondLogin == .joins { return }
            stopLogin(&turn)
        }
        begin(login, &device, &turn)
    }

    /// The user has to do something: choose an MVPD, or log in with one that is known.
    mutating func begin(_ login: Login, _ device: inout Device, _ turn: inout EffectBuffer) {
        self.login = login
        if let mvpd = knownProvider(device) {
            logIn(with: mvpd, &device, &turn)
        } else if dialect.signsOnByPlatform(configuration), requestor?.hasPlatformProviders == true {
            beginPlatform(.interactive, &turn)
        } else {
            showPicker(&turn)
        }
    }

    /// The MVPD that takes the place of the picker (rows K-92, K-93).
    private func knownProvider(_ device: Device) -> MVPD? {
        if let selected, let mvpd = requestor?.mvpd(selected) { return mvpd }
        if options.cachedProvider == .skipsPickerUntil15, dialect.version >= PlatformVersion(1, 5) { return nil }
        guard let cached = storage.provider(on: device), cached.canAuthenticate else { return nil }
        return requestor?.mvpd(cached.mvpd)
    }

    mutating func showPicker(_ turn: inout EffectBuffer) {
        login?.step = .choosing
        turn.callBack(.displayProviderDialog(requestor?.mvpds ?? []))
    }

    mutating func setSelectedProvider(_ id: String?, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard let id else { return cancel(&device, &turn) }
        guard let requestor else {
            selected = id
            return
        }
        guard let mvpd = requestor.mvpd(id) else {
            setAuthenticationStatus(.providerNotAvailable, &turn)
            return track(.authentication, ["false"], &turn)
        }
        track(.selectedProvider, [id], &turn)
        switch login?.step {
        case .choosing: logIn(with: mvpd, &device, &turn)
        case nil: selected = id
        case .beginning, .platform, .requestingCode, .showingPage, .polling, .fetching, .startingTempPass:
            // Another provider while one is being logged in with: the new choice counts.
            let (data, filter) = (login?.data ?? [:], login?.filter)
            stopLogin(&turn)
            login = Login(isForced: false, data: data, filter: filter)
            logIn(with: mvpd, &device, &turn)
        }
    }

    /// Goes on with an MVPD: a Temp Pass by itself, tvOS and newer versions with a code, else with the page.
    mutating func logIn(with mvpd: MVPD, _ device: inout Device, _ turn: inout EffectBuffer) {
        let known = storage.provider(on: device)
        let canAuthenticate = known?.mvpd == mvpd.id && known?.canAuthenticate == true
        tell(storage.store(StoredProvider(mvpd: mvpd.id, canAuthenticate: canAuthenticate), on: &device), &turn)
        if mvpd.isTempPass {
            startTempPass(mvpd, &turn)
        } else if dialect.usesCode(options) {
            requestCode(for: mvpd, &turn)
        } else {
            showPage(for: mvpd, code: nil, &turn)
        }
    }

    /// `setSelectedProvider(nil)`: the state machine is reset, and the current MVPD dropped.
    private mutating func cancel(_ device: inout Device, _ turn: inout EffectBuffer) {
        let current = login?.mvpd?.id ?? storage.provider(on: device)?.mvpd ?? token(device, turn)?.msoID
        stopLogin(&turn)
        selected = nil
        tell(storage.dropProvider(current, on: &device), &turn)
        forgetPlatformSession(&device, because: .cancelled, &turn)
        turn.tell(.pickerCancelled)
        setAuthenticationStatus(.providerNotSelected, &turn)
        failWaiting(.providerNotSelected, &turn)
    }

    // MARK: The end of a login

    /// Forgets all that runs for the login, without a word to the app.
    mutating func stopLogin(_ turn: inout EffectBuffer) {
        guard let login else { return }
        for timer in login.timers { turn.cancel(timer) }
        turn.leaveSteps()
        line.hangUp { $0.isOfLogin }
        if platform?.mode == .interactive { stopPlatform() }
        self.login = nil
    }

    mutating func failLogin(_ error: AccessEnablerError, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard let login else { return }
        stopLogin(&turn)
        if let mvpd = login.mvpd {
            tell(storage.store(StoredProvider(mvpd: mvpd.id, canAuthenticate: false), on: &device), &turn)
        }
        setAuthenticationStatus(error, &turn)
        track(.authentication, ["false"], &turn)
        failWaiting(error, &turn)
    }

    /// A pending logout in the middle of it: from the beginning, a limited number of times.
    mutating func restartLogin(_ device: inout Device, _ turn: inout EffectBuffer) {
        guard let login else { return }
        guard login.rounds < options.logoutRounds else { return failLogin(.genericAuthentication, &device, &turn) }
        var again = Login(isForced: login.isForced, data: login.data, filter: login.filter)
        again.rounds = login.rounds + 1
        stopLogin(&turn)
        begin(again, &device, &turn)
    }

    /// Keeps the token of a login, tells of it, and lets what waited go on.
    mutating func finishLogin(
        with answer: AuthenticationAnswer,
        from mvpd: MVPD,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        if let mismatch = answer.mismatch(with: mvpd.id, storage.requestor) {
            turn.tell(.internalAuthentication, message: mismatch)
            return failLogin(.internalAuthentication, &device, &turn)
        }
        tell(storage.store(answer.token, from: mvpd.id, userMetadata: answer.userMetadata, on: &device), &turn)
        guard let token = storage.authentication(of: mvpd.id, on: device, at: turn.wall) else {
            // Over already, by this device's clock.
            turn.tell(mvpd.isTempPass ? .tempPassExpired : .internalAuthentication, message: "the AuthN token is over")
            return failLogin(.genericAuthentication, &device, &turn)
        }
        forgetPlatformSession(&device, because: .replaced(byLoginWith: mvpd.id), &turn)
        tell(storage.store(StoredProvider(mvpd: mvpd.id, canAuthenticate: true), on: &device), &turn)
        if mvpd.isTempPass { turn.tell(.tempPass) }
        endLogin(with: token, &device, &turn)
    }

    /// The user is authenticated: what waited for it goes on.
    mutating func endLogin(with token: StoredToken, _ device: inout Device, _ turn: inout EffectBuffer) {
        stopLogin(&turn)
        selected = nil
        platformTrouble = nil
        tellAuthenticated(token, isCached: false, &turn)
        let jobs = waiting
        waiting = []
        for job in jobs { begin(job, &device, &turn) }
    }

    mutating func failWaiting(_ error: AccessEnablerError, _ turn: inout EffectBuffer) {
        let jobs = waiting
        waiting = []
        for job in jobs { failToken(of: job.resource, error, &turn) }
    }

    private mutating func tellAuthenticated(_ token: StoredToken, isCached: Bool, _ turn: inout EffectBuffer) {
        setAuthenticationStatus(nil, &turn)
        guard options.sendsTracking else { return }
        let guid = reader.hashedGUID(of: token)
        track(.authentication, ["true", token.msoID ?? "", guid, String(isCached)], &turn)
    }
}
