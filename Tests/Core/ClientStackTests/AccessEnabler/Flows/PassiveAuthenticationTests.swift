import Device
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct PassiveAuthenticationTests {
    /// Plover with tokens that are good only for the requestor that got them.
    static let mvpds = [
        MVPD(
            id: "Plover",
            displayName: "Plover",
            isAuthenticationPerRequestor: true,
            isPassiveAuthenticationEnabled: true
        )
    ]

    /// A second programmer's app of the same team, on a device where the first one's user is signed in.
    private static func second(
        _ version: PlatformVersion,
        mvpds: [MVPD] = mvpds,
        onMainThread: Bool = true
    ) throws -> SDKDialogue {
        let service = SDKService(mvpds: mvpds)
        var first = SDKDialogue(version)
        first.user(.launch)
        first.serviceAnswersAll(service)
        first.user(.selectProvider("Plover"))
        first.serviceAnswersAll(service)
        first.page(first.pages.last?["redirect_url"] ?? "")
        first.serviceAnswersAll(service)
        #expect(first.isAuthenticated)
        var device = first.device
        let app = InstalledApp(bundleID: "com.kite.news", teamID: "KITETEAM", sdkVersion: version)
        _ = try device.apply(.appInstalled(app), at: Kite.now)
        var dialogue = SDKDialogue(on: device, bundleID: "com.kite.news") {
            $0.requestor = "KITENEWS"
            $0.app.checksAtLaunch = false
            $0.options.callsOnMainThread = onMainThread
        }
        dialogue.user(.launch)
        if version >= PlatformVersion(3, 0) {
            dialogue.service(.registration())
            dialogue.service(.token("token-1"))
        }
        dialogue.service(.configuration(mvpds, requestor: "KITENEWS"))
        return dialogue
    }

    @Test("K-119: another programmer's token signs this one on, without a word to the user")
    func passive() throws {
        var dialogue = try Self.second(PlatformVersion(1, 9, 4))
        #expect(dialogue.callbacks == [.status(errorID: "N001", level: "info")])
        #expect(dialogue.openRequests.map(\.request.operation) == [.sdkAuthenticate])
        #expect(dialogue.requests.last?["is_passive"] == "true")
        dialogue.call(.checkAuthentication)
        let done = dialogue.serviceAnswersAll(SDKService(requestor: "KITENEWS"))
        #expect(done.callbacks == [.setRequestorComplete(isSuccess: true), .authenticated])
        #expect(dialogue.shown.isEmpty)
    }

    @Test("If it leads to nothing, setRequestor completes all the same")
    func fails() throws {
        for answer in [PassResponse.notFound, .error(401, "authentication_session_missing"), .pendingLogout()] {
            var early = try Self.second(PlatformVersion(1, 9, 4))
            #expect(early.service(answer).callbacks.last == .setRequestorComplete(isSuccess: true))
            var late = try Self.second(PlatformVersion(1, 9, 4))
            late.service(PassResponse(status: 302, .redirect("http://adobepass.ios.app/")))
            #expect(late.service(answer).callbacks.last == .setRequestorComplete(isSuccess: true))
            #expect(!late.isAuthenticated)
        }
        var away = try Self.second(PlatformVersion(1, 9, 4))
        #expect(away.networkFails().callbacks == [.setRequestorComplete(isSuccess: true)])
    }

    @Test("K-120: it needs setRequestor on the main thread")
    func mainThread() throws {
        let dialogue = try Self.second(PlatformVersion(1, 9, 4), onMainThread: false)
        #expect(dialogue.callbacks == [.setRequestorComplete(isSuccess: true)])
    }

    @Test("It ended with 3.1, and needs both flags of the MVPD")
    func conditions() throws {
        #expect(try Self.second(PlatformVersion(3, 0)).callbacks.first == .status(errorID: "N001", level: "info"))
        #expect(try Self.second(PlatformVersion(3, 1)).callbacks == [.setRequestorComplete(isSuccess: true)])
        var off = Self.mvpds[0]
        off.isPassiveAuthenticationEnabled = false
        #expect(
            try Self.second(PlatformVersion(1, 9, 4), mvpds: [off]).callbacks
                == [.setRequestorComplete(isSuccess: true)]
        )
    }
}
