import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", part 7 (many apps at once, told apart by device id) and rest-api-v1.md §3: `register` and `token` name no
/// device.
@Suite struct ServedAccessTests {
    private typealias Recorded = ServedRecordingBackendTests

    private let wall: Instant
    private var backend: ServedBackend

    init() throws {
        let exchanges = try Recorded.exchanges()
        wall = exchanges[0].startedAt + .seconds(3 * 365 * 86_400)
        backend = try Recorded.forked(exchanges, at: wall)
        _ = try Recorded.signOn(&backend, exchanges, at: wall)
        // The second one begins at another distance from the recording.
        _ = try backend.perform(Recorded.step("advance 3h"), at: wall)
        _ = try Recorded.signOn(&backend, Recorded.other(exchanges), at: wall)
        _ = try backend.age(by: .seconds(86_400 * 31), at: wall)
        #expect(backend.lead(of: 2) - backend.lead(of: 1) == 3 * 3_600)
    }

    private mutating func post(_ path: String, _ form: String, token: String? = nil) throws -> (Int?, JSONValue?) {
        let request = HTTPRequest(
            method: "POST",
            url: "https://api.auth.adobe.com\(path)",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
                + (token.map { [HeaderField("Authorization", "Bearer \($0)")] } ?? []),
            body: Array(form.utf8)
        )
        let reply = backend.respond(to: request, from: Recorded.client, at: wall)
        #expect(reply.entry.source == .simulated, "\(path): \(reply.entry.source)")
        return (reply.response?.status, try? JSONValue(parsing: reply.response?.body ?? []))
    }

    /// The devices of the recorded app and of the other one.
    private static let devices = ["63ad1697f76f44928c62d6d8317fb8cf", "1234567890abcdeffedcba0987654321"]

    private mutating func createCode(_ device: String, _ token: String) throws -> Int? {
        try post("/reggie/v1/SportsNet/regcode", "deviceId=\(device)", token: token).0
    }

    private mutating func register() throws -> (id: String, secret: String) {
        let (status, body) = try post("/o/client/register", "software_statement=eyJhbGciOiJSUzI1NiJ9.e30.c2ln")
        #expect(status == 201)
        return try (#require(body?["client_id"]?.string), #require(body?["client_secret"]?.string))
    }

    private mutating func token(_ client: (id: String, secret: String)) throws -> (Int?, String?) {
        let form = "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(client.secret)"
        let (status, body) = try post("/o/client/token", form)
        return (status, body?["access_token"]?.string)
    }

    @Test(
        "Applications and access tokens are of the app heard last from the address: another one's calls are refused",
        arguments: [0, 1]
    )
    func tokens(first: Int) throws {
        var world = self
        _ = try world.createCode(Self.devices[1 - first], "0123456789abcdef")
        _ = try world.createCode(Self.devices[first], "0123456789abcdef")
        let client = try world.register()
        let (status, issued) = try world.token(client)
        #expect(status == 200 || status == 201)
        let token = try #require(issued)
        #expect(try world.createCode(Self.devices[first], token) == 201)
        #expect(try world.createCode(Self.devices[first], token + "0") == 401)
        #expect(try world.createCode(Self.devices[1 - first], token) == 401)
        // Now that one was heard last.
        #expect(try world.token(client).0 == 400)
        // The recorded ones last 24 h.
        for (step, expected) in [("advance 1439m", 201), ("advance 2m", 401)] {
            _ = try world.backend.perform(Recorded.step(step), at: wall)
            #expect(try world.createCode(Self.devices[first], token) == expected, "\(step)")
        }
    }
}

/// Source: issue "Serve", parts 3 and 4.
@Suite struct ServedLoginTests {
    private typealias Recorded = ServedRecordingBackendTests

    private static func form(_ url: String, _ text: String) -> HTTPRequest {
        HTTPRequest(
            method: "POST",
            url: url,
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(text.utf8)
        )
    }

    private static let opening = HTTPRequest(
        method: "GET",
        url: "https://api.auth.adobe.com/adobe-services/1.0/authenticate/saml?domain_name=kite.example&noflash=true"
            + "&mso_id=Plover&requestor_id=KITETV&no_iframe=true&redirect_url=http%3A%2F%2Fkite.example%2Fown",
        headers: [HeaderField("Accept", "text/html")]
    )

