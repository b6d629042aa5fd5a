import ClientStack
import Device
import PassAPI
public import Services
import SubscriberAccount
import VirtualTime

/// Makes up scenarios: random, but such that every step can happen.
///
/// All follows from the seed. Each kind of decision draws from a source of its own, so that one more fault does not
/// make other devices. Nothing is expected: what has to hold at every instant of a run is for invariants to say.
public struct ScenarioGenerator: Sendable {
    /// The largest number of steps that a scenario has.
    public static let mostSteps = 60

    private let service: ServiceConfiguration
    private let seed: UInt64
    private var restKind = AppKind.rest
    private var devices: SeededGenerator
    private var choices: SeededGenerator
    private var times: SeededGenerator
    private var troubles: SeededGenerator
    private var sides: SeededGenerator

    private var worlds: [GeneratedDevice] = []
    private var steps: [Scenario.LocatedStep] = []
    private var clock: Instant

    /// The scenario of this seed.
    ///
    /// - Parameters:
    ///   - seed: what everything follows from.
    ///   - service: whose requestors, providers and subscribers occur; the scenario changes nothing about it but by
    /// steps.
    ///   - restKind: what the apps are that use the REST API: V1, or V2.
    /// - Returns: a scenario whose every step can happen.
    public static func scenario(
        seed: UInt64,
        service: ServiceConfiguration = .example,
        restKind: AppKind = .rest
    ) -> Scenario {
        var generator = ScenarioGenerator(seed: seed, service: service)
        generator.restKind = restKind
        return generator.generate()
    }

    private init(seed: UInt64, service: ServiceConfiguration) {
        self.seed = seed
        self.service = service
        let root = SeededGenerator(seed: seed).split("scenario")
        devices = root.split("devices")
        choices = root.split("steps")
        times = root.split("times")
        troubles = root.split("troubles")
        sides = root.split("sides")
        clock = .distantPast
    }

    private mutating func generate() -> Scenario {
        let era = Era.all[devices.below(Era.all.count)]
        clock = era.begins + .seconds(Int64(devices.below(365 * 86_400)))
        var setup = WorldSetup(start: clock)
        setup.seed = seed
        for number in 0..<(1 + devices.below(3)) {
            let device = makeDevice(number, era)
            setup.devices.append(device.setup)
            worlds.append(device)
        }
        let count = 4 + choices.below(Self.mostSteps - 8)
        while steps.count < count { addSteps() }
        var scenario = Scenario(title: "generated from seed \(seed)", start: .setup(setup))
        scenario.steps = steps
        return scenario
    }

    // MARK: Devices and apps

    private mutating func makeDevice(_ number: Int, _ era: Era) -> GeneratedDevice {
        let system = era.systems[devices.below(era.systems.count)]
        var setup = DeviceSetup(name: "\(system.family.rawValue.lowercased())-\(number + 1)", system: system)
        if devices.happens(1, in: 5) { setup.clockOffset = .seconds(Int64(devices.below(7_200)) - 3_600) }
        if system.hasPlatformSignOn, devices.happens(1, in: 3), let login = login(&devices, onlyPlatform: true) {
            let lifetime: Duration? = devices.happens(1, in: 4) ? nil : .seconds(Int64(1 + devices.below(40)) * 86_400)
            setup.account = .init(provider: login.provider, user: login.user ?? "", lifetime: lifetime)
        }
        for app in 0..<(1 + devices.below(3)) { setup.apps.append(makeApp(app, system)) }
        return GeneratedDevice(setup: setup)
    }

    private mutating func makeApp(_ number: Int, _ system: OperatingSystem) -> AppSetup {
        let requestor =
            service.requestors.isEmpty ? "KITETV" : service.requestors[devices.below(service.requestors.count)].id
        let teams = ["KITE", "HARBOR"]
        let names = ["com.kite.tv", "com.kite.sports", "com.harbor.tv", "org.harbor.news"]
        var app = AppSetup(
            bundleID: names[devices.below(names.count)] + (number == 0 ? "" : "-\(number + 1)"),
            teamID: teams[devices.below(teams.count)],
            requestor: requestor
        )
        switch devices.below(system.hasRESTApps ? 5 : 3) {
        case 0...2: app.kind = .sdk(system.sdkVersions[devices.below(system.sdkVersions.count)])
        case 3: app.kind = restKind
        default: app.kind = .browser(provider: login(&devices)?.provider)
        }
        if system.hasPlatformSignOn, devices.happens(1, in: 2) { app.permission = devices.happens(3, in: 4) }
        return app
    }

    // MARK: Steps

