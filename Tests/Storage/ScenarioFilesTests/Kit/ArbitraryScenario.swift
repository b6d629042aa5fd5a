import ClientStack
import Device
import OrderedCollections
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

@testable import ScenarioFiles
@testable import Simulation

/// Makes up scenarios of every step, expectation and setting, possible or not: what can be written has to read back.
struct ArbitraryScenario {
    private var generator: SeededGenerator

    static func scenario(seed: UInt64) -> Scenario {
        var maker = ArbitraryScenario(generator: SeededGenerator(seed: seed).split("arbitrary"))
        return maker.scenario()
    }

    private mutating func faultRule() -> FaultPlan.Rule {
        let fault: Fault = pick([
            .offline, .timeout(after: duration()), .reset, .slow(by: duration()), .status(200 + below(400)),
            .garbageBody, .truncatedBody,
        ])
        return FaultPlan.Rule(
            fault,
            operations: pick([nil, [], [.authorize], PassAPI.Operation.allCases]),
            count: pick([nil, 1, 1_000_000]),
            isAfterService: fault.happensOnEitherSide && chance(2)
        )
    }

    private mutating func scenario() -> Scenario {
        let start: Scenario.Start
        if chance(3) {
            var changes = SetupChanges()
            changes.seed = generator.next()
            changes.service = service()
            changes.options = chance(2) ? [.init("poll-interval", "2s"), .init("registration-code-ttl", "none")] : []
            let points: [ForkPoint] = [
                .end, .ordinal(below(100) + 1), .step("S8"), .instant(instant()),
                .expiration(pick(ScenarioStep.Nearness.allCases), .mediaToken, subject: pick([nil, "KITE1"])),
            ]
            start = .recording(path: text(), forkAt: pick(points), changes)
        } else {
            var setup = WorldSetup(start: instant())
            setup.seed = chance(2) ? 1 : generator.next()
            for number in 0...below(3) { setup.devices.append(device(number)) }
            setup.service = service()
            start = .setup(setup)
        }
        var scenario = Scenario(title: text(), start: start)
        scenario.requirements = chance(2) ? [] : ["K-\(below(172) + 1)", "K-1"]
        for _ in 0..<below(30) { scenario.steps.append(.init(step(), app: app())) }
        return scenario
    }

    // MARK: The beginning

    private mutating func device(_ number: Int) -> DeviceSetup {
        var device = DeviceSetup(
            name: "device_\(number)",
            system: OperatingSystem(pick(OperatingSystem.Family.allCases), version())
        )
        device.clockOffset = chance(2) ? .zero : signed()
        if chance(2) { device.account = .init(provider: text(), user: text(), lifetime: chance(2) ? nil : duration()) }
        device.assumptions = chance(2) ? [] : [.init("veto-names-provider", "no")]
        for number in 0..<below(3) { device.apps.append(appSetup(number)) }
        return device
    }

    private mutating func appSetup(_ number: Int) -> AppSetup {
        var app = AppSetup(bundleID: "com.a-\(number)", teamID: text(), requestor: text())
        switch below(3) {
        case 0: app.kind = .sdk(version())
        case 1:
            app.kind = .browser(provider: chance(2) ? nil : text())
            app.options = [.init("cache", "memory")]
        default: app.options = chance(2) ? [] : [.init("token-check", "read-authentication-token")]
        }
        app.permission = pick([nil, true, false])
        return app
    }

    private mutating func service() -> ServiceChanges {
        var service = ServiceChanges()
        guard chance(2) else { return service }
        service.clockOffset = chance(2) ? nil : signed()
        service.latency = chance(2) ? nil : duration()
        service.lifetimes = lifetimes()
        service.quirks =
            chance(2) ? [] : [.init("keeps-decisions", "no"), .init("device-mismatch", "pending-logout 34764")]
        for id in names() {
            var requestor = ServiceChanges.Requestor(id: id)
            requestor.name = chance(2) ? nil : text()
            requestor.domains = pick([nil, [], ["kite.example", "a.example"]])
            requestor.lifetimes = lifetimes()
            for mvpd in names() {
                var integration = ServiceChanges.Integration(mvpd: mvpd)
                integration.isEnabled = flag()
                integration.isSingleSignOnEnabled = flag()
                integration.isAuthenticationPerRequestor = flag()
                integration.isPassiveAuthenticationEnabled = flag()
                integration.preauthorizationLimit = pick([nil, 0, 7])
                integration.lifetimes = lifetimes()
                requestor.integrations.append(integration)
            }
            service.requestors.append(requestor)
        }
        for id in names() {
            var provider = ServiceChanges.Provider(id: id)
            provider.displayName = chance(2) ? nil : text()
            provider.logoURL = pick([nil, "https://meadowlark.example/logo.png"])
            provider.enablePlatformServices = flag()
            provider.boardingStatus = pick([nil, .supported, .picker])
            provider.displayInPlatformPicker = flag()
            provider.platformMappingID = chance(2) ? nil : text()
            provider.requiredMetadataFields = pick([nil, [], ["zip"]])
            provider.isTempPass = flag()
            for user in names() {
                var subscriber = ServiceConfiguration.Subscriber(
                    user: user,
                    resources: pick([nil, [], ["KITE1", "0123"]])
                )
                subscriber.metadata = names().map { .init($0, "no") }
                provider.subscribers.append(subscriber)
            }
            service.providers.append(provider)
        }
        return service
    }

