import Device
import PassAPI
import SubscriberAccount
import Tokens
import VirtualTime

// Apple SSO inside the SDK (access-enabler.md §8).

extension AccessEnabler {
    /// At setRequestor: a token is made silently, or one that was made is looked after; whether anything has begun.
    mutating func beginSilentExchange(
        _ requestor: KnownRequestor,
        _ device: Device,
        _ turn: inout EffectBuffer
    ) -> Bool {
        guard platform == nil, dialect.signsOnByPlatform(configuration), requestor.hasPlatformProviders else {
            return false
        }
        guard let token = token(device, turn) else {
            beginPlatform(.silent, &turn)
            return true
        }
        guard options.revalidatesPlatformToken, isFromPlatform(token, device) else { return false }
        beginPlatform(.revalidating, &turn)
        return true
    }

    func isFromPlatform(_ token: StoredToken, _ device: Device) -> Bool {
        let defaults = SDKDefaults(bundleID: configuration.bundleID)
        guard let guid = defaults.platformSession(of: storage.requestor, on: device) else { return false }
        return guid == token.guid ?? ""
    }

    mutating func beginPlatform(_ mode: PlatformSignOn.Mode, _ turn: inout EffectBuffer) {
        platform = PlatformSignOn(mode: mode)
        turn.enter(.checkPlatform)
        if mode == .interactive { login?.step = .platform }
        question = turn.ask(.checkAccessStatus(prompt: mode == .interactive || options.promptsAtSetRequestor))
    }

    /// Forgets the questions and calls of Apple SSO.
    mutating func stopPlatform() {
        platform = nil
        question = nil
        line.hangUp { $0.isOfPlatform }
    }

    // MARK: What the platform answers

    mutating func platformAnswered(_ answer: AccountAnswer, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard let platform else { return }
        switch platform.step {
        case .askingAccess: accessAnswered(answer, &device, &turn)
        case .askingAccount: accountAnswered(answer, &device, &turn)
        case .picking: pickerAnswered(answer, &device, &turn)
        case .forwarding(let mvpd):
            guard let saml = answer.metadata?.samlAttributeQueryResponse else {
                return platformFailed(details: answer.error?.inWords ?? "no SAML response", &device, &turn)
            }
            self.platform?.step = .exchanging(mvpd)
            callREST(
                .exchangeToken(
                    restContext(for: mvpd.id),
                    mvpd: mvpd.id,
                    deviceType: dialect.deviceType,
                    samlResponse: SAMLNormalisation.base64(saml)
                ),
                for: .platformExchange,
                &turn
            )
        case .requestingProfile, .exchanging, .fetching: break
        }
    }

    private mutating func accessAnswered(_ answer: AccountAnswer, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard !answer.grantsAccess else {
            platform?.step = .askingAccount
            question = turn.ask(.enqueue(.platformCheck()))
            return
        }
        if case .accessStatus(.notDetermined, _) = answer {
            leavePlatform(.permissionUndetermined, nil, &device, &turn)
        } else {
            leavePlatform(.permissionDenied, nil, &device, &turn)
        }
    }

    private mutating func accountAnswered(_ answer: AccountAnswer, _ device: inout Device, _ turn: inout EffectBuffer) {
        if let provider = answer.metadata?.signedInProvider(at: turn.wall, platformOptions) {
            return use(provider, &device, &turn)
        }
        guard platform?.mode == .interactive else {
            return leavePlatform(answer.error?.isTrouble == true ? .platform : nil, answer.error, &device, &turn)
        }
        platform?.step = .picking
        turn.enter(.startPlatformLogin)
        turn.callBack(.presentTVProviderDialog)
        question = turn.ask(.enqueue(pickerRequest))
    }

