public import Device
public import VirtualTime

/// A native app with AccessEnabler in it: what the user does becomes calls, callbacks become what the user sees.
public struct AccessEnablerApp: Hashable, Sendable {
    /// How it is set up.
    public let configuration: AccessEnablerConfiguration

    /// An app that has not been launched.
    public init(configuration: AccessEnablerConfiguration) { self.configuration = configuration }

    /// Takes in one input at `now` (true time) and answers with effects.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] { [] }
}
