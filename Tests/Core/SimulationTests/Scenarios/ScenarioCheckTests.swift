import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import Simulation

@Suite struct ScenarioCheckTests {
    static func scenario(_ steps: [Scenario.LocatedStep]) -> Scenario {
        var setup = WorldSetup(start: Instant(secondsSince1970: 1_400_000_000))
        var phone = DeviceSetup(name: "phone", system: OperatingSystem(.iOS, PlatformVersion(6, 1)))
        phone.apps = [
            AppSetup(bundleID: "com.kite.tv", teamID: "KITE", requestor: "KITETV"),
            AppSetup(bundleID: "com.kite.news", teamID: "KITE", requestor: "KITETV"),
        ]
        var tv = DeviceSetup(name: "tv", system: OperatingSystem(.tvOS, PlatformVersion(15)))
        var browser = AppSetup(bundleID: "browser", teamID: "NOBODY", requestor: "KITETV")
        browser.kind = .browser()
        tv.apps = [AppSetup(bundleID: "com.kite.tv", teamID: "KITE", requestor: "KITETV"), browser]
        setup.devices = [phone, tv, DeviceSetup(name: "bare", system: tv.system)]
        var scenario = Scenario(title: "a", start: .setup(setup))
        scenario.steps = steps
        return scenario
    }

    static func step(_ step: ScenarioStep, _ device: String? = nil, _ app: String? = nil) -> Scenario.LocatedStep {
        .init(step, app: device == nil && app == nil ? nil : AppName(device: device, bundleID: app), line: 1)
    }

    /// The app that the phone has already, installed again.
    static let kite = AppSetup(bundleID: "com.kite.tv", teamID: "KITE", requestor: "KITETV")

    static let kiteAsBrowser: AppSetup = {
        var browser = kite
        browser.kind = .browser()
        return browser
    }()

    /// An app that has the id of the television's browser.
    static let browserAsApp = AppSetup(bundleID: "browser", teamID: "NOBODY", requestor: "KITETV")

    /// The last to which time can go: what never happens lies right after it.
    static let lastInstant = Instant.distantFuture - .nanoseconds(1)

    static let possibles: [[Scenario.LocatedStep]] = [
        [], [step(.launch), step(.play("A")), step(.logOut)], [step(.signIn(.init(provider: "A"))), step(.play("A"))],
        [step(.launch, nil, "com.kite.news"), step(.cancel)], [step(.play("A"), "tv", "browser")],
        [step(.launch, "tv"), step(.play("A"), nil, "com.kite.tv")],
        [step(.sleep), step(.advance(.seconds(1))), step(.wake), step(.launch)],
        [step(.sleep, "tv"), step(.launch, "phone"), step(.wake, "tv")],
        [step(.upgradeOS(PlatformVersion(7))), step(.upgradeOS(PlatformVersion(8)))],
        [step(.upgradeOS(PlatformVersion(6, 1)))],
        [step(.advanceTo(lastInstant))], [step(.advance(lastInstant - Instant(secondsSince1970: 1_400_000_000)))],
        [
            step(.deleteApp), step(.launch),
            step(.installApp(AppSetup(bundleID: "com.kite.tv", teamID: "", requestor: ""))),
        ],
        [step(.installApp(AppSetup(bundleID: "a", teamID: "", requestor: "")), "bare"), step(.launch)],
        [step(.advanceTo(Instant(secondsSince1970: 1_400_000_000)))], [step(.sleep), step(.moveDate(by: .seconds(1)))],
        [step(.launch), step(.sleep), step(.secondScreenLogin(.init(provider: "A")))],
        // To name the device on which one is chooses no other app.
        [step(.launch, "phone", "com.kite.news"), step(.sleep, "phone"), step(.wake, "phone"), step(.play("A"))],
        // Who deletes one app has launched the other all the same.
        [step(.launch, nil, "com.kite.news"), step(.deleteApp, "phone", "com.kite.tv"), step(.play("A"))],
        [step(.launch), step(.deleteApp), step(.installApp(kite)), step(.launch), step(.play("A"))],
        [step(.launch), step(.deleteApp), step(.installApp(kiteAsBrowser)), step(.play("A"))],
    ]

    @Test("What can happen is not refused", arguments: possibles)
    func possible(steps: [Scenario.LocatedStep]) throws {
        try Self.scenario(steps).check()
    }

