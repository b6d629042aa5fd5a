import ClientStack

import Device
import PassAPI
import Services
import Simulation
import SubscriberAccount
import Testing
import VirtualTime
@Suite("A scenario's slips are errors") struct ScenarioRunNamesTests {
    @Test("Providers, subscribers and requestors that there are not are named, with those that there are")
    func names() throws {
        let steps: [(ScenarioStep, String)] = [
            (Kite.signIn("Nobody"), "Juniper"), (.control(.revoke(user: "nobody", mvpd: "Meadowlark")), "wren"),
            (.control(.revoke(user: "wren", mvpd: "Nowhere")), "Meadowlark"),
            (.control(.reachProvider(mvpd: "Nowhere", isReachable: false)), "Meadowlark"),
            (.control(.degrade(.authorizesAll, requestor: "NOBODY", mvpd: "Meadowlark")), "KITETV"),
            (.settingsSignIn(provider: "Nowhere", user: "wren", lifetime: nil), "Meadowlark"),
            (.call(.checkAuthentication), "no AccessEnabler"), (.wake, "does not sleep"),
        ]
        for (step, words) in steps {
            var run = ScenarioRun(in: try World(Kite.setup()))
            let error = #expect(throws: ScenarioError.self) { try run.perform(.init(step, line: 3)) }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "no error")")
            #expect(error?.line == 3)
        }
    }

    @Test("A client of the REST API is signed in no longer than the service says")
    func signedIn() throws {
        let run = try Kite.run(
            Kite.setup(),
            [
                Kite.signIn("Meadowlark"), .advanceToExpiration(.justBefore, .authenticationToken, subject: nil),
                .expect([.signedIn(true)]), .advance(.nanoseconds(1)), .expect([.signedIn(false)]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("A launch sees to its end the login that the person makes of themselves")
    func relaunch() throws {
        let run = try Kite.run(
            Kite.setup(permission: false),
            [
                Kite.signIn("Juniper"), .advanceToExpiration(.justAfter, .authenticationToken, subject: nil), .launch,
                .expect([.signedIn(true)]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("A logout whose page does not load ends all the same")
    func hiddenPage() throws {
        let run = try Kite.run(
            Kite.setup(.iOS, PlatformVersion(9), sdk: PlatformVersion(1, 9, 4)),
            [
                Kite.signIn("Juniper"), .expect([]), .fault(.init(.offline)), .logOut,
                .expect([.callback("setAuthenticationStatus", contains: ["isAuthenticated=false"]), .signedIn(false)]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }
}
