public import Device
import PassAPI
public import VirtualTime

// What the SDK knows, for whoever travels in time or looks.

extension AccessEnabler {
    /// Checks whether storage holds an AuthN token that signs the current requestor in.
    public func isAuthenticated(on device: Device, at now: Instant) -> Bool {
        desk.storage.authentication(on: device, at: device.clock.wallTime(at: now)) != nil
    }

    /// Returns the expirations that it knows of, in true time: of its tokens, its access token, a registration code.
    public func expirations(on device: Device, at now: Instant) -> [Expiration] {
        var expirations = desk.storage.expirations(on: device, at: now)
        let source = "app \(configuration.bundleID)"
        if let expires = desk.line.access.token?.expires {
            expirations.append(Expiration(.accessToken, at: expires - device.clock.offset, source: source))
        }
        if let code = login?.code {
            expirations.append(Expiration(.registrationCode, code.text, at: code.ends, source: source))
        }
        return expirations
    }

    /// Returns its knowledge: its flow, and the content of its storage.
    public func stateEntries(on device: Device, at now: Instant) -> [StateEntry] {
        let source = StateEntry.Source.app(configuration.bundleID)
        let version: [EventValue] = [
            .text("sdkVersion", "\(desk.dialect.version)"), .text("system", "\(desk.dialect.system)"),
        ]
        var entries = [
            StateEntry(source, .client, [.code("api", "accessEnabler"), .truth("isRunning", true)] + version),
            StateEntry(source, .requestor, identity.values(desk.requestor)),
        ]
        let token = desk.storage.authentication(on: device, at: device.clock.wallTime(at: now))
        let mvpd = token?.msoID.map { [EventValue.text("mvpd", $0)] } ?? []
        entries.append(StateEntry(source, .signIn, [.truth("isSignedIn", token != nil)] + mvpd))
        if let waitingFor { entries.append(StateEntry(source, .waiting, waitingFor.values)) }
        if !queue.isEmpty { entries.append(StateEntry(source, .queue, [.list("calls", queue.map(\.name))])) }
        return entries + desk.storage.stateEntries(on: device, at: now)
    }
}

extension Identity {
    /// Returns the progress of `setRequestor`, and its requestor.
    fileprivate func values(_ requestor: KnownRequestor?) -> [EventValue] {
        switch self {
        case .unknown: [.code("progress", "notSet")]
        case .configuring(let round): [.code("progress", "configuring"), .text("requestor", round.requestor)]
        case .preparing: [.code("progress", "configuring"), .text("requestor", requestor?.id ?? "")]
        case .known:
            [
                .code("progress", "known"), .text("requestor", requestor?.id ?? ""),
                .number("mvpdCount", requestor?.mvpds.count ?? 0),
            ]
        case .failed: [.code("progress", "failed")]
        }
    }
}

extension AccessEnablerApp {
    /// Checks whether the SDK holds an AuthN token that signs its requestor in.
    public func isSignedIn(on device: Device, at now: Instant) -> Bool {
        sdk?.isAuthenticated(on: device, at: now) ?? false
    }

    /// Returns the expirations that its SDK knows of.
    public func expirations(on device: Device, at now: Instant) -> [Expiration] {
        sdk?.expirations(on: device, at: now) ?? []
    }

    /// It has a button that calls `getAuthentication`.
    public var signInStart: SignInGesture { .call }

    /// Its SDK's methods can be called.
    public var takesCalls: Bool { true }

    /// It logs in at Adobe's domain.
    public var codeLogin: CodeLogin { CodeLogin(requestor: configuration.requestor) }

    /// Returns the knowledge of the app and its SDK; that it does not run where it does not.
    public func stateEntries(on device: Device, at now: Instant) -> [StateEntry] {
        guard let sdk, isRunning else {
            let values: [EventValue] = [.code("api", "accessEnabler"), .truth("isRunning", false)]
            return [StateEntry(.app(configuration.bundleID), .client, values)]
        }
        return sdk.stateEntries(on: device, at: now)
    }
}
