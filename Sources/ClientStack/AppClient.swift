public import Device
public import PassAPI
public import VirtualTime

/// An app's side of sign-on, whichever way it goes about it.
public enum AppClient: Hashable, Sendable {
    /// REST API V1 after the Apple SSO cookbook.
    case cookbook(Client)
    /// A native app around AccessEnabler.
    case accessEnabler(AccessEnablerApp)
    /// A browser, or a program that passes for one.
    case browser(BrowserClient)
    /// An app that does what a recording shows.
    case behavior(BehaviorClient)

    /// Takes in one input and answers with effects.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - device: the device it runs on, whose stores it may read and change.
    ///   - now: true time. What the app sees is `device.clock.wallTime(at: now)`.
    /// - Returns: the effects, in the order they are to be carried out.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] {
        // Consumed and put back, so that the machine is changed in place and never copied.
        switch consume self {
        case .cookbook(var client):
            let effects = client.handle(input, at: device.clock.wallTime(at: now))
            self = .cookbook(client)
            return effects
        case .accessEnabler(var app):
            let effects = app.handle(input, on: &device, at: now)
            self = .accessEnabler(app)
            return effects
        case .browser(var client):
            let effects = client.handle(input, on: &device, at: now)
            self = .browser(client)
            return effects
        case .behavior(var client):
            let effects = client.handle(input, at: device.clock.wallTime(at: now))
            self = .behavior(client)
            return effects
        }
    }

    /// Is what it would be if it had made `request` itself and been answered `response`: how a replay that has left a
    /// recording comes back to it.
    ///
    /// - Parameters:
    ///   - request: what was requested.
    ///   - response: what came back; nil if nothing did.
    ///   - device: the device it runs on.
    ///   - now: when it came back, in true time.
    /// - Returns: what the client does next of itself.
    public mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        on device: inout Device,
        at now: Instant
    ) -> [ClientEffect] {
        switch consume self {
        case .cookbook(var client):
            let effects = client.adopt(request, response, at: device.clock.wallTime(at: now))
            self = .cookbook(client)
            return effects
        case .accessEnabler(var app):
            let effects = app.adopt(request, response, on: &device, at: now)
            self = .accessEnabler(app)
            return effects
        case .browser(var client):
            let effects = client.adopt(request, response, on: &device, at: now)
            self = .browser(client)
            return effects
        case .behavior(var client):
            let effects = client.adopt(request, response, at: device.clock.wallTime(at: now))
            self = .behavior(client)
            return effects
        }
    }

    /// Forgets what it waits for; what it holds, it keeps.
    ///
    /// - Returns: the timers to be cancelled.
    public mutating func abandon(on device: inout Device, at now: Instant) -> [ClientEffect] {
        switch consume self {
        case .cookbook(var client):
            let effects = client.abandon(at: device.clock.wallTime(at: now))
            self = .cookbook(client)
            return effects
        case .accessEnabler(var app):
            let effects = app.abandon(on: &device, at: now)
            self = .accessEnabler(app)
            return effects
        case .browser(var client):
            let effects = client.abandon(on: &device, at: now)
            self = .browser(client)
            return effects
        case .behavior(var client):
            let effects = client.abandon(at: device.clock.wallTime(at: now))
            self = .behavior(client)
            return effects
        }
    }

    /// The process ends, without a word: what it had in memory is gone, and answers find nobody until it is used again.
    public mutating func end() {
        switch consume self {
        case .cookbook(var client):
            client.end()
            self = .cookbook(client)
        case .accessEnabler(var app):
            app.end()
            self = .accessEnabler(app)
        case .browser(var client):
            client.end()
            self = .browser(client)
        case .behavior(var client):
            client.end()
            self = .behavior(client)
        }
    }

    /// Says from now on where a row of an app's behavior decides that the app's recording does not show.
    ///
    /// A client that does what a recording shows has it in its configuration; of the documents' clients AccessEnabler says
    /// so, the others do not.
    public mutating func nameAssumptions(_ shown: ShownRows) {
        guard case .accessEnabler(var app) = self else { return }
        app.nameAssumptions(shown)
        self = .accessEnabler(app)
    }

    /// Whether the app holds an AuthN token that has not run out, or knows that the service does.
    public func isSignedOn(on device: Device, at now: Instant) -> Bool {
        switch self {
        case .cookbook(let client): client.isSignedOn
        case .browser(let client): client.isSignedOn(on: device, at: now)
        case .behavior(let client): client.isSignedOn
        case .accessEnabler(let app): app.sdk?.isAuthenticated(on: device, at: now) ?? false
        }
    }

    /// The page that a second device opens to log in with `code`.
    public func loginPage(code: String, mvpd: String) -> PassRequest {
        switch self {
        case .cookbook(let client):
            .initiateAuthentication(
                requestor: client.configuration.requestor,
                mvpd: mvpd,
                code: code,
                domainName: client.configuration.domainName,
                redirectURL: client.configuration.redirectURL
            )
        case .accessEnabler(let app):
            .initiateAuthentication(
                requestor: app.configuration.requestor,
                mvpd: mvpd,
                code: code,
                domainName: "adobe.com",
                redirectURL: "https://adobe.com/"
            )
        case .behavior(let client):
            .initiateAuthentication(
                requestor: client.configuration.requestor,
                mvpd: mvpd,
                code: code,
                domainName: client.configuration.domainName,
                redirectURL: client.configuration.redirectURL
            )
        case .browser(let client):
            .sdkAuthenticate(
                requestor: client.configuration.requestor,
                mvpd: mvpd,
                domainName: client.configuration.domainName,
                redirectURL: client.configuration.redirectURL,
                code: code
            )
        }
    }

    /// What the app knows to run out, in true time, in a fixed order.
    public func deadlines(on device: Device, at now: Instant) -> [Deadline] {
        switch self {
        case .cookbook(let client): client.deadlines(on: device)
        case .accessEnabler(let app): app.sdk?.deadlines(on: device, at: now) ?? []
        case .browser(let client): client.deadlines(on: device, at: now)
        case .behavior(let client): client.deadlines(on: device)
        }
    }

    /// What the app knows, in a fixed order.
    public func stateEntries(on device: Device, at now: Instant) -> [StateEntry] {
        switch self {
        case .cookbook(let client): client.stateEntries(at: device.clock.wallTime(at: now))
        case .accessEnabler(let app): app.stateEntries(on: device, at: now)
        case .browser(let client): client.stateEntries(on: device, at: now)
        case .behavior(let client): client.stateEntries(at: device.clock.wallTime(at: now))
        }
    }
}
