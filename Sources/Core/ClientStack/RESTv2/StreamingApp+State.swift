public import Device
import PassAPI
public import VirtualTime

// What a replay or a person wants to know of the app's state.

extension StreamingApp {
    /// Checks whether the app has a sign-on, by its own word.
    public func isSignedIn(on device: Device, at now: Instant) -> Bool { memory.signOn != nil }

    /// True while a sign-in is under way.
    var isSigningIn: Bool {
        switch state {
        case .gettingAccess, .askingPartner, .readingProfiles, .fetchingProviders, .choosingProvider,
            .signingInAtPartner, .creatingSession, .inUserAgent, .polling, .confirmingProfile:
            true
        case .resting, .deciding, .loggingOut, .inLogoutPage, .checkingSettings: false
        }
    }

    /// It begins with a start.
    public var signInStart: SignInGesture { .launch }

    /// The service keeps its profile.
    public func holderAtService(at wall: Instant) -> HolderAtService? {
        guard let mvpd = memory.signOn?.mvpd else { return nil }
        // With the token that it would ask with.
        var shared = memory.sharedSignIn
        shared.renew(at: wall)
        return HolderAtService(
            requestor: configuration.client.requestor,
            deviceID: configuration.client.deviceID,
            mvpd: mvpd,
            userHeaders: shared.headers(at: wall)
        )
    }

    /// A second screen opens the session's own address (rest-api-v2.md §6.3).
    public var codeLogin: CodeLogin {
        CodeLogin(
            requestor: configuration.client.requestor,
            domainName: configuration.client.domainName,
            redirectURL: configuration.client.redirectURL,
            navigation: .authenticateInUserAgent
        )
    }

    /// The thing that it waits for; nil if nothing.
    public var waitingFor: Awaited? {
        if let question = desk.question { return .vsaResult(question) }
        if let waiting = desk.line.waitingFor { return waiting }
        switch state {
        case .choosingProvider: return .user(.pickProvider)
        case .inUserAgent: return .user(.closeWebView)
        case .inLogoutPage: return .user(.finishLogoutPage)
        case .polling(_, let polling): return polling.waitingFor
        case .deciding(let deciding): return deciding.pause.map { .timer($0, .repetition) }
        case .resting, .gettingAccess, .askingPartner, .readingProfiles, .fetchingProviders, .signingInAtPartner,
            .creatingSession, .confirmingProfile, .loggingOut, .checkingSettings:
            return nil
        }
    }

    private var code: Code? {
        switch state {
        case .inUserAgent(let code), .polling(let code, _): code
        default: nil
        }
    }

    /// Returns the expirations that it knows of, in true time: they end by the wall clock of `device`.
    public func expirations(on device: Device, at now: Instant) -> [Expiration] {
        var found: [Expiration] = []
        func add(_ kind: HoldingKind, _ subject: String?, _ end: Instant?) {
            guard let end else { return }
            found.append(Expiration(kind, subject, at: end - device.clock.offset, source: source))
        }
        add(.accessToken, nil, desk.line.access.token?.expires)
        if let token = memory.sharedSignIn.serviceToken(at: device.clock.wallTime(at: now)) {
            add(.serviceToken, nil, ServiceToken(decoding: token)?.expires)
        }
        add(.code, code?.text, code?.expires)
        add(.profile, memory.signOn?.mvpd, memory.signOn?.notAfter)
        return found
    }

    /// Returns its knowledge, in a fixed order.
    public func stateEntries(on device: Device, at now: Instant) -> [StateEntry] {
        let wallTime = device.clock.wallTime(at: now)
        let source = StateEntry.Source.app(configuration.client.requestor)
        var entries = [
            StateEntry(
                source,
                .client,
                [.code("api", "restV2"), .text("requestor", configuration.client.requestor)]
            ),
            StateEntry(source, .signIn, [.truth("isSignedIn", memory.signOn != nil)]),
            StateEntry(source, .step, step.map { [.code("step", $0.rawValue)] } ?? []),
        ]
        if let token = desk.line.access.token { entries.append(.accessToken(token.expires, in: source, at: wallTime)) }
        if let token = memory.sharedSignIn.serviceToken(at: wallTime).flatMap({ ServiceToken(decoding: $0) }) {
            let isExpired = token.expires.map { $0 <= wallTime } ?? false
            entries.append(
                StateEntry(source, .serviceToken, EventValue.expiration(token.expires, isExpired: isExpired))
            )
        }
        if let signOn = memory.signOn {
            let end = EventValue.expiration(
                signOn.notAfter,
                isExpired: signOn.notAfter.map { $0 <= wallTime } ?? false
            )
            entries.append(StateEntry(source, .profile, [.text("mvpd", signOn.mvpd)] + end))
        }
        if let waitingFor { entries.append(StateEntry(source, .waiting, waitingFor.values)) }
        return entries
    }

    private var source: String { "app \(configuration.client.requestor)" }
}
