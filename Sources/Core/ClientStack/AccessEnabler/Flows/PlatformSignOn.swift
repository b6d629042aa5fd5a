import Device
import PassAPI
import SubscriberAccount
import VirtualTime

/// Apple SSO inside the SDK: Apple's sign-in, and what the SDK makes of it (access-enabler.md §8).
///
/// Which endpoints the SDK uses natively is unknown. Here they are those of REST API V1: a profile request, the
/// exchange of the platform's answer, and then `sessionDevice` for the token itself.
struct PlatformSignOn: Hashable, Sendable {
    let mode: Mode
    private var step: Step

    enum Mode: Hashable, Sendable {
        /// During setRequestor: the user sees nothing.
        case silent
        /// During setRequestor, with a token from Apple SSO in storage: is the account still there?
        case revalidating
        /// During getAuthentication: Apple's dialogs may appear.
        case interactive
    }

    private enum Step: Hashable, Sendable {
        case signingIn(AppleSignIn)
        /// The token is fetched.
        case fetching(MVPD)
    }

    /// The outcomes of one event.
    enum Outcome: Hashable, Sendable {
        case goesOn
        /// There is an AuthN token now.
        case authenticated(StoredToken)
        /// The token that was made before is good still.
        case confirmed
        /// The provider is known, but the login with it is Adobe's.
        case continues(MVPD)
        /// It leads nowhere; nil if there is nothing to tell.
        case left(AdvancedStatus?, details: String?)
    }

    init(_ mode: Mode, _ desk: inout SDKDesk) {
        self.mode = mode
        // At setRequestor there is no prompt: VSA404 reports that the user has not decided yet (§8).
        var signIn = AppleSignIn(prompts: mode == .interactive, asksAnew: false)
        signIn.ask(.account, &desk)
        step = .signingIn(signIn)
    }

    /// At setRequestor: a token is made silently, or one that was made is looked after; nil if there is nothing to do.
    static func duringSetRequestor(_ device: Device, _ desk: inout SDKDesk) -> PlatformSignOn? {
        guard desk.dialect.signsOnByPlatform(desk.configuration), desk.requestor?.hasPlatformProviders == true else {
            return nil
        }
        guard let token = desk.token(device) else { return PlatformSignOn(.silent, &desk) }
        guard desk.isFromPlatform(token, device) else { return nil }
        return PlatformSignOn(.revalidating, &desk)
    }

    /// Takes in the platform's answer, or the service's.
    mutating func handle(
        _ event: FlowEvent,
        filter: AccessEnablerCall.ProviderFilter?,
        _ device: inout Device,
        _ desk: inout SDKDesk
    ) -> Outcome {
        switch (step, event) {
        case (_, .failed(let failure)): return .left(.platform, details: failure.reason)
        case (.signingIn(var signIn), _):
            let outcome = signIn.handle(event, &desk)
            step = .signingIn(signIn)
            return evaluate(outcome, signIn, filter, &device, &desk)
        case (.fetching(let mvpd), .answered(let response)): return finish(response, mvpd, &device, &desk)
        default: return .goesOn
        }
    }

    private mutating func evaluate(
        _ outcome: AppleSignIn.Outcome,
        _ signIn: AppleSignIn,
        _ filter: AccessEnablerCall.ProviderFilter?,
        _ device: inout Device,
        _ desk: inout SDKDesk
    ) -> Outcome {
        switch outcome {
        case .goesOn: return .goesOn
        case .noAccess(.accessStatus(.notDetermined, _)): return .left(.permissionUndetermined, details: nil)
        case .noAccess: return .left(.permissionDenied, details: nil)
        case .account(let provider?, _): return use(provider, signIn, &device, &desk)
        case .account(nil, let answer):
            guard mode == .interactive else {
                return .left(answer.error?.isTrouble == true ? .platform : nil, details: answer.error?.inWords)
            }
            desk.buffer.enter(.startPlatformLogin)
            desk.buffer.callBack(.presentTVProviderDialog)
            var signIn = signIn
            signIn.ask(.picker(pickerRequest(filter, desk)), &desk)
            step = .signingIn(signIn)
            return .goesOn
        case .picked(let provider, let answer):
            desk.buffer.callBack(.dismissTVProviderDialog)
            if let provider { return use(provider, signIn, &device, &desk) }
            return leavePicker(answer.error, signIn, &device, &desk)
        case .noProfile(let response):
            return .left(.platform, details: "profile request: " + (response?.reason ?? "no response"))
        case .notForwarded(let answer):
            return .left(.platform, details: answer.error?.inWords ?? "no SAML response")
        case .exchanged(let mvpd, let response):
            guard let response, response.isSuccess else {
                return .left(.platform, details: "token exchange: " + (response?.reason ?? "no response"))
            }
            step = .fetching(mvpd)
            desk.callSession(of: mvpd, for: .platformSession)
            return .goesOn
        }
    }

