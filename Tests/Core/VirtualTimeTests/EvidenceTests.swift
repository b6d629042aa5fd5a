import Testing
import VirtualTime

/// How something of a recording is known, and how it ended.
@Suite struct EvidenceTests {
    @Test("The rules for how long something lasts, as the documents have them; those about refusals have no time")
    func lifetimes() {
        // tokens.md §3, §4; rest-api-v1.md §3.2, §6.1
        let lifetimes: [Assumption: Duration?] = [
            .authenticationLifetime: .seconds(30 * 86_400), .authorizationLifetime: .seconds(24 * 3_600),
            .mediaLifetime: .seconds(5 * 60), .registrationCodeLifetime: .seconds(30 * 60),
            .accessTokenLifetime: .seconds(6 * 3_600), .documentedRefusal: nil, .simulatedService: nil,
        ]
        for rule in Assumption.allCases { #expect(lifetimes[rule] == .some(rule.lifetime), "\(rule)") }
    }

    @Test("What a field shows and what follows from an event name it; a rule names none")
    func knowledge() {
        let event = EventReference.exchange(4)
        let shown = Knowledge.shown(event, field: "expires")
        #expect(shown.isShown && !shown.isAssumed && shown.event == event)
        let implied = Knowledge.implied(.vsaCall(2))
        #expect(!implied.isShown && !implied.isAssumed && implied.event == .vsaCall(2))
        let assumed = Knowledge.assumed(.mediaLifetime)
        #expect(assumed.isAssumed && assumed.event == nil)
        #expect(event.exchange == 4 && EventReference.vsaCall(4).exchange == nil)
        #expect(EventReference.userAction(4).exchange == nil)
    }

    @Test("Only time ends something without an event")
    func ending() {
        let event = EventReference.exchange(7)
        let causes: [Ending.Cause] = [
            .replaced(by: event), .loggedOut(by: event), .wipedByUpgrade(event), .refused(by: event),
            .deleted(by: event),
        ]
        #expect(causes.allSatisfy { $0.event == event })
        #expect(Ending(.expired, at: .distantPast).cause.event == nil)
    }

    @Test("An entry's evidence has the name that scenarios have for such a thing")
    func names() {
        let occurrence = Occurrence(.exchange(1), at: .distantPast)
        let issued = Known(occurrence, Knowledge.implied(.exchange(1)))
        let evidence = StateEntry.Evidence(.authorizationToken, "KITE1", issued: issued, isValid: true)
        #expect(evidence.name == "authz-token KITE1")
        #expect(StateEntry.Evidence(.accessToken, nil, issued: issued, isValid: true).name == "access-token")
        #expect(StateEntry.Evidence(.profile, "Meadowlark", issued: issued, isValid: true).name == "profile Meadowlark")
    }

    @Test("A kind is one of a device, of an MVPD, of a resource or of credentials, as the interfaces have it")
    func kinds() {
        // rest-api-v2.md §5: profiles and decisions are by MVPD, and belong to the credentials; V1 has one of a requestor.
        #expect(HoldingKind.allCases.filter(\.isPerMVPD) == [.profile, .decision])
        #expect(HoldingKind.allCases.filter(\.isPerClient) == [.code, .profile, .decision])
        #expect(HoldingKind.allCases.filter(\.isPerResource) == [.authorizationToken, .decision, .mediaToken])
        #expect(HoldingKind.allCases.filter { !$0.expires } == [.vsaPermission])
        #expect(HoldingKind.decision.name(of: "KITE1") == "decision KITE1" && HoldingKind.code.name(of: nil) == "code")
    }
}