    private mutating func lifetimes() -> Lifetimes {
        var lifetimes = Lifetimes()
        for (_, path) in Lifetimes.words where chance(5) { lifetimes[keyPath: path] = duration() }
        return lifetimes
    }

    // MARK: Steps

    private mutating func step() -> ScenarioStep {
        let word = pick(StepCatalog.words)
        return switch word.text {
        case "sign in": .signIn(login())
        case "second-screen login": .secondScreenLogin(login())
        case "play": .play(text())
        case "preauthorize": .preauthorize([text(), text()])
        case "call": .call(call())
        case "sign in to Settings":
            .settingsSignIn(provider: text(), user: text(), lifetime: chance(2) ? nil : duration())
        case "install app": .installApp(appSetup(7))
        case "update app": .updateApp(sdkVersion: version())
        case "upgrade OS": .upgradeOS(version())
        case "change time zone": .changeTimeZone(minutesEast: pick([0, 60, -210, 330]))
        case "change date": chance(2) ? .changeDate(to: instant()) : .moveDate(by: signed())
        case "advance":
            switch below(3) {
            case 0: .advance(duration())
            case 1: .advanceTo(instant())
            default:
                .advanceToExpiration(
                    pick(ScenarioStep.Nearness.allCases),
                    pick(HoldingKind.allCases.filter(\.expires)),
                    subject: pick([nil, "KITE1", "two words", "a: \"b\""])
                )
            }
        case "fault":
            .fault(faultRule())
        case "revoke": .control(.revoke(user: text(), mvpd: text()))
        case "reinstate": .control(.reinstate(user: text(), mvpd: text()))
        case "degrade":
            .control(.degrade(pick(ServiceControl.Degradation.allCases), requestor: text(), mvpd: text()))
        case "end degradation": .control(.endDegradation(requestor: text(), mvpd: text()))
        case "throttle": .control(.throttle(isOn: chance(2)))
        case "change lifetimes":
            .control(
                .changeLifetimes(
                    {
                        var lifetimes = lifetimes()
                        lifetimes.media = .seconds(1)
                        return lifetimes
                    }(),
                    requestor: pick([nil, "KITETV"]),
                    mvpd: pick([nil, "Meadowlark"])
                )
            )
        case "provider unreachable": .control(.reachProvider(mvpd: text(), isReachable: false))
        case "provider reachable": .control(.reachProvider(mvpd: text(), isReachable: true))
        case "enable integration": .control(.enableIntegration(requestor: text(), mvpd: text(), isEnabled: true))
        case "disable integration": .control(.enableIntegration(requestor: text(), mvpd: text(), isEnabled: false))
        case "enable single sign-on": .control(.enableSingleSignOn(requestor: text(), mvpd: text(), isEnabled: true))
        case "disable single sign-on": .control(.enableSingleSignOn(requestor: text(), mvpd: text(), isEnabled: false))
        case "enhanced errors": .control(.enhanceErrors(isOn: chance(2)))
        case "server clock": .control(.skewClock(signed()))
        case "demand logout": .control(.demandLogout(deviceID: pick([nil, "ff"]), reason: pick([nil, "34764"])))
        case "expect": .expect((0...below(4)).map { _ in expectation() })
        // What stands alone, and what is too new to have a line here.
        default: Self.example(of: word)
        }
    }

    /// The step that a word's own example says.
    private static func example(of word: StepWord) -> ScenarioStep {
        let text = if case .required(let example, _) = word.argument { example } else { word.text }
        guard let step = try? Sample.step("- \(text)").step else { fatalError("\(text) is no step") }
        return step
    }

    private mutating func login() -> ScenarioStep.SignIn {
        var login = ScenarioStep.SignIn(provider: text(), user: chance(2) ? nil : text())
        login.outcome = pick(ScenarioStep.SignIn.Outcome.allCases)
        return login
    }

