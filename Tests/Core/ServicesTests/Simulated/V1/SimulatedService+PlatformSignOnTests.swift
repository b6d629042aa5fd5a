import Documents
import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// Apple SSO's two calls, from rest-api-v1.md §7.6 and §7.7, and apple-sso-flow.md §3 and §4.
@Suite struct SimulatedServicePlatformSignOnTests {
    static func profileRequest(_ desk: Desk, mvpd: String = "Meadowlark", type: String = "tvOS") -> PassResponse {
        desk.answer(.profileRequest(desk.context, mvpd: mvpd, deviceType: type))
    }

    static func payload(_ desk: Desk) -> String? {
        guard case .profileRequest(let payload) = profileRequest(desk).content else { return nil }
        return payload
    }

    /// Returns the platform's answer, as it stands.
    static func saml(_ desk: Desk, token: String?, user: String = "wren") -> String? {
        let result = desk.service.attributeResponse(
            provider: "com.example.meadowlark",
            user: user,
            verificationToken: token,
            attributeNames: ["uid", "NameID"],
            at: desk.now
        )
        guard case .saml(let text) = result else { return nil }
        return text
    }

    static func exchange(_ desk: Desk, _ base64: String, mvpd: String = "Meadowlark", type: String = "tvOS")
        -> PassResponse
    {
        desk.answer(.exchangeToken(desk.context, mvpd: mvpd, deviceType: type, samlResponse: base64))
    }

    /// The platform's answer after the cookbook's pipeline.
    static func samlResponse(_ desk: Desk, user: String = "wren") -> String {
        SAMLNormalization.base64(saml(desk, token: payload(desk), user: user) ?? "")
    }

    @Test("K-47: A profile request is opaque text; as in V2 it is Base64 of XML")
    func profileRequests() throws {
        let desk = Desk()
        let answer = Self.profileRequest(desk)
        #expect(answer.status == 200)
        let http = answer.httpResponse(for: .profileRequest)
        #expect(http.headers[first: "Content-Type"] == "application/octet-stream")
        let payload = try #require(Self.payload(desk))
        let xml = String(decoding: try Base64.decode(payload), as: UTF8.self)
        #expect(xml.hasPrefix("<?xml version="))
        #expect(xml.contains("https://saml.sp.auth.adobe.com"))
        #expect(Self.payload(desk) != payload)
    }

    @Test("K-25, K-48: Only MVPDs by Adobe's id that are set up for platform sign-on get a profile request")
    func refusals() {
        let desk = Desk()
        for mvpd in ["com.example.meadowlark", "Northwind", "Juniper", "TempPass", "Nobody"] {
            #expect(Self.profileRequest(desk, mvpd: mvpd).status == 400)
        }
        #expect(Self.profileRequest(desk, type: "tvos").status == 400)
        var request = PassRequest.profileRequest(desk.context, mvpd: "Meadowlark", deviceType: "iOS")
        #expect(desk.answer(request).status == 200)
        request["deviceType"] = nil
        #expect(desk.answer(request).error?.message == "Required 'deviceType' is not present")
        request["deviceType"] = "iOS"
        request["requestor"] = "NOBODY"
        #expect(desk.answer(request).status == 400)
        desk.service.apply(
            .enableSingleSignOn(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false),
            at: desk.now
        )
        #expect(Self.profileRequest(desk).status == 400)
    }

    @Test("K-62, K-64: The platform's answer is exchanged with 204, and the token says where it came from")
    func exchange() {
        let desk = Desk()
        let answer = Self.exchange(desk, Self.samlResponse(desk))
        #expect(answer == PassResponse(status: 204, .empty))
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        guard case .userMetadata(let metadata) = desk.answer(.userMetadata(desk.context)).content else {
            return #expect(Bool(false))
        }
        #expect(metadata.tokenSource == "Apple")
        #expect(desk.answer(.authorize(desk.context, resource: "KITE1")).status == 200)
    }

    @Test("K-61: A response that was encoded twice is refused with 400, and so is one that is no Base64")
    func encodings() {
        let desk = Desk()
        let good = Self.samlResponse(desk)
        let twice = good.map { $0 == "=" ? "%3D" : $0 == "+" ? "%2B" : String($0) }.joined()
        #expect(Self.exchange(desk, twice + "%3D").status == 400)
        for bad in ["", "!", "====", "PHM", "\u{0}", String(repeating: "A", count: 100_001)] {
            #expect(Self.exchange(desk, bad).status == 400)
        }
        #expect(Self.exchange(desk, good).status == 204)
    }

    @Test("What is no SAML response with one good assertion is refused with 400", arguments: hostileTexts)
    func hostile(text: String) {
        #expect(Self.exchange(Desk(), Base64.encode(text.utf8)).status == 400)
    }

    static let hostileTexts = [
        "<Response/>", "no XML", "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
        String(repeating: "<a>", count: 5_000), "\u{FEFF}<a/>", "<a><b></a></b>",
    ]

