public import Device
import PassAPI
public import VirtualTime

// What a replay or a person wants to know of a client's state.

extension Client {
    /// True if the client believes that the service holds a valid AuthN token of its device.
    public var isSignedIn: Bool { if case .signedIn = activity { true } else { false } }

    /// Checks whether the client believes so, whatever its device shows.
    public func isSignedIn(on device: Device, at now: Instant) -> Bool { isSignedIn }

    /// It begins with S1.
    public var signInStart: SignInGesture { .launch }

    /// The service keeps this client's AuthN token.
    public func holderAtService(at wall: Instant) -> HolderAtService? {
        HolderAtService(requestor: configuration.requestor, deviceID: configuration.deviceID)
    }

    /// It logs in as its own web view does.
    public var codeLogin: CodeLogin { configuration.codeLogin }

    /// True if the client waits for nothing and no timer of it runs: only a new user action can move it.
    public var isIdle: Bool { waitingFor == nil }

    /// The thing that the client waits for; nil if nothing.
    public var waitingFor: Awaited? {
        if let question = desk.question { return .vsaResult(question) }
        if let waiting = desk.line.waitingFor { return waiting }
        switch activity {
        case .signedOut, .signedIn: return nil
        case .signingOn(let signOn, _): return signOn.waitingFor
        case .loggingOut(let logout): return logout.waitingFor
        }
    }

    /// Returns the expirations that the client knows of, in true time: of its access token and a registration code.
    ///
    /// The service keeps this client's other tokens. The access token ends by the wall clock of `device`.
    public func expirations(on device: Device, at now: Instant) -> [Expiration] {
        var expirations: [Expiration] = []
        if let expires = desk.line.access.token?.expires {
            expirations.append(Expiration(.accessToken, at: expires - device.clock.offset, source: source))
        }
        if case .signingOn(.regularLogin(let login), _) = activity, let code = login.code {
            // The service's word is by its own clock, the client's by the device's.
            let ends = code.expires ?? code.due - device.clock.offset
            expirations.append(Expiration(.registrationCode, code.text, at: ends, source: source))
        }
        return expirations
    }

    /// Returns the client's knowledge, in a fixed order.
    public func stateEntries(on device: Device, at now: Instant) -> [StateEntry] {
        let wallTime = device.clock.wallTime(at: now)
        let source = StateEntry.Source.app(configuration.requestor)
        var entries = [
            StateEntry(source, .client, [.code("api", "restV1"), .text("requestor", configuration.requestor)]),
            StateEntry(source, .signIn, [.truth("isSignedIn", isSignedIn)]),
            StateEntry(source, .step, step.map { [.code("step", $0.rawValue)] } ?? []),
        ]
        if let token = desk.line.access.token { entries.append(.accessToken(token.expires, in: source, at: wallTime)) }
        if let waitingFor { entries.append(StateEntry(source, .waiting, waitingFor.values)) }
        return entries
    }

    private var source: String { "app \(configuration.requestor)" }
}

extension StateEntry {
    /// An access token that an app holds, at an instant of the clock that it ends by.
    static func accessToken(_ expires: Instant?, in source: Source, at now: Instant) -> StateEntry {
        let end = EventValue.expiration(expires, isExpired: expires.map { $0 <= now } ?? false)
        return StateEntry(source, .token, [.code("kind", "access")] + end)
    }
}
