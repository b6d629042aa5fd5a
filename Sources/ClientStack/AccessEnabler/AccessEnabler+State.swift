public import Device
public import VirtualTime

// What the SDK knows, for whoever travels in time or looks.

extension AccessEnabler {
    /// Whether storage holds an AuthN token that signs the current requestor on.
    public func isAuthenticated(on device: Device, at now: Instant) -> Bool {
        storage.authentication(on: device, at: device.clock.wallTime(at: now)) != nil
    }

    /// What it knows to run out, in true time: its tokens, its access token, a registration code.
    public func deadlines(on device: Device, at now: Instant) -> [Deadline] {
        var deadlines = storage.deadlines(on: device, at: now)
        let holder = "app \(configuration.bundleID)"
        if let expires = line.accessToken?.expires {
            deadlines.append(Deadline(.accessToken, at: expires - device.clock.offset, holder: holder))
        }
        if let code = login?.code {
            deadlines.append(Deadline(.registrationCode, code.text, at: code.ends, holder: holder))
        }
        return deadlines
    }

    /// What it knows, for people: its flow, and what its storage holds.
    public func stateLines(on device: Device, at now: Instant) -> [StateLine] {
        let subject = "app \(configuration.bundleID)"
        var lines = [StateLine(subject, "AccessEnabler", "\(dialect.version) on \(dialect.system)")]
        lines.append(StateLine(subject, "requestor", identity.inWords))
        let token = storage.authentication(on: device, at: device.clock.wallTime(at: now))
        lines.append(StateLine(subject, "authenticated", token.map { "with \($0.msoID ?? "?")" } ?? "no"))
        if let waitingFor { lines.append(StateLine(subject, "waits for", waitingFor)) }
        if !queue.isEmpty { lines.append(StateLine(subject, "queued", queue.map(\.name).joined(separator: ", "))) }
        return lines + storage.stateLines(on: device)
    }
}

extension Identity {
    fileprivate var inWords: String {
        switch self {
        case .unknown: "not set"
        case .configuring(let round): "\(round.requestor), being set"
        case .preparing(let requestor, _): "\(requestor.id), being set"
        case .known(let requestor): "\(requestor.id), \(requestor.mvpds.count) MVPDs"
        case .failed: "failed"
        }
    }
}

extension AccessEnablerApp {
    /// What the app and its SDK know, for people; that it does not run where it does not.
    public func stateLines(on device: Device, at now: Instant) -> [StateLine] {
        guard let sdk, isRunning else {
            return [StateLine("app \(configuration.bundleID)", "AccessEnabler", "not launched")]
        }
        return sdk.stateLines(on: device, at: now)
    }
}
