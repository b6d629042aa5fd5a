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
}