    private mutating func call() -> AccessEnablerCall {
        let data: OrderedDictionary<String, String> = pick([[:], ["a": "b", "x y": ""]])
        return switch pick(CallWord.allCases) {
        case .setOptions: .setOptions(data)
        case .setRequestor: .setRequestor(text(), serviceProviders: pick([[], ["sp.auth.adobe.com"]]))
        case .checkAuthentication: .checkAuthentication
        case .getAuthentication:
            .getAuthentication(
                force: chance(2),
                data: data,
                filter: pick([nil, .init(providers: ["a"]), .init(providers: ["a", "b"], featured: ["b"])])
            )
        case .setSelectedProvider: .setSelectedProvider(chance(2) ? nil : text())
        case .handleExternalURL: .handleExternalURL(chance(2) ? nil : "adobepass://ios.app")
        case .checkPreauthorizedResources: .checkPreauthorizedResources([text()], usesCache: chance(2))
        case .preauthorize: .preauthorize([text(), text()], usesCache: chance(2))
        case .checkAuthorization: .checkAuthorization(text(), data: data)
        case .getAuthorization: .getAuthorization(text(), data: data)
        case .logout: .logout
        case .getSelectedProvider: .getSelectedProvider
        case .getMetadata:
            .getMetadata(pick([.authentication, .deviceID, .authorization(resource: text()), .user(key: "zip")]))
        }
    }

    private mutating func expectation() -> Expectation {
        let operations: [PassAPI.Operation] = pick([[], [.authorize], [.authorize, .mediaToken, .authorize]])
        return switch pick(ExpectationWord.allCases) {
        case .playing: .playing(text())
        case .notPlaying: .notPlaying(reason: chance(2) ? nil : "resource=" + text())
        case .signedIn: .signedIn(true)
        case .notSignedIn: .signedIn(false)
        case .requests: .requests(operations)
        case .noRequests: .noRequests(operations)
        case .callbacks: .callbacks(pick([[], ["setToken", "status"]]))
        case .callback: .callback(pick(ExpectationWord.callbackNames), contains: chance(2) ? [] : [text(), "info"])
        case .noCallback: .noCallback(pick(ExpectationWord.callbackNames))
        case .step: .step(pick(FlowStep.allCases).rawValue)
        case .message: .message(chance(2) ? "notPlayable" : "resource=" + text())
        case .noMessage: .noMessage(chance(2) ? nil : "resource=" + text())
        case .stored: .stored([text()], isPresent: true)
        case .notStored: .stored([text(), "b"], isPresent: false)
        case .timeline: .timeline(["removed", "key=" + text()])
        case .noTimeline: .noTimeline(["removed", "key=" + text()])
        case .state: .state(["token", "user=" + text()])
        case .noState: .noState(["token", "user=" + text()])
        }
    }

    // MARK: Values

    private mutating func app() -> AppName? {
        pick([
            nil, nil, AppName(device: "phone", bundleID: nil), AppName(bundleID: "com.kite.tv"),
            AppName(bundleID: "kite"), AppName(device: "tv", bundleID: "com.kite.tv"),
        ])
    }

    /// Texts of all kinds, none of them empty: those that YAML would take for something else among them.
    private mutating func text() -> String {
        let odd = [
            "KITE1", "no", "0123", "7.0", "null", "~", "- a", "a: b", "a #b", "#a", "{a}", "[a]", "*a", "& a", "&",
            "a &b", "!a",
            "|", ">", "'a'", "\"a\"", "a\nb", "a\tb", " a ", "a\\b", "ü", "日本", "🦆", "\u{2028}", "\u{85}x", "\u{0}",
            "%", "@x", "`x`", "?", "a:", ":a", "---", "...", "2013-09-01", "=", "<<", "a,b", "z\u{FEFF}", "1e3",
            "<rss version=\"2.0\"><item><title>a &amp; b</title></item></rss>", String(repeating: "long ", count: 300),
        ]
        if chance(2) { return pick(odd) }
        let count = 1 + below(12)
        return String(
            String.UnicodeScalarView(
                (0..<count).map { _ in
                    chance(4)
                        ? Unicode.Scalar(UInt32(below(0xD7FF))) ?? "x" : Unicode.Scalar(UInt8(32 + below(95)))
                }
            )
        )
    }

    private mutating func names() -> [String] {
        var seen: Set<String> = []
        return (0..<below(3)).map { _ in String(text().prefix(20)) }.filter { seen.insert($0).inserted }
    }

    private mutating func version() -> PlatformVersion { PlatformVersion(below(20), below(10), below(3)) }

    private mutating func instant() -> Instant {
        Instant(
            secondsSince1970: Int64(below(200_000_000_000)) - 60_000_000_000,
            nanosecond: UInt32(below(1_000_000_000))
        )
    }

    private mutating func duration() -> Duration {
        pick([
            .zero, .nanoseconds(1), .seconds(1), .seconds(86_400 * 30), .milliseconds(250),
            .seconds(Int64(below(1_000_000_000))) + .nanoseconds(Int64(below(1_000_000_000))),
        ])
    }

    private mutating func signed() -> Duration { chance(2) ? duration() : .zero - duration() }

    private mutating func flag() -> Bool? { pick([nil, true, false]) }

    private mutating func chance(_ bound: Int) -> Bool { below(bound) == 0 }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension Scenario {
    /// The scenario without the numbers of lines, which a written one has none of.
    var unlocated: Scenario {
        var copy = self
        for index in copy.steps.indices { copy.steps[index].line = 0 }
        return copy
    }
}
