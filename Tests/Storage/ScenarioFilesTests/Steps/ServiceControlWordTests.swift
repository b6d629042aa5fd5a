import Services
import Testing
import VirtualTime

@testable import ScenarioFiles
@testable import Simulation

/// Documentation/reference/scenarios.md, The network and the service: a word for each way to change the service.
@Suite struct ServiceControlWordTests {
    /// The word of a control; does not compile as long as a new control has none here.
    private static func word(of control: ServiceControl) -> String {
        switch control {
        case .revoke: "revoke"
        case .reinstate: "reinstate"
        case .degrade: "degrade"
        case .endDegradation: "end degradation"
        case .throttle: "throttle"
        case .changeLifetimes: "change lifetimes"
        case .reachProvider(_, let isReachable): isReachable ? "provider reachable" : "provider unreachable"
        case .enableIntegration(_, _, let isEnabled): isEnabled ? "enable integration" : "disable integration"
        case .enableSingleSignOn(_, _, let isEnabled): isEnabled ? "enable single sign-on" : "disable single sign-on"
        case .enhanceErrors: "enhanced errors"
        case .skewClock: "server clock"
        case .forgetApplications: "forget applications"
        case .expire: "expire"
        case .demandLogout: "demand logout"
        }
    }

    private static let lifetimes: Lifetimes = {
        var lifetimes = Lifetimes()
        lifetimes.media = .seconds(60)
        return lifetimes
    }()

    static let controls: [ServiceControl] = [
        .revoke(user: "wren", mvpd: "Lark"), .reinstate(user: "wren", mvpd: "Lark"),
        .degrade(.authorizesAll, requestor: "KITETV", mvpd: "Lark"), .endDegradation(requestor: "KITETV", mvpd: "Lark"),
        .throttle(isOn: true), .throttle(isOn: false), .changeLifetimes(lifetimes, requestor: "KITETV", mvpd: nil),
        .reachProvider(mvpd: "Lark", isReachable: true), .reachProvider(mvpd: "Lark", isReachable: false),
        .enableIntegration(requestor: "KITETV", mvpd: "Lark", isEnabled: true),
        .enableIntegration(requestor: "KITETV", mvpd: "Lark", isEnabled: false),
        .enableSingleSignOn(requestor: "KITETV", mvpd: "Lark", isEnabled: true),
        .enableSingleSignOn(requestor: "KITETV", mvpd: "Lark", isEnabled: false), .enhanceErrors(isOn: true),
        .skewClock(.seconds(-90)), .expire(.authorizationToken, subject: "KITE1"), .expire(.accessToken, subject: nil),
        .forgetApplications, .demandLogout(deviceID: nil, reason: nil),
        .demandLogout(deviceID: "ff", reason: "34764"),
    ]

    @Test("Each control is written with its word, and reads back as it was", arguments: controls)
    func written(control: ServiceControl) throws {
        let step = ScenarioStep.control(control)
        #expect(step.base.written.word == Self.word(of: control))
        let yaml = Scenario.LocatedStep(step).fileNode.yamlDocument
        #expect(try Sample.step("- " + yaml.replacing("\n", with: "\n  ")).step == step, "\(yaml)")
    }

    @Test("Each word has a control here")
    func complete() {
        #expect(Set(Self.controls.map(Self.word)) == Set(ServiceControlWord.all.map(\.word.text)))
    }
}
