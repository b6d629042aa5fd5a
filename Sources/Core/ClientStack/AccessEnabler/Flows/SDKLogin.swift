import Device
import OrderedCollections
import PassAPI
import SubscriberAccount
import VirtualTime

/// getAuthentication once it needs the user: one case a step (access-enabler.md §6.2, §6.3).
struct SDKLogin: Hashable, Sendable {
    /// `forceAuthn`: even if authenticated.
    let isForced: Bool
    /// The data that the Programmer passes along.
    let data: OrderedDictionary<String, String>
    /// The providers that Apple's picker is to show.
    let filter: AccessEnablerCall.ProviderFilter?
    var step = Step.beginning
    /// The number of times that it has started over after a pending logout.
    var rounds = 0

    enum Step: Hashable, Sendable {
        case beginning
        /// Apple's framework is asked.
        case platform
        /// The app shows its picker.
        case choosing
        case requestingCode(MVPD)
        /// iOS: the app shows the login page, which ends at this URL.
        case showingPage(MVPD, endURL: String, RegistrationCode?)
        /// tvOS: the user logs in on a second screen.
        case polling(MVPD, RegistrationCode, expiry: TimerID, Polling)
        /// iOS: the page has ended, the token is fetched.
        case fetching(MVPD)
        case startingTempPass(MVPD)
    }

    /// A code that stands for the login, and when it ends in true time.
    struct RegistrationCode: Hashable, Sendable {
        let text: String
        let ends: Instant
    }

    /// The outcomes of one event.
    enum Outcome {
        case goesOn
        case authenticated(AuthenticationAnswer, MVPD)
        case failed(AccessEnablerError)
    }

    init(
        isForced: Bool,
        data: OrderedDictionary<String, String> = [:],
        filter: AccessEnablerCall.ProviderFilter? = nil
    ) {
        self.isForced = isForced
        self.data = data
        self.filter = filter
    }

    /// The MVPD that is being logged in with.
    var mvpd: MVPD? {
        switch step {
        case .beginning, .platform, .choosing: nil
        case .requestingCode(let mvpd), .showingPage(let mvpd, _, _), .polling(let mvpd, _, _, _),
            .fetching(let mvpd), .startingTempPass(let mvpd):
            mvpd
        }
    }

    /// The URL that ends the page that is shown.
    var pageEnd: String? { if case .showingPage(_, let endURL, _) = step { endURL } else { nil } }

    /// True if it waits for a second screen.
    var isPolling: Bool { if case .polling = step { true } else { false } }

    /// The code that is out.
    var code: RegistrationCode? {
        switch step {
        case .showingPage(_, _, let code): code
        case .polling(_, let code, _, _): code
        case .beginning, .platform, .choosing, .requestingCode, .fetching, .startingTempPass: nil
        }
    }

    /// The timers that run.
    var timers: [TimerID] {
        guard case .polling(_, _, let expiry, let polling) = step else { return [] }
        return (polling.pause.map { [$0] } ?? []) + [expiry]
    }

    /// The thing that it waits for apart from a response.
    var waitingFor: Awaited? {
        switch step {
        case .beginning, .platform, .requestingCode, .fetching, .startingTempPass: nil
        case .choosing: .user(.pickProvider)
        case .showingPage: .user(.finishLoginPage)
        case .polling(_, _, _, let polling): polling.waitingFor
        }
    }
}

// MARK: With an MVPD

extension SDKLogin {
    /// Goes on with an MVPD: a Temp Pass by itself, tvOS and newer versions with a code, else with the page.
    mutating func logIn(with mvpd: MVPD, _ device: inout Device, _ desk: inout SDKDesk) {
        let known = desk.storage.provider(on: device)
        let canAuthenticate = known?.mvpd == mvpd.id && known?.canAuthenticate == true
        desk.remember(mvpd.id, canAuthenticate: canAuthenticate, &device)
        if mvpd.isTempPass {
            startTempPass(mvpd, &desk)
        } else if desk.dialect.usesCode {
            step = .requestingCode(mvpd)
            desk.callREST(.createRegistrationCode(desk.restContext, mvpd: mvpd.id), for: .code)
        } else {
            showPage(for: mvpd, code: nil, &desk)
        }
    }

    // MARK: The registration code

    mutating func codeAnswered(_ response: PassResponse, _ desk: inout SDKDesk) -> Outcome {
        guard case .requestingCode(let mvpd) = step else { return .goesOn }
        guard response.isSuccess, case .registrationRecord(let record) = response.content, !record.code.isEmpty else {
            desk.buffer.tell(.noCode, message: response.reason)
            return .failed(.genericAuthentication)
        }
        let lifetime = CodeLifetime.of(record, requested: nil, at: desk.buffer.wall)
        let code = RegistrationCode(text: record.code, ends: record.expires ?? desk.buffer.now + lifetime)
        guard desk.dialect.usesSecondScreen else {
            showPage(for: mvpd, code: code, &desk)
            return .goesOn
        }
        desk.buffer.tell(.code, message: record.code)
        desk.buffer.enter(.sdkLogin)
        let expiry = desk.buffer.startTimer(lifetime)
        poll(mvpd, code, expiry, Polling(), &desk)
        return .goesOn
    }

