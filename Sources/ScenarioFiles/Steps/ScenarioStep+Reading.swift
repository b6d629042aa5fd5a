import Services
import Simulation
import VirtualTime

extension ScenarioStep {
    /// The step of this word and argument.
    init(_ word: StepWord, _ node: FileNode) throws(Problem) {
        let what = "\"\(word.rawValue)\""
        switch word {
        case .launch: self = .launch
        case .foreground: self = .foreground
        case .background: self = .background
        case .signIn: self = .signIn(try SignIn(reading: node, what))
        case .cancel: self = .cancel
        case .secondScreenLogin: self = .secondScreenLogin(try SignIn(reading: node, what))
        case .play: self = .play(try node.text(what))
        case .preauthorize: self = .preauthorize(try node.texts(what))
        case .readUserMetadata: self = .readUserMetadata
        case .logOut: self = .logOut
        case .call: self = .call(try CallWord.call(node))
        case .allowPermission: self = .permission(isGranted: true)
        case .denyPermission: self = .permission(isGranted: false)
        case .settingsSignIn:
            let account = try DeviceSetup.Account(reading: node)
            self = .settingsSignIn(provider: account.provider, user: account.user, lifetime: account.lifetime)
        case .settingsSignOut: self = .settingsSignOut
        case .installApp: self = .installApp(try AppSetup(readingStep: node))
        case .updateApp: self = .updateApp(sdkVersion: try node.version(what))
        case .deleteApp: self = .deleteApp
        case .restart: self = .restart
        case .resetAdvertisingIdentifier: self = .resetAdvertisingIdentifier
        case .upgradeOS: self = .upgradeOS(try node.version(what))
        case .sleep: self = .sleep
        case .wake: self = .wake
        case .changeDate: self = try Self.dateChange(node)
        case .changeTimeZone: self = try Self.timeZoneChange(node)
        case .advance: self = try Self.advance(node)
        case .fault: self = .fault(try FaultPlan.Rule(reading: node))
        case .clearFaults: self = .clearFaults
        case .expect: self = .expect(try ExpectationWord.expectations(node))
        case .revoke, .reinstate, .degrade, .endDegradation, .throttle, .changeLifetimes, .providerUnreachable,
            .providerReachable, .enableIntegration, .disableIntegration, .enableSingleSignOn, .disableSingleSignOn,
            .enhancedErrors, .serverClock, .forgetApplications, .demandLogout:
            self = .control(try TwinControl(word, node))
        }
    }

    /// `+1h`, `-2d`, or an instant that the device is to show.
    private static func dateChange(_ node: FileNode) throws(Problem) -> ScenarioStep {
        let text = try node.text("\"change date\"")
        let isYear = text.utf8.count > 4 && text.utf8.dropFirst().prefix(4).allSatisfy { (48...57).contains($0) }
        if text.hasPrefix("+") || text.hasPrefix("-"), !isYear || !text.contains("T") {
            return .moveDate(by: try node.signedDuration("\"change date\""))
        }
        if (try? Duration(words: text)) != nil {
            throw Problem(node.place, "\"change date\" needs to know which way", "write +\(text) or -\(text)")
        }
        return .changeDate(to: try node.instant("\"change date\""))
    }

    /// `+2h`, `-3h30m`: how far local time is ahead of UTC from now on, in whole minutes.
    private static func timeZoneChange(_ node: FileNode) throws(Problem) -> ScenarioStep {
        let (seconds, fraction) = try node.signedDuration("\"change time zone\"").components
        guard fraction == 0, seconds % 60 == 0, abs(seconds) <= 18 * 3_600 else {
            throw Problem(node.place, "a time zone is whole minutes, at most 18 hours, from UTC", "write +2h or -3h30m")
        }
        return .changeTimeZone(minutesEast: Int(seconds / 60))
    }

    /// `30d`, `to 2026-…Z`, `just before authz-token KITE1`.
    private static func advance(_ node: FileNode) throws(Problem) -> ScenarioStep {
        let text = try node.text("\"advance\"")
        if text.hasPrefix("to ") {
            return .advanceTo(try FileNode(.text(String(text.dropFirst(3))), at: node.place).instant("\"advance to\""))
        }
        for nearness in Nearness.allCases where text.hasPrefix(nearness.rawValue + " ") {
            let words = text.dropFirst(nearness.rawValue.count + 1)
            let name = words.prefix { $0 != " " }
            let subject = words.dropFirst(name.count + 1)
            guard let kind = Deadline.Kind(rawValue: String(name)) else {
                throw .unknown("deadline", String(name), at: node.place, known: Deadline.Kind.allCases.map(\.rawValue))
            }
            return .advanceToDeadline(nearness, kind, subject: subject.isEmpty ? nil : String(subject))
        }
        if text.first?.isLetter == true {
            throw Problem(
                node.place,
                "\"advance\" cannot be \"\(text.shortened)\"",
                "write a duration like 30d, to 2026-11-20T08:00:00Z, or just before, at or just after "
                    + "a deadline like authz-token KITE1"
            )
        }
        return .advance(try node.duration("\"advance\""))
    }
}

extension ScenarioStep.SignIn {
    /// The keys of a login.
    static let keys = ["provider", "user", "outcome"]

    /// `Meadowlark`, or a mapping.
    init(reading node: FileNode, _ what: String) throws(Problem) {
        if case .text(let provider) = node.content {
            self.init(provider: provider)
            return
        }
        let map = try MapReader(node, what, keys: Self.keys)
        self.init(
            provider: try map.required("provider").text("\"provider\""),
            user: try map.optional("user", FileNode.text)
        )
        if let outcome = map["outcome"] { self.outcome = try outcome.choice("\"outcome\"") }
    }
}

extension AppSetup {
    /// The app of the step `install app`.
    init(readingStep node: FileNode) throws(Problem) {
        let keys = ["id"] + Self.keys
        let id = try MapReader(node, "\"install app\"", keys: keys).required("id")
        try self.init(reading: node, bundleID: try id.text("\"id\""), at: id.place, keys: keys)
    }
}
