import PassAPI
import Services
import Testing
import VirtualTime

/// Throttling (rest-api-v1.md §4) and demanded logouts (access-enabler.md §14.4).
@Suite struct SimulatedServiceFrontEndTests {
    /// A desk whose twin throttles from now on.
    static func throttling() -> Desk {
        let desk = Desk()
        desk.service.apply(.throttle(isOn: true), at: desk.now)
        return desk
    }

    @Test("The worked timeline: one call a second is free, ten more eat the burst, then 429 until a new second begins")
    func timeline() {
        let desk = Self.throttling()
        let start = desk.now
        // Milliseconds, and whether the call is let through.
        var calls: [(Int, Bool)] = [0, 300, 600, 900, 1_200].map { ($0, true) }
        calls += stride(from: 1_300, through: 1_800, by: 100).map { ($0, true) }
        calls += [(2_100, true), (2_200, true), (2_400, false), (2_600, false), (2_800, false), (3_100, true)]
        for (milliseconds, isAdmitted) in calls {
            desk.now = start + .milliseconds(milliseconds)
            let status = desk.answer(.checkAuthentication(desk.context)).status
            #expect((status != 429) == isAdmitted, "at \(milliseconds) ms")
        }
    }

    @Test("Over the limit the answer is openresty's page, whatever format was asked for")
    func page() {
        let desk = Self.throttling()
        for _ in 0..<11 { _ = desk.answer(.checkAuthentication(desk.context)) }
        let request = PassRequest.checkAuthentication(desk.context)
        let answer = desk.answer(request)
        #expect(answer == PassResponse(status: 429, .throttled))
        let body = desk.body(answer, request)
        #expect(body.contains("<title>429 Too Many Requests</title>"))
        #expect(body.contains("openresty"))
    }

    @Test("Each address has its own bucket, and X-Forwarded-For is the address that counts")
    func addresses() {
        let desk = Self.throttling()
        var request = PassRequest.checkAuthentication(desk.context)
        for _ in 0..<12 { _ = desk.answer(request) }
        #expect(desk.answer(request).status == 429)
        desk.caller.address = "192.0.2.8"
        #expect(desk.answer(request).status != 429)
        desk.caller.address = "192.0.2.7"
        request["X-Forwarded-For"] = "203.0.113.1"
        #expect(desk.answer(request).status != 429)
    }

    @Test("Paths that are not listed are not throttled")
    func unlisted() {
        let desk = Self.throttling()
        for _ in 0..<30 {
            let answer = desk.answer(PassRequest(.session, [.init("requestor_id", "KITETV")]))
            #expect(answer.status != 429)
        }
        for _ in 0..<30 { #expect(desk.logIn("NOCODE") != .refused(PassResponse(status: 429, .throttled))) }
    }

    @Test("Without the control nobody is throttled; switched on again, everybody has the whole burst again")
    func switching() {
        let desk = Desk()
        for _ in 0..<30 { #expect(desk.answer(.checkAuthentication(desk.context)).status != 429) }
        desk.service.apply(.throttle(isOn: true), at: desk.now)
        for _ in 0..<11 { #expect(desk.answer(.checkAuthentication(desk.context)).status != 429) }
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 429)
        desk.service.apply(.throttle(isOn: true), at: desk.now)
        #expect(desk.answer(.checkAuthentication(desk.context)).status != 429)
    }

    /// simulated-service.md, "Controls" and `throttles`: the quirk says how it begins, the control how it goes on.
    @Test(
        "Whoever switches throttling on or off is obeyed, whatever the quirk says; until then the quirk counts",
        arguments: [true, false],
        [nil, true, false] as [Bool?]
    )
    func overruled(quirk: Bool, control: Bool?) {
        let desk = Desk.with { $0.quirks.provider.throttles = quirk }
        if let control {
            desk.service.apply(.throttle(isOn: !control), at: desk.now)
            desk.service.apply(.throttle(isOn: control), at: desk.now)
        }
        // One call of the second, and a burst of ten, of an address that has not registered before.
        desk.caller.address = "192.0.2.8"
        let statuses = (0..<12).map { _ in desk.answer(.checkAuthentication(desk.context)).status }
        #expect(statuses == Array(repeating: 403, count: 11) + [control ?? quirk ? 429 : 403])
    }

    @Test("A demanded logout is answered once, to the device's next call about a token, with its reason")
    func demandedLogout() {
        let desk = Desk()
        desk.service.apply(.demandLogout(deviceID: "kite-box-0001", reason: "34764"), at: desk.now)
        let session = PassRequest(
            .sessionDevice,
            [.init("requestor_id", "KITETV"), .init("device_id", "kite-box-0001")]
        )
        let other = PassRequest(.sessionDevice, [.init("requestor_id", "KITETV"), .init("device_id", "another")])
        #expect(desk.answer(other).status == 401)
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
        #expect(desk.answer(session) == PassResponse(status: 200, .pendingLogout(reason: "34764")))
        #expect(desk.answer(session).status == 401)
    }

    @Test("A logout demanded of no device in particular meets whoever asks first")
    func demandedOfAnybody() {
        let desk = Desk()
        desk.service.apply(.demandLogout(deviceID: nil, reason: nil), at: desk.now)
        let session = PassRequest(.session, [.init("requestor_id", "KITETV")])
        #expect(desk.answer(session) == PassResponse(status: 200, .pendingLogout(reason: nil)))
        #expect(desk.answer(session).status == 401)
    }
}
