import Services
import Testing
import VirtualTime

@Suite struct SimulatedServiceProviderEntriesTests {
    @Test("State says what is not as configured, in a fixed order, and nothing where all is")
    func lines() {
        let desk = Desk()
        func lines() -> [String] {
            desk.service.stateEntries(at: desk.now).filter { $0.source != .service || $0.kind == .degradation }
                .map { "\($0.kind): \($0.facts.map(\.description).joined(separator: " "))" }
        }
        #expect(lines() == [])
        let controls: [ServiceControl] = [
            .degrade(.authorizesNone, requestor: "KITETV", mvpd: "Northwind"),
            .reachProvider(mvpd: "Juniper", isReachable: false), .revoke(user: "wren", mvpd: "Meadowlark"),
        ]
        for control in controls { desk.service.apply(control, at: desk.now) }
        #expect(
            lines() == [
                "degradation: source=service requestor=KITETV mvpd=Northwind degradation=authz-none",
                "reachability: source=mvpd mvpd=Juniper isReachable=false",
                "revocation: source=mvpd mvpd=Meadowlark user=wren",
            ]
        )
    }

    @Test("Switches, demands and Temp Passes are listed while they are in force")
    func switches() throws {
        let desk = Desk()
        for control in [
            ServiceControl.throttle(isOn: true), .enhanceErrors(isOn: true), .demandLogout(deviceID: nil, reason: nil),
        ] {
            desk.service.apply(control, at: desk.now)
        }
        _ = SimulatedServiceTempPassTests.begin(desk)
        let entries = desk.service.stateEntries(at: desk.now)
        let switches: [StateEntry.Kind] = [.throttling, .enhancedErrors]
        for kind in switches {
            #expect(entries.filter { $0.kind == kind }.map(\.values) == [[.truth("isOn", true)]], "\(kind)")
        }
        #expect(entries.filter { $0.kind == .demandedLogout }.map(\.values) == [[]])
        let trial = try #require(entries.first { $0.kind == .tempPass })
        #expect(
            trial.values.prefix(3) == [
                .text("requestor", "KITETV"), .text("mvpd", "TempPass"), .identity("deviceID", "kite-box-0001"),
            ]
        )
        #expect(trial["isExpired"] == .truth(false))
    }

    @Test("A control that names nobody known changes nothing")
    func unknown() {
        let desk = Desk()
        let before = desk.service
        let controls: [ServiceControl] = [
            .revoke(user: "wren", mvpd: "Nowhere"), .reinstate(user: "wren", mvpd: "Nowhere"),
            .reachProvider(mvpd: "Nowhere", isReachable: false),
            .endDegradation(requestor: "KITETV", mvpd: "Meadowlark"),
        ]
        for control in controls { desk.service.apply(control, at: desk.now) }
        #expect(desk.service == before)
    }
}
