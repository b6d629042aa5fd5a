import Documents
import Exchanges
import NIOHTTP1
import Proxy
import Testing

@testable import ServiceFront

/// Source: issue "Serve", parts 5 and 6.
@Suite struct ControlInterfaceTests {
    private static let authorized: HTTPHeaders = [
        "Host": "127.0.0.1:8080", "Authorization": "Bearer secret-token",
    ]

    @Test("Looking needs no token, changing does", arguments: ["steps", "reset"])
    func token(name: String) async throws {
        let front = try TestFront()
        let path = "/_kinescope/" + name
        for wrong in [
            "", "Bearer", "Bearer secret-toke", "Bearer secret-tokenx", "Basic secret-token", "Bearer SECRET-TOKEN",
        ] {
            var headers: HTTPHeaders = ["Host": "127.0.0.1:8080"]
            if !wrong.isEmpty { headers.add(name: "Authorization", value: wrong) }
            let reply = try await front.reply(.POST, path, headers: headers, body: "advance 1d")
            #expect(reply.answer.status == .unauthorized, "\(wrong)")
        }
        var twice = Self.authorized
        twice.add(name: "Authorization", value: "Bearer secret-token")
        #expect(try await front.reply(.POST, path, headers: twice, body: "advance 1d").answer.status == .unauthorized)
        #expect(try await front.reply(.GET, "/_kinescope/clock").object?["at"]?.string == "2027-01-15T08:00:00Z")
        #expect(try await front.reply(.POST, path, headers: Self.authorized, body: "advance 1d").answer.status == .ok)
    }

