public import Device
import Tokens
public import VirtualTime

// What a replay or a person wants to know of a browser client.

extension BrowserClient {
    /// Whether an AuthN token is kept that is good by the device's clock.
    public func isSignedOn(on device: Device, at now: Instant) -> Bool {
        let token = cache.token(.authentication, on: device)
        return token?.isGood(at: device.clock.wallTime(at: now), configuration.options.expiry) ?? false
    }

    /// Whether the client waits for nothing: only a new stimulus can move it.
    public var isIdle: Bool { waitingFor == nil }

    /// What the client waits for, in words; nil if nothing.
    public var waitingFor: String? {
        switch activity {
        case .resting: nil
        case .playing(_, .loggingIn): "the user to log in"
        case .playing(_, let stage): stage.request.map { "the answer to request \($0.number)" }
        case .loggingOut: "the user to close the logout page"
        }
    }

    /// What the client knows to run out, in true time: AuthN token, AuthZ tokens, access token, registration code.
    ///
    /// A token ends when the device's clock shows its end, so a clock that is ahead brings the end forward. What has
    /// ended stays in the list until it is replaced.
    public func deadlines(on device: Device, at now: Instant) -> [Deadline] {
        let holder = "app " + configuration.bundleID
        var deadlines: [Deadline] = []
        func add(_ kind: Deadline.Kind, _ subject: String?, _ end: Instant?) {
            guard let end else { return }
            deadlines.append(Deadline(kind, subject, at: end - device.clock.offset, holder: holder))
        }
        // The first instant at which a token is not good any more.
        let grace: Duration = configuration.options.expiry == .exclusive ? .zero : .nanoseconds(1)
        let token = cache.token(.authentication, on: device)
        add(.authenticationToken, configuration.requestor, token?.expiry.map { $0 + grace })
        for resource in cache.resources(on: device) {
            let token = cache.token(.authorization(resource), on: device)
            add(.authorizationToken, resource, token?.expiry.map { $0 + grace })
        }
        add(.accessToken, nil, registration.accessToken?.expires)
        add(.registrationCode, registration.code, registration.codeExpires)
        return deadlines
    }

    /// What the client knows, for people: where it is, and which tokens it keeps until when.
    public func stateLines(on device: Device, at now: Instant) -> [StateLine] {
        let subject = "app " + configuration.bundleID
        var lines = [
            StateLine(subject, "dialect", "browser, requestor \(configuration.requestor)"),
            StateLine(subject, "provider", mvpd ?? "none named"),
            StateLine(subject, "step", step?.rawValue ?? "rests"),
        ]
        if let waitingFor { lines.append(StateLine(subject, "waits for", waitingFor)) }
        if let token = cache.token(.authentication, on: device) {
            let name = ["authn-token", token.mvpd].compactMap(\.self).joined(separator: " ")
            lines.append(StateLine(subject, name, state(of: token, on: device, at: now)))
        }
        for resource in cache.resources(on: device) {
            guard let token = cache.token(.authorization(resource), on: device) else { continue }
            lines.append(StateLine(subject, "authz-token \(resource)", state(of: token, on: device, at: now)))
        }
        return lines
    }

    private func state(of token: BrowserToken, on device: Device, at now: Instant) -> String {
        guard let expiry = token.expiry else { return "without an end" }
        let isGood = token.isGood(at: device.clock.wallTime(at: now), configuration.options.expiry)
        return "\(isGood ? "good until" : "expired at") \(expiry)"
    }
}
