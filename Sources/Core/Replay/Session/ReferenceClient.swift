import ClientStack
import Device
import Exchanges
import Simulation
import SubscriberAccount
import VirtualTime

/// The reference client that a recording calls for, and what it runs on.
struct ReferenceClient: Sendable {
    /// The client, as it was before the recording begins, on its device with what it had stored there.
    let start: @Sendable (inout Device, Instant) -> any ClientMachine
    /// The version of AccessEnabler in it; nil if there is none.
    let sdkVersion: PlatformVersion?
    /// Under which id it is installed.
    let bundleID: String
    /// The operating system of its device.
    let system: OperatingSystem
    /// The seed of the device's own identifiers.
    let deviceSeed: String
    /// The time between polls.
    let pollInterval: Duration
    /// The notes on what was concluded rather than seen.
    let notes: [ReplayNote]

    /// The behavior that the app shows; nil for a documents' client.
    let behavior: ShownBehavior?
    /// The user actions, as the client's calls show them.
    let userActions: [UserAction]
    /// True if it calls VSA, whose results are inferred where there is no VSA log.
    let asksPlatform: Bool

    /// The client of `session`, by the dialect it speaks.
    ///
    /// - Throws: `ReplayError` for a row of behavior that there is not.
    init(_ session: RecordedSession, options: ReplayOptions) throws(ReplayError) {
        if options.client.asksForBehavior, session.dialect != .restV2 {
            var inferred = BehaviorInference(session, options: options)
            do throws(OptionError) {
                try inferred.change(options.client)
            } catch {
                throw .option(error)
            }
            self.init(behavior: inferred)
            return
        }
        switch session.dialect {
        case .cookbook: self.init(cookbook: ConfigurationInference(session, options: options), session)
        case .browser: self.init(browser: BrowserInference(session), session)
        case .native: self.init(native: NativeInference(session, options: options), session)
        case .restV2: self.init(streaming: StreamingAppInference(session, options: options), session)
        }
    }

    private init(behavior inferred: BehaviorInference) {
        let configuration = inferred.configuration
        start = { _, _ in BehaviorClient(configuration: configuration) }
        sdkVersion = nil
        bundleID = configuration.bundleID
        system = OperatingSystem(.tvOS, PlatformVersion(15))
        deviceSeed = configuration.deviceID.isEmpty ? configuration.requestor : configuration.deviceID
        pollInterval = configuration.behavior.pollInterval
        notes = inferred.notes
        behavior = inferred.shown
        userActions = BehaviorUserActions(inferred.observed).userActions
        asksPlatform = false
    }

    private init(cookbook inferred: ConfigurationInference, _ session: RecordedSession) {
        let configuration = inferred.configuration
        start = { _, _ in Client(configuration: configuration) }
        sdkVersion = nil
        bundleID = "com.example." + configuration.requestor.lowercased()
        system = OperatingSystem(configuration.platform.family, configuration.osVersion)
        deviceSeed = configuration.deviceID
        pollInterval = configuration.options.pollInterval
        notes = inferred.notes
        behavior = nil
        userActions = UserActionInference.userActions(for: session, usesWebView: configuration.platform != .tvOS)
        asksPlatform = true
    }

    private init(streaming inferred: StreamingAppInference, _ session: RecordedSession) {
        let configuration = inferred.configuration
        start = { _, _ in StreamingApp(configuration: configuration) }
        sdkVersion = nil
        bundleID = "com.example." + configuration.client.requestor.lowercased()
        system = OperatingSystem(configuration.client.platform.family, configuration.client.osVersion)
        deviceSeed = configuration.client.deviceID
        pollInterval = configuration.client.options.pollInterval
        notes = inferred.notes
        behavior = nil
        userActions = StreamingAppUserActions.userActions(for: session, configuration.options)
        asksPlatform = configuration.client.options.usesPlatformSignOn
    }

    private init(browser inferred: BrowserInference, _ session: RecordedSession) {
        let configuration = inferred.configuration
        start = { _, _ in BrowserClient(configuration: configuration) }
        sdkVersion = nil
        bundleID = configuration.bundleID
        // Which system a browser runs on makes no difference: it keeps its tokens in a file of its own.
        system = OperatingSystem(.iPadOS, PlatformVersion(15))
        deviceSeed = configuration.fingerprints.first ?? configuration.requestor
        pollInterval = .zero
        notes = inferred.notes
        behavior = nil
        userActions = BrowserUserActions.userActions(for: session)
        asksPlatform = false
    }

    private init(native inferred: NativeInference, _ session: RecordedSession) {
        let configuration = inferred.configuration
        start = { device, now in inferred.client(on: &device, at: now) }
        sdkVersion = inferred.version
        bundleID = configuration.bundleID
        system = inferred.system
        deviceSeed = configuration.deviceID ?? configuration.requestor
        pollInterval = configuration.options.pollInterval
        notes = inferred.notes
        behavior = nil
        userActions = NativeUserActions.userActions(for: session)
        asksPlatform = false
    }
}
