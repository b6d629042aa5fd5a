import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

/// Every operation over HTTP is what the machine responds to the same request within the process.
@Suite struct SimulatedServiceWireOperationsTests {
    /// Two services of one seed: one is reached over HTTP, the other is called.
    final class Pair {
        let desk: WireDesk
        var called: SimulatedService
        let format: FormatSelector
        var seen: Set<PassAPI.Operation> = []

        init(_ format: FormatSelector) {
            desk = WireDesk()
            called = SimulatedService(.example, seed: 1)
            self.format = format
        }

        /// The response of both.
        @discardableResult
        func call(_ request: PassRequest) throws -> PassResponse {
            var request = request
            switch format {
            case .unspecified: break
            case .accept(let format): request["Accept"] = format == .json ? "application/json" : "application/xml"
            case .parameter(let format), .suffix(let format): request["format"] = format.rawValue
            }
            let response = try desk.call(request, selecting: .unspecified)
            let host = URLParts(desk.log[desk.log.count - 1].request.url).host
            let cookies = desk.cookies[host].map { String($0.dropFirst("JSESSIONID=".count)) } ?? ""
            let connection = ClientConnection(address: desk.client.address, cookies: cookies)
            let expected = called.answer(request, from: connection, at: desk.now)
            let name = request.operation.rawValue
            #expect(response.meaning.response == expected, "\(name)")
            let written = expected.httpResponse(for: request)
            #expect(response.status == written.status, "\(name)")
            #expect(response.response.body == written.body, "\(name)")
            #expect(response.header("Content-Type") == written.headers[first: "Content-Type"], "\(name)")
            #expect(response.header("Location") == written.headers[first: "Location"], "\(name)")
            #expect(response.header("Date") == "Fri, 20 Nov 2026 21:59:16 GMT", "\(name)")
            #expect(response.header("Cache-Control") == "no-store", "\(name)")
            #expect(response.delay == .milliseconds(40))
            seen.insert(request.operation)
            return expected
        }
    }