    @Test(
        "Who looks without the token sees device ids and codes shortened, with it whole",
        arguments: ["state", "timeline", "unmatched", "expirations", "page"]
    )
    func shortened(name: String) async throws {
        func exchange(_ ordinal: Int, _ method: String, _ url: String, _ body: String?, _ answer: String) -> Exchange {
            Exchange(
                ordinal: ordinal,
                startedAt: TestFront.wall,
                durationMicroseconds: 1,
                request: HTTPRequest(
                    method: method,
                    url: "https://api.auth.adobe.com" + url,
                    headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
                    body: body.map { Array($0.utf8) }
                ),
                outcome: .response(HTTPResponse(status: 201, body: Array(answer.utf8)))
            )
        }
        let (front, state) = try TestFront.recorded([
            exchange(
                1,
                "POST",
                "/reggie/v1/KITETV/regcode",
                "deviceId=living-room-0001",
                #"{"code":"PLK7Q2X","requestor":"KITETV","generated":1799999000000,"expires":1800003600000}"#
            )
        ])
        let created = try await front.reply(
            .POST,
            "/api.auth.adobe.com/reggie/v1/KITETV/regcode",
            headers: ["Host": "127.0.0.1:8080", "Content-Type": "application/x-www-form-urlencoded"],
            body: "deviceId=living-room-0001"
        )
        #expect(created.answer.status == .created)
        // Nobody has sent it yet.
        let given = String(buffer: try await front.reply(.GET, "/_kinescope/" + name).answer.body)
        #expect(!given.contains("PLK7Q2X") && !given.contains("living-room-0001"), "\(given)")
        _ = try await front.reply(.GET, "/api.auth.adobe.com/reggie/v1/KITETV/regcode/PLK7Q2X")
        _ = try await front.reply(
            .GET,
            "/api.auth.adobe.com/api/v1/tokens/authn?requestor=KITETV&deviceId=living-room-0001"
        )
        #expect(state.withBackend { $0.log.count } == 3)
        let path = "/_kinescope/" + name
        let looked = String(buffer: try await front.reply(.GET, path).answer.body)
        let trusted = String(buffer: try await front.reply(.GET, path, headers: Self.authorized).answer.body)
        #expect(!looked.contains("living-room-0001") && !looked.contains("PLK7Q2X"), "\(looked)")
        if ["timeline", "unmatched"].contains(name) { #expect(looked.contains("P…") && trusted.contains("PLK7Q2X")) }
    }

    @Test(
        "A page of another origin and a client elsewhere may not even look",
        arguments: [
            ("https://evil.example", "127.0.0.1"), ("null", "127.0.0.1"), ("http://127.0.0.1:9999", "127.0.0.1"),
            ("http://localhost:8080", "127.0.0.1"), (nil, "192.168.1.20"), (nil, ""), (nil, "fe80::1"),
        ] as [(String?, String)]
    )
    func strangers(origin: String?, client: String) async throws {
        let front = try TestFront()
        for (method, path) in [(HTTPMethod.GET, "/_kinescope/clock"), (.POST, "/_kinescope/steps")] {
            var headers = Self.authorized
            if let origin { headers.add(name: "Origin", value: origin) }
            let reply = try await front.reply(method, path, headers: headers, body: "advance 1d", from: client)
            #expect(reply.answer.status == .forbidden)
            #expect(!reply.answer.headers.contains(name: "Access-Control-Allow-Origin"))
        }
        #expect(front.backend.withBackend { $0.clock.instant(at: TestFront.wall) } == TestFront.wall)
    }

    @Test(
        "A name that may have been led here is refused; through the proxy it is the proxy's own",
        arguments: [
            ("/_kinescope/clock", "kinescope.local", false), ("/_kinescope/clock", "kinescope.local:8080", false),
            ("/_kinescope/clock", "192.168.1.20:8080", false), ("/_kinescope/clock", "localhost:8080", true),
            ("http://kinescope.local/_kinescope/clock", "kinescope.local", true),
        ]
    )
    func hosts(uri: String, host: String, isAnswered: Bool) async throws {
        let front = try TestFront()
        let reply = try await front.reply(.GET, "/_kinescope/clock", headers: ["Host": host], uri: uri)
        #expect((reply.answer.status == .ok) == isAnswered && (reply.answer.status == .forbidden) == !isAnswered)
    }

    @Test("A page of the interface itself may, from each address of this machine", arguments: ["127.0.0.1", "::1"])
    func own(client: String) async throws {
        let front = try TestFront()
        var headers = Self.authorized
        headers.add(name: "Origin", value: "http://127.0.0.1:8080")
        #expect(try await front.reply(.GET, "/_kinescope/clock", headers: headers, from: client).answer.status == .ok)
    }

    @Test("Steps are answered with what changed and what expires next; the first that cannot happen ends them")
    func steps() async throws {
        let front = try TestFront()
        let reply = try await front.reply(
            .POST,
            "/_kinescope/steps",
            headers: Self.authorized,
            body: "advance 1d; advance to 2020-01-01T00:00:00Z; advance 1d"
        )
        #expect(reply.answer.status == .conflict)
        let items = try #require(reply.object?["items"]?.array)
        #expect(items.count == 2)
        #expect(items[0]["text"]?.string == "advance 1d" && items[0]["at"]?.string == "2027-01-16T08:00:00Z")
        #expect(items[0]["next"] == .null && items[1]["type"]?.string == "error")
        let unknown = try await front.reply(.POST, "/_kinescope/steps", headers: Self.authorized, body: "advanec 1d")
        #expect(unknown.answer.status == .badRequest)
        #expect(unknown.object?["message"]?.string?.contains("Did you mean \"advance\"?") == true)
        let empty = try await front.reply(.POST, "/_kinescope/steps", headers: Self.authorized, body: " ; ")
        #expect(empty.answer.status == .badRequest)
    }

    @Test(
        "Every resource answers its method with JSON that nobody keeps, and no other method",
        arguments: ControlResource.allCases
    )
    func methods(resource: ControlResource) async throws {
        let front = try TestFront()
        let good = try await front.reply(resource.method, resource.path, headers: Self.authorized, body: "advance 1s")
        #expect(good.answer.status == .ok && good.object != nil)
        #expect(good.answer.headers["Content-Type"] == ["application/json"])
        #expect(good.answer.headers["Cache-Control"] == ["no-store"])
        for method in [HTTPMethod.GET, .POST, .PUT, .DELETE, .OPTIONS] where method != resource.method {
            let reply = try await front.reply(method, resource.path, headers: Self.authorized)
            #expect(reply.answer.status == .methodNotAllowed && reply.answer.headers.contains(name: "Allow"))
        }
        #expect(try await front.reply(.GET, resource.path + "x", headers: Self.authorized).answer.status == .notFound)
    }

    @Test("The description names every resource with its method, and what changes something needs the token")
    func openAPI() throws {
        let document = try JSONValue(parsing: Array(ControlAPI.document(version: "1").utf8))
        #expect(document["openapi"]?.string == "3.1.0")
        let paths = try #require(document["paths"]?.object)
        #expect(paths.members.map(\.key) == ControlResource.allCases.map(\.path))
        for resource in ControlResource.allCases {
            let operation = paths[resource.path]?[resource.method.rawValue.lowercased()]
            #expect(operation?["summary"]?.string?.isEmpty == false)
            #expect((operation?["security"] != nil) == (resource.method == .POST))
        }
        // Each reference leads somewhere.
        let names = Set(document["components"]?["schemas"]?.object?.members.map(\.key) ?? [])
        for piece in document.serialized.split(separator: "#/components/schemas/").dropFirst() {
            #expect(names.contains(String(piece.prefix { $0 != "\"" })))
        }
    }

    @Test("What was asked stands in the timeline, in the verdict, and under unmatched where nobody answered")
    func log() async throws {
        let front = try TestFront()
        _ = try await front.reply(.GET, "/api/v1/config/KITETV", at: "https://api.auth.adobe.com")
        _ = try await front.reply(.GET, "/x", at: "https://evil.example")
        let timeline = try #require(try await front.reply(.GET, "/_kinescope/timeline").object?["items"]?.array)
        #expect(timeline.map { $0["source"]?.string } == ["simulated", "foreignHost"])
        #expect(timeline[0]["operation"]?.string == "v1.config" && timeline[0]["status"]?.number?.text == "401")
        let unmatched = try #require(try await front.reply(.GET, "/_kinescope/unmatched").object?["items"]?.array)
        #expect(unmatched.map { $0["ordinal"]?.number?.text } == ["2"])
        let verdict = try #require(try await front.reply(.GET, "/_kinescope/verdict").object)
        #expect(verdict["requestCount"]?.number?.text == "2" && verdict["isComplete"]?.bool == false)
    }
}