    static let impossibles: [([Scenario.LocatedStep], String)] = [
        ([step(.play("A"))], "has not been launched"), ([step(.launch, "fridge")], "no device \"fridge\""),
        ([step(.launch, nil, "com.kite.tw")], "no app \"com.kite.tw\" on phone"),
        ([step(.launch, "bare")], "no app on bare"), ([step(.launch, "tv", "com.kite.news")], "no app"),
        ([step(.launch, "bare", nil), step(.launch)], "no app on bare"),
        ([step(.sleep, "bare"), step(.launch, nil, "com.kite.tv")], "on several devices"),
        ([step(.deleteApp), step(.launch, "phone", "com.kite.tv")], "no app"), ([step(.wake)], "does not sleep"),
        ([step(.sleep), step(.sleep)], "sleeps already"), ([step(.sleep), step(.launch)], "sleeps here"),
        ([step(.sleep), step(.restart)], "sleeps here"), ([step(.upgradeOS(PlatformVersion(6)))], "newer than 6.0"),
        ([step(.upgradeOS(PlatformVersion(8))), step(.upgradeOS(PlatformVersion(7)))], "newer than 7.0"),
        ([step(.installApp(AppSetup(bundleID: "com.kite.tv", teamID: "", requestor: "")))], "already"),
        ([step(.advance(.seconds(300_000_000_000)))], "behind the year 9999"),
        ([step(.advance(.distantFuture - Instant(secondsSince1970: 1_400_000_000)))], "behind the year 9999"),
        ([step(.advanceTo(.distantFuture))], "end of time"),
        ([step(.advance(.seconds(1))), step(.advanceTo(Instant(secondsSince1970: 1_400_000_000)))], "backwards"),
        ([step(.launch), step(.launch, "tv"), step(.play("A"), "phone", "com.kite.news")], "has not been launched"),
        // It is a new app, whose id another had: installed, and not launched.
        ([step(.launch), step(.deleteApp), step(.installApp(kite)), step(.play("A"))], "com.kite.tv has not been"),
        (
            [step(.signIn(.init(provider: "A"))), step(.deleteApp), step(.installApp(kite)), step(.logOut)],
            "com.kite.tv has not been launched"
        ),
        (
            [step(.deleteApp, "tv", "browser"), step(.installApp(browserAsApp)), step(.play("A"))],
            "browser has not been launched"
        ),
        ([step(.launch, "tv"), step(.play("A"), "phone")], "com.kite.tv has not been launched"),
    ]

    @Test("What cannot happen is found before it runs", arguments: impossibles)
    func impossible(steps: [Scenario.LocatedStep], says: String) {
        let problem = #expect(throws: ScenarioProblem.self) { try Self.scenario(steps).check() }
        #expect(problem?.problem.contains(says) == true, "\(String(describing: problem))")
        #expect(problem?.line == 1)
    }

    @Test("What is said before a run is what happens in it: where time ends, and to which version a system goes")
    func agreement() throws {
        let start = Instant(secondsSince1970: 1_400_000_000)
        for offset in [Duration.nanoseconds(-1), .zero] {
            let end = Instant.distantFuture + offset
            let duration = end - start
            for step in [Self.step(.advanceTo(end)), Self.step(.advance(duration))] {
                let scenario = Self.scenario([step])
                let isPossible = (try? scenario.check()) != nil
                guard case .setup(let setup) = scenario.start else { return }
                var run = ScenarioRun(in: try World(setup))
                #expect(((try? run.run(scenario.steps)) != nil) == isPossible, "\(step)")
                #expect(isPossible == (offset < .zero))
            }
        }
        for version in [PlatformVersion(6), PlatformVersion(6, 1), PlatformVersion(6, 2)] {
            let scenario = Self.scenario([Self.step(.upgradeOS(version))])
            guard case .setup(let setup) = scenario.start else { return }
            var run = ScenarioRun(in: try World(setup))
            #expect(((try? run.run(scenario.steps)) != nil) == ((try? scenario.check()) != nil), "\(version)")
        }
    }

    @Test("Names of devices and apps are given once")
    func names() {
        var scenario = Self.scenario([])
        guard case .setup(var setup) = scenario.start else { return }
        setup.devices[1].name = "phone"
        scenario.start = .setup(setup)
        #expect(throws: ScenarioProblem.self) { try scenario.check() }
        setup.devices[1].name = "tv"
        setup.devices[1].apps += setup.devices[1].apps
        scenario.start = .setup(setup)
        #expect(throws: ScenarioProblem.self) { try scenario.check() }
        setup.devices = []
        scenario.start = .setup(setup)
        #expect(throws: ScenarioProblem.self) { try scenario.check() }
    }

    @Test("Of a recording's device and apps nothing is known, of time what the steps say")
    func recordings() throws {
        var scenario = Scenario(title: "a", start: .recording(path: "a", forkAt: .end, SetupChanges()))
        scenario.steps = [
            Self.step(.wake, "fridge"), Self.step(.play("A"), "tv", "b"), Self.step(.advance(.seconds(5))),
        ]
        try scenario.check()
        scenario.steps += [
            Self.step(.advanceTo(Instant(secondsSince1970: 10))), Self.step(.advanceTo(Instant(secondsSince1970: 9))),
        ]
        #expect(throws: ScenarioProblem.self) { try scenario.check() }
    }

    @Test("Every step is about an app, a device or the world")
    func scopes() {
        #expect(ScenarioStep.play("A").scope == StepScope.runningApp)
        #expect(ScenarioStep.launch.scope == .installedApp)
        #expect(ScenarioStep.restart.scope == .device)
        #expect(ScenarioStep.advance(.zero).scope == .world)
    }
}
