import PassAPI
import Testing
import VirtualTime

@testable import Services

/// Authorization decisions, from rest-api-v1.md §5, §7.8, §7.15 and access-enabler.md §14.4.
@Suite struct SimulatedServiceDecisionsTests {
    /// Somebody is signed in at Meadowlark; `finch` has KITE1 only.
    static func desk(user: String = "finch", _ change: (inout ServiceConfiguration) -> Void = { _ in }) -> Desk {
        let desk = Desk.with {
            $0.lifetimes.accessToken = .seconds(365 * 86_400)
            change(&$0)
        }
        desk.signOn(user: user)
        return desk
    }

    static func authorize(_ desk: Desk, _ resource: String = "KITE1") -> PassResponse {
        desk.answer(.authorize(desk.context, resource: resource))
    }

    @Test("K-74, K-115: what the package holds is authorized, with an end, for the requestor and the resource")
    func permitted() {
        let desk = Self.desk()
        let details = AuthorizationDetails(
            requestor: "KITETV",
            resource: "KITE1",
            mvpd: "Meadowlark",
            expires: desk.now + .seconds(86_400)
        )
        #expect(Self.authorize(desk) == PassResponse(status: 200, .authorization(details)))
    }

    @Test("What it does not hold is refused with 403 and the MVPD's words")
    func denied() {
        let desk = Self.desk()
        let request = PassRequest.authorize(desk.context, resource: "KITE2")
        let body = desk.body(desk.answer(request), request)
        #expect(
            body == #"{"status":403,"message":"User not authorized","#
                + #""details":"KITE2 is not part of your Meadowlark Cable package."}"#
        )
    }

    @Test("A second user has nothing of the first one's: neither the decision nor a media token by it")
    func secondUser() {
        let desk = Self.desk(user: "wren")
        #expect(Self.authorize(desk, "KITE2").status == 200)
        desk.signOn(user: "finch")
        #expect(desk.answer(.readAuthorizationToken(desk.context, resource: "KITE2")).status == 404)
        #expect(desk.answer(.mediaToken(desk.context, resource: "KITE2")).status == 403)
        #expect(Self.authorize(desk, "KITE2").status == 403)
        // What both may watch is decided anew.
        #expect(Self.authorize(desk, "KITE1").status == 200)
        #expect(desk.service.machine("Meadowlark")?.decisionCount == 3)
    }

    @Test("While an authorization lasts the same answer comes back and the MVPD is not asked; at its end it is")
    func cached() {
        let desk = Self.desk()
        let first = Self.authorize(desk)
        desk.now += .seconds(86_400) - .nanoseconds(1)
        #expect(Self.authorize(desk) == first)
        #expect(desk.service.machine("Meadowlark")?.decisionCount == 1)
        desk.now += .nanoseconds(1)
        #expect(Self.authorize(desk) != first)
        #expect(desk.service.machine("Meadowlark")?.decisionCount == 2)
    }

    @Test("Without a sign-on there is nothing to authorize")
    func notSignedIn() {
        let answer = Self.authorize(Desk())
        #expect(answer.status == 412)
        #expect(answer.error?.message == "User not authenticated")
    }

    @Test("A dropped subscriber is refused at once, whatever decision was cached, and as long as that would have held")
    func revoked() {
        let desk = Self.desk { _ in }
        _ = Self.authorize(desk)
        desk.service.apply(.revoke(user: "finch", mvpd: "Meadowlark"), at: desk.now)
        #expect(Self.authorize(desk).status == 403)
        desk.now += .seconds(86_400)
        let answer = Self.authorize(desk)
        #expect(answer.status == 403)
        #expect(answer.error?.details == "finch is not a customer of Meadowlark Cable.")
        // The sign-on itself lasts: nobody told Adobe to end it.
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        desk.service.apply(.reinstate(user: "finch", mvpd: "Meadowlark"), at: desk.now)
        #expect(Self.authorize(desk).status == 200)
    }

    @Test("A dropped subscriber cannot log in again")
    func revokedLogin() {
        let desk = Desk()
        desk.service.apply(.revoke(user: "wren", mvpd: "Meadowlark"), at: desk.now)
        #expect(desk.signOn() == .denied("The user name or the password is not right."))
        #expect(desk.signOn(user: "finch") == .ended(url: "https://kite.example/done"))
    }

    @Test("An MVPD out of reach refuses with the sentence that clients look for, slip included")
    func unreachable() {
        let desk = Self.desk()
        desk.service.apply(.reachProvider(mvpd: "Meadowlark", isReachable: false), at: desk.now)
        let answer = Self.authorize(desk)
        #expect(answer.status == 403)
        #expect(
            answer.error?.details
                == "A network error occured when communicating with the provider\"s authorization service"
        )
        #expect(desk.signOn() == .denied("Meadowlark Cable cannot be reached."))
        desk.service.apply(.reachProvider(mvpd: "Meadowlark", isReachable: true), at: desk.now)
        #expect(Self.authorize(desk).status == 200)
    }

    @Test("A resource that the MVPD cannot read is refused with the front end's code", arguments: ["<rss>", "<a/>"])
    func malformed(resource: String) {
        let answer = Self.authorize(Self.desk(), resource)
        #expect(answer.status == 403)
        #expect(answer.error?.code == "invalid")
    }

    @Test("A plain id and the document with its title are one resource, asked about once")
    func mrss() {
        let desk = Self.desk()
        let plain = Self.authorize(desk)
        let document = #"<rss version="2.0"><channel><title>KITE1</title></channel></rss>"#
        desk.now += .seconds(10)
        let other = Self.authorize(desk, document)
        #expect(plain.status == 200)
        #expect(other.status == 200)
        #expect(desk.service.machine("Meadowlark")?.decisionCount == 1)
    }

    @Test("Degraded to authorize all, everything is allowed and the MVPD is not asked")
    func authorizesAll() {
        let desk = Self.desk()
        desk.service.apply(.degrade(.authorizesAll, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        #expect(Self.authorize(desk, "KITE2").status == 200)
        #expect(desk.service.machine("Meadowlark")?.decisionCount == 0)
    }

    @Test("Degraded to authorize none, nothing is, and the front end says authzNone")
    func authorizesNone() {
        let desk = Self.desk()
        desk.service.apply(.degrade(.authorizesNone, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        let answer = Self.authorize(desk)
        #expect(answer.status == 403)
        #expect(answer.error?.code == "authzNone")
        desk.service.apply(.endDegradation(requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        #expect(Self.authorize(desk).status == 200)
    }

    @Test("Degraded to authenticate all, everybody is signed in, even strangers, even while the MVPD is out of reach")
    func authenticatesAll() {
        let desk = Desk()
        desk.service.apply(.degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        desk.service.apply(.reachProvider(mvpd: "Meadowlark", isReachable: false), at: desk.now)
        #expect(desk.signOn(user: "stranger") == .ended(url: "https://kite.example/done"))
        #expect(Self.authorize(desk, "KITE2").status == 200)
        desk.requestor = "HARBORTV"
        #expect(desk.service.authenticatesEverybody(requestor: "HARBORTV", mvpd: "Meadowlark") == false)
    }

    @Test("An integration that is not in force decides nothing")
    func disabled() {
        let desk = Self.desk()
        desk.service.apply(.enableIntegration(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false), at: desk.now)
        #expect(Self.authorize(desk).status == 412)
        let question = AuthorizationQuestion(
            authentication: AuthenticationRecord(
                .init(
                    requestor: "KITETV",
                    mvpd: "Meadowlark",
                    user: "wren",
                    userID: "wren",
                    guid: "",
                    nameID: "wren",
                    sessionIndex: "",
                    issued: desk.now,
                    expires: .distantFuture
                )
            ),
            device: "kite-box-0001",
            resource: "KITE1"
        )
        let decision = desk.service.decide(question, at: desk.now)
        #expect(decision == .denied(.init(details: nil, code: "unknown_integration")))
    }

    /// A refusal and what the SDKs' dialect makes of it.
    static let refusals: [(ServiceControl?, String, PassResponse.Content, Int)] = [
        (nil, "KITE2", .notAuthorized(details: "KITE2 is not part of your Meadowlark Cable package."), 200),
        (
            .degrade(.authorizesNone, requestor: "KITETV", mvpd: "Meadowlark"), "KITE1",
            .error(PassError(status: 403, code: "authzNone", details: "Authorization is switched off.")), 403
        ),
        (
            nil, "<rss>",
            .error(PassError(status: 403, code: "invalid", details: "The resource cannot be read.")), 403
        ),
        (
            .reachProvider(mvpd: "Meadowlark", isReachable: false), "KITE1",
            .notAuthorized(
                details: "A network error occured when communicating with the provider\"s authorization service"
            ), 200
        ),
    ]

    @Test("The SDKs are refused with 200 and notAuthorized, or with a code of the front end's", arguments: 0..<4)
    func sdk(row: Int) throws {
        let (control, resource, content, status) = Self.refusals[row]
        let desk = Desk()
        let code = try #require(desk.code()).code
        desk.logIn(code, user: "finch")
        let session = desk.answer(
            PassRequest(
                .sessionDevice,
                [.init("requestor_id", "KITETV"), .init("reg_code", code), .init("device_id", desk.device)]
            )
        )
        guard case .tokens(let token?, _, _) = session.content else {
            Issue.record("no AuthN token: \(session)")
            return
        }
        if let control { desk.service.apply(control, at: desk.now) }
        let answer = desk.answer(
            PassRequest(
                .authorizeDevice,
                [
                    .init("resource_id", resource), .init("requestor_id", "KITETV"), .init("mso_id", "Meadowlark"),
                    .init("authentication_token", token), .init("device_id", desk.device),
                ]
            )
        )
        #expect(answer == PassResponse(status: status, content))
    }
}