    @Test(
        "It has the machine's status, header fields and bytes, in the format that the request selects",
        arguments: [.unspecified, .accept(.json), .accept(.xml), .parameter(.json), .parameter(.xml)]
            as [FormatSelector]
    )
    func sameAsCalled(format: FormatSelector) throws {
        let pair = Pair(format)
        let desk = pair.desk
        guard
            case .clientRegistration(let client) = try pair.call(.register(softwareStatement: "statement")).content,
            case .accessToken(let access) = try pair.call(
                .accessToken(clientID: client.clientID, clientSecret: client.clientSecret)
            ).content
        else { return #expect(Bool(false), "no access token") }
        desk.token = access.token
        let device = desk.context
        try pair.call(.configuration(device))
        #expect(try pair.call(.checkAuthentication(device)).status == 403)
        guard case .registrationRecord(let record) = try pair.call(.createRegistrationCode(device)).content
        else { return #expect(Bool(false), "no code") }
        try pair.call(.readRegistrationRecord(requestor: "KITETV", code: record.code, accessToken: access.token))
        #expect(try pair.call(.readAuthenticationToken(device)).status == 404)
        let byCode = PassRequest.checkAuthenticationByCode(
            requestor: "KITETV",
            code: record.code,
            accessToken: access.token
        )
        #expect(try pair.call(byCode).status == 403)

        // Both users log in at the same time.
        let navigation = Desk(registers: false).navigation(record.code)
        _ = pair.called.answer(navigation, from: ClientConnection(address: "", cookies: "browser"), at: desk.now)
        _ = pair.called.logIn(
            navigation,
            as: .signsIn(mvpd: "Meadowlark", user: "wren"),
            from: ClientConnection(address: "", cookies: "browser"),
            at: desk.now
        )
        let login = try desk.logIn(desk.openLogin(code: record.code).page)
        #expect(login.location == "https://kite.example/done")
        desk.cookies = [:]

        #expect(try pair.call(byCode).status == 200)
        var held = byCode
        held.operation = .readAuthenticationByCode
        #expect(try pair.call(held).status == 200)
        held.operation = .preauthorizeByCode
        held["resource"] = "KITE1,KITE2"
        #expect(try pair.call(held).status == 200)
        #expect(try pair.call(.checkAuthentication(device)).status == 200)
        #expect(try pair.call(.readAuthenticationToken(device)).status == 200)
        #expect(try pair.call(.authorize(device, resource: "KITE1")).status == 200)
        try pair.call(.readAuthorizationToken(device, resource: "KITE1"))
        guard case .mediaToken(let media) = try pair.call(.mediaToken(device, resource: "KITE1")).content
        else { return #expect(Bool(false), "no media token") }
        try pair.call(.preauthorize(device, resources: ["KITE1", "KITE2"]))
        try pair.call(.userMetadata(device))
        try callSDK(pair, code: record.code, access.token, media: media.serializedToken)
        try callPlatform(pair, device)
        try pair.call(.freePreview(device, mvpd: "TempPass", domainName: "kite.example"))
        let reset: [PassRequest.Parameter] = [
            .init("requestor_id", "KITETV"), .init("mvpd_id", "TempPass"), .init("device_id", "all"),
            .init("Authorization", "Bearer " + access.token),
        ]
        #expect(try pair.call(PassRequest(.resetTempPass, reset)).status == 204)
        #expect(try pair.call(.logout(device)).status == 204)
        try pair.call(.deleteRegistrationRecord(requestor: "KITETV", code: record.code, accessToken: access.token))
        // The two that open a login have pages; nothing simulates REST API V2.
        var others: Set<PassAPI.Operation> = [.initiateAuthentication, .sdkAuthenticate]
        others.formUnion(PassAPI.Operation.allCases.filter { $0.interface == .restV2 })
        #expect(Set(PassAPI.Operation.allCases).subtracting(pair.seen) == others)
    }

    private func callSDK(_ pair: Pair, code: String, _ token: String, media: String) throws {
        guard case .individualizedDevice(let device) = try pair.call(.individualizeDevice(fingerprint: "f")).content
        else { return #expect(Bool(false), "no device id") }
        let context = SDKContext(
            requestor: "KITETV",
            accessToken: token,
            headers: [.init("AP_21", device)]
        )
        try pair.call(.sdkConfiguration(context))
        guard case .tokens(let authn?, _, _) = try pair.call(.session(context, code: code)).content
        else { return #expect(Bool(false), "no AuthN token") }
        try pair.call(.sessionDevice(context, code: code))
        try pair.call(.sdkPreauthorize(context, authenticationToken: authn, resources: ["KITE1", "KITE2"]))
        let ask = PassRequest.sdkAuthorize(context, resource: "KITE1", mvpd: "Meadowlark", authenticationToken: authn)
        guard case .tokens(_, let authz?, _) = try pair.call(ask).content
        else { return #expect(Bool(false), "no AuthZ token") }
        try pair.call(
            .authorizeDevice(context, resource: "KITE1", mvpd: "Meadowlark", authenticationToken: authn)
        )
        #expect(
            try pair.call(.shortAuthorize(context, authorizationToken: authz, sessionGUID: "x")).status == 200
        )
        try pair.call(.deviceShortAuthorize(context, authorizationToken: authz, sessionGUID: "x"))
        try pair.call(.sdkUserMetadata(context, authenticationToken: authn))
        let url = PassRequest(.sign, [.init("mediaToken", media), .init("url", "https://cdn.example/a.m3u8")])
        #expect(try pair.call(url).status == 200)
        #expect(try pair.call(PassRequest(.sdkGetMetadata)).status == 404)
        #expect(try pair.call(PassRequest(.sdkOAuth2)).status == 404)
        let bogus = PassRequest(.assertionConsumer, [.init("SAMLResponse", "PHg+"), .init("RelayState", "none")])
        #expect(try pair.call(bogus).status == 400)
        #expect(try pair.call(.sdkLogout(context, redirectURL: "https://kite.example/out")).status == 302)
    }

    private func callPlatform(_ pair: Pair, _ device: DeviceContext) throws {
        let ask = PassRequest.profileRequest(device, mvpd: "Meadowlark", deviceType: "tvOS")
        guard case .profileRequest(let payload) = try pair.call(ask).content
        else { return #expect(Bool(false), "no profile request") }
        func attributes(_ service: inout SimulatedService) -> AttributeResult {
            service.attributeResponse(
                provider: "com.example.meadowlark",
                user: "wren",
                verificationToken: payload,
                attributeNames: ["uid"],
                at: pair.desk.now
            )
        }
        guard case .saml(let text) = attributes(&pair.called), attributes(&pair.desk.service) == .saml(text)
        else { return #expect(Bool(false), "no SAML response") }
        let exchange = PassRequest.exchangeToken(
            device,
            mvpd: "Meadowlark",
            deviceType: "tvOS",
            samlResponse: Base64.encode(text.utf8)
        )
        #expect(try pair.call(exchange).status == 204)
    }

    @Test("A missing token gets a bare challenge, a refused one an error in it")
    func challenge() throws {
        let desk = WireDesk()
        var device = desk.context
        let bare = try desk.call(.checkAuthentication(device))
        #expect(bare.status == 401)
        #expect(bare.header("WWW-Authenticate") == #"Bearer realm="Adobe Pass""#)
        device.accessToken = "nobody's"
        let refused = try desk.call(.checkAuthentication(device))
        #expect(refused.status == 401)
        #expect(refused.header("WWW-Authenticate") == #"Bearer realm="Adobe Pass", error="invalid_token""#)
        #expect(refused.text == #"{"status":401,"code":"access_denied","message":"Unauthorized"}"#, "\(refused.text)")
    }

    @Test("What the front end refuses is in a header field too: rest-api-v1.md §4")
    func frontEnd() throws {
        let desk = WireDesk()
        try desk.logIn(desk.openLogin().page)
        let degradation = ServiceControl.degrade(.authorizesNone, requestor: "KITETV", mvpd: "Meadowlark")
        desk.service.apply(degradation, at: desk.now)
        let refused = try desk.call(.authorize(desk.context, resource: "KITE1"))
        #expect(refused.status == 403)
        #expect(refused.header("Authzf-Error-Code") == "authzNone")
        #expect(refused.header("Authzf-Error-Details") == "Authorization is switched off.")
    }

    @Test("The throttle counts by the client's address and sends a page with 429")
    func throttle() throws {
        let desk = WireDesk()
        try desk.register()
        desk.service.apply(.throttle(isOn: true), at: desk.now)
        // One a second, and a burst of ten.
        for _ in 0..<11 { #expect(try desk.call(.checkAuthentication(desk.context)).status == 403) }
        let refused = try desk.call(.checkAuthentication(desk.context))
        #expect(refused.status == 429)
        #expect(refused.header("Content-Type") == "text/html")
        desk.client.address = "192.0.2.8"
        #expect(try desk.call(.checkAuthentication(desk.context)).status == 403)
    }

    @Test("Date follows the service's clock, which may be ahead")
    func date() throws {
        let desk = WireDesk()
        desk.service.apply(.skewClock(.seconds(-57)), at: desk.now)
        #expect(try desk.call(.register(softwareStatement: "s")).header("Date") == "Fri, 20 Nov 2026 21:58:19 GMT")
        #expect(desk.get("https://activate.example/").header("Date") == "Fri, 20 Nov 2026 21:59:16 GMT")
    }
}

extension WireResponse.Meaning {
    var response: PassResponse? { if case .operation(_, let response) = self { response } else { nil } }
}
