import Device
import OrderedCollections
import PassAPI
import SubscriberAccount
import VirtualTime

/// The things that every part of the SDK works with: who it is, its storage, its calls, what is to be done.
struct SDKDesk: Hashable, Sendable {
    let configuration: AccessEnablerConfiguration
    let dialect: NativeDialect
    var storage: TokenStorage
    var buffer = EffectBuffer()
    var line: AccessCalls<SDKPurpose>
    /// The question that the platform has not answered yet; there is never more than one.
    var question: QuestionID?
    /// The options that `setOptions:` was passed.
    var sdkOptions: OrderedDictionary<String, String> = [:]
    /// Whom the SDK speaks for, from the arrival of its configuration to the next setRequestor.
    var requestor: KnownRequestor?
    /// The rows that a recording shows of the app; nil: it is no particular app, and no assumption is named.
    var shown: ShownRows?
    var reader = TokenReader()

    /// The SDK's in a process that has just begun; nil if no such app with an SDK is installed.
    init?(_ configuration: AccessEnablerConfiguration, on device: Device) {
        guard
            let storage = TokenStorage(
                on: device,
                bundleID: configuration.bundleID,
                options: configuration.options.storage,
                deviceID: configuration.deviceID
            )
        else { return nil }
        self.configuration = configuration
        self.storage = storage
        dialect = NativeDialect(storage.version, on: device.system)
        let kept = SDKDefaults(bundleID: configuration.bundleID).credentials(on: device) ?? configuration.credentials
        line = AccessCalls(
            dialect.isRegistered ? AccessSession(credentials: kept, token: configuration.accessToken) : AccessSession()
        )
    }

    var options: AccessEnablerOptions { configuration.options }

    /// `device_info` of setOptions overrides all that the SDK would say itself (§1).
    var deviceInformation: String? { sdkOptions["device_info"] ?? configuration.deviceInformation }

    var defaults: SDKDefaults { SDKDefaults(bundleID: configuration.bundleID) }

    /// The AuthN token that signs the current requestor on.
    func token(_ device: Device) -> StoredToken? { storage.authentication(on: device, at: buffer.wall) }

    // MARK: Calls

    var terms: AccessTerms {
        AccessTerms(
            isRegistered: dialect.isRegistered,
            softwareStatement: configuration.softwareStatement,
            deviceInformation: deviceInformation,
            step: .sdkRegistration,
            deviceID: storage.deviceID.hash
        )
    }

    mutating func call(_ request: PassRequest, for purpose: SDKPurpose) {
        line.begin(request, for: purpose, terms, &buffer)
    }

    /// Makes a call of REST API V1: from 3.0 on with an access token, before with a signature where there are keys.
    mutating func callREST(_ request: PassRequest, for purpose: SDKPurpose) {
        var request = request
        if !dialect.isRegistered, let keys = configuration.secondScreenKeys {
            // Never used before: requests are numbered, and no two are sent at one instant by one device.
            let nonce = "\(storage.deviceID.hash)-\(buffer.wall)-\(buffer.numbers.requestsSoFar)"
            request["Authorization"] = keys.header(
                for: request,
                requestor: storage.requestor,
                nonce: nonce,
                at: buffer.wall
            )
        }
        call(request, for: purpose)
    }

    /// Fetches the AuthN token of a login with `mvpd`.
    mutating func callSession(of mvpd: MVPD, code: String? = nil, for purpose: SDKPurpose) {
        call(.sessionDevice(context(for: mvpd.id), code: code), for: purpose)
    }

    /// Makes the common part of the SDK's calls, for an MVPD at the service provider that serves it.
    func context(for mvpd: String?) -> SDKContext {
        dialect.context(
            configuration,
            requestor: storage.requestor,
            deviceID: storage.deviceID.hash,
            deviceInformation: deviceInformation,
            host: mvpd.flatMap { requestor?.host(of: $0) } ?? requestor?.defaultHost
        )
    }

    /// The common part of the SDK's calls of REST API V1.
    var restContext: DeviceContext {
        DeviceContext(
            requestor: storage.requestor,
            deviceID: storage.deviceID.hash,
            deviceInformation: deviceInformation,
            accessToken: dialect.isRegistered ? "" : nil
        )
    }

    /// Encodes the data that the Programmer passes along, as `generic_data` carries them.
    func genericData(_ data: OrderedDictionary<String, String>) -> String? {
        data.isEmpty ? nil : PassRequest.genericData(data.map { ($0.key, $0.value) })
    }

    // MARK: Pages

    func presentation(of mvpd: String) -> LoginPresentation {
        dialect.presentation(
            of: mvpd,
            configuration,
            handlesViewController: sdkOptions["handleSVC"].map { ["true", "1", "YES"].contains($0) } ?? false
        )
    }

    mutating func navigate(to request: PassRequest, _ presentation: LoginPresentation) {
        switch presentation {
        case .webView: buffer.callBack(.navigateToURL(request, usesSVC: false))
        case .viewControllerOfApp: buffer.callBack(.navigateToURL(request, usesSVC: true))
        case .viewControllerOfSDK: buffer.present(.webView(request))
        }
    }

    // MARK: Storage

    mutating func tell(_ changes: [StorageChange]) {
        for change in changes { buffer.note(change) }
    }

    /// Keeps what an answer brought; whether the token is good by this device's clock.
    mutating func keep(_ answer: AuthenticationAnswer, from mvpd: MVPD, _ device: inout Device) -> StoredToken? {
        tell(storage.store(answer.token, from: mvpd.id, userMetadata: answer.userMetadata, on: &device))
        return storage.authentication(of: mvpd.id, on: device, at: buffer.wall)
    }

    mutating func remember(_ mvpd: String, canAuthenticate: Bool, _ device: inout Device) {
        tell(storage.store(StoredProvider(mvpd: mvpd, canAuthenticate: canAuthenticate), on: &device))
    }

    /// The requestor's tokens go: the service wants it so, or does not know them any more.
    mutating func dropTokens(because reason: CodedText, _ device: inout Device) {
        tell(storage.dropRequestor(on: &device, at: buffer.wall, because: reason))
        forgetPlatformSession(because: reason, &device)
    }

    mutating func forgetPlatformSession(because reason: CodedText, _ device: inout Device) {
        tell(defaults.forgetPlatformSession(of: storage.requestor, on: &device, because: reason))
    }

    func isFromPlatform(_ token: StoredToken, _ device: Device) -> Bool {
        guard let guid = defaults.platformSession(of: storage.requestor, on: device) else { return false }
        return guid == token.guid ?? ""
    }
}

extension SDKDesk: AppleSignInDesk {
    var nilExpirationDate: ClientOptions.MissingExpiry { options.nilExpirationDate }

    mutating func ask(_ question: VSARequest) { self.question = buffer.ask(question) }

    mutating func requestProfile(for mvpd: MVPD) {
        callREST(
            .profileRequest(restContext, mvpd: mvpd.id, deviceType: dialect.deviceType),
            for: .platformProfile
        )
    }

    mutating func exchange(_ saml: String, for mvpd: MVPD) {
        callREST(
            .exchangeToken(restContext, mvpd: mvpd.id, deviceType: dialect.deviceType, samlResponse: saml),
            for: .platformExchange
        )
    }
}
