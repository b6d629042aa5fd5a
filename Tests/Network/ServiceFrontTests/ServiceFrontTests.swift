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
            allowedOrigins: [try #require(Origin(url: "https://player.example"))],
            isRecorded: true,
            onServed: { [served] entry in served.withLockedValue { $0.append(entry) } }
        )
    }

    func reply(
        _ method: HTTPMethod,
        _ path: String,
        at origin: String = "http://kinescope.local",
        headers: HTTPHeaders = ["Host": "127.0.0.1:8080"],
        body: String = "",
        from client: String = "127.0.0.1",
        uri: String? = nil
    ) async throws -> LocalReply {
        let origin = try #require(Origin(url: origin))
        let request = LocalRequest(
            head: HTTPRequestHead(version: .http1_1, method: method, uri: uri ?? path, headers: headers),
            origin: origin,
            client: client,
            path: path,
            body: ByteBuffer(string: body),
            arrivedAt: Self.wall
        )
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
        #expect(exchange.durationMicroseconds == 0 && exchange.response?.status == 401)
    }

    @Test("A first path segment without a dot is no host; the pages of the endpoint stay")
    func endpoint() async throws {
        let front = try TestFront()
        for path in ["/", "/certificate.pem", "/certificate.mobileconfig"] {
            #expect(try await front.reply(.GET, path).answer.status == .ok)
        }
        #expect(try await front.reply(.GET, "/favicon.ico").answer.status == .notFound)
        #expect(try await front.reply(.GET, "/api/v1/config/KITETV").answer.status == .notFound)
        #expect(front.served.withLockedValue { $0.isEmpty })
        #expect(front.backend.withBackend { $0.log.count } == 0)
    }

    @Test("A host that is not served is refused with what to do; one that is passed through is somebody else's")
    func foreign() async throws {
        let front = try TestFront(passthrough: ["*.cdn.example"])
        let reply = try await front.reply(.GET, "/x?secret=1", at: "https://evil.example")
        #expect(reply.answer.status.code == 502)
        #expect(reply.answer.headers["X-Kinescope-Unmatched"] == ["foreignHost"])
        #expect(String(buffer: reply.answer.body).contains("--passthrough evil.example"))
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
