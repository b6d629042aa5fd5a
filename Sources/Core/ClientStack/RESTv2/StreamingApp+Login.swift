import PassAPI
import VirtualTime

// A0 to A4: a login by a session (rest-api-v2.md §6.2 to §6.4, §9.1).

extension StreamingApp {
    /// Nobody is signed on: a provider that was chosen before is confirmed, else one is chosen.
    mutating func signIn() {
        if let mvpd = memory.mvpd {
            return memory.isTempPass ? watchOnTempPass(mvpd) : createSession(with: mvpd)
        }
        if let list = desk.providers { return offer(list) }
        guard !hasOwnList else { return chooseProvider() }
        state = .fetchingProviders
        desk.call(.serviceConfiguration(device), for: .chooseProvider)
    }

    mutating func evaluateProviders(_ response: PassResponse) {
        guard response.isSuccess, case .configuration(let list) = response.content else {
            return giveUp("The list of providers is not available: " + response.reason)
        }
        desk.providers = list
        offer(list)
    }

    private mutating func offer(_ list: Configuration) {
        if canSignInAtPartner(list) { return pickAtPartner(list) }
        chooseProvider()
    }

    /// The app's own picker, or a session that the second screen completes.
    mutating func chooseProvider() {
        guard configuration.options.providerChoice == .here else { return createSession(with: nil) }
        let mvpds = desk.providers?.mvpds
        guard mvpds == nil && hasOwnList || mvpds?.isEmpty == false else {
            return giveUp("There is no provider to choose from.")
        }
        desk.buffer.enter(.chooseProvider)
        state = .choosingProvider(mvpds)
        desk.buffer.present(.providerPicker(mvpds ?? []))
    }

    private var hasOwnList: Bool { configuration.options.providerList == .own || memory.beginsAmidSignIn }

    mutating func choose(_ id: String, from mvpds: [MVPD]?) {
        guard let mvpds else { return createSession(with: id) }
        guard let mvpd = mvpds.first(where: { $0.id == id }) else {
            return desk.buffer.present(
                .message(.providerNotListed, "“\(id)” is not among the providers.", [.text("mvpd", id)])
            )
        }
        memory.isTempPass = mvpd.isTempPass
        mvpd.isTempPass ? watchOnTempPass(mvpd.id) : createSession(with: mvpd.id)
    }

    /// Straight to the decisions (§6.8).
    private mutating func watchOnTempPass(_ mvpd: String) {
        desk.buffer.enter(.chooseProvider)
        signedOn(SignOn(mvpd: mvpd, type: .temporary))
    }

    mutating func createSession(with mvpd: String?) {
        memory.beginsAmidSignIn = false
        state = .creatingSession(mvpd: mvpd)
        desk.call(.createSession(device, mvpd.map(configuration.login)), for: .createSession)
    }

    mutating func evaluateSession(_ response: PassResponse, _ mvpd: String?) {
        guard response.isSuccess, case .session(let session) = response.content else {
            return giveUp("No session: " + response.reason)
        }
        follow(session, mvpd)
    }

    /// Does what a session says comes next (§5.2).
    mutating func follow(_ session: AuthenticationSession, _ mvpd: String?) {
        switch session.actionName {
        case .authorize:
            guard let mvpd = session.mvpd ?? mvpd else { return giveUp("The session names no provider.") }
            // A list of the app's own does not say which provider is a Temp Pass.
            if session.reasonType == "temporary" { memory.isTempPass = true }
            signedOn(SignOn(mvpd: mvpd, type: session.profileKind))
        case .authenticate, .resume, .retry:
            guard let text = session.code, !text.isEmpty else { return giveUp("The session has no code.") }
            show(text, of: session, with: session.mvpd ?? mvpd)
        default: giveUp("The session asks for “\(session.actionName.rawValue)”.")
        }
    }

    private mutating func show(_ text: String, of session: AuthenticationSession, with mvpd: String?) {
        let lifetime = CodeLifetime.between(session.notBefore, session.notAfter, at: desk.buffer.wall)
        let code = Code(
            text: text,
            mvpd: mvpd,
            expiry: desk.buffer.startTimer(lifetime),
            expires: session.notAfter
        )
        guard !configuration.usesSecondScreen, session.actionName == .authenticate else {
            desk.buffer.present(.registrationCode(text))
            return poll(code, Polling())
        }
        desk.buffer.enter(.userAgent)
        state = .inUserAgent(code)
        desk.buffer.present(
            .webView(.authenticateInUserAgent(serviceProvider: configuration.client.requestor, code: text))
        )
    }

    // MARK: A4

    mutating func poll(_ code: Code, _ polling: Polling) {
        state = .polling(code, polling)
        let request: PassRequest =
            switch pollCall(for: code) {
            case .code: .profile(device, code: code.text)
            case .mvpd: profiles(of: code.mvpd)
            case .profiles: profiles(of: nil)
            }
        desk.call(request, for: .pollProfile)
    }

    /// The call that polls: whoever does not know the MVPD can only ask with the code.
    func pollCall(for code: Code) -> StreamingAppOptions.PollCall {
        let call = configuration.options.pollWith
        return call == .mvpd && code.mvpd == nil ? .code : call
    }

    mutating func evaluatePoll(_ response: PassResponse, _ code: Code, _ polling: Polling) {
        if case .profiles(let profiles) = response.content, response.isSuccess {
            // Of all the user's profiles the one that was chosen shows the login.
            let shown =
                pollCall(for: code) == .profiles ? profiles.filter { $0.mvpd == code.mvpd ?? $0.mvpd } : profiles
            guard let profile = chosen(from: shown) else { return pause(code, polling) }
            return finishLogin(with: profile)
        }
        // What a repetition cannot change ends it (§9.3).
        guard response.status >= 500 || response.isThrottled else {
            return giveUp("Sign-in cannot continue: " + response.reason)
        }
        pause(code, polling)
    }

    /// The login is done; an app may ask once more what it has brought.
    private mutating func finishLogin(with profile: Profile) {
        let call = configuration.options.afterLogin
        guard call != .none else { return signedOn(with: profile) }
        stopWaiting()
        state = .confirmingProfile(SignOn(mvpd: profile.mvpd, type: profile.type, notAfter: profile.notAfter))
        desk.call(profiles(of: call == .mvpd ? profile.mvpd : nil), for: .readProfiles)
    }

    mutating func confirm(_ signOn: SignOn, _ response: PassResponse) {
        guard response.isSuccess, case .profiles(let profiles) = response.content,
            let profile = profiles.first(where: { $0.mvpd == signOn.mvpd })
        else { return signedOn(signOn) }
        signedOn(with: profile)
    }

    mutating func pause(_ code: Code, _ polling: Polling) {
        var polling = polling
        polling.wait(configuration.client.options.pollInterval, &desk.buffer)
        state = .polling(code, polling)
    }
}

extension AuthenticationSession {
    /// The type of profile that a session without a login stands for, where it says.
    fileprivate var profileKind: Profile.Kind? {
        switch reasonType {
        case "degraded": .degraded
        case "temporary": .temporary
        default: nil
        }
    }
}
