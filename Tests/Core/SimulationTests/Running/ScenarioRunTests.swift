import ClientStack
import Device
import PassAPI
import Report
import Services
import Simulation
import SubscriberAccount
import Testing
import VirtualTime

@Suite("A scenario runs step by step") struct ScenarioRunTests {
    // MARK: Every kind of client

    @Test("On tvOS the user signs on at the platform, and plays")
    func platform() throws {
        let run = try Kite.run(
            Kite.setup(),
            [Kite.signIn("Meadowlark"), .play("KITE1"), .expect([.playing("KITE1"), .signedIn(true), .step("S8")])]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(run.line("platform picker") != nil)
    }

    @Test("Two devices of one requestor are signed in each for itself, though the service speaks of the requestor")
    func twoDevices() throws {
        var setup = Kite.setup()
        var second = setup.devices[0]
        second.name = "second tv"
        setup.devices.append(second)
        func on(_ device: String, _ step: ScenarioStep) -> Scenario.LocatedStep {
            .init(step, app: .init(device: device, bundleID: "com.kite.tv"))
        }
        var run = ScenarioRun(in: try World(setup))
        try run.run([
            on("tv", Kite.signIn("Juniper")), .init(.advance(Kite.days(1))), on("second tv", Kite.signIn("Juniper")),
            on("tv", .expect([.signedIn(true)])), on("second tv", .expect([.signedIn(true)])),
            // The first is over after thirty days, and has not been told of it; the second has a day more.
            .init(.advance(Kite.days(29))),
            on("tv", .expect([.signedIn(false)])), on("second tv", .expect([.signedIn(true)])),
        ])
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("Who stands at a deadline can go just behind it, though the thing is over")
    func justAfterAt() throws {
        for kind in [HoldingKind.mediaToken, .authorizationToken, .authenticationToken] {
            let subject = kind == .authenticationToken ? nil : "KITE1"
            let run = try Kite.run(
                Kite.setup(),
                [
                    Kite.signIn("Juniper"), .play("KITE1"), .advanceToExpiration(.at, kind, subject: subject),
                    .advanceToExpiration(.justAfter, kind, subject: subject),
                ]
            )
            #expect(run.world.timeline.events.filter { $0.kind == "advance" }.count == 2)
        }
    }

    @Test("With a provider that the platform does not list the user logs in on a second device")
    func secondScreen() throws {
        let run = try Kite.run(
            Kite.setup(),
            [Kite.signIn("Juniper"), .play("KITE1"), .expect([.playing("KITE1"), .step("S10")])]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(run.line("on a second device") != nil)
    }

    @Test("On iOS the app's own web view logs the user in")
    func webView() throws {
        let run = try Kite.run(
            Kite.setup(.iOS),
            [Kite.signIn("Juniper"), .play("KITE1"), .expect([.playing("KITE1")])]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(run.line("the web view loads") != nil)
    }

    @Test(
        "Apps with AccessEnabler of every age sign on and play",
        arguments: [
            (PlatformVersion(1, 6), OperatingSystem.Family.iOS, PlatformVersion(6)),
            (PlatformVersion(1, 7, 5), .iOS, PlatformVersion(7)), (PlatformVersion(1, 9, 4), .iOS, PlatformVersion(9)),
            (PlatformVersion(2, 4), .tvOS, PlatformVersion(10)), (PlatformVersion(3, 1), .iOS, PlatformVersion(12)),
            (PlatformVersion(3, 7), .tvOS, PlatformVersion(15)),
        ]
    )
    func accessEnabler(_ sdk: PlatformVersion, _ family: OperatingSystem.Family, _ version: PlatformVersion) throws {
        var setup = Kite.setup(family, version, sdk: sdk)
        // Before 3.0 there was no client registration: calls were signed.
        if sdk < PlatformVersion(3) { setup.service.quirks = [OptionSetting("accepts-signed-authorization", "yes")] }
        let run = try Kite.run(
            setup,
            [
                Kite.signIn("Juniper"), .play("KITE1"),
                .expect([.playing("KITE1"), .signedIn(true), .callback("setToken", contains: ["KITE1"])]),
                .logOut,
                .expect([.signedIn(false), .callback("setAuthenticationStatus", contains: ["isAuthenticated=false"])]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("A browser client logs in when it plays, and keeps its tokens")
    func browser() throws {
        var setup = Kite.setup(.iOS)
        setup.devices[0].apps[0].kind = .browser(provider: "Juniper")
        let run = try Kite.run(
            setup,
            [
                Kite.signIn("Juniper"), .play("KITE1"), .expect([.playing("KITE1")]), .play("KITE1"),
                .expect([.playing("KITE1"), .requests([.shortAuthorize])]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    // MARK: People

    @Test("Nobody picks a provider who was not told to: the picker stays, and cancel closes it")
    func leftAlone() throws {
        let run = try Kite.run(
            Kite.setup(.iOS, sdk: PlatformVersion(3, 1), permission: false),
            [
                .launch, .call(.getAuthentication()),
                .expect([.callback("displayProviderDialog", contains: ["Juniper"])]),
                .cancel,
                .expect([.callback("setAuthenticationStatus", contains: ["isAuthenticated=false"]), .signedIn(false)]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("A prompt for permission waits until it is answered")
    func permission() throws {
        let run = try Kite.run(
            Kite.setup(),
            [
                .launch, .expect([.step("S2"), .noRequests([.configuration])]), .permission(isGranted: false),
                .expect([.step("S10")]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test(
        "A wrong password and a closed page bring no token",
        arguments: [ScenarioStep.SignIn.Outcome.wrongPassword, .closesPage]
    )
    func failedLogin(_ outcome: ScenarioStep.SignIn.Outcome) throws {
        let run = try Kite.run(
            Kite.setup(.iOS, PlatformVersion(9), sdk: PlatformVersion(1, 9, 4)),
            [Kite.signIn("Juniper", outcome), .expect([.signedIn(false)])]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("Somebody enters the code that is on screen")
    func enteredCode() throws {
        let run = try Kite.run(
            Kite.setup(permission: false),
            [.launch, .secondScreenLogin(.init(provider: "Juniper")), .expect([.signedIn(true)])]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test(
        "Who enters a code has entered that one: the next is entered by nobody, or as the person does otherwise",
        arguments: [(nil, nil), (nil, .never), (nil, .wrongPassword), (PlatformVersion(3, 5), nil)]
            as [(PlatformVersion?, ScenarioStep.SignIn.Outcome?)]
    )
    func enteredOnce(_ sdk: PlatformVersion?, signInBehavior: ScenarioStep.SignIn.Outcome?) throws {
        // An app with AccessEnabler shows a code once a login has begun and a provider is selected.
        let showCode: [ScenarioStep] =
            sdk == nil ? [] : [.call(.getAuthentication()), .call(.setSelectedProvider("Juniper"))]
        let begin: [ScenarioStep] = [.launch] + (signInBehavior.map { [Kite.signIn("Juniper", $0)] } ?? showCode)
        let login: [ScenarioStep] = [
            .secondScreenLogin(.init(provider: "Juniper")), .expect([.signedIn(true)]), .logOut,
            .expect([.signedIn(false)]),
        ]
        let again: [ScenarioStep] = [.launch] + showCode + [.advance(.seconds(600)), .expect([.signedIn(false)])]
        let run = try Kite.run(Kite.setup(sdk: sdk, permission: false), begin + login + again)
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    // MARK: Faults and controls

    @Test("A fault happens as often as it says, and everything works again")
    func faults() throws {
        let run = try Kite.run(
            Kite.setup(),
            [
                Kite.signIn("Meadowlark"), .fault(.init(.status(503), operations: [.authorize], count: 1)),
                .play("KITE1"), .expect([.notPlaying(reason: nil)]), .play("KITE1"), .expect([.playing("KITE1")]),
                .fault(.init(.offline)), .play("KITE1"), .expect([.notPlaying(reason: nil)]), .clearFaults,
                .play("KITE1"), .expect([.playing("KITE1")]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(run.line("network fault") != nil)
    }

    @Test("A revoked subscriber plays no more, and one who was taken back does")
    func revoked() throws {
        let run = try Kite.run(
            Kite.setup(),
            [
                Kite.signIn("Meadowlark"), .play("KITE1"), .expect([.playing("KITE1")]),
                .control(.revoke(user: "wren", mvpd: "Meadowlark")), .play("KITE1"),
                .expect([.notPlaying(reason: nil)]), .control(.reinstate(user: "wren", mvpd: "Meadowlark")),
                .play("KITE1"), .expect([.playing("KITE1")]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    // MARK: What cannot happen

    @Test("What cannot happen is one error, with the line and what to do")
    func errors() throws {
        let steps: [(ScenarioStep, String)] = [
            (.wake, ""), (.advance(.seconds(-1)), "backwards"), (.advanceTo(.distantFuture), "9999"),
            (.advance(.seconds(400_000_000_000)), "9999"), (.advanceTo(.distantPast), "is in the past"),
            (.advanceToExpiration(.at, .mediaToken, subject: nil), "there is no media-token"),
            (.upgradeOS(PlatformVersion(9)), ""),
            (.secondScreenLogin(.init(provider: "Juniper")), "no registration code"),
        ]
        for (step, words) in steps where !words.isEmpty {
            var run = ScenarioRun(in: try World(Kite.setup()))
            let error = #expect(throws: ScenarioError.self) { try run.perform(.init(step, line: 7)) }
            #expect(error?.line == 7)
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "no error")")
        }
    }

    @Test("A device that sleeps is woken first; an app in the background is brought to the front first")
    func order() throws {
        #expect(throws: ScenarioError.self) { try Kite.run(Kite.setup(), [.sleep, .play("KITE1")]) }
        #expect(throws: ScenarioError.self) { try Kite.run(Kite.setup(), [.background, .play("KITE1")]) }
        #expect(throws: ScenarioError.self) { try Kite.run(Kite.setup(), [.deleteApp, .launch]) }
    }

    @Test("A step about an unknown app or device names those that there are")
    func unknown() throws {
        var run = ScenarioRun(in: try World(Kite.setup()))
        let app = #expect(throws: ScenarioError.self) {
            try run.perform(.init(.launch, app: AppName(bundleID: "com.kite.tw")))
        }
        #expect(app?.description.contains("tv/com.kite.tv") == true)
        let device = #expect(throws: ScenarioError.self) {
            try run.perform(.init(.sleep, app: AppName(device: "phone", bundleID: nil)))
        }
        #expect(device?.description.contains("tv") == true)
    }

    @Test("A step that names the device alone, on which the step before was, is for the same app")
    func sameDevice() throws {
        var setup = Kite.setup()
        setup.devices[0].apps.append(AppSetup(bundleID: "com.harbor.tv", teamID: "HARBOR", requestor: "HARBORTV"))
        var run = ScenarioRun(in: try World(setup))
        let tv = AppName(device: "tv", bundleID: nil)
        try run.run([
            .init(Kite.signIn("Meadowlark"), app: AppName(device: "tv", bundleID: "com.harbor.tv")),
            .init(.sleep, app: tv), .init(.wake, app: tv), .init(.play("HARBOR1")),
            .init(.expect([.playing("HARBOR1")])), .init(.play("HARBOR1"), app: tv),
            .init(.expect([.playing("HARBOR1"), .requests([.authorize, .mediaToken])]), app: tv),
        ])
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(run.world.apps.map(\.isLaunched) == [false, true])
    }

    // MARK: Expectations

    @Test("An expectation that is not met says what was found instead, and the run goes on")
    func failures() throws {
        let expectations: [Simulation.Expectation] = [
            .playing("KITE2"), .notPlaying(reason: nil), .signedIn(false), .requests([.logout]),
            .noRequests([.authorize]), .callbacks(["setToken"]), .callback("setToken", contains: []), .step("S10"),
            .message("sorry"), .stored(["authn"], isPresent: true), .timeline(["nothing", "like=this"]),
            .state(["no such thing"]),
        ]
        for expectation in expectations {
            let run = try Kite.run(
                Kite.setup(),
                [Kite.signIn("Meadowlark"), .play("KITE1"), .expect([expectation]), .logOut]
            )
            let failure = try #require(run.failures.first)
            #expect(run.failures.count == 1)
            #expect(failure.expected == expectation.summary)
            #expect(!failure.found.isEmpty)
            let told = run.world.timeline.events.filter { $0.kind == "expectation" }.map(\.summary)
            #expect(told == ["not met: \(failure.expected); \(failure.found)"])
            #expect(run.kinds().contains("logOut"))
        }
    }

    @Test(
        "A copy of a world runs on to the same digest, in every kind of client",
        arguments: [nil, PlatformVersion(1, 9, 4), PlatformVersion(3, 5)]
    )
    func copies(_ sdk: PlatformVersion?) throws {
        var one = try Kite.run(Kite.setup(.iOS, PlatformVersion(12), sdk: sdk), [Kite.signIn("Juniper")])
        var two = one
        let rest: [Scenario.LocatedStep] = [
            .init(.play("KITE1")), .init(.advance(Kite.days(31))), .init(.play("KITE1")), .init(.logOut),
        ]
        try one.run(rest)
        #expect(one.digest != two.digest)
        try two.run(rest)
        #expect(one.digest == two.digest)
        #expect(one.world.timeline == two.world.timeline)
    }
}
