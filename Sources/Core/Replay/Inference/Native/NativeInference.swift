import ClientStack
import Device
import Documents
import Exchanges
import PassAPI
import Services
import SubscriberAccount
import Tokens
import VirtualTime

/// The app with AccessEnabler that a recording calls for: its SDK, its device, and what it still had.
struct NativeInference {
    /// The app's configuration.
    var configuration: AccessEnablerConfiguration
    /// The version of its SDK.
    let version: PlatformVersion
    /// The operating system of its device.
    let system: OperatingSystem
    /// The tokens that it had before the recording begins.
    var tokens = NativeTokens()
    /// The MVPDs that it must have been told of, where the recording begins after its launch; else nil.
    var knownProviders: [MVPD]?
    /// The notes on what was concluded rather than seen.
    var notes: [ReplayNote] = []

    init(_ session: RecordedSession, options: ReplayOptions) {
        let calls = session.calls
        let client = NativeClientDescription(session)
        version = client.version
        system = client.system
        let requestor = calls.lazy.compactMap(\.request.requestor).first ?? ""
        configuration = AccessEnablerConfiguration(
            bundleID: "com.example." + requestor.lowercased(),
            requestor: requestor,
            signedRequestor: calls.first("signed_requestor_id"),
            softwareStatement: calls.first("software_statement"),
            // The platform's part shows in a VSA log alone.
            usesPlatformSignOn: !session.vsaCalls.isEmpty,
            deviceInformation: calls.first("X-Device-Info")
        )
        configuration.deviceID = calls.first("device_id") ?? calls.first("deviceId")
        if let interval = options.pollInterval { configuration.options.pollInterval = interval }
        notes += client.notes
        if version >= PlatformVersion(3, 0) {
            let access = AccessInference(calls)
            configuration.credentials = access.credentials ?? access.unseenCredentials
            configuration.accessToken = access.accessToken
            notes += access.notes
        }
        tokens = NativeTokens(calls)
        notes.append(.documentedSDK)
        if !tokens.isEmpty { notes.append(.signedOnBefore) }
        if !calls.contains(where: { $0.request.operation.role == .providers }) {
            let mvpds = (calls + session.besides).compactMap(\.request.mvpd) + [tokens.mvpd].compactMap { $0 }
            knownProviders = mvpds.reduce(into: []) { list, id in
                if !id.isEmpty, !list.contains(where: { $0.id == id }) { list.append(MVPD(id: id, displayName: id)) }
            }
            notes.append(.launchedBefore)
        }
    }

    /// The app as it was before the recording begins, and `device` with what it had stored.
    func client(on device: inout Device, at now: Instant) -> AccessEnablerApp {
        let wall = device.clock.wallTime(at: now)
        var configuration = configuration
        if knownProviders != nil, configuration.accessToken == nil {
            // The launch before the recording had one, which has ended by now: the recorded calls begin with another.
            configuration.accessToken = CachedAccessToken("", expires: wall)
        }
        let storage = TokenStorage(
            on: device,
            bundleID: configuration.bundleID,
            options: configuration.options.storage,
            deviceID: configuration.deviceID
        )
        if let storage { tokens.store(in: storage, for: configuration.requestor, on: &device, at: wall) }
        var app = AccessEnablerApp(configuration: configuration)
        guard let knownProviders else { return app }
        let known = Configuration(requestor: configuration.requestor, mvpds: knownProviders)
        let earlier = now - .nanoseconds(1)
        for effect in app.handle(.userActionOccurred(.launch), on: &device, at: earlier) {
            guard case .sendRequest(let id, let request) = effect, request.operation.role == .providers else {
                continue
            }
            let answer = PassResponse(status: 200, .configuration(known))
            _ = app.handle(.responseArrived(id, answer), on: &device, at: earlier)
        }
        return app
    }
}
