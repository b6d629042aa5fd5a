import Documents
import Services
import Testing
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", part 5: `revoke wren; degrade Meadowlark authn-all`.
@Suite struct ShortControlTests {
    private func controls(_ text: String) throws -> [ServiceControl] {
        let backend = ServedBackendTests.simulated()
        return try ServedBackendTests.steps(text, backend).flatMap { step in
            guard case .rows(let rows) = step.act else { return [ServiceControl]() }
            return rows.compactMap { $0.step.as(ControlStep.self)?.control }
        }
    }

    @Test("What is left out follows from the service")
    func short() throws {
        // In the example, wren is a subscriber of three providers.
        #expect(
            try controls("revoke wren") == [
                .revoke(user: "wren", mvpd: "Meadowlark"), .revoke(user: "wren", mvpd: "Northwind"),
                .revoke(user: "wren", mvpd: "Juniper"),
            ]
        )
        #expect(try controls("revoke wren Juniper") == [.revoke(user: "wren", mvpd: "Juniper")])
        #expect(
            try controls("degrade Meadowlark authn-all") == [
                .degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Meadowlark"),
                .degrade(.authenticatesAll, requestor: "HARBORTV", mvpd: "Meadowlark"),
            ]
        )
        #expect(
            try controls("disable integration HARBORTV Juniper") == [
                .enableIntegration(requestor: "HARBORTV", mvpd: "Juniper", isEnabled: false)
            ]
        )
    }

    @Test(
        "What does not follow is an error that says what to write",
        arguments: [
            ("revoke nobody", "no provider has a subscriber nobody"),
            ("degrade Meadowlark", "does not say how"), ("degrade Nowhere authz-all", "names no provider"),
            ("end degradation XTV Meadowlark", "no requestor XTV"), ("rate", "\"rate\" needs a value"),
            ("age", "\"age\" needs a value"), ("vsa", "\"vsa\" needs a value"),
        ]
    )
    func errors(text: String, part: String) throws {
        let error = #expect(throws: Problem.self) { try controls(text) }
        #expect(error?.text.contains(part) == true, "\(error?.text ?? "")")
    }
}
