public import SubscriberAccount
public import VirtualTime

/// The reactions of the Video Subscriber Account framework to a question, on this device, for this app.
public enum PlatformAnswer: Hashable, Sendable {
    /// It knows the answer.
    case answered(VSAResult)
    /// It asks the user for permission first.
    ///
    /// Then comes `DeviceEvent.permissionAnswered`, and the question again.
    case asksPermission
    /// It shows its picker, with these providers only (all if there are none), the featured ones first.
    ///
    /// Then comes `DeviceEvent.providerSignedIn` and `Device.answerAfterPicker(_:from:at:)`; or
    /// `Device.unsupportedProviderAnswer(_:)`; or `Device.pickerCanceledAnswer`.
    case showsPicker(supported: [String], featured: [String])
    /// It asks the provider for a SAML attribute response; the metadata is complete but for that.
    case asksProvider(TVProviderSettings.Account, AccountMetadataRequest, AccountMetadata)
}

extension Device {
    /// Returns the framework's reaction to `question` from the app `bundleID` at `now` (true time).
    ///
    /// Before iOS and tvOS 10 there is no framework: a message to a missing class comes to nothing, which is reported
    /// as an answer without content, so that no app waits for ever. Source: video-subscriber-account.md §2 to §5, §7,
    /// §10, §11.
    public func answer(_ question: VSARequest, from bundleID: String, at now: Instant) -> PlatformAnswer {
        let permission = settings.permission(of: bundleID)
        switch question {
        case .checkAccessStatus(let prompt):
            guard system.has(.accountManager) else { return .answered(.accessStatus(.notDetermined, nil)) }
            return permission.asksUser(prompt: prompt) ? .asksPermission : .answered(permission.answer)
        case .enqueue(let request):
            guard system.has(.accountManager) else { return .answered(.metadata(nil, nil)) }
            guard permission.status == .granted else {
                return .answered(.metadata(nil, AccountError(.accessNotGranted)))
            }
            return answer(request, at: now)
        }
    }

    /// Returns the framework's reaction to `question` after the user signed in in its picker.
    ///
    /// A request that ignores cached credentials has had its way by then.
    public func answerAfterPicker(
        _ question: VSARequest,
        from bundleID: String,
        at now: Instant
    ) -> PlatformAnswer {
        guard case .enqueue(var request) = question else { return answer(question, from: bundleID, at: now) }
        request.forceAuthentication = false
        return answer(.enqueue(request), from: bundleID, at: now)
    }

    /// The answer when the user picked a provider that the system does not support (rows K-39, K-40).
    ///
    /// The identifier comes with it where the system knows its key, from 10.3 on; before, nobody learns what was
    /// picked.
    public func unsupportedProviderAnswer(_ providerIdentifier: String) -> VSAResult {
        let isNamed = system.has(.unsupportedProviderIdentifier)
        let key = AccountError.unsupportedProviderIdentifierKey
        return .metadata(
            nil,
            AccountError(.unsupportedProvider, userInfo: isNamed ? [.init(key, providerIdentifier)] : [])
        )
    }

    /// The answer when the user left the picker without choosing.
    public var pickerCanceledAnswer: VSAResult { settings.choices.answerWhenCanceled }

    /// Checks whether the user is signed in with a provider and the session holds at `now` (true time).
    public func hasCurrentAccount(at now: Instant) -> Bool {
        settings.account?.isCurrent(at: sessionTime(at: now)) ?? false
    }

    /// Returns the time on the clock that evaluates the session at `now` (true time), and from which its end is
    /// reckoned.
    ///
    /// By default that is the wall clock: `DeviceAssumptions.sessionEndsByWallClock`.
    public func sessionTime(at now: Instant) -> Instant {
        choices.sessionEndsByWallClock ? clock.wallTime(at: now) : now
    }
}

extension Device {
    private func answer(_ request: AccountMetadataRequest, at now: Instant) -> PlatformAnswer {
        guard let account = settings.account, !request.forceAuthentication else { return answerSignedOut(request) }
        let isStale = !hasCurrentAccount(at: now)
        if isStale, request.isInterruptionAllowed || !settings.choices.reportsExpiredAccount {
            return answerSignedOut(request)
        }
        let supported = request.supportedAccountProviderIdentifiers
        if !supported.isEmpty, !supported.contains(account.providerIdentifier) {
            switch settings.choices.unsupportedAccountResult {
            case .namedError: return .answered(unsupportedProviderAnswer(account.providerIdentifier))
            case .bareError: return .answered(.metadata(nil, AccountError(.unsupportedProvider)))
            case .signedOut: return answerSignedOut(request)
            }
        }
        var metadata = AccountMetadata()
        if request.includeAccountProviderIdentifier { metadata.accountProviderIdentifier = account.providerIdentifier }
        if request.includeAuthenticationExpirationDate { metadata.authenticationExpirationDate = account.expires }
        let asksProvider = request.verificationToken != nil || !request.attributeNames.isEmpty
        return asksProvider && !isStale
            ? .asksProvider(account, request, metadata) : .answered(.metadata(metadata, nil))
    }

    private func answerSignedOut(_ request: AccountMetadataRequest) -> PlatformAnswer {
        guard request.isInterruptionAllowed else { return .answered(settings.choices.answerWhenSignedOut) }
        return .showsPicker(
            supported: request.supportedAccountProviderIdentifiers,
            featured: system.has(.featuredProviders) ? request.featuredAccountProviderIdentifiers : []
        )
    }
}
