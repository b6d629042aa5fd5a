import FuzzReadings
import ScenarioFiles
import Services
import Simulation
import VirtualTime

/// Holds scenarios against what the page on them says, by other means than their reader and their check.
enum ScenarioReadings {
    /// Steps and lifetimes that a number draws say what they were written for.
    static func agree(_ draw: UInt64) throws(PropertyFailure) {
        try timeZone(Int(draw >> 3) % 1_081, isWest: draw & 4 == 0)
        try lifetimes(draw)
    }

    /// Local time is any number of whole minutes, 18 hours at most, from UTC.
    static func timeZone(_ minutes: Int, isWest: Bool) throws(PropertyFailure) {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let sign = isWest ? "-" : "+"
        let text = sign + (hours > 0 ? "\(hours)h" : "") + (rest > 0 || hours == 0 ? "\(rest)m" : "")
        let step = ScenarioStep.changeTimeZone(minutesEast: isWest ? -minutes : minutes)
        try attempt("time-zone-of-whole-minutes") {
            let steps = try ScenarioFile.steps(parsing: "change time zone: \(text)")
            try requireEqual(steps.map(\.step), [step], "time-zone-of-whole-minutes")
        }
    }

    /// Each lifetime is that of what it is called after (scenarios.md, The service).
    private static func lifetimes(_ draw: UInt64) throws(PropertyFailure) {
        let names = [
            "authn-token", "authz-token", "media-token", "registration-code", "access-token", "temp-pass",
            "platform-session",
        ]
        let minutes = names.indices.map { 1 + Int(draw >> UInt64(7 * $0) & 127) }
        let list = zip(names, minutes).map { "\($0): \($1)m" }.joined(separator: ", ")
        let file =
            "title: t\nstart: 2026-11-20T08:00:00Z\nservice: { lifetimes: { \(list) } }\n\(device)steps:\n  - launch\n"
        let scenario = try attempt("lifetimes-by-name") { try ScenarioFile.parse(file, name: "lifetimes.yaml") }
        guard case .setup(let setup) = scenario.start else { return }
        let lifetimes = setup.service.lifetimes
        let found = [
            lifetimes.authentication, lifetimes.authorization, lifetimes.media, lifetimes.registrationCode,
            lifetimes.accessToken, lifetimes.tempPass, lifetimes.platformSession,
        ]
        try requireEqual(found, minutes.map { .seconds(60 * $0) }, "lifetimes-by-name")
    }

    /// In a scenario of one device nothing happens in an app that was never launched since it was installed.
    static func launched(_ scenario: Scenario) throws(PropertyFailure) {
        guard case .setup(let setup) = scenario.start, setup.devices.count == 1,
            scenario.steps.allSatisfy({ $0.app?.device == nil })
        else { return }
        var installed = setup.devices[0].apps.map(\.bundleID)
        var open = Set(setup.devices[0].apps.filter(\.kind.isAlwaysOpen).map(\.bundleID))
        var current = installed.first ?? ""
        for located in scenario.steps {
            if let app = located.app?.bundleID { current = app }
            // By the words, as a person reads them.
            switch located.step.base.written.word {
            case "launch", "sign in": open.insert(current)
            case "install app":
                guard let app = located.step.as(InstallAppStep.self)?.app else { continue }
                installed.append(app.bundleID)
                current = app.bundleID
                if app.kind.isAlwaysOpen { open.insert(current) }
            case "delete app":
                installed.removeAll { $0 == current }
                open.remove(current)
                current = installed.first ?? ""
            case "foreground", "background", "cancel", "second-screen login", "play", "preauthorize",
                "read user metadata", "log out", "call":
                try require(open.contains(current), "only-in-apps-that-run", "line \(located.line): \(current)")
            default: continue
            }
        }
    }

    private static let device = """
        devices:
          phone:
            system: iOS 17.2
            apps:
              com.kite.tv: { team: KITE, requestor: KITETV }

        """
}