    private mutating func pickerAnswered(_ answer: AccountAnswer, _ device: inout Device, _ turn: inout EffectBuffer) {
        turn.callBack(.dismissTVProviderDialog)
        if let provider = answer.metadata?.signedInProvider(at: turn.wall, platformOptions) {
            return use(provider, &device, &turn)
        }
        guard let error = answer.error else { return leavePlatform(.metadataFailed, nil, &device, &turn) }
        if error.code == AccountError.Code.unsupportedProvider.rawValue {
            guard let provider = error[AccountError.unsupportedProviderIdentifierKey] else {
                return leavePlatform(.otherProvider, error, &device, &turn)
            }
            return use(provider, &device, &turn)
        }
        let wasCancelled = error.knownCode == .userCancelled
        leavePlatform(wasCancelled ? .pickerCancelled : .metadataFailed, error, &device, &turn)
    }

    /// The account's provider is known: a token is made of it, or the user goes on with it, or neither.
    private mutating func use(_ provider: String, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard let mode = platform?.mode else { return }
        guard let mvpd = requestor?.mvpds.first(where: { $0.platformMappingID == provider }) else {
            return leavePlatform(.providerNotSupported, nil, &device, &turn)
        }
        if mode == .revalidating, token(device, turn)?.msoID == mvpd.id, mvpd.isOnPlatform {
            platform = nil
            return prepareNext(&device, &turn)
        }
        if mode == .revalidating { dropTokens(because: .accountChanged, &device, &turn) }
        guard mvpd.isOnPlatform else {
            // Only in Apple's picker, or no longer switched on: the login is Adobe's.
            guard mode == .interactive else { return leavePlatform(nil, nil, &device, &turn) }
            platform = nil
            track(.selectedProvider, [mvpd.id], &turn)
            return logIn(with: mvpd, &device, &turn)
        }
        platform?.step = .requestingProfile(mvpd)
        callREST(
            .profileRequest(restContext(for: mvpd.id), mvpd: mvpd.id, deviceType: dialect.deviceType),
            for: .platformProfile,
            &turn
        )
    }

    // MARK: What the service answers

    mutating func profileAnswered(_ response: PassResponse, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard case .requestingProfile(let mvpd)? = platform?.step else { return }
        guard response.status == 200, case .profileRequest(let payload) = response.content else {
            return platformFailed(details: "profile request: " + response.reason, &device, &turn)
        }
        platform?.step = .forwarding(mvpd)
        turn.enter(.forwardToPlatform)
        question = turn.ask(.enqueue(.forwarding(payload, to: mvpd)))
    }

    mutating func exchangeAnswered(_ response: PassResponse, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard case .exchanging(let mvpd)? = platform?.step else { return }
        guard response.isSuccess else {
            return platformFailed(details: "token exchange: " + response.reason, &device, &turn)
        }
        platform?.step = .fetching(mvpd)
        call(.sessionDevice(context(for: mvpd.id)), for: .platformSession, &turn)
    }

    mutating func platformSessionAnswered(_ response: PassResponse, _ device: inout Device, _ turn: inout EffectBuffer)
    {
        guard case .fetching(let mvpd)? = platform?.step, let mode = platform?.mode else { return }
        guard let answer = AuthenticationAnswer(response) else {
            return platformFailed(details: "no AuthN token: " + response.reason, &device, &turn)
        }
        if let mismatch = answer.mismatch(with: mvpd.id, storage.requestor) {
            return platformFailed(details: mismatch, &device, &turn)
        }
        tell(storage.store(answer.token, from: mvpd.id, userMetadata: answer.userMetadata, on: &device), &turn)
        guard let token = storage.authentication(of: mvpd.id, on: device, at: turn.wall) else {
            return platformFailed(details: "the AuthN token is over", &device, &turn)
        }
        let defaults = SDKDefaults(bundleID: configuration.bundleID)
        tell(defaults.keep(platformSession: token.guid ?? "", of: storage.requestor, on: &device), &turn)
        platform = nil
        platformTrouble = nil
        if mode == .interactive {
            endLogin(with: token, &device, &turn)
        } else {
            prepareNext(&device, &turn)
        }
    }

    // MARK: The ways out

    mutating func platformFailed(details: String, _ device: inout Device, _ turn: inout EffectBuffer) {
        leavePlatform(.platform, details: details, &device, &turn)
    }

    private mutating func leavePlatform(
        _ status: AdvancedStatus?,
        _ error: AccountError?,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        leavePlatform(status, details: error?.inWords, &device, &turn)
    }

