import PassAPI

import Services
import Testing
import VirtualTime
/// Codes, and what a Temp Pass is reset for.
extension SimulatedServiceNeighboursTests {
    // MARK: Codes

    @Test(
        "K-69: a code stands for its own requestor and login; another code, and another requestor, know nothing of it"
    )
    func codes() {
        let desk = Desk()
        let first = desk.code()?.code ?? ""
        let second = desk.code()?.code ?? ""
        desk.logIn(first)
        func check(_ code: String, _ requestor: String = "KITETV") -> Int {
            desk.answer(.checkAuthenticationByCode(requestor: requestor, code: code, accessToken: desk.token)).status
        }
        func read(_ code: String, _ requestor: String = "KITETV") -> Int {
            desk.answer(.readRegistrationRecord(requestor: requestor, code: code, accessToken: desk.token)).status
        }
        func release(_ code: String, _ requestor: String = "KITETV") -> Int {
            desk.answer(.deleteRegistrationRecord(requestor: requestor, code: code, accessToken: desk.token)).status
        }
        #expect([check(first), check(second), check(first, "HARBORTV")] == [200, 403, 403])
        #expect([read(first), read(second), read(first, "HARBORTV")] == [200, 200, 404])
        #expect(release(first, "HARBORTV") == 404)
        #expect([check(first), read(first)] == [200, 200])
        #expect(release(first) == 204)
        #expect([read(first), read(second)] == [404, 200])
        // Both codes are of one device: whoever logged in there stays signed in.
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
    }

    // MARK: Temp Pass

    @Test(
        "A reset is for one requestor, one Temp Pass, and one device, one key, or all devices",
        arguments: [
            ("device_id", "d1", ["own"]), ("device_id", "d2", ["device and key"]),
            ("device_id", "all", ["own", "device and key"]), ("key", "k1", ["own"]), ("key", "k2", ["device and key"]),
            ("device_id", "k1", []), ("key", "d1", []),
        ] as [(String, String, [String])]
    )
    func reset(name: String, value: String, again: [String]) {
        let desk = Desk.with { configuration in
            var second = configuration.providers[3]
            second.listing.id = "TempPass2"
            configuration.providers.append(second)
            let integration = configuration.requestors[0].integrations[3]
            var other = integration
            other.mvpd = "TempPass2"
            configuration.requestors[0].integrations.append(other)
            configuration.requestors[1].integrations.append(integration)
        }
        let passes = [
            ("own", "KITETV", "TempPass", "d1", "k1"), ("requestor", "HARBORTV", "TempPass", "d1", "k1"),
            ("pass", "KITETV", "TempPass2", "d1", "k1"), ("device and key", "KITETV", "TempPass", "d2", "k2"),
        ]
        func begin(_ pass: (String, String, String, String, String)) -> Int {
            (desk.requestor, desk.device) = (pass.1, pass.3)
            let request = PassRequest.freePreview(
                desk.context,
                mvpd: pass.2,
                domainName: "adobe.com",
                genericData: pass.4
            )
            return desk.answer(request).status
        }
        for pass in passes { #expect(begin(pass) == 204) }
        desk.now += .seconds(1_200)
        for pass in passes { #expect(begin(pass) == 403) }
        let request = PassRequest(
            .resetTempPass,
            [
                .init(name, value), .init("requestor_id", "KITETV"), .init("mvpd_id", "TempPass"),
                .init("Authorization", "Bearer \(desk.token ?? "")"),
            ]
        )
        #expect(desk.answer(request).status == 204)
        #expect(passes.filter { begin($0) == 204 }.map(\.0) == again)
    }
}
