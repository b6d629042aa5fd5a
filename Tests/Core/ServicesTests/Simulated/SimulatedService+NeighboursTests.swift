import PassAPI
import Services
import Testing
import VirtualTime

/// The changes of an act at the service, where for each part of what it is about (requestor, device, user, MVPD,
/// resource) there is someone who differs in that part alone.
///
/// Source: rest-api-v1.md §6, §7; access-enabler.md §6.6; simulated-service.md, "Lifetimes" and "Controls".
@Suite struct SimulatedServiceNeighboursTests {
    /// Somebody who is signed in.
    struct Place: Sendable {
        var name: String
        var requestor = "KITETV"
        var device = "d1"
        var mvpd = "Meadowlark"
        var user = "wren"
    }

    static let places = [
        Place(name: "own"),
        Place(name: "other requestor", requestor: "HARBORTV"),
        Place(name: "other device", device: "d2"),
        Place(name: "other user", device: "d3", user: "finch"),
        Place(name: "other MVPD", device: "d4", mvpd: "Juniper"),
        Place(name: "other requestor and user", requestor: "HARBORTV", device: "d5", user: "finch"),
        Place(name: "other MVPD and user", device: "d6", mvpd: "Juniper", user: "finch"),
    ]

    static func stand(_ desk: Desk, at place: Place) { (desk.requestor, desk.device) = (place.requestor, place.device) }

    /// Somebody logs in with a code of the desk's device.
    static func logIn(_ desk: Desk, mvpd: String = "Meadowlark", user: String) -> LoginResult {
        let page = PassRequest.initiateAuthentication(
            requestor: desk.requestor,
            mvpd: mvpd,
            code: desk.code()?.code ?? "",
            domainName: "adobe.com",
            redirectURL: "https://kite.example/done"
        )
        let screen = ClientConnection(address: "198.51.100.9", cookies: "screen of \(desk.requestor) \(desk.device)")
        return desk.service.logIn(page, as: .signsIn(mvpd: mvpd, user: user), from: screen, at: desk.now)
    }

    /// Everybody is signed in and may watch KITE1 and HARBOR1, which are in all packages.
    static func desk() -> Desk {
        let desk = Desk()
        for place in places {
            stand(desk, at: place)
            #expect(logIn(desk, mvpd: place.mvpd, user: place.user) == .ended(url: "https://kite.example/done"))
            for resource in ["KITE1", "HARBOR1"] {
                #expect(desk.answer(.authorize(desk.context, resource: resource)).status == 200)
            }
        }
        stand(desk, at: places[0])
        return desk
    }

    /// Returns the service's responses to each of them.
    static func answers(_ desk: Desk) -> [String: String] {
        let standing = (desk.requestor, desk.device)
        defer { (desk.requestor, desk.device) = standing }
        var answers: [String: String] = [:]
        for place in places {
            stand(desk, at: place)
            answers["\(place.name): signed in"] = "\(desk.answer(.checkAuthentication(desk.context)).status)"
            for resource in ["KITE1", "HARBOR1"] {
                let status = desk.answer(.readAuthorizationToken(desk.context, resource: resource)).status
                answers["\(place.name): \(resource)"] = "\(status)"
            }
            let answer = desk.answer(.preauthorize(desk.context, resources: ["KITE2"]))
            if case .preauthorization(let lines) = answer.content {
                answers["\(place.name): may watch KITE2"] = "\(lines.map(\.isAuthorized))"
            } else {
                answers["\(place.name): may watch KITE2"] = "\(answer.status)"
            }
        }
        return answers
    }

    static func changed(_ desk: Desk, by act: (Desk) -> Void) -> [String] {
        let before = answers(desk)
        act(desk)
        let after = answers(desk)
        return before.keys.filter { before[$0] != after[$0] }.sorted()
    }

    static func authorizations(_ name: String) -> [String] { ["KITE1", "HARBOR1"].map { "\(name): \($0)" } }
    static func everything(_ name: String) -> [String] {
        authorizations(name) + ["\(name): signed in", "\(name): may watch KITE2"]
    }

    // MARK: Calls

    /// An act, and what it changes for whom.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var changes: [String]
        var act: @Sendable (Desk) -> Void

