import PassAPI
import Services
import Testing
import VirtualTime

/// Error bodies, plain and enhanced, from rest-api-v1.md §5.
@Suite struct SimulatedServiceFailureTests {
    static func desk(enhanced: Bool, user: String = "finch") -> Desk {
        let desk = Desk()
        desk.signOn(user: user)
        desk.service.apply(.enhanceErrors(isOn: enhanced), at: desk.now)
        return desk
    }

    @Test("A plain error holds status, message and the MVPD's words, in JSON and XML")
    func plain() {
        let desk = Self.desk(enhanced: false)
        let request = PassRequest.authorize(desk.context, resource: "KITE2")
        let answer = desk.answer(request)
        #expect(answer.error?.code == nil)
        #expect(answer.error?.action == nil)
        #expect(
            desk.body(answer, request, .xml).hasSuffix(
                "<error><status>403</status><message>User not authorized</message>"
                    + "<details>KITE2 is not part of your Meadowlark Cable package.</details></error>"
            )
        )
    }

    @Test("An enhanced error adds code, advice, help and a trace")
    func enhanced() throws {
        let desk = Self.desk(enhanced: true)
        let error = try #require(desk.answer(.authorize(desk.context, resource: "KITE2")).error)
        #expect(error.status == 403)
        #expect(error.code == "authorization_denied_by_mvpd")
        #expect(error.action == "none")
        #expect(error.details == "KITE2 is not part of your Meadowlark Cable package.")
        #expect(error.helpURL?.hasSuffix("authorization_denied_by_mvpd") == true)
        let trace = try #require(error.trace)
        #expect(trace.count == 36)
        #expect(desk.answer(.authorize(desk.context, resource: "KITE2")).error?.trace != trace)
    }

    /// The failures, each with the code and advice that go with it.
    static let rows: [(ServiceControl?, String, code: String, action: EnhancedErrorCode.Action)] = [
        (.revoke(user: "finch", mvpd: "Meadowlark"), "KITE1", "identity_not_recognized_by_mvpd", .authentication),
        (.reachProvider(mvpd: "Meadowlark", isReachable: false), "KITE1", "network_received_error", .retry),
        (nil, "<rss>", "malformed_authz_request", .none),
        (.degrade(.authorizesNone, requestor: "KITETV", mvpd: "Meadowlark"), "KITE1", "authzNone", .none),
    ]

    @Test("Each cause has its code and what the client is advised to do", arguments: 0..<4)
    func codes(row: Int) throws {
        let (control, resource, code, action) = Self.rows[row]
        let desk = Self.desk(enhanced: true)
        if let control { desk.service.apply(control, at: desk.now) }
        let answer = desk.answer(.authorize(desk.context, resource: resource))
        #expect(answer.status == 403)
        #expect(answer.error?.code == code)
        #expect(answer.error?.advisedAction == action)
    }

    @Test("The status inside an enhanced body is the one its code is listed with, where HTTP's is another")
    func innerStatus() throws {
        let desk = Desk()
        desk.service.apply(.enhanceErrors(isOn: true), at: desk.now)
        // Listed with 403 and 412 only; tokens/authn answers 404.
        let answer = desk.answer(.readAuthenticationToken(desk.context))
        #expect(answer.status == 404)
        #expect(answer.error?.status == 403)
        #expect(answer.error?.code == "authentication_session_missing")
        let authorization = desk.answer(.authorize(desk.context, resource: "KITE1"))
        #expect(authorization.status == 412)
        #expect(authorization.error?.status == 412)
    }

    @Test("Switched off again, errors are plain again")
    func switched() {
        let desk = Self.desk(enhanced: true)
        desk.service.apply(.enhanceErrors(isOn: false), at: desk.now)
        #expect(desk.answer(.authorize(desk.context, resource: "KITE2")).error?.trace == nil)
    }
}