    /// Apple SSO leads nowhere: setRequestor goes on without, getAuthentication with the app's own picker.
    private mutating func leavePlatform(
        _ status: AdvancedStatus?,
        details: String?,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        guard let platform else { return }
        self.platform = nil
        question = nil
        if platform.mode == .interactive {
            if let status { turn.tell(status, details: details) }
            return showPicker(&turn)
        }
        // A provider of other programmers is no trouble, and no news before the user asks.
        if let status, status != .providerNotSupported {
            platformTrouble = status
            turn.tell(status, details: details)
        }
        // Of a service out of reach, or a system that is busy, nothing follows for a token that was made before.
        if platform.mode == .revalidating, status != .platform {
            dropTokens(because: .accountGone, &device, &turn)
        }
        prepareNext(&device, &turn)
    }

    // MARK: Questions

    private var platformOptions: ClientOptions {
        var options = ClientOptions()
        options.nilExpirationDate = self.options.nilExpirationDate
        return options
    }

    /// Apple's picker, with the app's filter or all that can.
    private var pickerRequest: AccountMetadataRequest {
        var request = AccountMetadataRequest.platformCheck()
        request.isInterruptionAllowed = true
        let mvpds = requestor?.mvpds ?? []
        let identifier = { (id: String) in mvpds.first { $0.id == id }?.offeredIdentifier }
        let supported = ProviderLists.supported(mvpds, options.supportedProviders)
        var featured = ProviderLists.featured(supported, .onboarded).compactMap(\.platformMappingID)
        if let filter = login?.filter {
            request.supportedAccountProviderIdentifiers = filter.providers.compactMap(identifier)
            featured = filter.featured.filter(filter.providers.contains).compactMap(identifier)
        } else {
            request.supportedAccountProviderIdentifiers = supported.compactMap(\.platformMappingID)
        }
        if AccountFeature.featuredProviders.isAvailable(on: dialect.accountPlatform, dialect.system.version) {
            request.featuredAccountProviderIdentifiers = featured
        }
        return request
    }

    /// Makes a call of REST API V1: from 3.0 on with an access token, before with a signature where there are keys.
    mutating func callREST(_ request: PassRequest, for purpose: SDKPurpose, _ turn: inout EffectBuffer) {
        var request = request
        if !dialect.isRegistered, let keys = configuration.secondScreenKeys {
            // Never used before: requests are numbered, and no two are sent at one instant by one device.
            let nonce = "\(storage.deviceID.hash)-\(turn.wall)-\(turn.numbers.requestsSoFar)"
            request["Authorization"] = keys.header(
                for: request,
                requestor: storage.requestor,
                nonce: nonce,
                at: turn.wall
            )
        }
        call(request, for: purpose, &turn)
    }

    /// What the SDK's calls of REST API V1 have in common.
    func restContext(for mvpd: String) -> DeviceContext {
        DeviceContext(
            requestor: storage.requestor,
            deviceID: storage.deviceID.hash,
            deviceInformation: deviceInformation,
            accessToken: dialect.isRegistered ? "" : nil
        )
    }
}

extension SDKPurpose {
    /// Whether it belongs to Apple SSO.
    var isOfPlatform: Bool {
        switch self {
        case .platformProfile, .platformExchange, .platformSession: true
        default: false
        }
    }
}

extension MVPD {
    /// What Apple's picker knows it by, if it is to be shown there; MVPDs without SSO are left out of a filter (§2).
    fileprivate var offeredIdentifier: String? { enablePlatformServices ? platformMappingID : nil }
}

extension AccountError {
    /// `VSErrorDomain 3`, as `details` of a status carries it.
    fileprivate var inWords: String { "\(domain) \(code)" }

    /// Whether it tells of more than that nobody is signed in.
    fileprivate var isTrouble: Bool {
        switch knownCode {
        case .accessNotGranted, .unsupportedProvider, .userCancelled, .providerRejected: false
        case .serviceTemporarilyUnavailable, .invalidVerificationToken, .rejected, .unsupported, nil: true
        }
    }
}
