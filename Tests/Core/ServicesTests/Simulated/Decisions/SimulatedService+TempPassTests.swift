import PassAPI
import Services
import Testing
import VirtualTime

/// Temp Pass, plain and promotional, from rest-api-v1.md §7.14.
@Suite struct SimulatedServiceTempPassTests {
    static func begin(_ desk: Desk, _ data: String? = nil) -> PassResponse {
        desk.answer(
            .freePreview(desk.context, mvpd: "TempPass", domainName: "kite.example", genericData: data)
        )
    }

    static func details(_ desk: Desk) -> AuthenticationDetails? {
        let answer = desk.answer(.readAuthenticationToken(desk.context))
        return if case .authentication(let details) = answer.content { details } else { nil }
    }

    @Test("It needs no login: 204, and the device is signed in for as long as the pass lasts")
    func begins() throws {
        let desk = Desk()
        #expect(Self.begin(desk) == PassResponse(status: 204, .empty))
        let details = try #require(Self.details(desk))
        #expect(details.mvpd == "TempPass")
        #expect(details.expires == desk.now + .seconds(1_200))
    }

    @Test("AuthN and AuthZ end together, however late the resource was asked for")
    func endTogether() throws {
        let desk = Desk()
        _ = Self.begin(desk)
        let end = try #require(Self.details(desk)?.expires)
        desk.now += .seconds(1_000)
        let answer = desk.answer(.authorize(desk.context, resource: "KITE1"))
        guard case .authorization(let authorization) = answer.content else {
            Issue.record("\(answer)")
            return
        }
        #expect(authorization.expires == end)
        desk.now = end - .nanoseconds(1)
        #expect(desk.answer(.mediaToken(desk.context, resource: "KITE1")).status == 200)
        desk.now = end
        #expect(desk.answer(.mediaToken(desk.context, resource: "KITE1")).status == 403)
        #expect(desk.answer(.readAuthenticationToken(desk.context)).status == 410)
    }

    @Test("Who logs out and asks again gets what is left, and after the end nothing")
    func remainder() throws {
        let desk = Desk()
        _ = Self.begin(desk)
        let end = try #require(Self.details(desk)?.expires)
        desk.now += .seconds(600)
        _ = desk.answer(.logout(desk.context))
        #expect(Self.begin(desk).status == 204)
        #expect(Self.details(desk)?.expires == end)
        desk.now = end
        let answer = Self.begin(desk)
        #expect(answer.status == 403)
        #expect(answer.error?.message == "User not authorized")
    }

    @Test("Another device has a pass of its own")
    func perDevice() {
        let desk = Desk()
        _ = Self.begin(desk)
        desk.now += .seconds(2_000)
        desk.device = "kite-box-0002"
        #expect(Self.begin(desk).status == 204)
        #expect(Self.details(desk)?.expires == desk.now + .seconds(1_200))
    }

    @Test("A promotional pass is the same pass if the hash or the device was seen before")
    func promotional() {
        let desk = Desk()
        let hash = #"{"email":"0a1b"}"#
        _ = Self.begin(desk, hash)
        let end = Self.details(desk)?.expires
        desk.now += .seconds(300)
        desk.device = "kite-box-0002"
        #expect(Self.begin(desk, hash).status == 204)
        #expect(Self.details(desk)?.expires == end)
        // The second device was seen now, so another hash does not help it.
        #expect(Self.begin(desk, #"{"email":"ffff"}"#).status == 204)
        #expect(Self.details(desk)?.expires == end)
    }