    // MARK: iOS: the login page

    private mutating func showPage(for mvpd: MVPD, code: RegistrationCode?, _ desk: inout SDKDesk) {
        let presentation = desk.presentation(of: mvpd.id)
        let endURL = desk.dialect.endURL(presentation, desk.configuration)
        let request = PassRequest.sdkAuthenticate(
            requestor: desk.storage.requestor,
            mvpd: mvpd.id,
            redirectURL: endURL,
            clientType: "iOS",
            clientVersion: desk.dialect.version.description,
            code: code?.text,
            genericData: desk.genericData(data)
        )
        step = .showingPage(mvpd, endURL: endURL, code)
        desk.buffer.enter(.sdkLogin)
        desk.navigate(to: request, presentation)
    }

    /// The page has come to its end: the token is fetched.
    mutating func pageEnded(_ desk: inout SDKDesk) {
        guard case .showingPage(let mvpd, _, let code) = step else { return }
        step = .fetching(mvpd)
        desk.callSession(of: mvpd, code: code?.text, for: .session)
    }

    // MARK: tvOS: polling

    private mutating func poll(
        _ mvpd: MVPD,
        _ code: RegistrationCode,
        _ expiry: TimerID,
        _ polling: Polling,
        _ desk: inout SDKDesk
    ) {
        step = .polling(mvpd, code, expiry: expiry, polling)
        desk.callSession(of: mvpd, code: code.text, for: .session)
    }

    mutating func timerFired(_ id: TimerID, _ desk: inout SDKDesk) -> Outcome {
        guard case .polling(let mvpd, let code, let expiry, var polling) = step else { return .goesOn }
        if id == expiry {
            desk.buffer.tell(.tokenNotFound, message: "the registration code \(code.text) has expired")
            return .failed(.genericAuthentication)
        }
        guard id == polling.pause else { return .goesOn }
        polling.wake()
        poll(mvpd, code, expiry, polling, &desk)
        return .goesOn
    }

    /// Not yet: the poll is made again until the code expires (§6.3: unconfirmed).
    private mutating func pause(_ desk: inout SDKDesk) -> Outcome {
        guard case .polling(let mvpd, let code, let expiry, var polling) = step else { return .goesOn }
        polling.wait(desk.options.pollInterval, &desk.buffer)
        step = .polling(mvpd, code, expiry: expiry, polling)
        return .goesOn
    }

    // MARK: The token

    mutating func sessionAnswered(_ response: PassResponse, _ desk: inout SDKDesk) -> Outcome {
        switch step {
        case .polling(let mvpd, _, _, _):
            if let answer = AuthenticationAnswer(response) { return .authenticated(answer, mvpd) }
            guard response.isHopeless else { return pause(&desk) }
            desk.buffer.tell(.tokenNotFound, message: response.reason)
            return .failed(.genericAuthentication)
        case .fetching(let mvpd), .startingTempPass(let mvpd):
            if let answer = AuthenticationAnswer(response) { return .authenticated(answer, mvpd) }
            desk.buffer.tell(mvpd.isTempPass ? .tempPassExpired : .tokenNotFound, message: response.reason)
            return .failed(.genericAuthentication)
        case .beginning, .platform, .choosing, .requestingCode, .showingPage: return .goesOn
        }
    }

    mutating func sessionUnanswered(_ failure: CallFailure, _ desk: inout SDKDesk) -> Outcome {
        if isPolling, case .unreachable = failure { return pause(&desk) }
        return .failed(.internalAuthentication)
    }

    // MARK: Temp Pass

    /// A Temp Pass authenticates at once, without a page (§2, `setSelectedProvider`); by the call of REST API V1, for
    /// how the SDK does it is unknown.
    private mutating func startTempPass(_ mvpd: MVPD, _ desk: inout SDKDesk) {
        step = .startingTempPass(mvpd)
        desk.callREST(
            .freePreview(
                desk.restContext,
                mvpd: mvpd.id,
                domainName: "adobe.com",
                genericData: desk.genericData(data)
            ),
            for: .tempPass
        )
    }

    func tempPassAnswered(_ response: PassResponse, _ desk: inout SDKDesk) -> Outcome {
        guard case .startingTempPass(let mvpd) = step else { return .goesOn }
        guard response.isSuccess else {
            desk.buffer.tell(.tempPassExpired, message: response.reason)
            return .failed(.genericAuthentication)
        }
        desk.callSession(of: mvpd, for: .session)
        return .goesOn
    }
}

extension PassResponse {
    /// True if repeating a poll cannot change it; 401 is how a service says that no user has logged in yet (§14.4).
    fileprivate var isHopeless: Bool { status == 400 || status == 405 }
}
