import Device
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct PlatformAnswerTests {
    /// A device on which Kite's app may read the account, and the user is signed in for ten seconds.
    func device(
        _ system: OperatingSystem = .iOS(12),
        signedIn: Bool = true,
        clockOffset: Duration = .zero,
        choices: DeviceAssumptions = .default,
        _ change: (inout PlatformAssumptions) -> Void = { _ in }
    ) throws -> Device {
        var platformAssumptions = PlatformAssumptions()
        change(&platformAssumptions)
        var device = try Device.example(
            system,
            clockOffset: clockOffset,
            choices: choices,
            platformAssumptions: platformAssumptions
        )
        try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: true))
        if signedIn { try device.meet(.providerSignedIn(account)) }
        return device
    }

    let account = TVProviderSettings.Account(providerIdentifier: "lark", user: "ada", expires: noon + .seconds(10))

    func request(_ change: (inout AccountMetadataRequest) -> Void = { _ in }) -> AccountMetadataRequest {
        var request = AccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        change(&request)
        return request
    }

    var told: AccountMetadata {
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "lark"
        metadata.authenticationExpirationDate = noon + .seconds(10)
        return metadata
    }

    func ask(
        _ device: Device,
        _ request: AccountMetadataRequest,
        at now: Instant = noon,
        from app: String = "com.kite.tv"
    ) -> PlatformAnswer {
        device.answer(.enqueue(request), from: app, at: now)
    }

    static let rejected = PlatformAnswer.answered(.metadata(nil, AccountError(.providerRejected)))

    // MARK: Permission

    @Test("K-14: an undetermined permission is asked for if the app lets it, and reported otherwise")
    func prompt() throws {
        let device = try Device.example(.iOS(12))
        let app = "com.kite.tv"
        #expect(device.answer(.checkAccessStatus(prompt: true), from: app, at: noon) == .asksPermission)
        #expect(
            device.answer(.checkAccessStatus(prompt: false), from: app, at: noon)
                == .answered(.accessStatus(.notDetermined, AccountError(.accessNotGranted)))
        )
    }

    @Test("Who has answered is not asked again", arguments: [true, false])
    func determined(isGranted: Bool) throws {
        var device = try Device.example(.iOS(12))
        try device.meet(.permissionAnswered(bundleID: "com.kite.tv", isGranted: isGranted))
        let expected: VSAResult =
            isGranted ? .accessStatus(.granted, nil) : .accessStatus(.denied, AccountError(.accessNotGranted))
        for prompt in [true, false] {
            let answer = device.answer(.checkAccessStatus(prompt: prompt), from: "com.kite.tv", at: noon)
            #expect(answer == .answered(expected))
        }
    }

    @Test("Without permission there is no metadata, whoever is signed in")
    func notGranted() throws {
        var device = try device()
        let refusal = PlatformAnswer.answered(.metadata(nil, AccountError(.accessNotGranted)))
        #expect(ask(device, request(), from: "com.heron.tv") == refusal)
        try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: false))
        #expect(ask(device, request()) == refusal)
        try device.meet(.permissionRestricted(bundleID: "com.kite.tv"))
        #expect(ask(device, request { $0.isInterruptionAllowed = true }) == refusal)
    }

    @Test("Before version 10 there is no framework, and nothing comes of a question", arguments: [6, 9])
    func absent(version: Int) throws {
        let device = try Device.example(.iOS(version))
        let answer = device.answer(.checkAccessStatus(prompt: true), from: "com.kite.tv", at: noon)
        #expect(answer == .answered(.accessStatus(.notDetermined, nil)))
        #expect(ask(device, request()) == .answered(.metadata(nil, nil)))
    }

    // MARK: Signed in

    @Test("The metadata holds what was asked for and nothing else", arguments: [true, false], [true, false])
    func include(provider: Bool, date: Bool) throws {
        var expected = AccountMetadata()
        if provider { expected.accountProviderIdentifier = "lark" }
        if date { expected.authenticationExpirationDate = noon + .seconds(10) }
        let request = request {
            $0.includeAccountProviderIdentifier = provider
            $0.includeAuthenticationExpirationDate = date
        }
        #expect(try ask(device(), request) == .answered(.metadata(expected, nil)))
    }

    @Test("A verification token or attributes go to the provider")
    func asksProvider() throws {
        let attributes = request { $0.attributeNames = ["householdID"] }
        #expect(try ask(device(), attributes) == .asksProvider(account, attributes, told))
        let token = request { $0.verificationToken = "token" }
        #expect(try ask(device(), token) == .asksProvider(account, token, told))
    }

    @Test("The session holds one nanosecond before its end and not at it, by the wall clock")
    func expiry() throws {
        let end = noon + .seconds(10)
        let picker = PlatformAnswer.showsPicker(supported: [], featured: [])
        let asking = request { $0.isInterruptionAllowed = true }
        for ahead in [Duration.zero, .seconds(3), .seconds(-3)] {
            let device = try device(clockOffset: ahead)
            let expiration = try #require(device.expirations(at: noon).first)
            #expect(expiration.instant == end - ahead)
            let before = expiration.instant - .nanoseconds(1)
            #expect(device.hasCurrentAccount(at: before))
            #expect(ask(device, asking, at: before) == .answered(.metadata(told, nil)))
            #expect(ask(device, request(), at: before) == .answered(.metadata(told, nil)))
            #expect(!device.hasCurrentAccount(at: expiration.instant))
            #expect(ask(device, asking, at: expiration.instant) == picker)
            #expect(ask(device, request(), at: expiration.instant) == Self.rejected)
        }
    }

    @Test("The session may also end by true time, whatever the wall clock shows")
    func expiryByTrueTime() throws {
        var choices = DeviceAssumptions()
        choices.sessionEndsByWallClock = false
        let device = try device(clockOffset: .seconds(1_000), choices: choices)
        let end = noon + .seconds(10)
        #expect(device.expirations(at: noon) == [Expiration(.vsaAccount, at: end, source: "device")])
        #expect(device.hasCurrentAccount(at: end - .nanoseconds(1)))
        #expect(!device.hasCurrentAccount(at: end))
        #expect(device.sessionTime(at: noon) == noon)
        #expect(try self.device(clockOffset: .seconds(9)).sessionTime(at: noon) == noon + .seconds(9))
    }

    @Test("An expired account may be told of all the same, where nobody may be asked to sign in")
    func tellsExpired() throws {
        let device = try device { $0.reportsExpiredAccount = true }
        let late = noon + .seconds(10)
        #expect(ask(device, request(), at: late) == .answered(.metadata(told, nil)))
        let attributes = request { $0.attributeNames = ["householdID"] }
        #expect(ask(device, attributes, at: late) == .answered(.metadata(told, nil)))
        let asking = request { $0.isInterruptionAllowed = true }
        #expect(ask(device, asking, at: late) == .showsPicker(supported: [], featured: []))
    }

    // MARK: Supported providers

    @Test("K-40: a provider that the request does not support is an error that names it, from 10.3 on")
    func unsupported() throws {
        let request = request { $0.supportedAccountProviderIdentifiers = ["reed"] }
        let named = AccountError(
            .unsupportedProvider,
            userInfo: [.init("VSErrorInfoKeyUnsupportedProviderIdentifier", "lark")]
        )
        #expect(try ask(device(.iOS(10, 3)), request) == .answered(.metadata(nil, named)))
        #expect(
            try ask(device(.iOS(10, 2)), request) == .answered(.metadata(nil, AccountError(.unsupportedProvider)))
        )
        #expect(try device().unsupportedProviderAnswer("lark") == .metadata(nil, named))
    }

    @Test(
        "A list that holds the provider, or none at all, lets it answer",
        arguments: [[], ["lark"], ["reed", "lark"]]
    )
    func supported(list: [String]) throws {
        let request = request { $0.supportedAccountProviderIdentifiers = list }
        #expect(try ask(device(), request) == .answered(.metadata(told, nil)))
    }

    @Test("An unsupported account may also be a bare error, or count as signed out")
    func unsupportedChoices() throws {
        let quiet = request { $0.supportedAccountProviderIdentifiers = ["reed"] }
        var asking = quiet
        asking.isInterruptionAllowed = true
        let bare = try device { $0.unsupportedAccountResult = .bareError }
        #expect(ask(bare, quiet) == .answered(.metadata(nil, AccountError(.unsupportedProvider))))
        let out = try device { $0.unsupportedAccountResult = .signedOut }
        #expect(ask(out, quiet) == Self.rejected)
        #expect(ask(out, asking) == .showsPicker(supported: ["reed"], featured: []))
    }

    // MARK: Signed out

    @Test("Who is signed out gets the picker where interruption is allowed, and else the chosen answer")
    func signedOut() throws {
        let device = try device(signedIn: false)
        #expect(!device.hasCurrentAccount(at: noon))
        #expect(device.expirations(at: noon).isEmpty)
        #expect(ask(device, request()) == Self.rejected)
        let empty = try self.device(signedIn: false) { $0.signedOutResult = .emptyMetadata }
        #expect(ask(empty, request()) == .answered(.metadata(AccountMetadata(), nil)))
    }

    @Test("K-35: the picker has featured providers from version 11 on", arguments: [(10, false), (11, true)])
    func featured(version: Int, isThere: Bool) throws {
        let request = request {
            $0.isInterruptionAllowed = true
            $0.supportedAccountProviderIdentifiers = ["lark", "reed"]
            $0.featuredAccountProviderIdentifiers = ["reed"]
        }
        let answer = try ask(device(.tvOS(version), signedIn: false), request)
        #expect(answer == .showsPicker(supported: ["lark", "reed"], featured: isThere ? ["reed"] : []))
    }

    @Test("Forced authentication shows the picker to who is signed in, once")
    func forced() throws {
        let device = try device()
        var forced = request { $0.forceAuthentication = true }
        #expect(ask(device, forced) == Self.rejected)
        forced.isInterruptionAllowed = true
        #expect(ask(device, forced) == .showsPicker(supported: [], featured: []))
        let after = device.answerAfterPicker(.enqueue(forced), from: "com.kite.tv", at: noon)
        #expect(after == .answered(.metadata(told, nil)))
        let status = device.answerAfterPicker(.checkAccessStatus(prompt: true), from: "com.kite.tv", at: noon)
        #expect(status == .answered(.accessStatus(.granted, nil)))
    }

    @Test("Leaving the picker is what the choices say of cancelling")
    func cancelled() throws {
        #expect(try device().pickerCanceledAnswer == .metadata(nil, AccountError(.userCancelled)))
        let other = try device { $0.cancelledCode = .providerRejected }
        #expect(other.pickerCanceledAnswer == .metadata(nil, AccountError(.providerRejected)))
    }
}