    /// Adds one step, or a few that belong together.
    private mutating func addSteps() {
        if troubles.happens(1, in: 6) { return addTrouble() }
        if times.happens(1, in: 4) { return addTime() }
        let device = choices.below(worlds.count)
        if choices.happens(1, in: 6) || worlds[device].apps.isEmpty { return changeDevice(device) }
        useApp(device)
    }

    private mutating func useApp(_ device: Int) {
        let app = choices.below(worlds[device].apps.count)
        let name = AppName(device: worlds[device].setup.name, bundleID: worlds[device].apps[app].bundleID)
        wake(device)
        if !worlds[device].apps[app].isRunning {
            worlds[device].apps[app].isRunning = true
            worlds[device].apps[app].isInBackground = false
            return add(.launch, name)
        }
        if worlds[device].apps[app].isInBackground {
            worlds[device].apps[app].isInBackground = false
            return add(.foreground, name)
        }
        switch choices.below(14) {
        case 0...2:
            guard var login = login(&choices) else { return }
            login.outcome =
                choices.happens(2, in: 3) ? .succeeds : pick(ScenarioStep.SignIn.Outcome.allCases, &choices) ?? .never
            add(.signIn(login), name)
        case 3...6: add(.play(resource()), name)
        case 7: add(.preauthorize([resource(), resource()].uniqued), name)
        case 8: add(.readUserMetadata, name)
        case 9: add(.logOut, name)
        case 10: add(.cancel, name)
        case 11:
            worlds[device].apps[app].isInBackground = true
            add(.background, name)
        case 12 where worlds[device].system.hasPlatformSignOn:
            add(.permission(isGranted: choices.happens(1, in: 2)), name)
        default: add(.launch, name)
        }
    }

    private mutating func changeDevice(_ device: Int) {
        let name = AppName(device: worlds[device].setup.name, bundleID: nil)
        if worlds[device].isAsleep { return wake(device) }
        let system = worlds[device].system
        switch choices.below(11) {
        case 0:
            worlds[device].isAsleep = true
            add(.sleep, name)
        case 1:
            worlds[device].stopApps()
            add(.restart, name)
        case 2: add(.resetAdvertisingIdentifier, name)
        case 3, 4:
            guard let next = system.upgrade(&choices) else { return }
            worlds[device].system.version = next
            worlds[device].stopApps()
            add(.upgradeOS(next), name)
        case 5: add(.moveDate(by: .seconds(Int64(times.below(200_000)) - 100_000)), name)
        case 6: add(.changeDate(to: clock + .seconds(Int64(times.below(40_000_000)) - 20_000_000)), name)
        case 7 where system.hasPlatformSignOn:
            guard let login = login(&choices, onlyPlatform: true) else { return }
            let lifetime = Duration.seconds(Int64(1 + times.below(60 * 86_400)))
            add(.settingsSignIn(provider: login.provider, user: login.user ?? "", lifetime: lifetime), name)
        case 8 where system.hasPlatformSignOn: add(.settingsSignOut, name)
        case 9: installOrDelete(device)
        default: update(device)
        }
    }

    private mutating func installOrDelete(_ device: Int) {
        let name = worlds[device].setup.name
        if choices.happens(1, in: 2), let app = pick(worlds[device].apps, &choices) {
            worlds[device].apps.removeAll { $0.bundleID == app.bundleID }
            return add(.deleteApp, AppName(device: name, bundleID: app.bundleID))
        }
        let app = makeApp(9, worlds[device].system)
        guard !worlds[device].apps.contains(where: { $0.bundleID == app.bundleID }) else { return }
        worlds[device].apps.append(.init(app))
        add(.installApp(app), AppName(device: name, bundleID: nil))
    }

    private mutating func update(_ device: Int) {
        guard let app = worlds[device].apps.firstIndex(where: \.hasSDK) else { return }
        let versions = worlds[device].system.sdkVersions
        worlds[device].apps[app].isRunning = false
        add(
            .updateApp(sdkVersion: versions[choices.below(versions.count)]),
            AppName(device: worlds[device].setup.name, bundleID: worlds[device].apps[app].bundleID)
        )
    }

    private mutating func wake(_ device: Int) {
        guard worlds[device].isAsleep else { return }
        worlds[device].isAsleep = false
        add(.wake, AppName(device: worlds[device].setup.name, bundleID: nil))
    }

    // MARK: Time and troubles

    private mutating func addTime() {
        let spans: [Int64] = [
            1, 59, 300, 301, 1_800, 3_600, 21_600, 86_399, 86_400, 86_401, 604_800, 2_592_000, 2_592_001,
        ]
        var duration = Duration.seconds(spans[times.below(spans.count)])
        if times.happens(1, in: 4) { duration += .nanoseconds(Int64(times.below(1_000_000_000))) }
        clock += duration
        add(.advance(duration), nil)
    }

