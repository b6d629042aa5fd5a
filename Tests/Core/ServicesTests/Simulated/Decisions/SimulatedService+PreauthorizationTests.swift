import PassAPI
import Services
import Testing
import VirtualTime

/// Preauthorization, from rest-api-v1.md §7.11.
@Suite struct SimulatedServicePreauthorizationTests {
    static func desk(enhanced: Bool = false, _ change: (inout ServiceConfiguration) -> Void = { _ in }) -> Desk {
        let desk = Desk.with(change)
        desk.signOn(user: "finch")
        desk.service.apply(.enhanceErrors(isOn: enhanced), at: desk.now)
        return desk
    }

    static func ask(_ desk: Desk, _ resources: [String]) -> PassResponse {
        desk.answer(.preauthorize(desk.context, resources: resources))
    }

    static func list(_ answers: (String, Bool)...) -> PassResponse {
        PassResponse(
            status: 200,
            .preauthorization(answers.map { PreauthorizedResource(id: $0.0, isAuthorized: $0.1) })
        )
    }

    @Test("Each resource is answered, in the order asked, without reasons")
    func answers() {
        #expect(Self.ask(Self.desk(), ["KITE2", "KITE1"]) == Self.list(("KITE2", false), ("KITE1", true)))
    }

    @Test("It is not authoritative: no authorization is left behind")
    func leavesNothing() {
        let desk = Self.desk()
        _ = Self.ask(desk, ["KITE1"])
        #expect(desk.answer(.readAuthorizationToken(desk.context, resource: "KITE1")).status == 404)
    }

    @Test("With enhanced errors each refused resource says why")
    func reasons() throws {
        guard case .preauthorization(let lines) = Self.ask(Self.desk(enhanced: true), ["KITE1", "KITE2"]).content else {
            Issue.record("no list")
            return
        }
        #expect(lines.first?.error == nil)
        let error = try #require(lines.last?.error)
        #expect(error.code == "preauthorization_denied_by_mvpd")
        #expect(error.action == "none")
        #expect(error.details == "KITE2 is not part of your Meadowlark Cable package.")
    }

    @Test("Five resources are answered; six are too many: an empty list, or an error")
    func limit() {
        let five = ["KITE1", "A", "B", "C", "D"]
        #expect(Self.ask(Self.desk(), five).status == 200)
        #expect(Self.ask(Self.desk(), five + ["E"]) == Self.list())
        let strict = Self.ask(Self.desk { $0.quirks.provider.excessivePreauthorization = .error }, five + ["E"])
        #expect(strict.status == 403)
        let enhanced = Self.ask(Self.desk(enhanced: true), five + ["E"])
        #expect(enhanced.error?.code == "too_many_resources")
        #expect(enhanced.error?.action == "configuration")
    }

    @Test("The limit is the integration's")
    func integrationLimit() {
        let desk = Self.desk { $0.requestors[0].integrations[0].preauthorizationLimit = 1 }
        #expect(Self.ask(desk, ["KITE1"]) == Self.list(("KITE1", true)))
        #expect(Self.ask(desk, ["KITE1", "KITE2"]) == Self.list())
    }

    @Test("A resource the MVPD gave no answer about counts as refused, and enhanced errors say to ask again")
    func unreachable() {
        let desk = Self.desk(enhanced: true)
        desk.service.apply(.reachProvider(mvpd: "Meadowlark", isReachable: false), at: desk.now)
        guard case .preauthorization(let lines) = Self.ask(desk, ["KITE1"]).content else {
            Issue.record("no list")
            return
        }
        #expect(lines.map(\.isAuthorized) == [false])
        #expect(lines.first?.error?.action == "retry")
    }

    @Test("Degraded to all, the request comes back as authorized; to none, as refused")
    func degraded() {
        for degradation in [ServiceControl.Degradation.authorizesAll, .authenticatesAll] {
            let desk = Self.desk()
            desk.service.apply(.degrade(degradation, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
            #expect(Self.ask(desk, ["KITE2", "X"]) == Self.list(("KITE2", true), ("X", true)))
        }
        let desk = Self.desk()
        desk.service.apply(.degrade(.authorizesNone, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        #expect(Self.ask(desk, ["KITE1"]) == Self.list(("KITE1", false)))
    }

    @Test("A resource with CDATA is not supported, a simple document is")
    func documents() {
        let plain = "<rss><channel><title>KITE1</title></channel></rss>"
        let cdata = "<rss><channel><title><![CDATA[KITE1]]></title></channel></rss>"
        #expect(Self.ask(Self.desk(), [plain, cdata]) == Self.list((plain, true), (cdata, false)))
    }

    @Test("Nobody signed in: 412")
    func notSignedIn() {
        #expect(Self.ask(Desk(), ["KITE1"]).status == 412)
    }
}
