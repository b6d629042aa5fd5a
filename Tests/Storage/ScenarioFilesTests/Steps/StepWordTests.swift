import ClientStack
import Device
import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import ScenarioFiles
@testable import Simulation

@Suite struct StepWordTests {
    static let kite = AppSetup(
        bundleID: "com.kite.tv",
        teamID: "KITE",
        requestor: "KITETV",
        kind: .sdk(PlatformVersion(1, 8))
    )

    static let lifetimes: Lifetimes = {
        var lifetimes = Lifetimes()
        lifetimes.authorization = .seconds(7_200)
        return lifetimes
    }()

    static let wrongPassword: ScenarioStep.SignIn = {
        var login = ScenarioStep.SignIn(provider: "Juniper", user: "finch")
        login.outcome = .wrongPassword
        return login
    }()

    static let examples: [(String, ScenarioStep)] = [
        ("- launch", .launch), ("- foreground", .foreground), ("- background", .background),
        ("- sign in: Meadowlark", .signIn(.init(provider: "Meadowlark"))),
        ("- sign in: { provider: Juniper, user: finch, outcome: wrong-password }", .signIn(wrongPassword)),
        ("- cancel", .cancel), ("- second-screen login: Juniper", .secondScreenLogin(.init(provider: "Juniper"))),
        ("- play: 0123", .play("0123")), ("- play: no", .play("no")), ("- play KITE1", .play("KITE1")),
        ("- preauthorize: [KITE1, 2]", .preauthorize(["KITE1", "2"])),
        ("- preauthorize: KITE1", .preauthorize(["KITE1"])),
        ("- read user metadata", .readUserMetadata), ("- log out", .logOut),
        ("- call: checkAuthentication", .call(.checkAuthentication)),
        ("- allow permission", .permission(isGranted: true)), ("- deny permission", .permission(isGranted: false)),
        (
            "- sign in to Settings: { provider: meadowlark, user: wren, lifetime: 30d }",
            .settingsSignIn(provider: "meadowlark", user: "wren", lifetime: .seconds(30 * 86_400))
        ),
        ("- sign out of Settings", .settingsSignOut),
        ("- install app: { id: com.kite.tv, team: KITE, requestor: KITETV, sdk: 1.8 }", .installApp(kite)),
        ("- update app: 1.7.5", .updateApp(sdkVersion: PlatformVersion(1, 7, 5))), ("- delete app", .deleteApp),
        ("- restart", .restart), ("- reset advertising id", .resetAdvertisingIdentifier),
        ("- upgrade OS: 10", .upgradeOS(PlatformVersion(10))), ("- sleep", .sleep), ("- wake", .wake),
        ("- change date: +1h30m", .moveDate(by: .seconds(5_400))),
        ("- change date: -1d", .moveDate(by: .seconds(-86_400))),
        ("- change time zone: -3h30m", .changeTimeZone(minutesEast: -210)),
        // Kathmandu, Chatham, a minute, and the most there is.
        ("- change time zone: +5h45m", .changeTimeZone(minutesEast: 345)),
        ("- change time zone: +12h45m", .changeTimeZone(minutesEast: 765)),
        ("- change time zone: -1m", .changeTimeZone(minutesEast: -1)),
        ("- change time zone: +0m", .changeTimeZone(minutesEast: 0)),
        ("- change time zone: +18h", .changeTimeZone(minutesEast: 1_080)),
        ("- change time zone: -18h", .changeTimeZone(minutesEast: -1_080)),
        ("- change date: 1970-01-01T00:00:01Z", .changeDate(to: Instant(secondsSince1970: 1))),
        ("- advance: 30d", .advance(.seconds(30 * 86_400))), ("- advance 1ns", .advance(.nanoseconds(1))),
        ("- advance: to 1970-01-01T01:00:01+01:00", .advanceTo(Instant(secondsSince1970: 1))),
        (
            "- advance: just before authz-token KITE1",
            .advanceToExpiration(.justBefore, .authorizationToken, subject: "KITE1")
        ),
        ("- advance: at media-token", .advanceToExpiration(.at, .mediaToken, subject: nil)),
        (
            "- advance: just after registration-code AB CD",
            .advanceToExpiration(.justAfter, .registrationCode, subject: "AB CD")
        ),
        ("- fault: offline", .fault(.init(.offline))), ("- fault: reset", .fault(.init(.reset))),
        ("- fault: timeout 30s", .fault(.init(.timeout(after: .seconds(30))))),
        ("- fault: slow 250ms", .fault(.init(.slow(by: .milliseconds(250))))),
        ("- fault: status 503", .fault(.init(.status(503)))), ("- fault: garbage body", .fault(.init(.garbageBody))),
        (
            "- fault: { kind: truncated body, on: [v1.media, v1.authorize], times: 3 }",
            .fault(.init(.truncatedBody, operations: [.mediaToken, .authorize], count: 3))
        ),
        (
            "- fault: { kind: reset, on: v1.media, after: service }",
            .fault(.init(.reset, operations: [.mediaToken], isAfterService: true))
        ),
        ("- clear faults", .clearFaults),
        ("- revoke: { user: wren, provider: Juniper }", .control(.revoke(user: "wren", mvpd: "Juniper"))),
        ("- reinstate: { user: wren, provider: Juniper }", .control(.reinstate(user: "wren", mvpd: "Juniper"))),
        (
            "- degrade: { requestor: KITETV, provider: Juniper, mode: authn-all }",
            .control(.degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Juniper"))
        ),
        (
            "- end degradation: { requestor: KITETV, provider: Juniper }",
            .control(.endDegradation(requestor: "KITETV", mvpd: "Juniper"))
        ),
        ("- throttle: on", .control(.throttle(isOn: true))), ("- throttle: no", .control(.throttle(isOn: false))),
        (
            "- change lifetimes: { authz-token: 2h, requestor: KITETV }",
            .control(.changeLifetimes(lifetimes, requestor: "KITETV", mvpd: nil))
        ),
        ("- provider unreachable: Juniper", .control(.reachProvider(mvpd: "Juniper", isReachable: false))),
        ("- provider reachable: Juniper", .control(.reachProvider(mvpd: "Juniper", isReachable: true))),
        (
            "- enable integration: { requestor: KITETV, provider: Juniper }",
            .control(.enableIntegration(requestor: "KITETV", mvpd: "Juniper", isEnabled: true))
        ),
        (
            "- disable integration: { requestor: KITETV, provider: Juniper }",
            .control(.enableIntegration(requestor: "KITETV", mvpd: "Juniper", isEnabled: false))
        ),
        (
            "- enable single sign-on: { requestor: KITETV, provider: Juniper }",
            .control(.enableSingleSignOn(requestor: "KITETV", mvpd: "Juniper", isEnabled: true))
        ),
        (
            "- disable single sign-on: { requestor: KITETV, provider: Juniper }",
            .control(.enableSingleSignOn(requestor: "KITETV", mvpd: "Juniper", isEnabled: false))
        ),
        ("- enhanced errors: off", .control(.enhanceErrors(isOn: false))),
        ("- server clock: -59s", .control(.skewClock(.seconds(-59)))),
        ("- forget applications", .control(.forgetApplications)),
        ("- demand logout", .control(.demandLogout(deviceID: nil, reason: nil))),
        ("- demand logout: { reason: 34764 }", .control(.demandLogout(deviceID: nil, reason: "34764"))),
        ("- expect: playing KITE1", .expect([.playing("KITE1")])),
    ]

    @Test("A step is a word, with or without a value", arguments: examples)
    func reads(yaml: String, step: ScenarioStep) throws {
        #expect(try Sample.step(yaml).step == step)
        #expect(try Sample.step(yaml).app == nil)
    }

    @Test(
        "Every word's own example is a step that is written with this word, and with what stands there",
        arguments: StepCatalog.words.map(\.text)
    )
    func ownExample(name: String) throws {
        let (word, kind) = try #require(StepCatalog.row(name))
        let text = if case .required(let example, _) = word.argument { example } else { word.text }
        let step = try Sample.step("- \(text)").step
        #expect(type(of: step.base) == kind)
        #expect(step.base.written.word == name)
        let written = Scenario.LocatedStep(step).fileNode.yamlDocument
        #expect(try Sample.step("- " + written.replacing("\n", with: "\n  ")).step == step, "\(written)")
    }

    @Test("No two steps share a word, and each says what happens")
    func distinct() {
        let names = StepCatalog.words.map(\.text)
        #expect(Set(names).count == names.count)
        #expect(StepCatalog.words.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.hasSuffix(".") })
    }

    @Test(
        "A step names its app with \"on\", or behind a word that has no value",
        arguments: [
            ("- launch: phone/com.kite.tv", AppName(device: "phone", bundleID: "com.kite.tv")),
            ("- launch com.kite.tv", AppName(bundleID: "com.kite.tv")),
            ("- sleep: tv", AppName(device: "tv", bundleID: nil)),
            ("- launch: /kite", AppName(bundleID: "kite")),
            ("- { play: KITE1, on: tv }", AppName(device: "tv", bundleID: nil)),
            ("- on: tv/kite\n  demand logout:", AppName(device: "tv", bundleID: "kite")),
            ("- 'on tv: play KITE1'", AppName(device: "tv", bundleID: nil)),
        ]
    )
    func apps(yaml: String, app: AppName) throws {
        #expect(try Sample.step(yaml).app == app)
        #expect(
            app.text == yaml.split { " :,}\n'".contains($0) }.last { $0.contains("tv") || $0.contains("kite") } ?? ""
        )
    }
}
