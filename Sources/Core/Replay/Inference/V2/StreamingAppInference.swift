import ClientStack
import Documents
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

/// The app of REST API V2 that a recording calls for: who it is, what it kept, what it chose.
struct StreamingAppInference {
    var configuration: StreamingAppConfiguration
    /// The notes on what was concluded rather than seen.
    var notes: [ReplayNote] = []

    init(_ session: RecordedSession, options: ReplayOptions) {
        let calls = session.calls
        let information = calls.lazy.compactMap { $0.request.deviceInformation }.first
        var client = ClientConfiguration(
            requestor: calls.first("serviceProvider") ?? "",
            platform: ConfigurationInference.platform(of: calls, information),
            osVersion: (information?["osVersion"]?.string).flatMap { PlatformVersion($0) } ?? PlatformVersion(15),
            deviceID: calls.lazy.compactMap(\.deviceID).first ?? "",
            deviceInfo: calls.first("X-Device-Info")
        )
        let logins = (calls + session.besides).filter { $0.request.operation.role != .logout }
        client.domainName = logins.first("domainName") ?? ""
        client.redirectURL = logins.first("redirectUrl") ?? ""
        let access = AccessInference(calls)
        client.softwareStatement = access.softwareStatement
        client.registrationRedirectURI = access.redirectURI
        client.credentials = access.credentials ?? access.unseenCredentials
        client.accessToken = access.accessToken
        notes += access.notes
        if options.infersPolls, let interval = ConfigurationInference.pollInterval(of: calls) {
            client.options.pollInterval = interval
        }
        if let interval = options.pollInterval { client.options.pollInterval = interval }
        client.options.usesPlatformSignOn =
            !session.vsaCalls.isEmpty || calls.first(PartnerFrameworkStatus.header) != nil
        let logout = calls.first { $0.request.operation.role == .logout }
        configuration = StreamingAppConfiguration(
            client: client,
            logoutRedirectURL: logout?.request["redirectUrl"]
        )
        configuration.sharedSignIn = SharedSignIn(shownBy: calls)
        inferMemory(session)
        inferOptions(session)
    }

    /// What the app had before: the provider by whose name it looks for a profile, or asks for decisions.
    private mutating func inferMemory(_ session: RecordedSession) {
        let first = session.calls.first {
            $0.request.operation.interface == .restV2 && $0.request.operation.role != .providers
        }
        guard let first else { return }
        // What the app knew of the platform without a question that was recorded.
        let telling = session.calls.first { $0.request[PartnerFrameworkStatus.header] != nil }
        if let telling, !session.vsaCalls.contains(where: { $0.answeredAt <= telling.startedAt }) {
            let header = telling.request[PartnerFrameworkStatus.header]
            configuration.partnerStatus = header.flatMap { PartnerFrameworkStatus(decoding: $0) }
        }
        switch first.request.operation.role {
        // A call that was refused for its access token began nothing.
        case .check, .token, .decision, .preauthorization, .logout: break
        default:
            // Another start may show what the recording's beginning does not.
            let roles = session.calls.map(\.request.operation.role)
            let hasCheck = roles.contains { $0 == .check || $0 == .token }
            configuration.beginsAmidSignIn = true
            if !hasCheck || !roles.contains(.code) { configuration.options.startCheck = .none }
        }
        if first.request.operation.role == .tokenByCode { configuration.openCode = first.request.registrationCode }
        guard let mvpd = first.request.mvpd else { return }
        switch first.request.operation.role {
        case .token: configuration.rememberedMVPD = mvpd
        case .decision, .preauthorization, .logout:
            configuration.rememberedMVPD = mvpd
            configuration.hasProfile = true
            notes.append(.signedOnBefore)
        default: return
        }
        configuration.remembersTempPass = session.isTempPass(mvpd)
    }

    /// How the app finds out that the user has logged in, and what it asks then.
    private mutating func inferLogin(_ calls: [RecordedCall], after create: RecordedCall) {
        let following = calls.drop { $0.ordinal <= create.ordinal }
            .filter { $0.request.operation.interface == .restV2 && $0.request.operation.role != .codeRecord }
        guard let first = following.first else { return }
        let operation = first.request.operation
        if let call = StreamingAppOptions.PollCall.allCases.first(where: { $0.operation == operation }) {
            let polls = following.prefix { $0.request.operation == operation }
            // One that finds nothing may be another start of the app.
            if polls.count > 1 || polls.last?.showsProfile == true { configuration.options.pollWith = call }
        }
        let poll = configuration.options.pollWith.operation
        guard let found = following.firstIndex(where: { $0.request.operation == poll && $0.showsProfile }),
            following.indices.contains(found + 1)
        else { return }
        configuration.options.afterLogin =
            StreamingAppOptions.CheckCall.allCases.first { call in
                var options = StreamingAppOptions()
                options.afterLogin = call
                return following[found + 1].follows(following[found], in: options)
            } ?? .none
    }

