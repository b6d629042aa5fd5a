import ClientStack
import Device
import Exchanges
import Simulation
import SubscriberAccount
import VirtualTime

/// The reference client that a recording calls for, and what it runs on.
struct ReferenceClient: Sendable {
    /// The client, as it was before the recording begins, on its device with what it had stored there.
    let start: @Sendable (inout Device, Instant) -> AppClient
    /// The version of AccessEnabler in it; nil if there is none.
    let sdkVersion: PlatformVersion?
    /// Under which id it is installed.
    let bundleID: String
    /// What its device runs.
    let system: OperatingSystem
    /// What the device's own identifiers are made from.
    let deviceSeed: String
    /// Whether login runs in a web view of the app.
    let usesWebView: Bool
    /// How long it waits between polls.
    let pollInterval: Duration
    /// What was concluded rather than seen.
    let notes: [String]

    /// What the app shows of its behavior; nil for a documents' client.
    let behavior: ShownBehavior?
    /// What the user did, where the client needs it read in its own way; else nil.
    let stimuli: [Stimulus]?

    /// The client of `session`, by the dialect it speaks.
    ///
    /// - Throws: `ReplayError` for a row of behavior that there is not.
    init(_ session: RecordedSession, options: ReplayOptions) throws(ReplayError) {
        if options.client.asksForBehavior {
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
        case .cookbook: self.init(cookbook: ConfigurationInference(session, options: options))
        case .browser: self.init(browser: BrowserInference(session))
        case .native: self.init(native: NativeInference(session, options: options))
        }
    }

    private init(behavior inferred: BehaviorInference) {
        let configuration = inferred.configuration
        start = { _, _ in .behavior(BehaviorClient(configuration: configuration)) }
        sdkVersion = nil
        bundleID = configuration.bundleID
        system = OperatingSystem(.tvOS, PlatformVersion(15))
        deviceSeed = configuration.deviceID.isEmpty ? configuration.requestor : configuration.deviceID
        usesWebView = configuration.behavior.login == .page
        pollInterval = configuration.behavior.pollInterval
        notes = inferred.notes
        behavior = inferred.shown
        stimuli = BehaviorStimuli(inferred.observed).stimuli
    }

    private init(cookbook inferred: ConfigurationInference) {
        let configuration = inferred.configuration
        let family: OperatingSystem.Family =
            switch configuration.platform {
            case .tvOS: .tvOS
            case .iOS: .iOS
            case .iPadOS: .iPadOS
            }
        start = { _, _ in .cookbook(Client(configuration: configuration)) }
        sdkVersion = nil
        bundleID = "com.example." + configuration.requestor.lowercased()
        system = OperatingSystem(family, configuration.osVersion)
        deviceSeed = configuration.deviceID
        usesWebView = configuration.platform != .tvOS
        pollInterval = configuration.options.pollInterval
        notes = inferred.notes
        (behavior, stimuli) = (nil, nil)
    }

    private init(browser inferred: BrowserInference) {
        let configuration = inferred.configuration
        start = { _, _ in .browser(BrowserClient(configuration: configuration)) }
        sdkVersion = nil
        bundleID = configuration.bundleID
        // Which system a browser runs on makes no difference: it keeps its tokens in a file of its own.
        system = OperatingSystem(.iPadOS, PlatformVersion(15))
        deviceSeed = configuration.fingerprints.first ?? configuration.requestor
        usesWebView = true
        pollInterval = .zero
        notes = inferred.notes
        (behavior, stimuli) = (nil, nil)
    }

    private init(native inferred: NativeInference) {
        let configuration = inferred.configuration
        start = { device, now in inferred.client(on: &device, at: now) }
        sdkVersion = inferred.version
        bundleID = configuration.bundleID
        system = inferred.system
        deviceSeed = configuration.deviceID ?? configuration.requestor
        usesWebView = inferred.system.family != .tvOS
        pollInterval = configuration.options.pollInterval
        notes = inferred.notes
        (behavior, stimuli) = (nil, nil)
    }
}
