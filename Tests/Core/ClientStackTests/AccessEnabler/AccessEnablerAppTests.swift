import Device
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct AccessEnablerAppTests {
    static let version = PlatformVersion(3, 7)

    @Test("An app that is not installed says so and does nothing")
    func notInstalled() {
        let identifiers = DeviceIdentifiers(wifiAddress: "02:00", advertisingIdentifier: "1", seed: 1)
        let system = OperatingSystem(.iOS, PlatformVersion(12))
        let device = Device(name: "phone", system: system, identifiers: identifiers, at: Kite.now)
        var dialogue = SDKDialogue(on: device)
        let shown = dialogue.user(.launch)
        #expect(
            shown == [
                .present(
                    .message(
                        .appMissing,
                        "There is no app com.kite.tv with AccessEnabler on this device.",
                        [.text("app", "com.kite.tv")]
                    )
                )
            ]
        )
        #expect(dialogue.user(.play(resource: "KITE1")).requests.isEmpty)
        #expect(dialogue.call(.checkAuthentication).requests.isEmpty)
        #expect(!dialogue.isAuthenticated)
    }

    @Test("A tap in an app that does not run starts it first")
    func startedByTap() {
        var dialogue = SDKDialogue(Self.version)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        #expect(dialogue.callbacks.last?.name == "displayProviderDialog")
    }

    @Test("A launch finds the tokens that an earlier one has left, and forgets what was on its way")
    func relaunch() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.checkAuthorization("KITE1"))
        let open = dialogue.openRequests[0].id
        dialogue.user(.launch)
        #expect(dialogue.hear(.responseArrived(open, SDKService().grant(of: "KITE1", "Plover"))).isEmpty)
        dialogue.serviceAnswersAll()
        #expect(dialogue.call(.checkAuthentication).callbacks == [.authenticated])
    }

    @Test("The timers of a process end with it")
    func timers() {
        var dialogue = SDKDialogue.choosing(Self.version, on: OperatingSystem(.tvOS, PlatformVersion(12)))
        dialogue.user(.selectProvider("Plover"))
        dialogue.service(.code(mvpd: "Plover"))
        #expect(!dialogue.openTimers.isEmpty)
        dialogue.user(.launch)
        #expect(dialogue.openTimers.isEmpty)
    }

    @Test("A refusal is told with the MVPD's words, a failed login with its code")
    func messages() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.service(.denied)
        #expect(
            dialogue.shown.last
                == .message(
                    .notPlayable,
                    "“KITE1” cannot be played: No subscription.",
                    [.text("resource", "KITE1")]
                )
        )
        var failing = SDKDialogue.choosing(Self.version)
        failing.user(.selectProvider("Plover"))
        failing.service(.error(500))
        #expect(
            failing.shown.last
                == .message(
                    .signInFailed,
                    "Sign-on has failed: Generic Authentication Error",
                    [.code("errorCode", "Generic Authentication Error")]
                )
        )
    }

    @Test("K-110: a logout that is done is shown as nothing that has failed, with a page, without one and with nobody")
    func loggedOut() {
        func messages(of dialogue: SDKDialogue) -> [Presentation] {
            dialogue.shown.filter { if case .message = $0 { true } else { false } }
        }
        for (version, end) in [
            (Self.version, "adobepass://ios.app"), (PlatformVersion(1, 9, 4), "http://adobepass.ios.app/"),
        ] {
            var phone = SDKDialogue.signedIn(version)
            phone.user(.logOut)
            phone.page(end)
            #expect(phone.callbacks.last == .notAuthenticated(.userNotAuthenticated))
            #expect(messages(of: phone) == [])
        }
        var television = SDKDialogue.choosing(Self.version, on: SDKLogoutTests.tv)
        television.user(.selectProvider("Plover"))
        television.serviceAnswersAll()
        #expect(television.isAuthenticated)
        television.user(.logOut)
        television.serviceAnswersAll()
        #expect(television.callbacks.last == .notAuthenticated(.userNotAuthenticated))
        #expect(messages(of: television) == [])
        var nobody = SDKDialogue.configured(Self.version)
        nobody.user(.logOut)
        #expect(nobody.callbacks.last == .notAuthenticated(.userNotAuthenticated))
        #expect(messages(of: nobody) == [])
    }

    @Test("An app that may not log in by itself plays nothing until somebody does")
    func checkAuthorization() {
        var dialogue = SDKDialogue.configured(Self.version) { $0.app.play = .checkAuthorization }
        dialogue.user(.play(resource: "KITE1"))
        #expect(
            dialogue.shown == [
                .message(
                    .notPlayable,
                    "“KITE1” cannot be played: User Not Authenticated Error",
                    [.text("resource", "KITE1")]
                )
            ]
        )
    }

    @Test("Reading user metadata is a call of getMetadata")
    func userMetadata() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        #expect(dialogue.user(.readUserMetadata).requests.map(\.operation) == [.sdkUserMetadata])
    }

    @Test("A cancel drops the current programmer's MVPD and leaves another programmer's token alone")
    func cancelBesideAnother() throws {
        let first = SDKDialogue.signedIn(PlatformVersion(1, 9, 4))
        var device = first.device
        let app = InstalledApp(bundleID: "com.kite.news", teamID: "KITETEAM", sdkVersion: PlatformVersion(1, 9, 4))
        _ = try device.apply(.appInstalled(app), at: Kite.now)
        var second = SDKDialogue(on: device, bundleID: "com.kite.news") {
            $0.requestor = "KITENEWS"
            $0.app.checksAtLaunch = false
        }
        second.user(.launch)
        second.service(.configuration([Kite.sandpiper], requestor: "KITENEWS"))
        #expect(!second.isAuthenticated)
        second.user(.selectProvider("Sandpiper"))
        second.user(.cancel)
        #expect(second.device.stores == first.device.stores)
    }

    @Test("The state is what the app knows, and where it does not run, that")
    func state() {
        let idle = SDKDialogue(Self.version)
        let resting = idle.app.stateEntries(on: idle.device, at: idle.now)
        #expect(resting.map(\.values) == [[.code("api", "accessEnabler"), .truth("isRunning", false)]])
        let client: any ClientMachine = idle.app
        #expect(client.expirations(on: idle.device, at: idle.now).isEmpty)
        #expect(!client.isSignedIn(on: idle.device, at: idle.now))
        let dialogue = SDKDialogue.signedIn(Self.version)
        let entries = dialogue.app.stateEntries(on: dialogue.device, at: dialogue.now)
        let signIn: [EventValue] = [.truth("isSignedIn", true), .text("mvpd", "Plover")]
        #expect(entries.contains(StateEntry(.app("com.kite.tv"), .signIn, signIn)))
        #expect(dialogue.app.isSignedIn(on: dialogue.device, at: dialogue.now))
    }

    @Test("A device whose clock is ahead ends an access token early")
    func accessToken() throws {
        var dialogue = SDKDialogue(Self.version)
        dialogue.user(.launch)
        dialogue.service(.registration())
        dialogue.service(.token("token-1", expiresIn: 600))
        let kinds = { (dialogue: SDKDialogue) in
            dialogue.app.sdk?.expirations(on: dialogue.device, at: dialogue.now).map { [$0.name, "\($0.instant)"] }
        }
        #expect(kinds(dialogue) == [["access-token", "\(Kite.now + .seconds(600))"]])
        _ = try dialogue.device.apply(.wallClockMoved(by: .seconds(100)), at: dialogue.now)
        #expect(kinds(dialogue) == [["access-token", "\(Kite.now + .seconds(500))"]])
    }
}
