import Device
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct IdentityTests {
    private static func launched(
        _ version: PlatformVersion = PlatformVersion(1, 9, 4),
        _ change: (inout AccessEnablerConfiguration) -> Void = { _ in }
    ) -> SDKDialogue {
        var dialogue = SDKDialogue(version) {
            $0.app.checksAtLaunch = false
            change(&$0)
        }
        dialogue.user(.launch)
        return dialogue
    }

    @Test("K-83: the library is called by methods and calls back through its two protocols")
    func callbacks() {
        var dialogue = Self.launched()
        let done = dialogue.serviceAnswersAll()
        #expect(done.callbacks == [.setRequestorComplete(isSuccess: true)])
        let checked = dialogue.call(.checkAuthentication)
        #expect(checked.callbacks.map(\.name) == ["status", "setAuthenticationStatus"])
    }

    @Test("K-84: a method that its version does not have yet is refused, with the version that brought it")
    func versions() {
        var old = SDKDialogue.configured(PlatformVersion(1, 2))
        let refused = old.call(.checkPreauthorizedResources(["KITE1"]))
        #expect(refused.statusIDs == ["500"])
        #expect(refused.callbacks.count == 1)
        var new = SDKDialogue.configured(PlatformVersion(1, 3))
        #expect(new.call(.checkPreauthorizedResources(["KITE1"])).callbacks == [.preauthorizedResources([])])
    }

    @Test("K-85, K-88: before setRequestor no entitlement call reaches the network")
    func nothingBefore() {
        var dialogue = SDKDialogue(PlatformVersion(3, 7))
        for call: AccessEnablerCall in [
            .checkAuthentication, .getAuthentication(), .checkAuthorization("KITE1"), .getAuthorization("KITE1"),
            .checkPreauthorizedResources(["KITE1"]), .preauthorize(["KITE1"]), .getMetadata(.authentication), .logout,
        ] {
            dialogue.app.sdk = dialogue.app.sdk ?? AccessEnabler(dialogue.app.configuration, on: dialogue.device)
            #expect(dialogue.call(call).isEmpty)
        }
        #expect(dialogue.app.sdk?.queue.count == 8)
    }

    @Test("K-86: calls made at once are queued, and run in order when setRequestor completes")
    func queue() {
        var dialogue = Self.launched()
        dialogue.call(.checkAuthentication)
        dialogue.call(.checkAuthorization("KITE1"))
        dialogue.call(.getMetadata(.authentication))
        #expect(dialogue.operations == [.sdkConfiguration])
        let done = dialogue.serviceAnswersAll()
        #expect(
            done.callbacks.map(\.name) == [
                "setRequestorComplete", "status", "setAuthenticationStatus", "status", "tokenRequestFailed",
                "setMetadataStatus",
            ]
        )
    }

    @Test("K-87: an app may wait for setRequestorComplete instead", arguments: [true, false])
    func waiting(waits: Bool) {
        var dialogue = SDKDialogue(PlatformVersion(1, 9, 4)) { $0.app.waitsForCompletion = waits }
        dialogue.user(.launch)
        #expect(dialogue.app.sdk?.queue.isEmpty == waits)
        let done = dialogue.serviceAnswersAll()
        #expect(done.callbacks.map(\.name) == ["setRequestorComplete", "status", "setAuthenticationStatus"])
    }

    @Test("If setRequestor fails, every queued call hears of it")
    func failure() {
        var dialogue = Self.launched(PlatformVersion(3, 7)) { $0.softwareStatement = nil }
        for call: AccessEnablerCall in [
            .checkAuthentication, .getAuthorization("KITE1"), .checkPreauthorizedResources(["KITE1"]),
            .preauthorize(["KITE1"]), .getMetadata(.deviceID), .logout,
        ] {
            dialogue.call(call)
        }
        let failed = dialogue.service(.error(500))
        #expect(
            failed.callbacks == [
                .status(errorID: "CFG500", level: "error", message: "status 500"),
                .setRequestorComplete(isSuccess: false),
                .notAuthenticated(.genericAuthentication),
                .failed("KITE1", .genericAuthorization),
                .preauthorizedResources([]),
                .preauthorizeResponse(
                    [],
                    status: PassError(status: 0, code: "requestor_not_configured", action: "retry")
                ),
                .setMetadataStatus(value: nil, isEncrypted: false, key: .deviceID),
                .notAuthenticated(.genericAuthentication),
            ]
        )
        #expect(dialogue.call(.checkAuthentication).callbacks == [.notAuthenticated(.genericAuthentication)])
    }

    @Test("By option the queue outlives a failure of setRequestor")
    func keptQueue() {
        var dialogue = Self.launched { $0.options.queueAfterFailure = .keepsCalls }
        dialogue.call(.checkAuthentication)
        #expect(dialogue.networkFails().callbacks.last == .setRequestorComplete(isSuccess: false))
        dialogue.call(.setRequestor("KITETV", serviceProviders: []))
        let done = dialogue.serviceAnswersAll()
        #expect(done.callbacks.map(\.name) == ["setRequestorComplete", "status", "setAuthenticationStatus"])
    }

    @Test("An app whose setRequestor has failed tries again before its next call")
    func secondTry() {
        var dialogue = Self.launched()
        dialogue.networkFails()
        dialogue.user(.play(resource: "KITE1"))
        #expect(dialogue.operations == [.sdkConfiguration, .sdkConfiguration])
        #expect(dialogue.serviceAnswersAll().callbacks.map(\.name).last == "displayProviderDialog")
    }

    @Test(
        "Why setRequestor failed is told by a code of the table",
        arguments: [
            (PassResponse.forbidden, "SEC403"), (.notFound, "CFG404"), (.error(400), "CFG400"), (.error(410), "CFG400"),
            (.throttled, "CFG429"), (.error(503), "CFG503"), (.configuration(requestor: "OTHER"), "CFG400"),
            (PassResponse(status: 200, .unreadable("garbage")), "CFG400"),
        ]
    )
    func codes(answer: PassResponse, code: String) {
        var dialogue = Self.launched()
        let failed = dialogue.service(answer)
        #expect(failed.statusIDs == [code])
        #expect(failed.callbacks.last == .setRequestorComplete(isSuccess: false))
    }

    @Test("A server out of reach is CFG404, one that cannot be trusted SEC420")
    func unreachable() {
        var away = Self.launched()
        #expect(away.networkFails("offline").statusIDs == ["CFG404"])
        var spoofed = Self.launched()
        #expect(spoofed.networkFails("TLS: unknown certificate").statusIDs == ["SEC420"])
    }

    @Test(
        "CFG100 tells of a clock that is more than 59 seconds off",
        arguments: [(59, false), (60, true), (-60, true)]
    )
    func clock(seconds: Int, isWrong: Bool) {
        var dialogue = Self.launched()
        let time = Kite.now - .seconds(seconds)
        let answer = Configuration(requestor: "KITETV", time: time, mvpds: Kite.mvpds)
        let done = dialogue.service(PassResponse(status: 200, .configuration(answer)))
        #expect(done.statusIDs == (isWrong ? ["CFG100"] : []))
    }

    @Test("Several service providers are asked together, and the fastest serves an MVPD")
    func serviceProviders() {
        var dialogue = Self.launched { $0.serviceProviders = ["sp1.example", "sp2.example"] }
        #expect(dialogue.requests.map { $0["Host"] } == ["sp1.example", "sp2.example"])
        let ids = dialogue.openRequests.map(\.id)
        dialogue.hear(.responseArrived(ids[1], .configuration([Kite.plover])))
        #expect(dialogue.callbacks.isEmpty)
        dialogue.hear(.responseArrived(ids[0], .configuration([Kite.meadowlark, Kite.plover])))
        #expect(dialogue.callbacks == [.setRequestorComplete(isSuccess: true)])
        #expect(dialogue.app.sdk?.desk.requestor?.mvpds.map(\.id) == ["Plover", "Meadowlark"])
        #expect(dialogue.app.sdk?.desk.requestor?.host(of: "Plover") == "sp2.example")
        #expect(dialogue.app.sdk?.desk.requestor?.host(of: "Meadowlark") == "sp1.example")
    }

    @Test("One service provider that answers is enough")
    func oneOfTwo() {
        var dialogue = Self.launched { $0.serviceProviders = ["sp1.example", "sp2.example"] }
        dialogue.networkFails()
        #expect(dialogue.serviceAnswersAll().callbacks == [.setRequestorComplete(isSuccess: true)])
    }

    @Test("At most sixteen service providers are asked")
    func limit() {
        let hosts = (0..<40).map { "sp\($0).example" }
        let dialogue = Self.launched { $0.serviceProviders = hosts }
        #expect(dialogue.requests.count == AccessEnabler.serviceProviderLimit)
    }

    @Test("At most a thousand calls are queued; the next one fails at once")
    func queueLimit() {
        var dialogue = Self.launched()
        for _ in 0..<AccessEnabler.queueLimit { #expect(dialogue.call(.checkAuthentication).isEmpty) }
        #expect(dialogue.call(.checkAuthentication).callbacks == [.notAuthenticated(.genericAuthentication)])
    }

    @Test("A second setRequestor replaces the first, which completes no more")
    func replaced() {
        var dialogue = Self.launched()
        let first = dialogue.openRequests[0].id
        dialogue.call(.setRequestor("KITETV", serviceProviders: []))
        #expect(dialogue.hear(.responseArrived(first, .configuration())).isEmpty)
        #expect(dialogue.serviceAnswersAll().callbacks == [.setRequestorComplete(isSuccess: true)])
    }

    @Test("Another requestor ends what runs for the first, and nothing of it is lost silently")
    func otherRequestor() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(1, 9, 4))
        dialogue.call(.checkAuthorization("KITE1"))
        let changed = dialogue.call(.setRequestor("OTHERTV", serviceProviders: []))
        #expect(changed.callbacks == [.failed("KITE1", .genericAuthorization)])
    }

    @Test("In the foreground setRequestor is called again from 3.0 on", arguments: [(2, 1), (3, 2)])
    func foreground(major: Int, calls: Int) {
        var dialogue = SDKDialogue.configured(PlatformVersion(major))
        dialogue.user(.foreground)
        #expect(dialogue.operations.count { $0 == .sdkConfiguration } == calls)
    }

    @Test("Without a registration setRequestor fails with R400, without an access token with R401")
    func access() {
        var unregistered = Self.launched(PlatformVersion(3, 7))
        let refused = unregistered.service(.error(400, "invalid_software_statement"))
        #expect(refused.statusIDs == ["R400"])
        #expect(refused.callbacks.last == .setRequestorComplete(isSuccess: false))
        var tokenless = Self.launched(PlatformVersion(3, 7))
        tokenless.service(.registration())
        #expect(tokenless.service(.error(500)).statusIDs == ["R401"])
    }

    @Test("Credentials outlive the process, access tokens do not")
    func credentials() {
        var dialogue = SDKDialogue.configured(PlatformVersion(3, 7))
        dialogue.user(.launch)
        dialogue.serviceAnswersAll()
        #expect(
            dialogue.operations
                == [.register, .accessToken, .sdkConfiguration, .accessToken, .sdkConfiguration]
        )
    }

    @Test("A pending logout in the configuration is taken twice, then setRequestor fails")
    func pendingLogout() {
        var dialogue = Self.launched()
        dialogue.service(.pendingLogout("34764"))
        dialogue.service(.pendingLogout())
        let end = dialogue.service(.pendingLogout())
        #expect(dialogue.operations == [.sdkConfiguration, .sdkConfiguration, .sdkConfiguration])
        #expect(end.callbacks.last == .setRequestorComplete(isSuccess: false))
    }
}
