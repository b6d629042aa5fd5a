import Documents
import Exchanges
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Proxy
import Report
import ScenarioFiles
import Services
import Simulation
import Testing
import VirtualTime

@testable import ProxyProtocol
@testable import ServiceFront

@testable import struct Proxy.LocalRequest

/// A front before the example's simulated service, whose clock stands still.
struct TestFront {
    static let wall = Instant(secondsSince1970: 1_800_000_000)
    let front: ServiceFront
    let backend: ServedState
    let served = NIOLockedValueBox<[ServedEntry]>([])

    init(
        passthrough: [String] = [],
        allowedOrigins: [String] = ["https://player.example"],
        events: ServedEvents = ServedEvents(),
        opening: ((ServedState) -> ServedOpening)? = nil
    ) throws {
        let service = Service.simulated(SimulatedService(.example, seed: 1))
        let world = World(Backend(at: Self.wall, service: service))
        let backend = ServedState(
            ServedBackend(world, from: Self.wall, showing: Self.wall, at: Self.wall, rate: 0),
            events: events
        )
        self.backend = backend
        let opening = opening?(backend) ?? ServedOpening(.init(backend))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "front-\(UInt64.random(in: 0 ... .max))"
        ).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = try CertificateAuthority.loadOrMake(in: folder, machine: "test", now: Date())
        front = ServiceFront(
            opening,
            endpoint: LocalEndpoint(authority: authority),
            control: ControlInterface(
                opening,
                token: ControlToken("secret-token"),
                openAPI: ControlAPI.document(version: "1"),
                page: Page.liveHTML(version: "1"),
                now: { Self.wall },
                readSteps: { try ScenarioFile.servedSteps(parsing: $0, for: $1) }
            ),
            passthroughHosts: passthrough,
            allowedOrigins: try allowedOrigins.map { try #require(PageOrigin($0)) },
            isRecorded: true,
            onServed: { [served] entry in served.withLockedValue { $0.append(entry) } }
        )
    }

    /// A front before a recording of these, and what it serves.
    static func recorded(
        _ exchanges: [Exchange],
        beginsAgain: Bool = false
    ) throws -> (front: TestFront, state: ServedState) {
        let recording = ServedRecording(of: exchanges, beginsAgain: beginsAgain)
        let world = World(Backend(at: wall, service: .recorded(RecordedService(calls: []))))
        let backend = ServedBackend(world, recording: recording, from: wall, showing: wall, at: wall, rate: 0)
        let state = ServedState(backend)
        return (try TestFront(opening: { _ in ServedOpening(.init(state, hosts: recording.hosts)) }), state)
    }

    func reply(
        _ method: HTTPMethod,
        _ path: String,
        at origin: String = "http://kinescope.local",
        headers: HTTPHeaders = ["Host": "127.0.0.1:8080"],
        body: String = "",
        from client: String = "127.0.0.1",
        uri: String? = nil,
        version: HTTPVersion = .http1_1
    ) async throws -> LocalReply {
        let origin = try #require(Origin(url: origin))
        let request = LocalRequest(
            head: HTTPRequestHead(version: version, method: method, uri: uri ?? path, headers: headers),
            origin: origin,
            client: client,
            path: path,
            body: ByteBuffer(string: body),
            arrivedAt: Self.wall
        )
        // As a connection asks.
        if let reply = front.replyAtOnce(to: request) { return reply }
        return await front.reply(to: request)
    }
}

extension LocalReply {
    var object: JSONValue? { try? JSONValue(parsing: Array(answer.body.readableBytesView)) }
}

/// Source: issue "Serve", parts 1, 3 and 6.
@Suite struct ServiceFrontTests {
    @Test(
        "The three entrances lead to the same: through the proxy, by Host, and below the base URL",
        arguments: [
            ("https://api.auth.adobe.com", "/api/v1/config/KITETV"),
            ("http://api.auth.adobe.com", "/api/v1/config/KITETV"),
            ("http://kinescope.local", "/api.auth.adobe.com/api/v1/config/KITETV"),
        ]
    )
    func entrances(origin: String, path: String) async throws {
        let front = try TestFront()
        let reply = try await front.reply(.GET, path, at: origin)
        #expect(reply.answer.status.code == 401)
        let entry = try #require(front.served.withLockedValue { $0.first })
        #expect(entry.url == "https://api.auth.adobe.com/api/v1/config/KITETV" && entry.operation == .configuration)
        let exchange = try #require(reply.exchange)
        #expect(exchange.request.url == entry.url && exchange.startedAt == TestFront.wall)
        // What the service takes for it: 40 ms, see ServiceConfiguration.
        #expect(exchange.durationMicroseconds == 40_000 && exchange.response?.status == 401)
    }