    /// What a browser sends on: the fields of the form on a page.
    private static func fields(_ reply: ServedBackend.Reply) throws -> (action: String, text: String) {
        let page = String(decoding: reply.response?.body ?? [], as: UTF8.self)
        func values(_ before: String) -> [String] {
            page.components(of: before).dropFirst().map { String($0.prefix { $0 != "\"" }) }
        }
        let names = values(#"<input type="hidden" name=""#)
        let texts = try names.map { name in
            let value = try #require(values("name=\"\(name)\" value=\"").first)
            return name + "=" + PercentEncoding.component(value)
        }
        return (try #require(values(#"action=""#).first, "\(page)"), texts.joined(separator: "&"))
    }

    @Test(
        "A login at the simulated service goes on there, whatever the recording has at its pages, however long it takes"
    )
    func goesOn() throws {
        var exchanges = try Recorded.exchanges("second-screen-tvos")
        var page = exchanges[0]
        page.ordinal = exchanges.count + 1
        page.request = Self.form("https://login.example/plover", "RelayState=0123456789abcdef&username=a&password=b")
        page.outcome = .response(
            HTTPResponse(status: 302, headers: [HeaderField("Location", "https://other.example/")])
        )
        exchanges.append(page)
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = try Recorded.forked(exchanges, at: wall)
        var reply = backend.respond(to: Self.opening, from: Recorded.client, at: wall)
        for (seconds, typed) in [(2, ""), (4, "&username=anybody&password=x"), (6, "")] {
            // Nobody's recording has begun, and it is still the same service.
            _ = try backend.perform(Recorded.step("advance \(seconds)s"), at: wall)
            let form = try Self.fields(reply)
            reply = backend.respond(to: Self.form(form.action, form.text + typed), from: Recorded.client, at: wall)
            #expect(reply.entry.source == .simulated, "\(form.action): \(reply.entry.source)")
        }
        #expect(reply.response?.headers[first: "Location"] == "http://kite.example/own", "\(reply)")
        let end = AskedRequest(HTTPRequest(method: "GET", url: "https://kite.example/own"))
        #expect(backend.serves(end))
        // The recorded login is the recording's.
        let recorded = backend.respond(to: page.request, from: Recorded.client, at: wall)
        #expect(recorded.response?.headers[first: "Location"] == "https://other.example/", "\(recorded.entry.source)")
    }
}

extension ServedLoginTests {
    /// The recorded user signs in with Plover between exchanges 6 and 7 (clients/second-screen-tvos, its truth).
    @Test(
        "After a login with another MVPD than the recorded one the simulated service goes on, for that app alone",
        arguments: [("Meadowlark", true), ("Plover", false)]
    )
    func otherProvider(mvpd: String, hasDeparted: Bool) throws {
        var (backend, exchanges, wall) = try ServedProgressTests.served(hasFallback: true)
        ServedProgressTests.request(1...5, of: exchanges, &backend, at: wall)
        let created = try JSONValue(parsing: exchanges[4].response?.body ?? [])
        let code = try #require(created["code"]?.string)
        let opening = HTTPRequest(
            method: "GET",
            url: "https://api.auth.adobe.com/api/v1/authenticate?reg_code=\(code)&requestor_id=KITETV&mso_id=\(mvpd)"
                + "&domain_name=adobe.com&noflash=true&redirect_url=https%3A%2F%2Fkite.example%2Fdone"
        )
        let opened = backend.respond(to: opening, from: Recorded.client, at: wall)
        let login = try #require(opened.response?.headers[first: "Location"], "\(opened)").split(separator: "?")
        let request = Self.form(String(login[0]), login[1] + "&username=anybody&password=x")
        let ended = backend.respond(to: request, from: Recorded.client, at: wall)
        #expect(ended.response?.headers[first: "Location"] == "https://kite.example/done", "\(ended)")
        let token = ServedProgressTests.request([7], of: exchanges, &backend, at: wall)[0]
        #expect((token.entry.source == .simulated) == hasDeparted, "\(token.entry.source)")
        let shown = String(decoding: token.response?.body ?? [], as: UTF8.self)
        #expect(shown.contains("Meadowlark") == hasDeparted, "\(shown)")
        // Another one meets the recording.
        let other = backend.respond(to: exchanges[0].request, from: WireClient(address: "10.0.0.7"), at: wall)
        #expect(other.entry.source != .simulated)
    }
}

extension ServedLoginTests {
    /// rest-api-v1.md §7: the television asks with its code alone whether somebody has signed in.
    @Test(
        "Two televisions that meet the same recorded code show codes of their own, and each is signed in with its own"
    )
    func codes() throws {
        let (served, exchanges, wall) = try ServedProgressTests.served(hasFallback: true)
        var backend = served
        func respond(_ request: HTTPRequest) -> ServedBackend.Reply {
            backend.respond(to: request, from: Recorded.client, at: wall)
        }
        let devices = ["C9jYth1CTh%2BFHWO9BQXapA%3D%3D", "bWluZTAxMjM0NTY3ODkwMQ%3D%3D"]
        let codes = try devices.map { device in
            var code: String?
            for exchange in exchanges.prefix(5) {
                var request = exchange.request
                request.url.replace(devices[0], with: device)
                request.body = request.body.map {
                    Array(String(decoding: $0, as: UTF8.self).replacing(devices[0], with: device).utf8)
                }
                let reply = respond(request)
                guard exchange.ordinal == 5 else { continue }
                #expect(reply.entry.source != .simulated && reply.response?.status == 201, "\(reply.entry.source)")
                code = try JSONValue(parsing: reply.response?.body ?? [])["code"]?.string
            }
            return try #require(code)
        }
        let recorded = try JSONValue(parsing: exchanges[4].response?.body ?? [])["code"]?.string
        #expect(codes[0] == recorded && codes[1] != recorded && codes[1].utf8.count == codes[0].utf8.count)
        func poll() -> [Int?] {
            codes.map { code in
                respond(
                    HTTPRequest(
                        method: "GET",
                        url: "https://api.auth.adobe.com/api/v1/authenticate/\(code)?requestor=KITETV",
                        headers: exchanges[2].request.headers
                    )
                ).response?.status
            }
        }
        #expect(poll().allSatisfy { $0 != 200 })
        for number in [1, 0] {
            let opening = HTTPRequest(
                method: "GET",
                url: "https://api.auth.adobe.com/api/v1/authenticate?reg_code=\(codes[number])&requestor_id=KITETV"
                    + "&mso_id=Plover&domain_name=adobe.com&noflash=true&redirect_url=https%3A%2F%2Fkite.example%2Fdone"
            )
            let opened = respond(opening)
            let login = try #require(opened.response?.headers[first: "Location"], "\(opened)").split(separator: "?")
            let ended = respond(Self.form(String(login[0]), login[1] + "&username=anybody&password=x"))
            #expect(ended.response?.headers[first: "Location"] == "https://kite.example/done", "\(ended)")
            let statuses = poll()
            #expect(statuses[1] == 200 && (statuses[0] == 200) == (number == 0), "\(statuses)")
        }
    }
}

extension ServedLoginTests {
    /// The second screen's television, which also asks with its code whether somebody has signed in (rest-api-v1.md §7.4).
    private static func polling() throws -> [Exchange] {
        var exchanges = try Recorded.exchanges("second-screen-tvos")
        var (poll, done) = (exchanges[5], exchanges[6])
        for place in [5, 6] {
            exchanges[place].startedAt = exchanges[place].startedAt + .milliseconds(1)
        }
        poll.request.url = "https://api.auth.adobe.com/api/v1/authenticate/8064630?requestor=KITETV"
        done.request.url = poll.request.url
        exchanges.insert(contentsOf: [poll, done], at: 5)
        for place in exchanges.indices { exchanges[place].ordinal = place + 1 }
        return exchanges
    }

    private static func opening(_ code: String) -> HTTPRequest {
        HTTPRequest(
            method: "GET",
            url: "https://api.auth.adobe.com/api/v1/authenticate?reg_code=\(code)&requestor_id=KITETV&mso_id=Plover"
                + "&domain_name=adobe.com&noflash=true&redirect_url=https%3A%2F%2Fkite.example%2Fdone"
        )
    }

    @Test("A poll for a new code is not answered with what another app has yet to be given, nor is its login another's")
    func newCode() throws {
        let exchanges = try Self.polling()
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = try Recorded.forked(exchanges, at: wall)
        func request(_ place: Int, other: Bool = false) -> HTTPRequest {
            var request = exchanges[place].request
            guard other else { return request }
            let device = "C9jYth1CTh%2BFHWO9BQXapA%3D%3D"
            request.url.replace(device, with: "bWluZTAxMjM0NTY3ODkwMQ%3D%3D")
            request.body = request.body.map {
                Array(String(decoding: $0, as: UTF8.self).replacing(device, with: "bWluZTAxMjM0NTY3ODkwMQ%3D%3D").utf8)
            }
            return request
        }
        func respond(_ request: HTTPRequest, from address: String = "127.0.0.1") -> ServedBackend.Reply {
            backend.respond(to: request, from: WireClient(address: address), at: wall)
        }
        func code(_ reply: ServedBackend.Reply) throws -> String {
            try #require(try JSONValue(parsing: reply.response?.body ?? [])["code"]?.string)
        }
        for place in 0..<5 { _ = respond(request(place)) }
        // The other one has its code, and has not asked yet.
        for place in 2..<5 { _ = respond(request(place, other: true)) }
        let created = respond(request(4))
        #expect(created.entry.source == .simulated)
        var poll = request(5)
        poll.url.replace("8064630", with: try code(created))
        let first = respond(poll)
        #expect(first.response?.status == 404 && first.entry.source == .simulated, "\(first.entry.source)")
        // A phone, of which nothing was heard before.
        let opened = respond(Self.opening(try code(created)), from: "10.0.0.9")
        let login = try #require(opened.response?.headers[first: "Location"], "\(opened)").split(separator: "?")
        _ = respond(Self.form(String(login[0]), login[1] + "&username=anybody&password=x"), from: "10.0.0.9")
        #expect(respond(poll).response?.status == 200)
        // What says "not yet" is passed over from then on, for that one alone.
        #expect(respond(request(7)).response?.status == 200)
        #expect(respond(request(7, other: true)).response?.status == 404)
    }

    /// rest-api-v1.md §7.13: after a logout there is no AuthN token, and `authorize` is 412 or 403.
    @Test("After a logout that the recording does not have, nothing is given of it that needs a sign-on")
    func logout() throws {
        var (_, exchanges, wall) = try ServedProgressTests.served(hasFallback: true)
        exchanges.removeLast()
        var backend = try Recorded.forked(exchanges, at: wall)
        ServedProgressTests.request(1...8, of: exchanges, &backend, at: wall)
        let logout = HTTPRequest(
            method: "DELETE",
            url: exchanges[6].request.url.replacing("tokens/authn", with: "logout"),
            headers: exchanges[6].request.headers
        )
        let ended = backend.respond(to: logout, from: Recorded.client, at: wall)
        #expect(ended.entry.source == .simulated && ended.response?.status == 204, "\(ended.entry.source)")
        let refused = ServedProgressTests.request([11], of: exchanges, &backend, at: wall)[0]
        #expect(refused.entry.source == .simulated && refused.response?.status == 412, "\(refused)")
    }

    @Test("A login page belongs to the app at its address, whoever was heard last elsewhere", arguments: [0, 1])
    func pages(first: Int) throws {
        let exchanges = try Recorded.exchanges()
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = try Recorded.forked(exchanges, at: wall)
        let apps = [exchanges, Recorded.other(exchanges)]
        func respond(_ app: Int, _ place: Int, _ code: String) -> (body: String, source: ServedEntry.Source) {
            var request = apps[app][place].request
            request.url.replace("898C0AF", with: code)
            request.body = request.body.map {
                Array(String(decoding: $0, as: UTF8.self).replacing("898C0AF", with: code).utf8)
            }
            let reply = backend.respond(to: request, from: WireClient(address: "192.0.2.\(app)"), at: wall)
            return (String(decoding: reply.response?.body ?? [], as: UTF8.self), reply.entry.source)
        }
        let codes = try apps.indices.map { app in
            for place in 0..<3 { _ = respond(app, place, "") }
            let created = try JSONValue(parsing: Array(respond(app, 3, "").body.utf8))
            let code = try #require(created["code"]?.string)
            #expect(respond(app, 4, code).body.contains(#"value="\#(code)""#))
            return code
        }
        #expect(codes[0] == "898C0AF" && codes[1] != codes[0])
        // One goes through all of its login before the other's browser goes on; then it comes to its first page once more.
        for (app, isRepeated) in [(first, false), (1 - first, false), (first, true)] {
            let (page, source) = respond(app, 5, codes[app])
            #expect(page.contains(#"name="RelayState" value="\#(codes[app])""#), "\(page)")
            guard case .recorded(let match) = source else {
                Issue.record("\(source)")
                return
            }
            #expect((match.session, match.isRepeated) == (app + 1, isRepeated))
            _ = respond(app, 6, codes[app])
        }
    }

    @Test("A browser at another address may be the first to ask for a recorded code")
    func otherAddress() throws {
        var (backend, exchanges, wall) = try ServedProgressTests.served(hasFallback: true)
        ServedProgressTests.request(1...5, of: exchanges, &backend, at: wall)
        let opened = backend.respond(to: Self.opening("8064630"), from: WireClient(address: "10.0.0.9"), at: wall)
        #expect(opened.response?.status == 302, "\(opened)")
        let unknown = backend.respond(to: Self.opening("8064631"), from: WireClient(address: "10.0.0.9"), at: wall)
        #expect(unknown.response?.status == 400)
    }
}

extension String {
    /// The parts between occurrences of a text.
    fileprivate func components(of text: String) -> [Substring] {
        var (rest, parts) = (self[...], [Substring]())
        while let place = rest.firstRange(of: text) {
            parts.append(rest[..<place.lowerBound])
            rest = rest[place.upperBound...]
        }
        return parts + [rest]
    }
}
