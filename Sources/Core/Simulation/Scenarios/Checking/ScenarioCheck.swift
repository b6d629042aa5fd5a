import Device
import SubscriberAccount
import VirtualTime

extension Scenario {
    /// Looks for what cannot be, whatever happens in a run: an app that is not there, a device woken twice, time that runs
    /// backwards or out.
    ///
    /// What only a run can tell is left to it. Of a scenario that starts from a recording less is known.
    ///
    /// - Throws: `ScenarioProblem` for the first that is found.
    public func check() throws(ScenarioProblem) {
        var check = try ScenarioCheck(start)
        for step in steps { try check.take(step) }
    }
}

/// The knowledge of a scenario's world without running it.
package struct ScenarioCheck {
    /// The knowledge of a device.
    struct KnownDevice {
        var name: String
        var system: OperatingSystem
        var apps: [String]
        /// The apps that may be used: those that were launched, and browsers, which need not be.
        var launched: [String]
        var current: String?
        var isAsleep = false
    }

    /// Empty if the scenario starts from a recording, of whose device nothing is known.
    private var devices: [KnownDevice] = []
    private var current = 0
    /// No earlier than this it is; nil if nothing is known.
    var earliest: Instant?

    init(_ start: Scenario.Start) throws(ScenarioProblem) {
        switch start {
        case .recording(_, let forkAt, _):
            if case .instant(let instant) = forkAt { earliest = instant }
        case .setup(let setup):
            earliest = setup.start
            for device in setup.devices {
                if devices.contains(where: { $0.name == device.name }) {
                    throw ScenarioProblem(line: 0, problem: "two devices are called \"\(device.name)\"")
                }
                let apps = device.apps.map(\.bundleID)
                if let twice = apps.first(where: { app in apps.count { $0 == app } > 1 }) {
                    throw ScenarioProblem(line: 0, problem: "\"\(twice)\" is installed twice on \(device.name)")
                }
                devices.append(
                    KnownDevice(
                        name: device.name,
                        system: device.system,
                        apps: apps,
                        launched: device.apps.filter(\.kind.isAlwaysOpen).map(\.bundleID),
                        current: apps.first
                    )
                )
            }
            if devices.isEmpty { throw ScenarioProblem(line: 0, problem: "there is no device") }
        }
    }

    mutating func take(_ step: Scenario.LocatedStep) throws(ScenarioProblem) {
        if step.step.scope == .world { try step.step.base.check(&self, step) }
        guard !devices.isEmpty else { return }
        try focus(step)
        guard step.step.scope != .world else { return }
        if device.isAsleep, step.step.needsAwakeDevice {
            throw problem(step, "\(device.name) sleeps here", "wake it first: - wake: \(device.name)")
        }
        switch step.step.scope {
        case .world, .device: break
        case .installedApp, .runningApp: try checkApp(step)
        }
        try step.step.base.check(&self, step)
    }

    /// The device that the step is about.
    var device: KnownDevice {
        get { devices[current] }
        set { devices[current] = newValue }
    }

    /// The app that the step is about runs from now on.
    mutating func launch() {
        if let app = device.current, !device.launched.contains(app) { device.launched.append(app) }
    }

    // MARK: Which app

    private mutating func focus(_ step: Scenario.LocatedStep) throws(ScenarioProblem) {
        guard let app = step.app else { return }
        if let device = app.device {
            guard let index = devices.firstIndex(where: { $0.name == device }) else {
                let names = devices.map(\.name).joined(separator: ", ")
                throw problem(step, "there is no device \"\(device)\"", "known: \(names)")
            }
            if index != current { devices[index].current = devices[index].apps.first }
            current = index
        } else if let bundleID = app.bundleID, !devices[current].apps.contains(bundleID) {
            let places = devices.indices.filter { devices[$0].apps.contains(bundleID) }
            guard places.count < 2 else {
                let names = places.map { "\(devices[$0].name)/\(bundleID)" }.joined(separator: " or ")
                throw problem(step, "\"\(bundleID)\" is on several devices", "write \(names)")
            }
            if let index = places.first { current = index }
        }
        guard let bundleID = app.bundleID else { return }
        guard devices[current].apps.contains(bundleID) else {
            throw problem(
                step,
                "there is no app \"\(bundleID)\" on \(devices[current].name) here",
                known(devices[current].apps)
            )
        }
        devices[current].current = bundleID
    }

    private func checkApp(_ step: Scenario.LocatedStep) throws(ScenarioProblem) {
        let device = devices[current]
        guard let app = device.current else {
            throw problem(step, "there is no app on \(device.name) here", "install one first, or name it with \"on\"")
        }
        if step.step.scope == .runningApp, !device.launched.contains(app) {
            throw problem(step, "\(app) has not been launched", "put \"- launch\" before it")
        }
    }

    private func known(_ apps: [String]) -> String? {
        apps.isEmpty ? "no app is installed there" : "known: " + apps.joined(separator: ", ")
    }

    private func problem(_ step: Scenario.LocatedStep, _ text: String, _ hint: String? = nil) -> ScenarioProblem {
        ScenarioProblem(line: step.line, problem: text, hint: hint)
    }
}
