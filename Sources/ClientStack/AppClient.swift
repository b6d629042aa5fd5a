public import Device
public import VirtualTime

/// An app's side of sign-on, whichever way it goes about it.
public enum AppClient: Hashable, Sendable {
    /// REST API V1 after the Apple SSO cookbook.
    case cookbook(Client)
    /// A native app around AccessEnabler.
    case accessEnabler(AccessEnablerApp)
    /// A browser, or a program that passes for one.
    case browser(BrowserClient)

    /// Takes in one input and answers with effects.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - device: the device it runs on, whose stores it may read and change.
    ///   - now: true time. What the app sees is `device.clock.wallTime(at: now)`.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] {
        switch self {
        case .cookbook(var client):
            self = .browser(BrowserClient())  // let go, so that the client is changed in place
            let effects = client.handle(input, at: device.clock.wallTime(at: now))
            self = .cookbook(client)
            return effects
        case .accessEnabler(var app):
            self = .browser(BrowserClient())
            let effects = app.handle(input, on: &device, at: now)
            self = .accessEnabler(app)
            return effects
        case .browser(var client):
            self = .browser(BrowserClient())
            let effects = client.handle(input, on: &device, at: now)
            self = .browser(client)
            return effects
        }
    }

    /// What the app knows to run out, in true time, in a fixed order.
    public func deadlines(on device: Device, at now: Instant) -> [Deadline] { [] }

    /// What the app knows, for people, in a fixed order.
    public func stateLines(on device: Device, at now: Instant) -> [StateLine] { [] }
}
