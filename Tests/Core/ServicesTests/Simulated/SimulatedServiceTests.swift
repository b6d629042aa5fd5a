import PassAPI
import Services
import Testing
import VirtualTime

@Suite struct SimulatedServiceTests {
    /// A day in the life of an app, as the answers it gets.
    static func day(_ desk: Desk) -> [PassResponse] {
        var answers: [PassResponse] = [desk.register()]
        desk.signOn()
        for hour in 0..<6 {
            desk.now += .seconds(3_600) + .milliseconds(Int64(hour))
            if hour.isMultiple(of: 3) { answers.append(desk.register()) }
            answers.append(desk.answer(.authorize(desk.context, resource: "KITE1")))
            answers.append(desk.answer(.mediaToken(desk.context, resource: "KITE1")))
            answers.append(desk.answer(.createRegistrationCode(desk.context)))
        }
        answers.append(SimulatedServicePlatformSignOnTests.profileRequest(desk))
        return answers
    }

    @Test("The same seed gives the same answers, another seed other ids")
    func determinism() {
        let first = Desk(seed: 7)
        let second = Desk(seed: 7)
        #expect(Self.day(first) == Self.day(second))
        #expect(first.service == second.service)
        #expect(Self.day(Desk(seed: 8)) != Self.day(Desk(seed: 7)))
    }

    @Test("A copy goes its own way")
    func copies() {
        let desk = Desk()
        desk.signOn()
        let copy = desk.service
        _ = desk.answer(.logout(desk.context))
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
        desk.service = copy
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
    }

    @Test("No id, code or token is ever given twice")
    func unique() {
        let desk = Desk()
        var seen: Set<String> = []
        func take(_ text: String) { #expect(seen.insert(text).inserted, "twice: \(text)") }
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        for _ in 0..<200 {
            if let record = desk.code() {
                take(record.code)
                take(record.id)
            }
            if case .mediaToken(let media) = desk.answer(.mediaToken(desk.context, resource: "KITE1")).content {
                take(media.serializedToken)
            }
            if case .clientRegistration(let client) = desk.answer(.register(softwareStatement: "s")).content {
                take(client.clientID)
                take(client.clientSecret)
            }
        }
        #expect(seen.count == 1_000)
    }

    static let hostileTexts = [
        "", "\u{0}", "'\"<>&", String(repeating: "A", count: 70_000), "%", "%2B%252B", "\u{1F4A9}",
        "<rss><channel><title>", "-9223372036854775808", "9223372036854775808", "../../etc",
    ]

    @Test("Whatever stands in a request, every operation answers", arguments: Operation.allCases)
    func hostile(operation: Operation) {
        let names = operation.specification.parameters.map(\.name)
        let desk = Desk()
        desk.signOn()
        let bearer = "Bearer " + (desk.token ?? "")
        #expect(desk.answer(PassRequest(operation)).status >= 200)
        for text in Self.hostileTexts {
            // All parameters at once, and one after the other in an otherwise sensible request.
            var request = PassRequest(operation, names.map { .init($0, text) })
            #expect(desk.answer(request).status >= 200)
            request["Authorization"] = bearer
            #expect(desk.answer(request).status >= 200)
            for name in names where name != "Authorization" {
                var sensible = PassRequest(operation, Self.sensible(names))
                sensible["Authorization"] = bearer
                sensible[name] = text
                #expect(desk.answer(sensible).status >= 200)
                _ = desk.service.logIn(
                    sensible,
                    as: .signsIn(mvpd: text, user: text),
                    from: ClientConnection(address: text, cookies: text),
                    at: desk.now
                )
                _ = desk.service.logOut(sensible, from: desk.caller, at: desk.now)
            }
        }
        _ = desk.service.expirations(at: desk.now)
        _ = desk.service.stateEntries(at: desk.now)
    }

    static func sensible(_ names: [String]) -> [PassRequest.Parameter] {
        let values = [
            "requestor": "KITETV", "requestor_id": "KITETV", "deviceId": "box", "device_id": "box",
            "mvpd": "Meadowlark",
            "mso_id": "Meadowlark", "deviceType": "iOS", "resource": "KITE1", "resource_id": "KITE1",
            "domain_name": "kite.example", "redirect_url": "https://kite.example/done",
        ]
        return names.compactMap { name in values[name].map { .init(name, $0) } }
    }

    @Test("At the ends of time the twin still answers", arguments: [Instant.distantPast, .distantFuture])
    func endsOfTime(now: Instant) {
        let desk = Desk()
        desk.now = now
        desk.register()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        _ = desk.answer(.mediaToken(desk.context, resource: "KITE1"))
        _ = SimulatedServicePlatformSignOnTests.samlResponse(desk)
        _ = desk.service.expirations(at: now)
        desk.service.apply(.skewClock(.seconds(Int64.max / 2)), at: now)
        _ = desk.answer(.checkAuthentication(desk.context))
        _ = desk.service.stateEntries(at: now)
    }

    @Test("Copies with other numbers make other ids, each the same ones every time; number 0 changes nothing")
    func numberedCopies() {
        func client(_ number: Int?) -> String? {
            var service = SimulatedService(.example, seed: 1)
            if let number { service.makeOtherIdentifiers(number) }
            let caller = ClientConnection(address: "192.0.2.7", cookies: "app")
            let now = Instant(secondsSince1970: 1_767_225_600)
            let answer = service.answer(.register(softwareStatement: "statement"), from: caller, at: now)
            return if case .clientRegistration(let client) = answer.content { client.clientID } else { nil }
        }
        #expect(client(nil) != nil && client(0) == client(nil))
        #expect(Set([0, 1, 2].map(client)).count == 3)
        #expect(client(2) == client(2))
    }
}