    private mutating func addTrouble() {
        switch troubles.below(8) {
        case 0...3:
            let faults: [Fault] = [
                .offline, .timeout(after: .seconds(30)), .reset, .slow(by: .seconds(Int64(1 + troubles.below(20)))),
                .status(pick([400, 403, 404, 410, 429, 500, 503], &troubles) ?? 500), .garbageBody, .truncatedBody,
            ]
            let operations = troubles.happens(1, in: 2) ? nil : pick(Self.operations, &troubles).map { [$0] }
            let fault = faults[troubles.below(faults.count)]
            let isAfter = fault.happensOnEitherSide && sides.happens(1, in: 2)
            let count = 1 + troubles.below(3)
            add(.fault(.init(fault, operations: operations, count: count, isAfterService: isAfter)), nil)
        case 4: add(.clearFaults, nil)
        default: if let control = control() { add(.control(control), nil) }
        }
    }

    /// The operations of the interfaces that apps here speak: one of another interface changes no scenario.
    private static let operations = OperationSpecification.all
        .filter { [.clientRegistration, .restV1, .accessEnabler].contains($0.interface) }
        .map(\.operation)

    private mutating func control() -> ServiceControl? {
        guard let requestor = pick(service.requestors, &troubles),
            let mvpd = pick(requestor.integrations, &troubles)?.mvpd
        else { return nil }
        let user = service.providers.first { $0.listing.id == mvpd }.flatMap { pick($0.subscribers, &troubles) }?.user
        switch troubles.below(12) {
        case 0: return user.map { .revoke(user: $0, mvpd: mvpd) }
        case 1: return user.map { .reinstate(user: $0, mvpd: mvpd) }
        case 2:
            return pick(ServiceControl.Degradation.allCases, &troubles).map {
                .degrade($0, requestor: requestor.id, mvpd: mvpd)
            }
        case 3: return .endDegradation(requestor: requestor.id, mvpd: mvpd)
        case 4: return .throttle(isOn: troubles.happens(1, in: 2))
        case 5:
            var lifetimes = Lifetimes()
            lifetimes.authentication = .seconds(Int64(60 + troubles.below(86_400)))
            lifetimes.authorization = .seconds(Int64(30 + troubles.below(7_200)))
            return .changeLifetimes(lifetimes, requestor: requestor.id, mvpd: troubles.happens(1, in: 2) ? mvpd : nil)
        case 6: return .reachProvider(mvpd: mvpd, isReachable: troubles.happens(1, in: 2))
        case 7: return .enableIntegration(requestor: requestor.id, mvpd: mvpd, isEnabled: troubles.happens(2, in: 3))
        case 8: return .enableSingleSignOn(requestor: requestor.id, mvpd: mvpd, isEnabled: troubles.happens(1, in: 2))
        case 9: return .enhanceErrors(isOn: troubles.happens(1, in: 2))
        case 10: return .skewClock(.seconds(Int64(troubles.below(600)) - 300))
        default: return troubles.happens(1, in: 2) ? .forgetApplications : .demandLogout(deviceID: nil, reason: nil)
        }
    }

    // MARK: Names

    private mutating func add(_ step: ScenarioStep, _ app: AppName?) { steps.append(.init(step, app: app)) }

    private mutating func resource() -> String {
        let known = service.providers.flatMap { $0.subscribers.flatMap { $0.resources ?? [] } }.uniqued
        return pick(known + ["KITE2"], &choices) ?? "KITE1"
    }

    private func login(
        _ generator: inout SeededGenerator,
        onlyPlatform: Bool = false
    ) -> ScenarioStep.SignIn? {
        let providers = service.providers.filter { provider in
            !provider.subscribers.isEmpty && (!onlyPlatform || provider.listing.boardingStatus == .supported)
        }
        guard let provider = pick(providers, &generator) else { return nil }
        return .init(provider: provider.listing.id, user: pick(provider.subscribers, &generator)?.user)
    }

    private func pick<Element>(_ elements: [Element], _ generator: inout SeededGenerator) -> Element? {
        elements.isEmpty ? nil : elements[generator.below(elements.count)]
    }
}

extension SeededGenerator {
    /// Decides at random whether something happens that happens `times` in `all` cases.
    fileprivate mutating func happens(_ times: Int, in all: Int) -> Bool { below(all) < times }
}

extension [String] {
    /// The texts, each once.
    fileprivate var uniqued: [String] {
        var known: Set<String> = []
        return filter { known.insert($0).inserted }
    }
}