    @Test("A response of another MVPD's subscriber, to no request, or to one that is over, is refused")
    func requests() throws {
        let desk = Desk()
        let used = Self.samlResponse(desk)
        #expect(Self.exchange(desk, used).status == 204)
        #expect(Self.exchange(desk, used).status == 400, "the request was answered before")

        // A request holds for ten minutes: the MVPD may respond to it after nine, and what it says is then brought in time or not.
        for (wait, status) in [(Duration.seconds(60) - .nanoseconds(1), 204), (.seconds(60), 400)] {
            let late = Desk()
            let payload = Self.payload(late)
            late.now += .seconds(540)
            let response = SAMLNormalization.base64(Self.saml(late, token: payload) ?? "")
            late.now += wait
            #expect(Self.exchange(late, response).status == status)
        }

        // Made for one requestor, brought by another.
        let other = Desk()
        let foreign = Self.samlResponse(other)
        other.requestor = "HARBORTV"
        #expect(Self.exchange(other, foreign).status == 400)
        other.requestor = "KITETV"
        #expect(Self.exchange(other, foreign).status == 204)
    }

    @Test("What was changed after it was signed is refused")
    func signatures() throws {
        func changed(_ desk: Desk) throws -> String {
            let text = try #require(Self.saml(desk, token: Self.payload(desk)))
            let other = text.split(separator: "wren", omittingEmptySubsequences: false).joined(separator: "finch")
            return SAMLNormalization.base64(other)
        }
        let desk = Desk()
        #expect(Self.exchange(desk, try changed(desk)).status == 400)
    }

    @Test("An assertion that was used, or has run out, is not made good by a change of what says so")
    func renewed() throws {
        let desk = Desk()
        let text = try #require(Self.saml(desk, token: Self.payload(desk)))
        // Six minutes later it is over, since it was good for five.
        desk.now += .seconds(360)
        let later = text.replacing("T00:05:00Z", with: "T01:05:00Z")
        #expect(later != text)
        #expect(Self.exchange(desk, SAMLNormalization.base64(later)).status == 400)

        let other = Desk()
        let used = try #require(Self.saml(other, token: Self.payload(other)))
        #expect(Self.exchange(other, SAMLNormalization.base64(used)).status == 204)
        // The answer to the next request, around the assertion of the first.
        let next = try #require(Self.saml(other, token: Self.payload(other)))
        let answered = try #require(try SAMLResponse(parsing: used).inResponseTo)
        let open = try #require(try SAMLResponse(parsing: next).inResponseTo)
        let place = try #require(used.ranges(of: answered).first)
        var patched = used
        patched.replaceSubrange(place, with: open)
        #expect(try SAMLResponse(parsing: patched).inResponseTo == open)
        #expect(Self.exchange(other, SAMLNormalization.base64(patched)).status == 400)
        #expect(Self.exchange(other, SAMLNormalization.base64(next)).status == 204)
    }

    @Test("An assertion is judged by the server's clock, to the nanosecond")
    func times() {
        let desk = Desk()
        let early = Self.samlResponse(desk)
        let edge = Self.samlResponse(desk)
        desk.now += .seconds(300)
        #expect(Self.exchange(desk, early).status == 400)
        desk.now = desk.now - .nanoseconds(1)
        #expect(Self.exchange(desk, edge).status == 204)

        let skewed = Desk()
        skewed.service.apply(.skewClock(.seconds(3_600)), at: skewed.now)
        #expect(Self.exchange(skewed, Self.samlResponse(skewed)).status == 400)
    }

    @Test("Without one of its parameters the exchange is 400 and says which is required")
    func parameters() {
        let desk = Desk()
        for name in ["requestor", "deviceId", "mvpd", "deviceType", "SAMLResponse"] {
            var request = PassRequest.exchangeToken(
                desk.context,
                mvpd: "Meadowlark",
                deviceType: "iOS",
                samlResponse: Self.samlResponse(desk)
            )
            request[name] = nil
            let answer = desk.answer(request)
            #expect(answer.status == 400)
            #expect(answer.error?.message == "Required '\(name)' is not present")
        }
    }

    @Test("A response that was refused leaves its profile request open, one that was taken uses up its own alone")
    func refusedExchange() throws {
        let desk = Desk()
        let first = Self.samlResponse(desk)
        let second = Self.samlResponse(desk)
        // The MVPD drops the subscriber, takes it back, and the same response is brought again.
        desk.service.apply(.revoke(user: "wren", mvpd: "Meadowlark"), at: desk.now)
        #expect(Self.exchange(desk, first).status == 400)
        desk.service.apply(.reinstate(user: "wren", mvpd: "Meadowlark"), at: desk.now)
        #expect(Self.exchange(desk, first).status == 204)
        #expect(Self.exchange(desk, first).error?.details == "the profile request was answered before")
        #expect(Self.exchange(desk, second).status == 204)
    }
}
