import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import ScenarioFiles
@testable import Simulation

@Suite struct ScenarioFileTests {
    /// Documentation/reference/scenarios.md, "The service".
    @Test("All that can be said of the back end is read as what it says")
    func service() throws {
        let text = """
            title: everything that can be said of the back end
            start: 2026-01-31T08:00:00Z
            devices:
              phone: { system: iOS 17.2 }
            service:
              clock: -30s
              latency: 120ms
              lifetimes:
                authn-token: 30d
                authz-token: 1d
                media-token: 5m
                registration-code: 30m
                access-token: 6h
                temp-pass: 20m
                platform-session: 29d
              quirks: { keeps-decisions: no, unauthenticated-media-status: 412 }
              requestors:
                KITETV:
                  name: Kite TV
                  domains: [kite.example]
                  lifetimes: { authz-token: 2h }
                  providers:
                    Meadowlark:
                      enabled: yes
                      single-sign-on: no
                      per-requestor: yes
                      passive: no
                      preauthorization-limit: 5
                      lifetimes: { authn-token: 12h }
                    Juniper: { enabled: no, single-sign-on: yes, per-requestor: no, passive: yes }
                    Lakeside:
              providers:
                Lakeside:
                  name: Lakeside Cable
                  logo: https://lakeside.example/logo.png
                  platform-id: com.example.lakeside
                  platform-services: yes
                  boarding-status: SUPPORTED
                  in-platform-picker: no
                  required-metadata: [uid]
                  temp-pass: no
                  subscribers:
                    heron:
                      resources: [KITE1]
                      metadata:
                        { zip: 94107, maxRating: { MPAA: PG-13 }, language: [en, ko], typeID: { encrypted: Y2lwaGVy } }
                    egret:
                Preview: { platform-services: no, boarding-status: PICKER, in-platform-picker: yes, temp-pass: yes }
            """
        var expected = ServiceChanges()
        expected.clockOffset = .seconds(-30)
        expected.latency = .milliseconds(120)
        expected.lifetimes.authentication = .seconds(30 * 86_400)
        expected.lifetimes.authorization = .seconds(86_400)
        expected.lifetimes.media = .seconds(300)
        expected.lifetimes.registrationCode = .seconds(1_800)
        expected.lifetimes.accessToken = .seconds(21_600)
        expected.lifetimes.tempPass = .seconds(1_200)
        expected.lifetimes.platformSession = .seconds(29 * 86_400)
        expected.quirks = [.init("keeps-decisions", "no"), .init("unauthenticated-media-status", "412")]
        var kite = ServiceChanges.Requestor(id: "KITETV")
        kite.name = "Kite TV"
        kite.domains = ["kite.example"]
        kite.lifetimes.authorization = .seconds(7_200)
        var meadowlark = ServiceChanges.Integration(mvpd: "Meadowlark")
        (meadowlark.isEnabled, meadowlark.isSingleSignOnEnabled) = (true, false)
        (meadowlark.isAuthenticationPerRequestor, meadowlark.isPassiveAuthenticationEnabled) = (true, false)
        meadowlark.preauthorizationLimit = 5
        meadowlark.lifetimes.authentication = .seconds(43_200)
        var juniper = ServiceChanges.Integration(mvpd: "Juniper")
        (juniper.isEnabled, juniper.isSingleSignOnEnabled) = (false, true)
        (juniper.isAuthenticationPerRequestor, juniper.isPassiveAuthenticationEnabled) = (false, true)
        kite.integrations = [meadowlark, juniper, .init(mvpd: "Lakeside")]
        expected.requestors = [kite]
        var lakeside = ServiceChanges.Provider(id: "Lakeside")
        lakeside.displayName = "Lakeside Cable"
        lakeside.logoURL = "https://lakeside.example/logo.png"
        lakeside.platformMappingID = "com.example.lakeside"
        (lakeside.enablePlatformServices, lakeside.boardingStatus) = (true, .supported)
        (lakeside.displayInPlatformPicker, lakeside.isTempPass) = (false, false)
        lakeside.requiredMetadataFields = ["uid"]
        var heron = ServiceConfiguration.Subscriber(user: "heron", resources: ["KITE1"])
        heron.metadata = [
            .init("zip", "94107"), .init("maxRating", .json(.object(["MPAA": .string("PG-13")]))),
            .init("language", .json(.array([.string("en"), .string("ko")]))),
            .init("typeID", .encrypted(.string("Y2lwaGVy"))),
        ]
        lakeside.subscribers = [heron, .init(user: "egret")]
        var preview = ServiceChanges.Provider(id: "Preview")
        (preview.enablePlatformServices, preview.boardingStatus) = (false, .picker)
        (preview.displayInPlatformPicker, preview.isTempPass) = (true, true)
        expected.providers = [lakeside, preview]
        guard case .setup(let setup) = try ScenarioFile.parse(text, name: "kite.yaml").start else {
            Issue.record("no set-up")
            return
        }
        #expect(setup.service == expected)
    }