    @Test("What is asked of a whole host is asked of that host")
    func wholeHost() async throws {
        let front = try TestFront()
        _ = try await front.reply(.OPTIONS, "*", at: "https://api.auth.adobe.com")
        let entry = try #require(front.served.withLockedValue { $0.first })
        #expect(entry.url == "https://api.auth.adobe.com" && entry.source == .notSimulated)
    }

    @Test("What is served to many at once is told in the order of the ordinals")
    func order() throws {
        let front = try TestFront()
        let origin = try #require(Origin(url: "https://api.auth.adobe.com"))
        // As several event loops ask: each waits for nobody.
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            for _ in 0..<500 {
                _ = front.front.replyAtOnce(
                    to: LocalRequest(
                        head: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/api/v1/config/\(number)"),
                        origin: origin,
                        client: "127.0.0.1",
                        path: "/api/v1/config/\(number)",
                        body: ByteBuffer(),
                        arrivedAt: TestFront.wall
                    )
                )
            }
        }
        #expect(front.served.withLockedValue { $0.map(\.ordinal) } == Array(1...2_000))
    }

    @Test("A request like one before is answered as that was, and one that differs in anything is another")
    func known() async throws {
        let front = try TestFront()
        let path = "/api/v1/config/KITETV"
        func exchange(
            _ headers: HTTPHeaders = ["Accept": "a"],
            _ method: HTTPMethod = .GET,
            path: String = path,
            at origin: String = "https://api.auth.adobe.com",
            body: String = "",
            version: HTTPVersion = .http1_1
        ) async throws -> HTTPRequest? {
            try await front.reply(method, path, at: origin, headers: headers, body: body, version: version).exchange?
                .request
        }
        // Twice, so that each has been there before.
        for _ in 0..<2 {
            #expect(try await exchange()?.headers.map(\.value) == ["a"])
            #expect(try await exchange(["Accept": "b"])?.headers.map(\.value) == ["b"])
            #expect(try await exchange(["accept": "a"])?.headers.map(\.name) == ["accept"])
            #expect(try await exchange(["Accept": "a", "X": "1"])?.headers.count == 2)
            #expect(try await exchange(["Accept": "e\u{301}"])?.headers[first: "Accept"]?.utf8.count == 3)
            #expect(try await exchange(["Accept": "\u{E9}"])?.headers[first: "Accept"]?.utf8.count == 2)
            #expect(try await exchange(["Accept": "a"], .HEAD)?.method == "HEAD")
            #expect(try await exchange(version: .http1_0)?.version == "HTTP/1.0")
            #expect(try await exchange(at: "https://sp.auth.adobe.com")?.url == "https://sp.auth.adobe.com" + path)
            #expect(try await exchange(path: path + "?a=1")?.url.hasSuffix("?a=1") == true)
            #expect(try await exchange(["Accept": "a"], .POST, body: "a=1")?.body == Array("a=1".utf8))
            #expect(try await exchange(["Accept": "a"], .POST, body: "a=2")?.body == Array("a=2".utf8))
            #expect(try await exchange(["Accept": "a"], .POST)?.body == nil)
        }
        #expect(front.backend.withBackend { $0.log.count } == 26)
    }

    @Test("Of many requests the last are known, and those that went are answered as before")
    func manyKnown() async throws {
        let front = try TestFront()
        for number in [1, 2, 3_000, 1] + Array(4..<2_500) + [1, 2] {
            let reply = try await front.reply(.GET, "/api/v1/config/K\(number)", at: "https://api.auth.adobe.com")
            #expect(reply.exchange?.request.url == "https://api.auth.adobe.com/api/v1/config/K\(number)")
        }
    }

    @Test("Of the requests that came, no more than 2,048 are kept, and the last 1,024 are")
    func fewKnown() throws {
        var known = KnownRequests()
        let origin = try #require(Origin(url: "https://api.auth.adobe.com"))
        func request(_ number: Int) -> LocalRequest {
            let path = "/api/v1/config/K\(number)"
            return LocalRequest(
                head: HTTPRequestHead(version: .http1_1, method: .GET, uri: path),
                origin: origin,
                client: "127.0.0.1",
                path: path,
                body: ByteBuffer(),
                arrivedAt: Instant(secondsSince1970: 0)
            )
        }
        let keys = try (0..<5_000).map { try #require(KnownRequests.Key(request($0))) }
        for number in 0..<5_000 { known.keep(EnteredRequest(request(number), movedBy: 0), for: keys[number]) }
        #expect((0..<5_000 - 2_048).allSatisfy { known.request(of: keys[$0]) == nil })
        for number in 5_000 - 1_024..<5_000 {
            let url = known.request(of: keys[number])?.asked.received.url
            #expect(url == "https://api.auth.adobe.com/api/v1/config/K\(number)")
        }
    }

    @Test("A first path segment without a dot is no host; the pages of the endpoint stay")
    func endpoint() async throws {
        let front = try TestFront()
        for path in ["/", "/certificate.pem", "/certificate.mobileconfig"] {
            #expect(try await front.reply(.GET, path).answer.status == .ok)
        }
        #expect(try await front.reply(.GET, "/favicon.ico").answer.status == .notFound)
        #expect(try await front.reply(.GET, "/api/v1/other").answer.status == .notFound)
        #expect(front.served.withLockedValue { $0.isEmpty })
        #expect(front.backend.withBackend { $0.log.count } == 0)
    }

    @Test("Blanks behind the value of a header are none of it")
    func blanks() async throws {
        let front = try TestFront()
        let headers: HTTPHeaders = ["Accept": "a b \t", "X": " \t", "Y": "c", "Z": ""]
        let reply = try await front.reply(
            .GET,
            "/api/v1/config/KITETV",
            at: "https://api.auth.adobe.com",
            headers: headers
        )
        #expect(reply.exchange?.request.headers.map(\.value) == ["a b", "", "c", ""])
    }

    @Test("A host that is not served is refused with what to do; one that is passed through is somebody else's")
    func foreign() async throws {
        let front = try TestFront(passthrough: ["*.cdn.example"])
        let reply = try await front.reply(.GET, "/x?secret=1", at: "https://evil.example")
        #expect(reply.answer.status.code == 502)
        #expect(reply.answer.headers["X-Kinescope-Unmatched"] == ["foreignHost"])
        #expect(String(buffer: reply.answer.body).contains("--passthrough evil.example\n"))
        // The option takes the host alone.
        let other = try await front.reply(.GET, "/x", at: "https://evil.example:8443")
        #expect(String(buffer: other.answer.body).contains("evil.example:8443 is neither"))
        #expect(String(buffer: other.answer.body).contains("--passthrough evil.example\n"))
        #expect(front.front.answers(for: try #require(Origin(url: "https://evil.example"))))
        #expect(!front.front.answers(for: try #require(Origin(url: "https://a.cdn.example"))))
    }

    @Test(
        "Pages of this machine, of the service, of its programmers and allowed ones may send; others may not",
        arguments: [
            ("http://localhost:3000", true), ("http://127.0.0.1:8080", true), ("https://login.example", true),
            ("https://player.example", true), ("https://www.kite.example", nil), ("https://evil.example", false),
            ("https://login.example.evil.example", false), ("null", false), ("https://player.example:8443", false),
        ] as [(String, Bool?)]
    )
    func origins(origin: String, isAllowed: Bool?) async throws {
        let front = try TestFront()
        let domain = front.backend.withBackend { $0.configuration?.requestors.first?.domains.first } ?? ""
        let sent = isAllowed == nil ? "https://www.\(domain)" : origin
        for (path, host) in [
            ("/api/v1/config/KITETV", "https://api.auth.adobe.com"), ("/vsa-calls", "http://kinescope.local"),
        ] {
            let reply = try await front.reply(
                .POST,
                path,
                at: host,
                headers: ["Host": "127.0.0.1:8080", "Origin": sent]
            )
            #expect((reply.answer.status == .forbidden) == (isAllowed == false), "\(path) \(reply.answer.status)")
        }
        // Each refusal is a warning of the verdict, with the origin.
        let warnings = front.backend.withBackend { $0.log.warnings }
        #expect(warnings.count == (isAllowed == false ? 2 : 0) && warnings.last.count == warnings.count)
        #expect(warnings.last.allSatisfy { $0.code == .foreignOrigin && $0.reason == origin })
        let verdict = try #require(try await front.reply(.GET, "/_kinescope/verdict").object)
        #expect(verdict["warningCount"]?.number?.text == "\(warnings.count)")
        #expect(verdict["warnings"]?.array?.count == warnings.count)
    }

    @Test("A recorded page leads on below the base URL, and elsewhere as it was recorded; it is kept as recorded")
    func recordedLinks() async throws {
        func exchange(_ ordinal: Int, _ url: String, _ headers: HeaderFields, _ body: String?) -> Exchange {
            Exchange(
                ordinal: ordinal,
                startedAt: TestFront.wall,
                durationMicroseconds: 1,
                request: HTTPRequest(method: "GET", url: url),
                outcome: .response(
                    HTTPResponse(status: body == nil ? 302 : 200, headers: headers, body: body.map { Array($0.utf8) })
                )
            )
        }
        let form = #"<form action="https://sp.kite.example:8443/in">"#
        let exchanges = [
            exchange(
                1,
                "https://login.kite.example/",
                [HeaderField("Location", "https://login.kite.example/form")],
                nil
            ),
            exchange(2, "https://login.kite.example/form", [HeaderField("Content-Type", "text/html")], form),
            exchange(3, "https://sp.kite.example:8443/in", [], ""),
        ]
        let below = try TestFront.recorded(exchanges).front
        let redirect = try await below.reply(.GET, "/login.kite.example/")
        #expect(redirect.answer.headers["Location"] == ["http://127.0.0.1:8080/login.kite.example/form"])
        #expect(redirect.exchange?.response?.headers[first: "Location"] == "https://login.kite.example/form")
        let page = try await below.reply(.GET, "/login.kite.example/form")
        #expect(
            String(buffer: page.answer.body) == #"<form action="http://127.0.0.1:8080/sp.kite.example:8443/in">"#
        )
        #expect(page.exchange?.response?.body == Array(form.utf8))
        #expect(try await below.reply(.GET, "/sp.kite.example:8443/in").answer.status == .ok)
        // At another entrance.
        let proxied = try TestFront.recorded(exchanges).front
        let other = try await proxied.reply(.GET, "/", at: "https://login.kite.example")
        #expect(other.answer.headers["Location"] == ["https://login.kite.example/form"])
        let same = try await proxied.reply(.GET, "/form", at: "https://login.kite.example")
        #expect(String(buffer: same.answer.body) == form)
    }

    @Test("The session recording says who answered, and when by the wall's clock")
    func notes() async throws {
        let front = try TestFront()
        let reply = try await front.reply(.GET, "/api/v1/config/KITETV", at: "https://api.auth.adobe.com")
        let notes = reply.exchange?.harExtras?["_served"]
        #expect(notes?["source"]?.string == "simulated" && notes?["wallAt"]?.string == "2027-01-15T08:00:00Z")
    }

    @Test("A fault that breaks the connection off sends nothing, and is recorded as a failure")
    func brokenOff() async throws {
        let front = try TestFront()
        let step = try await front.reply(
            .POST,
            "/_kinescope/steps",
            headers: ["Host": "127.0.0.1:8080", "Authorization": "Bearer secret-token"],
            body: "fault {kind: reset, times: 1}"
        )
        #expect(step.answer.status == .ok)
        let reply = try await front.reply(.GET, "/api/v1/config/KITETV", at: "https://api.auth.adobe.com")
        #expect(reply.isBrokenOff && reply.exchange?.response == nil)
        #expect(try await !front.reply(.GET, "/api/v1/config/KITETV", at: "https://api.auth.adobe.com").isBrokenOff)
    }

    @Test("What belonged to another connection, or to a coding of the body that is undone, is not sent")
    func headers() {
        let response = HTTPResponse(
            status: 299,
            reason: "Fine",
            headers: [
                .init("Transfer-Encoding", "chunked"), .init("content-encoding", "gzip"), .init("Content-Length", "7"),
                .init("Connection", "close"), .init("X-Kept", "a"), .init("x-kept", "b"), .init("Bad Name", "x"),
                .init("X-Split", "a\r\nSet-Cookie: evil"),
            ],
            body: Array("body".utf8)
        )
        let answer = LocalAnswer(response)
        #expect(answer.status.code == 299 && answer.status.reasonPhrase == "Fine")
        #expect(answer.headers.map { "\($0.name)=\($0.value)" } == ["X-Kept=a", "x-kept=b"])
        #expect(String(buffer: answer.body) == "body")
        let split = HTTPResponse(status: 200, reason: "OK\r\nX-Injected: 1", headers: [], body: nil)
        #expect(LocalAnswer(split).status == .ok && LocalAnswer(split).status.reasonPhrase == "OK")
    }
}
