import Documents
import Testing
import VirtualTime

@testable import PassAPI

/// Source: rest-api-v2.md §4, §5; the bodies are that page's own examples, but for what is said beside them.
@Suite("REST API V2: what responses mean") struct V2ReadingTests {
    private static func read(_ status: Int, _ body: String, _ operation: PassAPI.Operation) -> PassResponse {
        PassResponse(status: status, body: Array(body.utf8), for: operation)
    }

    private static let start = Instant(millisecondsSince1970: 1_767_225_600_000)

    /// Reading what was written gives it back.
    private static func expectRoundTrip(_ response: PassResponse, _ operation: PassAPI.Operation) {
        let written = response.httpResponse(for: operation)
        #expect(PassResponse(reading: written, for: operation) == response)
        #expect(written.headers[first: "Content-Type"] == "application/json;charset=UTF-8")
    }

    @Test("§5.2: a session, whose times are strings here; numbers are understood, too")
    func session() throws {
        let body = """
            {"actionName":"authenticate","actionType":"interactive","reasonType":"none","url":"/api/v2/authenticate/KITETV/K7TQ2MX","code":"K7TQ2MX",
             "sessionId":"3f0c6a52-5d55-4f0e-9d6a-4a1f8f6b0001","mvpd":"Meadowlark","serviceProvider":"KITETV","notBefore":"1767225600000","notAfter":"1767227400000"}
            """
        let response = Self.read(200, body, .createSession)
        guard case .session(let session) = response.content else {
            Issue.record("\(response)")
            return
        }
        #expect(session.actionName == .authenticate && session.code == "K7TQ2MX" && session.mvpd == "Meadowlark")
        #expect(session.notBefore == Self.start && session.notAfter == Self.start + .seconds(1_800))
        let grant = try #require(response.grants(of: .createSession).first)
        #expect(grant.issue.kind == .code && grant.text == "K7TQ2MX" && grant.expires == Self.start + .seconds(1_800))
        Self.expectRoundTrip(response, .createSession)
        let written = String(decoding: response.httpResponse(for: .createSession).body ?? [], as: UTF8.self)
        #expect(written.contains(#""notAfter":"1767227400000""#))
        let numbers = body.replacing(#""1767227400000""#, with: "1767227400000")
        #expect(Self.read(200, numbers, .createSession) == response)
    }

    @Test("§5.2, §5.12: without a code nothing is given out, what is missing is named, and a partner gets its request")
    func sessions() throws {
        let authorize =
            #"{"actionName":"authorize","actionType":"direct","reasonType":"degraded","serviceProvider":"KITETV"}"#
        #expect(Self.read(200, authorize, .createSession).grants(of: .createSession).isEmpty)
        let resume =
            #"{"actionName":"resume","actionType":"direct","code":"1227DAF","missingParameters":["mvpd","domainName"]}"#
        guard case .session(let session) = Self.read(200, resume, .createSession).content else {
            Issue.record("no session")
            return
        }
        #expect(session.actionName == .resume && session.missingParameters == ["mvpd", "domainName"])
        #expect(session.reasonType == nil)
        let partner = Self.read(
            200,
            #"{"actionName":"partner_profile","actionType":"direct","mvpd":"Meadowlark","authenticationRequest":{"type":"saml","request":"PD94bWw=","attributesNames":["uid","NameID"]}}"#,
            .partnerRequest
        )
        guard case .session(let forwarded) = partner.content else {
            Issue.record("no session")
            return
        }
        #expect(forwarded.partnerRequest == .init(request: "PD94bWw=", attributesNames: ["uid", "NameID"]))
        Self.expectRoundTrip(partner, .partnerRequest)
        guard case .unreadable = Self.read(200, #"{"sessionId":"s-1"}"#, .createSession).content else {
            Issue.record("a session without an action")
            return
        }
    }

    @Test("§5.4: the session of a code, whose end is the code's")
    func status() throws {
        let body =
            #"{"existingParameters":{"redirectUrl":"https://kite.example/done","domainName":"kite.example","serviceProvider":"KITETV"},"missingParameters":["mvpd"],"device":{"type":"SetTopBox","browser":null},"notBefore":"1767225600000","notAfter":"1767227400000"}"#
        let response = Self.read(200, body, .readSession)
        guard case .sessionStatus(let status) = response.content else {
            Issue.record("\(response)")
            return
        }
        #expect(status.existing("domainName") == "kite.example" && status.missingParameters == ["mvpd"])
        #expect(status.device?["type"]?.string == "SetTopBox")
        let grant = try #require(response.grants(of: .readSession).first)
        #expect(grant.text == nil && grant.expires == Self.start + .seconds(1_800) && grant.requestor == "KITETV")
        Self.expectRoundTrip(response, .readSession)
        let slip = body.replacing("existingParameters", with: "existing").replacing(
            "missingParameters",
            with: "missing"
        )
        #expect(Self.read(200, slip, .readSession) == response)
    }

    private static let profiles = """
        {"profiles":{"Meadowlark":{"notBefore":1767225660000,"notAfter":1769817660000,"issuer":"Meadowlark","type":"regular",
         "attributes":{"userID":{"value":"u-81f0","state":"plain"},"zip":{"value":"BASE64RSA","state":"enc"},"maxRating":{"value":{"MPAA":"PG-13","VCHIP":"TV-14"},"state":"plain"}}}}}
        """

    @Test(
        "§5.6: profiles by MVPD, each a thing that was given out",
        arguments: [.profiles, .profileForMVPD, .profileForCode] as [PassAPI.Operation]
    )
    func profile(operation: PassAPI.Operation) throws {
        let response = Self.read(200, Self.profiles, operation)
        guard case .profiles(let profiles) = response.content else {
            Issue.record("\(response)")
            return
        }
        let profile = try #require(profiles.first)
        #expect(profiles.count == 1 && profile.mvpd == "Meadowlark" && profile.type == .regular)
        #expect(profile.userID == "u-81f0" && profile.attributes["zip"]?["state"]?.string == "enc")
        let grant = try #require(response.grants(of: operation).first)
        #expect(grant.issue.kind == .profile && grant.mvpd == "Meadowlark" && grant.source == "regular")
        #expect(grant.made == Instant(millisecondsSince1970: 1_767_225_660_000))
        #expect(grant.expires == Instant(millisecondsSince1970: 1_769_817_660_000))
        #expect(response.content.refused(by: "profiles").isEmpty)
        Self.expectRoundTrip(response, operation)
    }

    @Test("§5.6, §5.8: an empty map says that nobody is signed in, and to ask again while a code is out")
    func noProfile() {
        let empty = Self.read(200, #"{"profiles":{}}"#, .profileForCode)
        #expect(empty.content == .profiles([]) && empty.isSuccess && empty.grants(of: .profileForCode).isEmpty)
        #expect(empty.content.refused(by: "profiles").count == 1)
        let poll = PassRequest(.profileForCode, [.init("serviceProvider", "KITETV"), .init("code", "K7TQ2MX")])
        #expect(poll.isToBeRepeated(after: empty) && poll.isToBeRepeated(after: nil))
        #expect(!poll.isToBeRepeated(after: Self.read(200, Self.profiles, .profileForCode)))
        let over = Self.read(
            400,
            #"{"status":400,"code":"invalid_authentication_session","action":"none"}"#,
            .profileForCode
        )
        #expect(!poll.isToBeRepeated(after: over))
        #expect(!PassRequest(.profiles).isToBeRepeated(after: empty))
        for body in ["{}", #"{"profiles":[1]}"#, #"{"profiles":{"Meadowlark":1}}"#, #"{"profiles":null}"#, "[]", ""] {
            guard case .unreadable = Self.read(200, body, .profiles).content else {
                Issue.record("\(body)")
                continue
            }
        }
    }

    private static let decisions = """
        {"decisions":[{"resource":"KITE1","serviceProvider":"KITETV","mvpd":"Meadowlark","source":"mvpd","authorized":true,
          "token":{"notBefore":1767225700000,"notAfter":1767226120000,"serializedToken":"PHNpZ25hdHVyZUluZm8+"},"notBefore":1767225700000,"notAfter":1767312100000},
         {"resource":"KITE9","serviceProvider":"KITETV","mvpd":"Meadowlark","source":"mvpd","authorized":false,
          "error":{"action":"none","status":403,"code":"authorization_denied_by_mvpd","message":"Denied.","details":"Not in your package.","helpUrl":"https://kite.example/h","trace":"5d1c0f52-0000-4000-8000-000000000002"},
          "notBefore":1767225700000,"notAfter":1767312100000}]}
        """

    @Test("§5.10: a permit gives a decision and a media token with ends of their own, a denial neither")
    func decision() throws {
        let response = Self.read(200, Self.decisions, .decideAuthorization)
        #expect(response.isSuccess)
        let grants = response.grants(of: .decideAuthorization)
        #expect(grants.map(\.issue.kind) == [.decision, .mediaToken])
        #expect(grants.map(\.resource) == ["KITE1", "KITE1"])
        #expect(grants[0].expires == Instant(millisecondsSince1970: 1_767_312_100_000) && grants[0].text == nil)
        #expect(grants[1].expires == Instant(millisecondsSince1970: 1_767_226_120_000))
        #expect(grants[1].text == "PHNpZ25hdHVyZUluZm8+")
        let denied = try #require(response.content.refused(by: "authorized").first)
        #expect(denied.resource == "KITE9" && denied.isDenial && !denied.isFailure)
        #expect(denied.error?.details == "Not in your package.")
        #expect(response.shown(by: .decideAuthorization) == [.profile])
        Self.expectRoundTrip(response, .decideAuthorization)
        // §5.9: without token and times nothing is given out.
        #expect(Self.read(200, Self.decisions, .decidePreauthorization).grants(of: .decidePreauthorization).isEmpty)
    }

    @Test(
        "§4: an item's error says whether the resource, the sign-on or the network is in the way",
        arguments: [
            ("authorization_denied_by_mvpd", true, false, false), ("authenticated_profile_expired", false, true, false),
            ("temporary_access_duration_limit_exceeded", false, true, false),
            ("network_received_error", false, false, true),
            ("too_many_resources", false, false, true),
            ("authorization_denied_by_degradation_rule", true, false, false),
        ]
    )
    func itemErrors(code: String, isDenial: Bool, isSignOn: Bool, isFailure: Bool) throws {
        let body =
            #"{"decisions":[{"resource":"KITE1","source":"mvpd","authorized":false,"error":{"status":403,"code":"\#(code)"}}]}"#
        let response = Self.read(200, body, .decideAuthorization)
        let part = try #require(response.content.refused(by: "authorized").first)
        #expect(part.isDenial == isDenial && part.isFailure == isFailure)
        #expect(!response.content.refused(by: "error").isEmpty == isSignOn)
        #expect(response.shown(by: .decideAuthorization) == (isDenial ? [.profile] : []))
    }

    @Test("§15: 200 without an item for the resource that was asked is no permit")
    func undecided() {
        let asked = PassRequest(.decideAuthorization, [.init("resources", "KITE1"), .init("resources", "KITE9")])
        let empty = Self.read(200, #"{"decisions":[]}"#, .decideAuthorization)
        #expect(empty.failedParts(of: asked).map(\.resource) == ["KITE1", "KITE9"])
        #expect(Self.read(200, Self.decisions, .decideAuthorization).failedParts(of: asked).isEmpty)
        // §5.9: there, a resource may be left out.
        let informative = PassRequest(.decidePreauthorization, [.init("resources", "KITE1")])
        #expect(Self.read(200, #"{"decisions":[]}"#, .decidePreauthorization).failedParts(of: informative).isEmpty)
    }

    @Test(
        "§5.11: what is left to do after a logout; one that found nobody says so",
        arguments: [("logout", false), ("partner_logout", false), ("complete", false), ("invalid", true)]
    )
    func logouts(action: String, hasFoundNone: Bool) {
        let body = #"{"logouts":{"Meadowlark":{"actionName":"\#(action)","actionType":"none","mvpd":"Meadowlark"}}}"#
        let response = Self.read(200, body, .endProfile)
        guard case .logouts(let logouts) = response.content else {
            Issue.record("\(response)")
            return
        }
        #expect(logouts.map(\.actionName.rawValue) == [action])
        #expect(!response.content.refused(by: "actionName").isEmpty == hasFoundNone)
        Self.expectRoundTrip(response, .endProfile)
    }

    @Test("§5.1: the list of MVPDs, inside the service provider as in the sample or at the top as in the table")
    func configuration() {
        let mvpds =
            #""mvpds":[{"id":"Meadowlark","displayName":"Meadowlark Cable","platformMappingId":"com.example.meadowlark","enablePlatformServices":true},{"id":"TempPass","displayName":"Preview","isTempPass":true}]"#
        for body in [
            #"{"device":"unknown","requestor":{"id":"KITETV","name":"Kite TV",\#(mvpds)}}"#,
            #"{"requestor":{"id":"KITETV"},\#(mvpds)}"#,
        ] {
            guard case .configuration(let list) = Self.read(200, body, .serviceConfiguration).content else {
                Issue.record("\(body)")
                continue
            }
            #expect(
                list.mvpds.map(\.id) == ["Meadowlark", "TempPass"] && list.mvpds.map(\.isTempPass) == [false, true]
            )
            #expect(list.mvpds[0].platformMappingID == "com.example.meadowlark")
        }
    }

    @Test("§4: an error is the body itself, or within an object of that name, and is written as JSON alone")
    func errors() throws {
        let error =
            #"{"status":400,"code":"invalid_authentication_session","message":"No such session.","action":"none"}"#
        let response = Self.read(400, error, .resumeSession)
        guard case .error(let read) = response.content else {
            Issue.record("\(response)")
            return
        }
        #expect(read.code == "invalid_authentication_session" && read.advisedAction == EnhancedErrorCode.Action.none)
        #expect(Self.read(400, #"{"error":\#(error)}"#, .resumeSession) == response)
        let written = response.httpResponse(for: .resumeSession, format: .xml)
        #expect(String(decoding: written.body ?? [], as: UTF8.self).hasPrefix("{"))
        // §9.2
        #expect(Self.read(429, "<html>429 Too Many Requests</html>", .profiles).content == .throttled)
    }

    @Test(
        "§4: codes with their actions and statuses",
        arguments: [
            ("invalid_parameter_mvpd", .none, 400), ("invalid_header_pfs_provider_id_mismatch", .none, 400),
            ("invalid_integration", .none, 400), ("authorization_denied_by_degradation_rule", .none, 403),
            ("internal_server_error", .none, 500), ("invalid_configuration_mvpd_platform", .configuration, 500),
            ("invalid_access_token_client_application", .applicationRegistration, 401),
            ("authenticated_profile_missing", .authentication, 403),
            ("temporary_access_resources_limit_exceeded", .authentication, 403),
            ("maximum_execution_time_exceeded", .retry, 403), ("too_many_resources", .configuration, 403),
        ] as [(String, EnhancedErrorCode.Action, Int)]
    )
    func codes(code: String, action: EnhancedErrorCode.Action, status: Int) throws {
        let known = try #require(EnhancedErrorCode.named(code))
        #expect(known.action == action && known.statuses.first == status)
    }
}
