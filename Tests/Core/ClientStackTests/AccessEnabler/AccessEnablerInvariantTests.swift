import Device
import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// The invariants of access-enabler.md §16 over random dialogues of right and wrong answers.
@Suite struct AccessEnablerInvariantTests {
    static let versions = [
        PlatformVersion(1, 4), PlatformVersion(1, 7), PlatformVersion(1, 9, 4), PlatformVersion(2, 4),
        PlatformVersion(3, 0), PlatformVersion(3, 2), PlatformVersion(3, 7), PlatformVersion(3, 8, 3),
    ]

    @Test("Whatever happens, the SDK keeps its invariants", arguments: 0..<120)
    func invariants(seed: Int) {
        var monkey = Monkey(seed: UInt64(seed))
        monkey.sanity = 75
        let isTV = monkey.below(3) == 0
        let version = monkey.pick(isTV ? Array(Self.versions.dropFirst(3)) : Self.versions)
        let system = OperatingSystem(isTV ? .tvOS : .iOS, PlatformVersion(monkey.pick([7, 9, 10, 12])))
        var dialogue = SDKDialogue(version, on: system) { configuration in
            configuration.usesPlatformSignOn = monkey.below(2) == 0
            configuration.browserOnlyProviders = monkey.below(3) == 0 ? ["Plover"] : []
            configuration.options.queueAfterFailure = monkey.pick([.failsCalls, .keepsCalls])
            configuration.options.cachedProvider = monkey.pick([.skipsPicker, .skipsPickerUntil15])
            configuration.options.sendsTracking = monkey.below(2) == 0
            configuration.app.waitsForCompletion = monkey.below(2) == 0
            configuration.app.play = monkey.pick([.getAuthorization, .checkAuthorization])
            configuration.app.preauthorization = monkey.pick([.checkPreauthorizedResources, .preauthorize])
        }
        var media = 0
        var fresh: Set<String> = []
        for _ in 0..<300 {
            let before = dialogue.app.sdk?.identity
            let input = monkey.sdkInput(dialogue, &media, &fresh)
            let effects = dialogue.hear(input)
            check(effects, after: input, isTV, before, dialogue, &fresh)
            if case .userActionOccurred(.logOut) = input,
                effects.callbacks.contains(where: { $0.name == "navigateToUrl" })
            {
                #expect(!dialogue.isAuthenticated)
            }
        }
        // Once all answers are right, a launch leads to a picture.
        dialogue.user(.launch)
        for _ in 0..<20 {
            dialogue.serviceAnswersAll(Self.service(for: dialogue))
            dialogue.platform(.denied)
        }
        let count = dialogue.played.count
        dialogue.call(.getAuthorization("KITE5"))
        for _ in 0..<20 {
            dialogue.serviceAnswersAll(Self.service(for: dialogue))
            dialogue.platform(.denied)
            if dialogue.app.screen == .picker { dialogue.user(.selectProvider("Plover")) }
            if dialogue.app.screen == .loginPage {
                dialogue.page("adobepass://ios.app")
                dialogue.page("http://adobepass.ios.app/")
                dialogue.page("adbe.kinescope0000000000000://adobe.com")
            }
        }
        #expect(
            dialogue.played.count == count + 1,
            "\(version) on \(system): \(dialogue.app.sdk?.waitingFor.map { "\($0)" } ?? "idle")"
        )
    }

    /// Answers rightly, for whomever the user logs in with.
    private static func service(for dialogue: SDKDialogue) -> SDKService {
        SDKService(
            mvpd: dialogue.app.sdk?.login?.mvpd?.id ?? "Plover",
            authenticationEnds: dialogue.now + .seconds(9_000),
            authorizationEnds: dialogue.now + .seconds(900)
        )
    }

    private func check(
        _ effects: [ClientEffect],
        after input: ClientInput,
        _ isTV: Bool,
        _ before: Identity?,
        _ dialogue: SDKDialogue,
        _ fresh: inout Set<String>
    ) {
        for effect in effects {
            switch effect {
            case .sendRequest(_, let request):
                // 1: nothing but the way to setRequestor's end before it, and after it no entitlement call without it.
                if case .known? = dialogue.app.sdk?.identity { break }
                let allowed: Set<PassAPI.Operation> = [
                    .register, .accessToken, .sdkConfiguration, .sdkAuthenticate, .sessionDevice, .profileRequest,
                    .exchangeToken,
                ]
                if case .known? = before { break }
                // A login that began before a second setRequestor goes on.
                if dialogue.app.sdk?.login != nil || dialogue.app.sdk?.desk.storage.requestor.isEmpty == false { break }
                #expect(allowed.contains(request.operation), "\(request.operation) before setRequestor completed")
            case .callBack(.navigateToURL): #expect(!isTV, "8: tvOS never gets navigateToUrl")
            case .callBack(.status("REGCODE", _, _, _, _)): #expect(isTV, "8: iOS never gets REGCODE")
            case .callBack(.setToken(let token, _)):
                // 3: each media token is fresh from the service, and used once.
                #expect(fresh.remove(token) != nil, "3: \(token) was not fetched for this")
            case .changeStorage, .assume, .present, .play, .callBack, .askAccount, .startTimer, .cancelTimer,
                .enterStep:
                break
            }
        }
        // 2: checkAuthentication makes no request, checkAuthorization begins no login.
        if case .accessEnablerCalled(let call) = input {
            switch call {
            case .checkAuthentication:
                // An app that does not run is launched, and after a failed setRequestor it makes that anew.
                switch before {
                case nil, .failed?: break
                case .unknown?, .configuring?, .preparing?, .known?: #expect(effects.requests.isEmpty)
                }
            case .checkAuthorization:
                #expect(!effects.callbacks.contains { ["displayProviderDialog", "navigateToUrl"].contains($0.name) })
            default: break
            }
        }
        // 9: the end URL is never loaded.
        for case .present(.webView(let request)) in effects {
            #expect([.sdkAuthenticate, .sdkLogout].contains(request.operation))
        }
    }

    @Test("No media token ever reaches a store", arguments: 0..<20)
    func mediaTokens(seed: Int) {
        var monkey = Monkey(seed: UInt64(seed) &+ 5_000)
        monkey.sanity = 95
        var dialogue = SDKDialogue(PlatformVersion(3, 7))
        var media = 0
        var fresh: Set<String> = []
        for _ in 0..<200 { dialogue.hear(monkey.sdkInput(dialogue, &media, &fresh)) }
        #expect(!"\(dialogue.device.stores)".contains("media-"))
    }

    @Test("A copy goes on as the original does", arguments: 0..<10)
    func copies(seed: Int) {
        var monkey = Monkey(seed: UInt64(seed) &+ 9_000)
        var dialogue = SDKDialogue(PlatformVersion(3, 7))
        var media = 0
        var fresh: Set<String> = []
        for _ in 0..<60 { dialogue.hear(monkey.sdkInput(dialogue, &media, &fresh)) }
        var copy = dialogue
        for _ in 0..<60 {
            let input = monkey.sdkInput(dialogue, &media, &fresh)
            #expect(dialogue.hear(input) == copy.hear(input))
        }
        #expect(dialogue.app == copy.app)
        #expect(dialogue.device == copy.device)
    }
}

