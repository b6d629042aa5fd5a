import Exchanges
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Proxy
import Services
import Simulation
import Testing

@testable import ProxyProtocol
@testable import ServiceFront

/// Source: issue "Serve", parts 1 and 6, and the Fetch Standard §3.3: an app in a browser.
@Suite struct CrossOriginRequestTests {
    private static let app = "http://localhost:3000"
    private static let host = "https://service.kite.example"

    private static func page(_ origin: String = app) -> HTTPHeaders { ["Host": "127.0.0.1:8080", "Origin": origin] }

    private static func preflight(_ origin: String = app) -> HTTPHeaders {
        var headers = page(origin)
        headers.add(name: "Access-Control-Request-Method", value: "GET")
        headers.add(name: "Access-Control-Request-Headers", value: "ap-device-identifier,authorization")
        return headers
    }

    private static func exchange(_ ordinal: Int, _ method: String, _ headers: HeaderFields = []) -> Exchange {
        Exchange(
            ordinal: ordinal,
            startedAt: TestFront.wall,
            durationMicroseconds: 1,
            request: HTTPRequest(method: method, url: host + "/entitled"),
            outcome: .response(HTTPResponse(status: 200, headers: headers, body: Array("{}".utf8)))
        )
    }

    /// The fields that are for a browser, by name.
    private static func shared(_ answer: LocalAnswer) -> [String: String] {
        let fields = answer.headers.filter { $0.name.hasPrefix("Access-Control-") || $0.name == "Vary" }
        return Dictionary(fields.map { ($0.name, $0.value) }) { $0 + " and " + $1 }
    }

    /// What a preflight is allowed that nothing recorded answers.
    private static func permission(_ origin: String = app) -> [String: String] {
        [
            "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true",
            "Access-Control-Allow-Methods": "GET",
            "Access-Control-Allow-Headers": "ap-device-identifier,authorization", "Access-Control-Max-Age": "600",
            "Vary": "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
        ]
    }

    // MARK: Preflights

    @Test(
        "A preflight that was not recorded is answered, and is no request of the app's",
        arguments: [("https://service.kite.example", ""), ("http://kinescope.local", "/service.kite.example")]
    )
    func notRecorded(host: String, base: String) async throws {
        let (front, state) = try TestFront.recorded([Self.exchange(1, "GET")])
        for path in ["/entitled", "/other", "/entitled"] {
            let reply = try await front.reply(.OPTIONS, base + path, at: host, headers: Self.preflight())
            #expect(reply.answer.status == .noContent && reply.answer.body.readableBytes == 0)
            #expect(Self.shared(reply.answer) == Self.permission())
            #expect(reply.exchange == nil && reply.delay == .zero && !reply.isBrokenOff)
        }
        #expect(front.served.withLockedValue { $0.isEmpty })
        #expect(state.withBackend { $0.log.count == 0 && $0.log.warnings.count == 0 && $0.neverRequested == [1] })
        let given = try await front.reply(.GET, base + "/entitled", at: host, headers: Self.page())
        #expect(given.answer.status == .ok && Self.shared(given.answer)["Access-Control-Allow-Origin"] == Self.app)
        // The page can read why nothing answers what it sends then.
        let unmatched = try await front.reply(.GET, base + "/other", at: host, headers: Self.page())
        #expect(unmatched.answer.status == .notImplemented)
        let shared = Self.shared(unmatched.answer)
        #expect(shared["Access-Control-Allow-Origin"] == Self.app)
        #expect(shared["Access-Control-Expose-Headers"]?.contains("X-Kinescope-Unmatched") == true)
        #expect(state.withBackend { $0.log.count == 2 && $0.log.unmatchedCount == 1 && $0.neverRequested.isEmpty })
    }

