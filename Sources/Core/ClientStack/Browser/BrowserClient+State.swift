public import Device
import PassAPI
import Tokens
public import VirtualTime

// What a replay or a person wants to know of a browser client.

extension BrowserClient {
    /// Checks whether an AuthN token is kept that is good by the device's clock.
    public func isSignedIn(on device: Device, at now: Instant) -> Bool {
        let token = cache.token(.authentication, on: device)
        return token?.isGood(at: device.clock.wallTime(at: now)) ?? false
    }

    /// Such a client logs in when it plays, with the provider it was told.
    public var signInStart: SignInGesture { .nameProviderForLater }

    /// It logs in with the code of its own page.
    public var codeLogin: CodeLogin {
        CodeLogin(
            requestor: configuration.requestor,
            domainName: configuration.domainName,
            redirectURL: configuration.redirectURL,
            navigation: .sdkAuthenticate
        )
    }

    /// True if the client waits for nothing: only a new user action can move it.
    public var isIdle: Bool { waitingFor == nil }

    /// The thing that the client waits for; nil if nothing.
    public var waitingFor: Awaited? {
        switch activity {
        case .resting: nil
        case .playing(_, .loggingIn): .user(.logIn)
        case .playing(_, let stage): stage.call.map { .response($0.id, $0.operation) }
        case .loggingOut: .user(.finishLogoutPage)
        }
    }

    /// Returns the expirations that the client knows of, in true time: AuthN token, AuthZ tokens, access token,
    /// registration code.
    ///
    /// A token ends when the device's clock shows its end, so a clock that is ahead brings the end forward. What has
    /// ended stays in the list until it is replaced.
    public func expirations(on device: Device, at now: Instant) -> [Expiration] {
        let source = "app " + configuration.bundleID
        var expirations: [Expiration] = []
        func add(_ kind: HoldingKind, _ subject: String?, _ end: Instant?) {
            guard let end else { return }
            expirations.append(Expiration(kind, subject, at: end - device.clock.offset, source: source))
        }
        // The first instant at which a token is not good any more.
        let token = cache.token(.authentication, on: device)
        add(.authenticationToken, configuration.requestor, token?.expiry)
        for resource in cache.resources(on: device) {
            let token = cache.token(.authorization(resource), on: device)
            add(.authorizationToken, resource, token?.expiry)
        }
        add(.accessToken, nil, access.token?.expires)
        add(.registrationCode, registration.code, registration.codeExpires)
        return expirations
    }

    /// Returns the client's knowledge: its activity, and which tokens it keeps until when.
    public func stateEntries(on device: Device, at now: Instant) -> [StateEntry] {
        let source = StateEntry.Source.app(configuration.bundleID)
        var entries = [
            StateEntry(source, .client, [.code("api", "browser"), .text("requestor", configuration.requestor)]),
            StateEntry(source, .provider, mvpd.map { [.text("mvpd", $0)] } ?? []),
            StateEntry(source, .step, step.map { [.code("step", $0.rawValue)] } ?? []),
        ]
        if let waitingFor { entries.append(StateEntry(source, .waiting, waitingFor.values)) }
        let wallTime = device.clock.wallTime(at: now)
        func add(_ values: [EventValue], _ token: BrowserToken) {
            let isExpired = !token.isGood(at: wallTime)
            let end = EventValue.expiration(token.expiry, isExpired: isExpired)
            entries.append(StateEntry(source, .token, values + end))
        }
        if let token = cache.token(.authentication, on: device) {
            add([.code("kind", "authn")] + (token.mvpd.map { [.text("mvpd", $0)] } ?? []), token)
        }
        for resource in cache.resources(on: device) {
            guard let token = cache.token(.authorization(resource), on: device) else { continue }
            add([.code("kind", "authz"), .text("resource", resource)], token)
        }
        return entries
    }
}