    @Test("A promotional pass opens as many different resources as it may, and preauthorizes whatever is asked")
    func resources() throws {
        let desk = Desk.with { $0.quirks.provider.promotionalResourceLimit = 2 }
        _ = Self.begin(desk, #"{"email":"0a1b"}"#)
        let all = ["KITE1", "KITE2", "KITE3", "KITE4"]
        guard
            case .preauthorization(let lines) = desk.answer(.preauthorize(desk.context, resources: all)).content
        else {
            Issue.record("no list")
            return
        }
        #expect(lines.map(\.isAuthorized) == [true, true, true, true])
        for (resource, status) in [("KITE1", 200), ("KITE2", 200), ("KITE3", 403), ("KITE1", 200)] {
            #expect(desk.answer(.authorize(desk.context, resource: resource)).status == status, "\(resource)")
        }
        guard case .userMetadata(let metadata) = desk.answer(.userMetadata(desk.context)).content else {
            Issue.record("no metadata")
            return
        }
        #expect(metadata.data["remaining_resources"]?.string == "0")
        #expect(metadata.data["used_assets"]?.string == "KITE1,KITE2")
        #expect(metadata.data["expiration_date"]?.string == "1767226800000")
    }

    @Test("A reset lets a device, all devices, or the holder of a hash begin again")
    func reset() {
        let parameters: [[PassRequest.Parameter]] = [
            [.init("device_id", "kite-box-0001")], [.init("device_id", "all")], [.init("key", "hash")],
        ]
        for parameters in parameters {
            let desk = Desk()
            _ = Self.begin(desk, "hash")
            desk.now += .seconds(1_200)
            #expect(Self.begin(desk, "hash").status == 403)
            let common: [PassRequest.Parameter] = [
                .init("requestor_id", "KITETV"), .init("mvpd_id", "TempPass"),
                .init("Authorization", "Bearer \(desk.token ?? "")"),
            ]
            #expect(desk.answer(PassRequest(.resetTempPass, parameters + common)).status == 204)
            #expect(Self.begin(desk, "hash").status == 204)
        }
    }

    @Test("A reset of another device, or of nothing, changes nothing")
    func resetOthers() {
        let desk = Desk()
        _ = Self.begin(desk)
        desk.now += .seconds(1_200)
        let common: [PassRequest.Parameter] = [
            .init("mvpd_id", "TempPass"), .init("Authorization", "Bearer \(desk.token ?? "")"),
        ]
        let known = PassRequest.Parameter("requestor_id", "KITETV")
        let other = PassRequest.Parameter("device_id", "another")
        #expect(desk.answer(PassRequest(.resetTempPass, [other, known] + common)).status == 204)
        #expect(desk.answer(PassRequest(.resetTempPass, [known] + common)).status == 400)
        #expect(desk.answer(PassRequest(.resetTempPass, [other, .init("requestor_id", "X")] + common)).status == 403)
        #expect(Self.begin(desk).status == 403)
    }

    @Test(
        "What is missing or unknown is answered with 400",
        arguments: ["requestor_id", "deviceId", "mso_id", "domain_name"]
    )
    func bad(name: String) {
        let desk = Desk()
        var request = PassRequest.freePreview(desk.context, mvpd: "TempPass", domainName: "kite.example")
        request[name] = nil
        let answer = desk.answer(request)
        #expect(answer.status == 400)
        #expect(answer.error?.message == "Required '\(name)' is not present")
        guard name != "deviceId" else { return }
        request[name] = "unknown"
        #expect(desk.answer(request).status == 400)
    }

    @Test("An MVPD where people log in gives no free preview")
    func ordinaryProvider() {
        let desk = Desk()
        let request = PassRequest.freePreview(desk.context, mvpd: "Meadowlark", domainName: "kite.example")
        #expect(desk.answer(request).status == 400)
    }

    @Test("Who comes to a Temp Pass by a browser is let in without a password, for as long as the pass lasts")
    func byBrowser() {
        let desk = Desk()
        desk.signOn(mvpd: "TempPass", user: "whoever")
        #expect(Self.details(desk)?.expires == desk.now + .seconds(1_200))
        desk.now += .seconds(1_199)
        #expect(desk.answer(.authorize(desk.context, resource: "KITE1")).status == 200)
        desk.now += .seconds(1)
        #expect(desk.signOn(mvpd: "TempPass", user: "whoever") == .ended(url: "https://kite.example/done"))
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
    }

    @Test("A pass's end is a deadline, in true time, until it has come")
    func expiration() {
        let desk = Desk.with { $0.clockOffset = .seconds(-7) }
        _ = Self.begin(desk)
        let expiration = Expiration(.tempPass, "KITETV", at: desk.now + .seconds(1_200), source: "service")
        #expect(desk.service.expirations(at: desk.now).contains(expiration))
        #expect(!desk.service.expirations(at: desk.now + .seconds(1_200)).contains(expiration))
    }
}