extension Monkey {
    /// Returns the next input for the app of this dialogue; media tokens are numbered, and `fresh` has those not handed
    /// out yet.
    mutating func sdkInput(_ dialogue: SDKDialogue, _ media: inout Int, _ fresh: inout Set<String>) -> ClientInput {
        if below(100) < 3 {
            let number = pick([-1, 0, 1, 2, 999_999_999])
            return pick([
                .responseArrived(RequestID(number), .noContent), .requestFailed(RequestID(number), "stray"),
                .vsaAnswered(QuestionID(number), .granted), .timerFired(TimerID(number)),
            ])
        }
        if let open = dialogue.openRequests.isEmpty ? nil : pick(dialogue.openRequests.map { $0 }), below(100) < 70 {
            if below(30) == 0 { return .requestFailed(open.id, "lost") }
            return .responseArrived(open.id, sdkAnswer(to: open.request, &media, &fresh))
        }
        if let open = dialogue.openQuestions.last, below(100) < 70 {
            return .vsaAnswered(open.id, answer(to: open.question))
        }
        if let timer = dialogue.openTimers.min(by: { ($0.due, $0.id.number) < ($1.due, $1.id.number) }), below(4) == 0 {
            return .timerFired(timer.id)
        }
        if below(3) == 0 { return sdkCall() }
        if below(4) == 0 {
            return .webViewReached(
                url: pick([
                    "adobepass://ios.app", "http://adobepass.ios.app/", "adbe.kinescope0000000000000://adobe.com",
                    "https://login.example/",
                ])
            )
        }
        return .userActionOccurred(below(10) == 0 ? .foreground : userAction())
    }

    private mutating func sdkCall() -> ClientInput {
        .accessEnablerCalled(
            pick([
                .checkAuthentication, .getAuthentication(), .getAuthentication(force: true), .setSelectedProvider(nil),
                .setSelectedProvider("Plover"), .setSelectedProvider("Curlew"), .handleExternalURL(nil),
                .handleExternalURL("https://x.example"), .checkAuthorization("KITE1"), .getAuthorization("KITE2"),
                .checkPreauthorizedResources(["KITE1", "KITE9"]), .preauthorize([]), .logout, .getSelectedProvider,
                .getMetadata(.authentication), .getMetadata(.user(key: "userID")), .setOptions(["handleSVC": "true"]),
                .setRequestor("KITETV", serviceProviders: ["sp1.example", "sp2.example"]),
                .setRequestor("KITETV", serviceProviders: []),
            ])
        )
    }

    private mutating func sdkAnswer(
        to request: PassRequest,
        _ media: inout Int,
        _ fresh: inout Set<String>
    ) -> PassResponse {
        guard below(100) < sanity else {
            return pick([
                .forbidden, .notFound, .error(410), .error(412), .error(400, "34763"), .error(500), .error(401),
                .error(403, "invalid_client"), .throttled, .noContent, .denied, .pendingLogout("34764"),
                .pendingLogout(),
                PassResponse(status: 200, .unreadable("garbage")), .configuration(requestor: "OTHER"),
                PassResponse(status: -1, .page("")), SDKService(requestor: "OTHERTV").session,
                SDKService().grant(of: "KITE9", "Plover"),
            ])
        }
        if request.operation == .deviceShortAuthorize {
            media += 1
            fresh.insert("media-\(media)")
            return .mediaText("media-\(media)")
        }
        return SDKService(mvpd: pick(["Plover", "Meadowlark"])).answer(to: request)
    }
}
