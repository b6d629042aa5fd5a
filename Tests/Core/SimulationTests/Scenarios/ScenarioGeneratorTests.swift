import Device
import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import Simulation

@Suite struct ScenarioGeneratorTests {
    @Test(
        "What is made up can happen: nothing of it is refused, before or in the run",
        arguments: [AppKind.rest, .restV2],
        0..<60
    )
    func canHappen(restKind: AppKind, seed: UInt64) throws {
        let scenario = ScenarioGenerator.scenario(seed: seed, restKind: restKind)
        try scenario.check()
        #expect(scenario.steps.count <= ScenarioGenerator.mostSteps)
        guard case .setup(let setup) = scenario.start else { return }
        var run = ScenarioRun(in: try World(setup))
        for (number, step) in scenario.steps.enumerated() {
            do {
                try run.perform(step)
            } catch {
                Issue.record("step \(number), \(step.step): \(error)")
                return
            }
        }
        #expect(run.failures.isEmpty)
    }

    @Test("All kinds of devices, apps and steps occur")
    func variety() {
        var kinds: Set<String> = []
        var steps: Set<String> = []
        var accounts = 0
        for seed in 0..<300 as Range<UInt64> {
            let scenario = ScenarioGenerator.scenario(seed: seed, restKind: seed < 150 ? .rest : .restV2)
            guard case .setup(let setup) = scenario.start else { continue }
            for device in setup.devices {
                kinds.formUnion(device.apps.map(\.kind.name))
                accounts += device.account == nil ? 0 : 1
            }
            for step in scenario.steps { steps.insert(step.step.base.written.word) }
        }
        #expect(kinds == ["rest", "restV2", "sdk", "browser"])
        #expect(accounts > 0)
        // What only a person can ask for.
        // One thing alone expires where somebody lets it; generated ones go through every expiration by time.
        let others: Set = ["second-screen login", "call", "change time zone", "expect", "expire"]
        let expected = StepCatalog.words.map(\.text).filter { !others.contains($0) }
        #expect(expected.filter { !steps.contains($0) } == [])
    }

    @Test("No device is upgraded to the system that it has, or to an older one")
    func upgrades() {
        var count = 0
        for seed in 0..<300 as Range<UInt64> {
            let scenario = ScenarioGenerator.scenario(seed: seed)
            guard case .setup(let setup) = scenario.start else { continue }
            var versions: [String: PlatformVersion] = [:]
            for device in setup.devices { versions[device.name] = device.system.version }
            for located in scenario.steps {
                guard let upgrade = located.step.as(UpgradeStep.self), let device = located.app?.device,
                    let version = versions[device]
                else { continue }
                #expect(upgrade.version > version, "seed \(seed)")
                versions[device] = upgrade.version
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test("A phone of one time meets no television of another", arguments: Era.all.indices)
    func eras(index: Int) {
        let era = Era.all[index]
        #expect(era.begins > .distantPast && !era.systems.isEmpty)
        #expect(era.systems.allSatisfy { !$0.sdkVersions.isEmpty })
        #expect(index == 0 || Era.all[index - 1].begins < era.begins)
    }

    @Test("A device that restarts runs nothing")
    func generatedDevice() {
        var setup = DeviceSetup(name: "a", system: .init(.iOS, .init(6)))
        setup.apps = [AppSetup(bundleID: "b", teamID: "c", requestor: "d")]
        var device = GeneratedDevice(setup: setup)
        device.apps[0].isRunning = true
        device.stopApps()
        #expect(!device.apps[0].isRunning)
    }
}

extension AppKind {
    /// One more kind does not compile until it stands here: it is to be generated then.
    fileprivate var name: String {
        switch self {
        case .rest: "rest"
        case .restV2: "restV2"
        case .sdk: "sdk"
        case .browser: "browser"
        }
    }
}