    /// The things that can have a lifetime, as scenarios.md calls them.
    enum Lasting: String, CaseIterable {
        case authentication = "authn-token"
        case authorization = "authz-token"
        case media = "media-token"
        case code = "registration-code"
        case access = "access-token"
        case tempPass = "temp-pass"
        case platformSession = "platform-session"

        /// Seven seconds for this alone.
        var lifetimes: Lifetimes {
            var lifetimes = Lifetimes()
            switch self {
            case .authentication: lifetimes.authentication = .seconds(7)
            case .authorization: lifetimes.authorization = .seconds(7)
            case .media: lifetimes.media = .seconds(7)
            case .code: lifetimes.registrationCode = .seconds(7)
            case .access: lifetimes.accessToken = .seconds(7)
            case .tempPass: lifetimes.tempPass = .seconds(7)
            case .platformSession: lifetimes.platformSession = .seconds(7)
            }
            return lifetimes
        }
    }

    @Test("A lifetime is named as the deadline that ends it, and sets no other", arguments: Lasting.allCases)
    func lifetime(of thing: Lasting) throws {
        #expect(HoldingKind(expiring: thing.rawValue) != nil)
        let step = try Sample.step("- change lifetimes: { \(thing.rawValue): 7s }").step
        #expect(step == .control(.changeLifetimes(thing.lifetimes, requestor: nil, mvpd: nil)))
        let text = "title: a\nfrom: b\nservice: { lifetimes: { \(thing.rawValue): 7s } }"
        var changes = SetupChanges()
        changes.service.lifetimes = thing.lifetimes
        #expect(
            try ScenarioFile.parse(text, name: "kite.yaml").start == .recording(path: "b", forkAt: .end, changes)
        )
    }

    @Test("`rows`, as requirements were called before, is still read")
    func rows() throws {
        let text = "title: a\nrows: [K-146, K-145]\nfrom: b"
        #expect(try ScenarioFile.parse(text, name: "kite.yaml").requirements == ["K-146", "K-145"])
    }

    @Test("A file says what there is at the beginning and what happens")
    func wholeFile() throws {
        let text = """
            # yaml-language-server: $schema=scenario.schema.json
            title: "iOS 6 to 7 with SDK 1.7.5: the scrubber removes the stale token"
            requirements: [K-146, K-145]
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
              - expect: { not playing: notAuthorized, requests: [v1.authorize], callbacks: [setToken] }
            """
        let scenario = try ScenarioFile.parse(text, name: "kite.yaml")
        #expect(scenario.requirements == ["K-146", "K-145"])
        guard case .setup(let setup) = scenario.start else {
            Issue.record("no set-up")
            return
        }
        #expect(setup.start == Instant(iso8601: "2013-09-01T08:00:00Z"))
        #expect(setup.devices.map(\.name) == ["phone"])
        #expect(setup.devices[0].system == .init(.iOS, PlatformVersion(6, 1)))
        var app = AppSetup(bundleID: "com.kite.tv", teamID: "KITE", requestor: "KITETV")
        app.kind = .sdk(PlatformVersion(1, 7, 5))
        #expect(setup.devices[0].apps == [app])
        #expect(setup.service.lifetimes.authorization == .seconds(7_200))
        #expect(scenario.steps.map(\.line) == [10, 11, 12, 13, 14, 15, 16, 17])
        #expect(
            scenario.steps.map(\.step) == [
                .launch, .signIn(.init(provider: "Meadowlark")), .play("KITE1"), .expect([.playing("KITE1")]),
                .upgradeOS(PlatformVersion(7)), .advanceToExpiration(.justBefore, .authenticationToken, subject: nil),
                .fault(.init(.timeout(after: .seconds(30)), operations: [.authorize], count: 2)),
                .expect([
                    .notPlaying(reason: "notAuthorized"), .requests([.authorize]), .callbacks(["setToken"]),
                ]),
            ]
        )
    }

    @Test(
        "What is no moment of a recording is refused in a line, with what to write instead",
        arguments: [
            ("s8", "Did you mean \"S8\"?"), ("+31d", "continue with the step advance 31d"),
            ("later", "Write end, exchange 8"),
            ("at authntoken", "Did you mean \"authn-token\"?"), ("exchange 0", "exchange"),
        ]
    )
    func noMoment(text: String, hint: String) throws {
        let file = "title: t\nfrom: a.kinescope\nfork-at: \(text)"
        let error = try #require(throws: ScenarioFileError.self) { try ScenarioFile.parse(file, name: "a.yaml") }
        #expect("\(error)".hasPrefix("a.yaml:3:") && "\(error)".contains(hint), "\(error)")
    }

    @Test(
        "A fault happens after the service where that says something",
        arguments: [
            ("offline", "the request never leaves"), ("slow 2s", "it always happens after the service"),
            ("garbage body", "it always happens after the service"),
        ]
    )
    func afterService(kind: String, why: String) throws {
        let file = "title: t\nstart: 2022-01-20T08:00:00Z\ndevices: { tv: { system: tvOS 15.2 } }\nsteps:\n"
        let error = try #require(throws: ScenarioFileError.self) {
            try ScenarioFile.parse(file + "  - fault: { kind: \(kind), after: service }", name: "a.yaml")
        }
        #expect("\(error)".contains(why), "\(error)")
        let other = try #require(throws: ScenarioFileError.self) {
            try ScenarioFile.parse(file + "  - fault: { kind: reset, after: lunch }", name: "a.yaml")
        }
        #expect("\(other)".contains("Write after: service"), "\(other)")
    }

    @Test("A mistyped step is told with the nearest one, one that is like none in a short line")
    func mistyped() throws {
        let file = "title: t\nstart: 2022-01-20T08:00:00Z\ndevices: { tv: { system: tvOS 15.2 } }\nsteps:\n"
        for (step, hint) in [
            ("plya: KITE1", "unknown step \"plya\". Did you mean \"play\"?"), ("lunch", "Did you mean \"launch\"?"),
            ("frobnicate: 1", "unknown step \"frobnicate\". Write for example play KITE1 or advance 31d"),
        ] {
            let error = try #require(throws: ScenarioFileError.self) {
                try ScenarioFile.parse(file + "  - \(step)", name: "a.yaml")
            }
            #expect("\(error)".hasSuffix(hint) && "\(error)".count <= 100, "\(error)")
        }
    }

    @Test(
        "A scenario starts from a recording and forks it",
        arguments: [
            ("end", ForkPoint.end), ("exchange 8", .ordinal(8)), ("S8", .step("S8")),
            ("2026-11-20T22:00:00Z", .instant(Instant(secondsSince1970: 1_795_212_000))), ("8", .ordinal(8)),
            ("just before media-token KITE1", .expiration(.justBefore, .mediaToken, subject: "KITE1")),
            ("at authn-token", .expiration(.at, .authenticationToken, subject: nil)),
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
