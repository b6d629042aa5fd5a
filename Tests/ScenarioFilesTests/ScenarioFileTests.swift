import Simulation
import SubscriberAccount
import Testing
import VirtualTime

@testable import ScenarioFiles

@Suite struct ScenarioFileTests {
    @Test("A file says what there is at the beginning and what happens")
    func wholeFile() throws {
        let text = """
            # yaml-language-server: $schema=scenario.schema.json
            title: "iOS 6 to 7 with SDK 1.7.5: the scrubber removes the stale token"
            rows: [K-146, K-145]
            start: 2013-09-01T08:00:00Z
            devices:
              phone: { system: iOS 6.1, apps: { com.kite.tv: { team: KITE, requestor: KITETV, sdk: 1.7.5 } } }
            service:
              lifetimes: { authz-token: 2h }
            steps:
              - launch
              - sign in: Meadowlark
              - play: KITE1
              - expect: { playing: KITE1 }
              - upgrade OS: 7.0
              - advance: just before authn-token
              - fault: { kind: timeout 30s, on: v1.authorize, times: 2 }
              - expect: { not playing: "not authorized", requests: [v1.authorize], callbacks: [setToken] }
            """
        let scenario = try ScenarioFile.parse(text, name: "kite.yaml")
        #expect(scenario.rows == ["K-146", "K-145"])
        guard case .setup(let setup) = scenario.start else {
            Issue.record("no set-up")
            return
        }
        #expect(setup.start == Instant(iso8601: "2013-09-01T08:00:00Z"))
        #expect(setup.devices.map(\.name) == ["phone"])
        #expect(setup.devices[0].system == .init(.iOS, PlatformVersion(6, 1)))
        var app = AppSetup(bundleID: "com.kite.tv", teamID: "KITE", requestor: "KITETV")
        app.sdkVersion = PlatformVersion(1, 7, 5)
        #expect(setup.devices[0].apps == [app])
        #expect(setup.service.lifetimes.authorization == .seconds(7_200))
        #expect(scenario.steps.map(\.line) == [10, 11, 12, 13, 14, 15, 16, 17])
        #expect(
            scenario.steps.map(\.step) == [
                .launch, .signIn(.init(provider: "Meadowlark")), .play("KITE1"), .expect([.playing("KITE1")]),
                .upgradeOS(PlatformVersion(7)), .advanceToDeadline(.justBefore, .authenticationToken, subject: nil),
                .fault(.init(.timeout(after: .seconds(30)), operations: [.authorize], count: 2)),
                .expect([
                    .notPlaying(reason: "not authorized"), .requests([.authorize]), .callbacks(["setToken"]),
                ]),
            ]
        )
    }

    @Test(
        "A scenario starts from a recording and forks it",
        arguments: [
            ("end", ForkPoint.end), ("exchange 8", .ordinal(8)), ("S8", .step("S8")),
            ("2026-11-20T22:00:00Z", .instant(Instant(secondsSince1970: 1_795_212_000))),
        ]
    )
    func recording(text: String, point: ForkPoint) throws {
        let scenario = try ScenarioFile.parse(
            "title: t\nfrom: ../a.kinescope\nfork-at: \(text)\noptions: { poll-interval: 2s }\nseed: 7",
            name: "a.yaml"
        )
        var changes = SetupChanges()
        changes.options = [.init("poll-interval", "2s")]
        changes.seed = 7
        #expect(scenario.start == .recording(path: "../a.kinescope", forkAt: point, changes))
    }
}