        init(_ name: String, _ changes: [String], _ act: @escaping @Sendable (Desk) -> Void) {
            testDescription = name
            self.changes = changes
            self.act = act
        }
    }

    static let calls: [Row] = [
        Row("logout", everything("own")) { _ = $0.answer(.logout($0.context)) },
        Row("logout without a requestor", everything("own") + everything("other requestor")) {
            var request = PassRequest.logout($0.context)
            request["requestor"] = nil
            _ = $0.answer(request)
        },
        Row("logout in a web view", everything("own")) {
            _ = $0.service.logOut(.logout($0.context), from: $0.caller, at: $0.now)
        },
        Row("logout of the SDK (K-138)", everything("own") + everything("other requestor")) {
            _ = $0.answer(.sdkLogout(SDKContext(requestor: $0.requestor, deviceID: $0.device), mvpd: "Meadowlark"))
        },
        Row("logout of the SDK in a web view (K-138)", everything("own") + everything("other requestor")) {
            let page = PassRequest.sdkLogout(SDKContext(requestor: $0.requestor, deviceID: $0.device))
            _ = $0.service.logOut(page, from: $0.caller, at: $0.now)
        },
        Row("another user signs on", authorizations("own") + ["own: may watch KITE2"]) {
            _ = logIn($0, user: "finch")
        },
        Row("another MVPD signs on", authorizations("own")) { _ = logIn($0, mvpd: "Juniper", user: "wren") },
        Row("another user signs on by the platform", authorizations("own") + ["own: may watch KITE2"]) {
            let response = SimulatedServicePlatformSignOnTests.samlResponse($0, user: "finch")
            #expect(SimulatedServicePlatformSignOnTests.exchange($0, response).status == 204)
        },
        Row("a Temp Pass begins", authorizations("own")) {
            #expect(SimulatedServiceTempPassTests.begin($0).status == 204)
        },
        Row("a login is refused", []) { _ = logIn($0, user: "stranger") },
        Row("an exchange is refused", []) { _ = SimulatedServicePlatformSignOnTests.exchange($0, "bm8gcmVzcG9uc2U=") },
        Row("an authorization of another resource", []) { _ = $0.answer(.authorize($0.context, resource: "KITE3")) },
        Row("a media token", []) { _ = $0.answer(.mediaToken($0.context, resource: "KITE1")) },
        Row("a new code", []) { _ = $0.code() },
        Row("a code is released", []) { desk in
            let code = desk.code()?.code ?? ""
            let request = PassRequest.deleteRegistrationRecord(
                requestor: desk.requestor,
                code: code,
                accessToken: desk.token
            )
            #expect(desk.answer(request).status == 204)
        },
        Row("a Temp Pass is reset", []) { desk in
            let request = PassRequest(
                .resetTempPass,
                [
                    .init("device_id", desk.device), .init("requestor_id", "KITETV"), .init("mvpd_id", "TempPass"),
                    .init("Authorization", "Bearer \(desk.token ?? "")"),
                ]
            )
            #expect(desk.answer(request).status == 204)
        },
    ]

    @Test("A call changes what is kept for its requestor and device, and for nobody else", arguments: calls)
    func call(row: Row) { #expect(Self.changed(Self.desk(), by: row.act) == row.changes.sorted()) }

    // MARK: Knobs

    static func knob(_ name: String, _ control: ServiceControl, _ changes: [String]) -> Row {
        Row(name, changes) { $0.service.apply(control, at: $0.now) }
    }

    static let knobs: [Row] = [
        knob(
            "revoke",
            .revoke(user: "wren", mvpd: "Meadowlark"),
            ["own", "other requestor", "other device"].flatMap { authorizations($0) + ["\($0): may watch KITE2"] }
        ),
        knob(
            "out of reach",
            .reachProvider(mvpd: "Meadowlark", isReachable: false),
            ["own: may watch KITE2", "other requestor: may watch KITE2", "other device: may watch KITE2"]
        ),
        knob(
            "authz-none",
            .degrade(.authorizesNone, requestor: "KITETV", mvpd: "Meadowlark"),
            ["own: may watch KITE2", "other device: may watch KITE2"]
        ),
        knob(
            "authz-all",
            .degrade(.authorizesAll, requestor: "KITETV", mvpd: "Meadowlark"),
            ["other user: may watch KITE2"]
        ),
        knob(
            "authn-all",
            .degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Meadowlark"),
            ["other user: may watch KITE2"]
        ),
        knob("end of a degradation", .endDegradation(requestor: "KITETV", mvpd: "Meadowlark"), []),
        knob(
            "integration off",
            .enableIntegration(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false),
            ["own", "other device", "other user"].flatMap(everything)
        ),
        knob("SSO off", .enableSingleSignOn(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false), []),
        knob("logout demanded", .demandLogout(deviceID: "d1", reason: nil), []),
    ]

    @Test("A knob turns what it names, and nothing beside it", arguments: knobs)
    func control(row: Row) { #expect(Self.changed(Self.desk(), by: row.act) == row.changes.sorted()) }

    @Test("A degradation ends for its own requestor and MVPD; those of others last")
    func endOfDegradation() {
        let desk = Self.desk()
        let degraded = [("KITETV", "Meadowlark"), ("HARBORTV", "Meadowlark"), ("KITETV", "Juniper")]
        for (requestor, mvpd) in degraded {
            desk.service.apply(.degrade(.authorizesNone, requestor: requestor, mvpd: mvpd), at: desk.now)
        }
        let changed = Self.changed(desk) {
            $0.service.apply(.endDegradation(requestor: "KITETV", mvpd: "Meadowlark"), at: $0.now)
        }
        #expect(changed == ["other device: may watch KITE2", "own: may watch KITE2"])
    }

    @Test("A subscriber is taken back at the MVPD that takes it back, and nobody else is")
    func reinstated() {
        let desk = Self.desk()
        for (user, mvpd) in [("wren", "Meadowlark"), ("finch", "Meadowlark"), ("wren", "Juniper")] {
            desk.service.apply(.revoke(user: user, mvpd: mvpd), at: desk.now)
        }
        let changed = Self.changed(desk) { $0.service.apply(.reinstate(user: "wren", mvpd: "Meadowlark"), at: $0.now) }
        #expect(
            changed == [
                "other device: may watch KITE2", "other requestor: may watch KITE2", "own: may watch KITE2",
            ]
        )
    }

    @Test("Where everybody is let in it is at one MVPD of one requestor")
    func strangers() {
        let desk = Desk()
        desk.service.apply(.degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        func isLetIn(_ requestor: String, _ mvpd: String) -> Bool {
            desk.requestor = requestor
            if case .ended = Self.logIn(desk, mvpd: mvpd, user: "stranger") { return true } else { return false }
        }
        #expect(isLetIn("KITETV", "Meadowlark"))
        #expect(!isLetIn("HARBORTV", "Meadowlark"))
        #expect(!isLetIn("KITETV", "Juniper"))
    }

    @Test("Single sign-on is switched off for one requestor with one MVPD")
    func singleSignOn() {
        let desk = Desk.with { $0.providers[1].listing.boardingStatus = .supported }
        desk.service.apply(.enableSingleSignOn(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false), at: desk.now)
        func status(_ requestor: String, _ mvpd: String) -> Int {
            desk.requestor = requestor
            return SimulatedServicePlatformSignOnTests.profileRequest(desk, mvpd: mvpd).status
        }
        #expect(status("KITETV", "Meadowlark") == 400)
        #expect(status("HARBORTV", "Meadowlark") == 200)
        #expect(status("KITETV", "Northwind") == 200)
    }

    // MARK: Lifetimes

    /// For whom a lifetime is changed, and who gets it.
    static let scopes: [(requestor: String?, mvpd: String?, reached: [String])] = [
        (nil, nil, ["KITETV Meadowlark", "KITETV Northwind", "HARBORTV Meadowlark", "HARBORTV Northwind"]),
        ("KITETV", nil, ["KITETV Meadowlark", "KITETV Northwind"]),
        (nil, "Meadowlark", ["KITETV Meadowlark", "HARBORTV Meadowlark"]),
        ("KITETV", "Meadowlark", ["KITETV Meadowlark"]),
    ]

    static let combinations = ["KITETV", "HARBORTV"].flatMap { requestor in
        ["Meadowlark", "Northwind"].map { (requestor, $0) }
    }

    @Test(
        "A lifetime is changed for all, for a requestor, for an MVPD, or for one integration",
        arguments: scopes.indices
    )
    func lifetimes(index: Int) {
        let (requestor, mvpd, reached) = Self.scopes[index]
        let desk = Desk()
        var lifetimes = Lifetimes()
        lifetimes.authentication = .seconds(600)
        lifetimes.authorization = .seconds(60)
        desk.service.apply(.changeLifetimes(lifetimes, requestor: requestor, mvpd: mvpd), at: desk.now)
        for (requestor, mvpd) in Self.combinations {
            desk.requestor = requestor
            _ = Self.logIn(desk, mvpd: mvpd, user: "wren")
            let isReached = reached.contains("\(requestor) \(mvpd)")
            guard case .authentication(let token) = desk.answer(.readAuthenticationToken(desk.context)).content,
                case .authorization(let permission) = desk.answer(.authorize(desk.context, resource: "KITE1")).content
            else { return #expect(Bool(false)) }
            #expect(token.expires == desk.now + .seconds(isReached ? 600 : 30 * 86_400))
            #expect(permission.expires == desk.now + .seconds(isReached ? 60 : 86_400))
        }
    }

    @Test(
        "The MVPD's session behind Apple's account lasts as its integration says, else the requestor",
        arguments: scopes.indices
    )
    func platformSession(index: Int) {
        let (requestor, mvpd, reached) = Self.scopes[index]
        let desk = Desk.with { $0.providers[1].listing.boardingStatus = .supported }
        var lifetimes = Lifetimes()
        lifetimes.platformSession = .seconds(3_600)
        desk.service.apply(.changeLifetimes(lifetimes, requestor: requestor, mvpd: mvpd), at: desk.now)
        for (requestor, mvpd) in Self.combinations {
            desk.requestor = requestor
            let request = SimulatedServicePlatformSignOnTests.profileRequest(desk, mvpd: mvpd)
            guard case .profileRequest(let payload) = request.content else { return #expect(Bool(false)) }
            let result = desk.service.attributeResponse(
                provider: "com.example.\(mvpd.lowercased())",
                user: "wren",
                verificationToken: payload,
                attributeNames: ["uid"],
                at: desk.now
            )
            guard case .saml(let text) = result else { return #expect(Bool(false)) }
            let isReached = reached.contains("\(requestor) \(mvpd)")
            let end = desk.now + .seconds(isReached ? 3_600 : 30 * 86_400)
            #expect(text.contains("SessionNotOnOrAfter=\"\(end)\""), "\(requestor) \(mvpd)")
        }
    }
}
