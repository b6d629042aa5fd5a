public import Device
public import VirtualTime

// What a replay or a person wants to know of a client's state.

extension Client {
    /// Whether the client believes that the service holds a valid AuthN token of its device.
    public var isSignedOn: Bool { if case .signedOn = activity { true } else { false } }

    /// Whether the client waits for nothing and no timer of it runs: only a new stimulus can move it.
    public var isIdle: Bool { waitingFor == nil }

    /// What the client waits for, in words; nil if nothing.
    public var waitingFor: String? {
        if let question { return "the platform's answer to question \(question.id.number)" }
        if let waiting = line.waitingFor { return waiting }
        switch activity {
        case .signedOut, .signedOn: return nil
        case .signingOn(let signOn, _): return signOn.waitingFor
        case .loggingOut(let logout): return logout.waitingFor
        }
    }

    /// What the client knows to run out, in true time: its access token and a registration code.
    ///
    /// The service keeps this client's other tokens. The access token ends by the wall clock of `device`.
    public func deadlines(on device: Device) -> [Deadline] {
        var deadlines: [Deadline] = []
        if let expires = line.accessToken?.expires {
            deadlines.append(Deadline(.accessToken, at: expires - device.clock.offset, holder: holder))
        }
        if case .signingOn(.regularLogin(let login), _) = activity, let code = login.code {
            // The service's word is by its own clock, the client's by the device's.
            let ends = code.expires ?? code.due - device.clock.offset
            deadlines.append(Deadline(.registrationCode, code.text, at: ends, holder: holder))
        }
        return deadlines
    }

    /// What the client knows, for people.
    public func stateLines() -> [StateLine] {
        var lines = [
            StateLine(holder, "dialect", "REST API V1, requestor \(configuration.requestor)"),
            StateLine(holder, "signed on", isSignedOn ? "yes" : "no"),
            StateLine(holder, "step", step?.rawValue ?? "rests"),
        ]
        if let token = line.accessToken {
            lines.append(StateLine(holder, "access-token", token.expires.map { "until \($0)" } ?? "without an end"))
        }
        if let waitingFor { lines.append(StateLine(holder, "waits for", waitingFor)) }
        return lines
    }

    private var holder: String { "app \(configuration.requestor)" }
}
