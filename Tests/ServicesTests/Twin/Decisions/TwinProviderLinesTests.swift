import Services
import Testing
import VirtualTime

@Suite struct TwinProviderLinesTests {
    @Test("State lines say what is not as configured, in a fixed order, and nothing of a quiet house")
    func lines() {
        let desk = Desk()
        func lines() -> [String] {
            desk.twin.stateLines(at: desk.now).filter { $0.subject.hasPrefix("mvpd") || $0.name.hasPrefix("degraded") }
                .map { "\($0.subject): \($0.name) = \($0.value)" }
        }
        #expect(lines() == [])
        let controls: [TwinControl] = [
            .degrade(.authorizesNone, requestor: "KITETV", mvpd: "Northwind"),
            .reachProvider(mvpd: "Juniper", isReachable: false), .revoke(user: "wren", mvpd: "Meadowlark"),
        ]
        for control in controls { desk.twin.apply(control, at: desk.now) }
        #expect(
            lines() == [
                "twin: degraded KITETV Northwind = authz-none", "mvpd Juniper: reachable = no",
                "mvpd Meadowlark: revoked = wren",
            ]
        )
    }

    @Test("Switches, demands and Temp Passes are listed while they are in force")
    func switches() {
        let desk = Desk()
        for control in [
            TwinControl.throttle(isOn: true), .enhanceErrors(isOn: true), .demandLogout(deviceID: nil, reason: nil),
        ] {
            desk.twin.apply(control, at: desk.now)
        }
        _ = TwinTempPassTests.begin(desk)
        let names = desk.twin.stateLines(at: desk.now).map(\.name)
        for name in ["throttling", "enhanced errors", "logout demanded", "temp pass KITETV TempPass kite-box-0001"] {
            #expect(names.contains(name), "\(name)")
        }
    }

    @Test("A control that names nobody known changes nothing")
    func unknown() {
        let desk = Desk()
        let before = desk.twin
        let controls: [TwinControl] = [
            .revoke(user: "wren", mvpd: "Nowhere"), .reinstate(user: "wren", mvpd: "Nowhere"),
            .reachProvider(mvpd: "Nowhere", isReachable: false),
            .endDegradation(requestor: "KITETV", mvpd: "Meadowlark"),
        ]
        for control in controls { desk.twin.apply(control, at: desk.now) }
        #expect(desk.twin == before)
    }
}