    /// The most repetitions of a decision that the service asked to repeat; nil where it asked for none.
    private static func retries(of calls: [RecordedCall]) -> Int? {
        let decisions = calls.filter { [.decision, .preauthorization].contains($0.request.operation.role) }
        guard decisions.contains(where: \.asksForRepetition) else { return nil }
        var (most, run) = (0, 0)
        for (call, next) in zip(decisions, decisions.dropFirst()) {
            run = next.repeats(call) ? run + 1 : 0
            most = max(most, run)
        }
        return most
    }

    private mutating func inferOptions(_ session: RecordedSession) {
        let calls = session.calls
        if let create = calls.first(where: { $0.request.operation.role == .code }) {
            configuration.options.providerChoice = create.request.mvpd == nil ? .secondScreen : .here
            configuration.options.userAgent = session.opensUserAgent(after: create) ? .own : .secondScreen
            if !calls.contains(where: { $0.request.operation.role == .providers }) {
                configuration.options.providerList = .own
            } else if calls.first(where: { $0.request.operation.role == .providers })?.ordinal ?? 0 > create.ordinal {
                configuration.beginsAmidSignIn = true
            }
            inferLogin(calls, after: create)
        }
        if let retries = Self.retries(of: calls) { configuration.options.retries = retries }
        configuration.options.usesPartnerSignOn =
            session.signsInWithPlatform || session.vsaCalls.contains { $0.question.showsPicker }
        guard let logout = calls.last(where: { $0.request.operation.role == .logout }),
            logout.ordinal == calls.last?.ordinal
        else { return }
        configuration.options.asksAfterPartnerLogout = session.vsaCalls.contains { $0.answeredAt > logout.startedAt }
    }
}

extension SharedSignIn {
    /// What names the user in the headers of an app's calls.
    fileprivate init(shownBy calls: [RecordedCall]) {
        self.init()
        platform = ParameterSpecification.platformIdentities.compactMap { name in
            calls.first(name).map { PassRequest.Parameter(name, $0) }
        }
        for call in calls {
            guard let text = call.request[ServiceToken.header], !text.isEmpty, text != serviceTokens.last?.text else {
                continue
            }
            serviceTokens.append(HeldToken(from: call.startedAt, text: text))
        }
    }
}

extension RecordedCall {
    /// True if the response has a profile.
    var showsProfile: Bool {
        if case .profiles(let profiles)? = response?.content { !profiles.isEmpty } else { false }
    }

    /// True if an app that polls with it does so once more: there is no profile yet, or the service did not say.
    var isPolledOn: Bool {
        guard let response else { return true }
        return response.isSuccess ? !showsProfile : response.status >= 500 || response.status == 429
    }

    /// True if it is the look at the profile that the app takes after the poll that has shown its login.
    func follows(_ poll: RecordedCall, in options: StreamingAppOptions) -> Bool {
        options.afterLogin.operation == request.operation && startedAt - poll.endedAt < Self.longestPauseAfterLogin
    }

    /// A look at the profile later than that has another cause than the login.
    private static let longestPauseAfterLogin = Duration.seconds(10)

    /// True if the service could not decide, and asks to repeat the call (rest-api-v2.md §9.3).
    var asksForRepetition: Bool {
        switch response?.content {
        case .error(let error): error.advisedAction == .retry
        case .decisions(let decisions): decisions.contains { $0.error?.advisedAction == .retry }
        default: false
        }
    }

    /// True if it is another call once more, because the service asked for that.
    func repeats(_ call: RecordedCall) -> Bool {
        call.asksForRepetition && request.operation == call.request.operation
            && Set(request.resources).isSubset(of: call.request.resources)
            && startedAt - call.endedAt < Self.longestRetryPause
    }

    /// A repetition later than that is the user's own.
    private static let longestRetryPause = Duration.seconds(10)
}

extension RecordedSession {
    /// True if a list of providers in the recording calls this one a Temp Pass.
    func isTempPass(_ mvpd: String) -> Bool {
        (calls + besides).contains { call in
            guard case .configuration(let list)? = call.response?.content else { return false }
            return list.mvpds.contains { $0.id == mvpd && $0.isTempPass }
        }
    }

    /// True if somebody logs in with the code before the app asks for the profile: then the app waits for its own user agent.
    func opensUserAgent(after create: RecordedCall) -> Bool {
        guard let code = create.response?.issuedCode else { return false }
        func first(_ calls: [RecordedCall], _ role: CallRole) -> Int? {
            calls.first { $0.request.operation.role == role && $0.request.registrationCode == code }?.ordinal
        }
        guard let login = first(besides, .login), let poll = first(calls, .tokenByCode) else { return false }
        return login < poll
    }
}

extension VSARequest {
    /// True if the platform may show its picker.
    var showsPicker: Bool {
        if case .enqueue(let request) = self {
            request.isInterruptionAllowed && request.verificationToken == nil
        } else {
            false
        }
    }
}
