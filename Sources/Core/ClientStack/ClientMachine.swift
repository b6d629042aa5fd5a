public import Device
public import PassAPI
public import VirtualTime

/// An app's side of sign-on, whichever way it goes about it: what each client stack is to the world around it.
public protocol ClientMachine: Hashable, Sendable {
    /// Takes in one input and answers with effects.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - device: the device it runs on, whose stores it may read and change.
    ///   - now: true time. What the app sees is `device.clock.wallTime(at: now)`.
    /// - Returns: the effects, in the order they are to be carried out.
    mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect]

    /// Is what it would be if it had made `request` itself and been answered `response`: how a replay that has left a
    /// recording comes back to it.
    ///
    /// - Parameters:
    ///   - request: what was requested.
    ///   - response: what came back; nil if nothing did.
    ///   - device: the device it runs on.
    ///   - now: when it came back, in true time.
    /// - Returns: what the client does next of itself.
    mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        on device: inout Device,
        at now: Instant
    ) -> [ClientEffect]

    /// Forgets what it waits for; what it holds, it keeps.
    ///
    /// - Returns: the timers to be cancelled.
    mutating func abandon(on device: inout Device, at now: Instant) -> [ClientEffect]

    /// The process ends, without a word: what it had in memory is gone, and answers find nobody until it is used again.
    mutating func end()

    /// Says from now on where a row of an app's behavior decides that the app's recording does not show.
    mutating func nameAssumptions(_ shown: ShownRows)

    /// Checks whether the app holds an AuthN token that has not expired, or knows that the service does.
    func isSignedIn(on device: Device, at now: Instant) -> Bool

    /// Where a second device logs in with the app's registration code.
    var codeLogin: CodeLogin { get }

    /// Returns the expirations that the app knows of, in true time, in a fixed order.
    func expirations(on device: Device, at now: Instant) -> [Expiration]

    /// Returns the app's knowledge, in a fixed order.
    func stateEntries(on device: Device, at now: Instant) -> [StateEntry]

    /// The first gesture of a user who signs in.
    var signInStart: SignInGesture { get }

    /// True if there is an AccessEnabler whose methods can be called.
    var takesCalls: Bool { get }

    /// The URL that ends the page on screen, of a login or a logout; nil if there is none, or any end will do.
    var pageEnd: String? { get }

    /// True if only the user's word that they have logged in moves the app.
    var awaitsUser: Bool { get }

    /// The owner of the AuthN token, as the service knows it, where the service alone holds the token; `wall` is the time on the
    /// device's clock.
    func holderAtService(at wall: Instant) -> HolderAtService?
}

/// The gestures with which a user signs in in an app.
public enum SignInGesture: Hashable, Sendable, CaseIterable {
    /// Starts it.
    case launch
    /// Taps what calls `getAuthentication`.
    case call
    case nameProvider
    /// Names a provider, with whom the app logs in when it plays.
    case nameProviderForLater
}

extension ClientMachine {
    /// A client that does what a recording shows has it in its configuration; of the documents' clients AccessEnabler
    /// says so, the others do not.
    public mutating func nameAssumptions(_ shown: ShownRows) {}

    /// None: it has no AccessEnabler.
    public var takesCalls: Bool { false }

    /// None that it knows.
    public var pageEnd: String? { nil }

    /// It finds out by itself.
    public var awaitsUser: Bool { false }

    /// It holds its token itself.
    public func holderAtService(at wall: Instant) -> HolderAtService? { nil }
}

extension ClientMachine where Self: Machine, Input == ClientInput, Effect == ClientEffect {
    /// Takes in one input as a client that knows no more of its device than the time it shows.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] {
        handle(input, at: device.clock.wallTime(at: now))
    }
}

/// Whose sign-on the service keeps.
public struct HolderAtService: Hashable, Sendable {
    public var requestor: String
    public var deviceID: String
    /// The MVPD, where there is a sign-on with each, as in REST API V2; nil: there is one.
    public var mvpd: String?
    /// The headers that name the user beyond the app (rest-api-v2.md §6.7).
    public var userHeaders: [PassRequest.Parameter] = []
}