    private mutating func leavePicker(
        _ error: AccountError?,
        _ signIn: AppleSignIn,
        _ device: inout Device,
        _ desk: inout SDKDesk
    ) -> Outcome {
        guard let error else { return .left(.metadataFailed, details: nil) }
        if error.code == AccountError.Code.unsupportedProvider.rawValue {
            guard let provider = error[AccountError.unsupportedProviderIdentifierKey] else {
                return .left(.otherProvider, details: error.inWords)
            }
            return use(provider, signIn, &device, &desk)
        }
        let wasCanceled = error.knownCode == .userCancelled
        return .left(wasCanceled ? .pickerCanceled : .metadataFailed, details: error.inWords)
    }

    /// The account's provider is known: a token is made of it, or the user goes on with it, or neither.
    private mutating func use(
        _ provider: String,
        _ signIn: AppleSignIn,
        _ device: inout Device,
        _ desk: inout SDKDesk
    ) -> Outcome {
        guard let mvpd = desk.requestor?.mvpds.first(where: { $0.platformMappingID == provider }) else {
            return .left(.providerNotSupported, details: nil)
        }
        if mode == .revalidating {
            if desk.token(device)?.msoID == mvpd.id, mvpd.isOnPlatform { return .confirmed }
            desk.dropTokens(because: .accountChanged, &device)
        }
        guard mvpd.isOnPlatform else {
            // Only in Apple's picker, or no longer switched on: the login is Adobe's.
            return mode == .interactive ? .continues(mvpd) : .left(nil, details: nil)
        }
        var signIn = signIn
        signIn.requestProfile(mvpd, &desk)
        step = .signingIn(signIn)
        return .goesOn
    }

    private func finish(
        _ response: PassResponse,
        _ mvpd: MVPD,
        _ device: inout Device,
        _ desk: inout SDKDesk
    ) -> Outcome {
        guard let answer = AuthenticationAnswer(response) else {
            return .left(.platform, details: "no AuthN token: " + response.reason)
        }
        if let mismatch = answer.mismatch(with: mvpd.id, desk.storage.requestor) {
            return .left(.platform, details: mismatch)
        }
        guard let token = desk.keep(answer, from: mvpd, &device) else {
            return .left(.platform, details: "the AuthN token has expired")
        }
        let requestor = desk.storage.requestor
        desk.tell(desk.defaults.keep(platformSession: token.guid ?? "", of: requestor, on: &device))
        return .authenticated(token)
    }

    /// Apple's picker, with the app's filter or all that can.
    private func pickerRequest(
        _ filter: AccessEnablerCall.ProviderFilter?,
        _ desk: SDKDesk
    ) -> AccountMetadataRequest {
        var request = AccountMetadataRequest.platformCheck()
        request.isInterruptionAllowed = true
        let mvpds = desk.requestor?.mvpds ?? []
        let identifier = { (id: String) in mvpds.first { $0.id == id }?.offeredIdentifier }
        let supported = ProviderLists.supported(mvpds)
        var featured = ProviderLists.featured(supported).compactMap(\.platformMappingID)
        if let filter {
            request.supportedAccountProviderIdentifiers = filter.providers.compactMap(identifier)
            featured = filter.featured.filter(filter.providers.contains).compactMap(identifier)
        } else {
            request.supportedAccountProviderIdentifiers = supported.compactMap(\.platformMappingID)
        }
        if AccountFeature.featuredProviders.isAvailable(on: desk.dialect.accountPlatform, desk.dialect.system.version) {
            request.featuredAccountProviderIdentifiers = featured
        }
        return request
    }
}

extension MVPD {
    /// The name by which Apple's picker knows it, if it is to be shown there; a filter omits MVPDs without SSO (§2).
    fileprivate var offeredIdentifier: String? { enablePlatformServices ? platformMappingID : nil }
}

extension AccountError {
    /// `VSErrorDomain 3`, as `details` of a status carries it.
    fileprivate var inWords: String { "\(domain) \(code)" }

    /// True if it reports more than that no user is signed in.
    fileprivate var isTrouble: Bool {
        switch knownCode {
        case .accessNotGranted, .unsupportedProvider, .userCancelled, .providerRejected: false
        case .serviceTemporarilyUnavailable, .invalidVerificationToken, .rejected, .unsupported, nil: true
        }
    }
}