    @Test(
        "A recorded preflight is used once, for the app's own origin; an app does not begin again with one",
        arguments: [false, true]
    )
    func recordedPreflight(beginsAgain: Bool) async throws {
        let there = "https://www.kite.example"
        let allowed = [
            HeaderField("Access-Control-Allow-Origin", there), HeaderField("Access-Control-Allow-Methods", "GET, POST"),
            HeaderField("Access-Control-Max-Age", "1800"),
        ]
        let (front, state) = try TestFront.recorded(
            [Self.exchange(1, "OPTIONS", allowed), Self.exchange(2, "GET")],
            beginsAgain: beginsAgain
        )
        let first = try await front.reply(.OPTIONS, "/entitled", at: Self.host, headers: Self.preflight())
        #expect(first.answer.status == .ok)
        #expect(
            Self.shared(first.answer) == [
                "Access-Control-Allow-Origin": Self.app, "Access-Control-Allow-Methods": "GET, POST",
                "Access-Control-Max-Age": "1800", "Vary": "Origin",
            ]
        )
        // What is kept is as the service gave it.
        #expect(first.exchange?.response?.headers == allowed)
        #expect(state.withBackend { $0.neverRequested } == [2])
        for _ in 0..<2 {
            let again = try await front.reply(.OPTIONS, "/entitled", at: Self.host, headers: Self.preflight())
            #expect(again.answer.status == .noContent && Self.shared(again.answer) == Self.permission())
        }
        #expect(try await front.reply(.GET, "/entitled", at: Self.host, headers: Self.page()).answer.status == .ok)
        #expect(state.withBackend { $0.log.count == 2 && $0.log.unmatchedCount == 0 && $0.neverRequested.isEmpty })
        // Only a browser's question is none of the app's.
        let asked = try await front.reply(.OPTIONS, "/entitled", at: Self.host, headers: ["Host": "127.0.0.1:8080"])
        #expect(
            asked.answer.status == (beginsAgain ? .ok : .notImplemented)
                && Self.shared(asked.answer).isEmpty == !beginsAgain
        )
    }

    @Test(
        "Of the simulated service a preflight is allowed what it asks for, also where there is nothing",
        arguments: ["/api/v1/config/KITETV", "/api/v2/KITETV/configuration"]
    )
    func simulated(path: String) async throws {
        let front = try TestFront()
        let host = "https://api.auth.adobe.com"
        var headers = Self.preflight("https://player.example")
        let reply = try await front.reply(.OPTIONS, path, at: host, headers: headers)
        #expect(reply.answer.status == .noContent)
        #expect(Self.shared(reply.answer) == Self.permission("https://player.example"))
        headers.add(name: "Access-Control-Request-Private-Network", value: "true")
        let local = try await front.reply(.OPTIONS, path, at: host, headers: headers)
        #expect(local.answer.headers["Access-Control-Allow-Private-Network"] == ["true"])
        #expect(front.backend.withBackend { $0.log.count } == 0 && front.served.withLockedValue { $0.isEmpty })
        // Without the browser's question it is a request like any other.
        let other = try await front.reply(.OPTIONS, path, at: host, headers: Self.page())
        #expect(other.answer.headers["Access-Control-Allow-Origin"] == [Self.app])
        #expect(!other.answer.headers.contains(name: "Access-Control-Allow-Methods"))
        #expect(front.backend.withBackend { $0.log.count } == 1)
    }

    @Test("A preflight to a host that is not served is unmatched: what would follow it never comes")
    func otherHost() async throws {
        let front = try TestFront()
        let reply = try await front.reply(.OPTIONS, "/x", at: "https://evil.example", headers: Self.preflight())
        #expect(reply.answer.status == .badGateway)
        #expect(front.backend.withBackend { $0.log.unmatchedCount } == 1)
    }

    // MARK: Who may

    @Test("A page that may not is refused, and cannot read why", arguments: ["https://evil.example", "null"])
    func refused(origin: String) async throws {
        let front = try TestFront()
        for method in [HTTPMethod.OPTIONS, .GET, .POST] {
            for (host, base) in [("https://api.auth.adobe.com", ""), ("http://kinescope.local", "/api.auth.adobe.com")]
            {
                let reply = try await front.reply(
                    method,
                    base + "/api/v1/config/KITETV",
                    at: host,
                    headers: Self.preflight(origin)
                )
                #expect(reply.answer.status == .forbidden && Self.shared(reply.answer).isEmpty)
            }
        }
        #expect(front.backend.withBackend { $0.log.count } == 0)
        #expect(front.backend.withBackend { $0.log.warnings.count } == 6)
    }

    @Test(
        "Control and VSA allow no page anything, whoever it is",
        arguments: ["/_kinescope/clock", "/_kinescope/steps", "/vsa-requests"]
    )
    func control(path: String) async throws {
        let front = try TestFront(allowedOrigins: [Self.app, "null", "capacitor://localhost"])
        for origin in [Self.app, "null", "capacitor://localhost", "http://127.0.0.1:8080"] {
            for method in [HTTPMethod.OPTIONS, .GET, .POST] {
                let reply = try await front.reply(method, path, headers: Self.preflight(origin))
                #expect(Self.shared(reply.answer).isEmpty)
                if origin != "http://127.0.0.1:8080" { #expect(reply.answer.status == .forbidden) }
            }
        }
    }

    @Test(
        "An origin without a server may send requests only if it is named",
        arguments: ["null", "file://", "capacitor://localhost", "ionic://localhost"]
    )
    func opaque(origin: String) async throws {
        let others = ["null", "file://", "capacitor://localhost", "ionic://localhost"].filter { $0 != origin }
        for (allowed, isAllowed) in [([], false), (others, false), ([origin], true)] as [([String], Bool)] {
            let front = try TestFront(allowedOrigins: allowed)
            let path = "/api.auth.adobe.com/api/v1/config/KITETV"
            let reply = try await front.reply(.GET, path, headers: Self.page(origin))
            #expect(reply.answer.status == (isAllowed ? .unauthorized : .forbidden))
            #expect(reply.answer.headers["Access-Control-Allow-Origin"] == (isAllowed ? [origin] : []))
        }
    }

    // MARK: Responses

    @Test("A page may read what it gets; what is kept has nothing of that, nor has what no page requests")
    func responses() async throws {
        let front = try TestFront()
        let (path, host) = ("/api/v1/config/KITETV", "https://api.auth.adobe.com")
        // Twice: what is known already is answered the same.
        for _ in 0..<2 {
            let reply = try await front.reply(.GET, path, at: host, headers: Self.page())
            let shared = Self.shared(reply.answer)
            #expect(reply.answer.status == .unauthorized && shared.count == 4)
            #expect(shared["Access-Control-Allow-Origin"] == Self.app)
            #expect(shared["Access-Control-Allow-Credentials"] == "true" && shared["Vary"] == "Origin")
            let exposed = shared["Access-Control-Expose-Headers"]?.split(separator: ", ").map(String.init) ?? []
            for name in ["pass_sfp", "Authzf-Error-Code", "Adobe-Request-Id", "X-Kinescope-Unmatched"] {
                #expect(exposed.contains(name))
            }
            let kept = try #require(reply.exchange?.response?.headers)
            #expect(!kept.isEmpty && !kept.contains { $0.name.hasPrefix("Access-Control-") || $0.isNamed("Vary") })
        }
        for headers in [["Host": "127.0.0.1:8080"], ["Host": "127.0.0.1:8080", "Origin": ""]] as [HTTPHeaders] {
            let reply = try await front.reply(.GET, path, at: host, headers: headers)
            #expect(reply.answer.status == .unauthorized && Self.shared(reply.answer).isEmpty)
        }
    }

    @Test(
        "A recorded permission is the app's in place of another page's; one for all stays, but where it is for none",
        arguments: [
            (["https://www.kite.example"], false, [app]), ([app], false, [app]), (["null"], true, [app]),
            (["https://a.example", "https://b.example"], false, [app]), (["*"], false, ["*"]), (["*"], true, [app]),
        ] as [([String], Bool, [String])]
    )
    func recordedPermission(recorded: [String], hasCredentials: Bool, expected: [String]) {
        var headers = HTTPHeaders(recorded.map { ("access-control-allow-origin", $0) })
        headers.add(name: "Access-Control-Expose-Headers", value: "X-One")
        if hasCredentials { headers.add(name: "Access-Control-Allow-Credentials", value: "true") }
        let answer = Self.readable(headers)
        #expect(answer["Access-Control-Allow-Origin"] == expected)
        #expect(answer["Access-Control-Expose-Headers"] == ["X-One"])
        #expect(answer.contains(name: "Access-Control-Allow-Credentials") == hasCredentials)
        #expect(answer["Vary"] == (expected == ["*"] ? [] : ["Origin"]))
    }

    @Test(
        "Vary keeps what it names, in one field, and names the origin once",
        arguments: [
            ([], ["Origin"]), (["Accept-Encoding"], ["Accept-Encoding, Origin"]),
            (["Accept", "Cookie, DNT"], ["Accept, Cookie, DNT, Origin"]),
            (["accept,\t ORIGIN "], ["accept,\t ORIGIN "]),
            (["*"], ["*"]), (["X-Origin"], ["X-Origin, Origin"]),
        ] as [([String], [String])]
    )
    func vary(recorded: [String], expected: [String]) {
        #expect(Self.readable(HTTPHeaders(recorded.map { ("Vary", $0) }))["Vary"] == expected)
    }

    @Test("What a header cannot hold is not sent back")
    func unsendable() {
        var headers = Self.preflight()
        headers.replaceOrAdd(name: "Access-Control-Request-Headers", value: "a\r\nSet-Cookie: b")
        let head = HTTPRequestHead(version: .http1_1, method: .OPTIONS, uri: "/", headers: headers)
        let answer = CrossOriginRequest(of: Self.app, head).permission
        #expect(!answer.headers.contains(name: "Access-Control-Allow-Headers"))
        #expect(answer.headers["Access-Control-Allow-Methods"] == ["GET"])
    }

    private static func readable(_ headers: HTTPHeaders) -> HTTPHeaders {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: page())
        return CrossOriginRequest(of: app, head)
            .readable(LocalAnswer(status: .ok, headers: headers, body: ByteBuffer())).headers
    }
}
