import Documents
import Exchanges
import Foundation
import NIOCore
import NIOHTTP1
import SubscriberAccount
import Testing
import VirtualTime

@testable import Proxy
@testable import ProxyProtocol

/// The responses of the local endpoint, asked directly.
@Suite struct LocalEndpointTests {
    static let authority: CertificateAuthority? = try? .make(machine: "a<b>&c", now: Date())
    static let arrival = Instant(microsecondsSince1970: 1_763_675_952_500_000)

    /// The answer to a request.
    static func reply(
        _ method: HTTPMethod,
        _ path: String,
        headers: HTTPHeaders = [:],
        body: String = ""
    ) throws -> LocalReply {
        let endpoint = LocalEndpoint(authority: try #require(authority))
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers)
        let request = LocalRequest(
            head: head,
            origin: OwnHost.origin,
            client: "127.0.0.1",
            path: path,
            body: ByteBuffer(string: body),
            arrivedAt: arrival
        )
        return endpoint.reply(to: request)
    }

    @Test(
        "The certificate is handed out in each form that some system wants",
        arguments: [
            ("/certificate.pem", "application/x-pem-file", "attachment; filename=\"kinescope.pem\""),
            ("/certificate.der", "application/x-x509-ca-cert", "attachment; filename=\"kinescope.der\""),
            ("/certificate.cer", "application/x-x509-ca-cert", "attachment; filename=\"kinescope.cer\""),
            ("/certificate.mobileconfig", "application/x-apple-aspen-config", nil),
        ] as [(String, String, String?)]
    )
    func certificate(path: String, type: String, disposition: String?) throws {
        let authority = try #require(Self.authority)
        let reply = try Self.reply(.GET, path + "?from=test")
        #expect(reply.answer.status == .ok)
        #expect(reply.answer.headers["content-type"] == [type])
        #expect(reply.answer.headers["cache-control"] == ["no-store"])
        #expect(reply.answer.headers.first(name: "content-disposition") == disposition)
        let body = Array(reply.answer.body.readableBytesView)
        switch type {
        case "application/x-pem-file": #expect(body == Array(authority.pem.utf8))
        case "application/x-x509-ca-cert": #expect(body == authority.der)
        default: #expect(body == authority.mobileConfiguration)
        }
        #expect(try Self.reply(.HEAD, path).answer.headers == reply.answer.headers)
    }

    @Test("The page needs nothing but itself, names the fingerprint and leads to every form")
    func page() throws {
        let authority = try #require(Self.authority)
        let reply = try Self.reply(.GET, "/")
        let page = String(buffer: reply.answer.body)
        #expect(reply.answer.headers["content-type"] == ["text/html; charset=utf-8"])
        #expect(page.contains(authority.fingerprint))
        #expect(page.contains(">" + HTMLText.escaped(authority.subject) + "<"))
        for link in page.matches(of: #/href="([^"]*)"/#).map({ String($0.1) }) {
            #expect(try Self.reply(.GET, link).answer.status == .ok)
        }
        #expect(page.matches(of: #/href="/#).count == 3)
        #expect(page.firstMatch(of: #/src=|@import|url\(|<script|<link/#) == nil)
        #expect(page == TrustPage.html(for: authority, of: .recording))
        #expect(EndpointPage.all(for: authority, of: .recording).count == 5)
        #expect(page.contains("Kinescope is recording"))
        let serving = TrustPage.html(for: authority, of: .serving)
        #expect(serving.contains("Kinescope is serving") && !serving.contains("record"))
    }

    @Test("Reports become events, and the answer counts them")
    func reports() throws {
        let userActions = try Self.reply(.POST, "/user-actions", body: #"[{"action":"launch"},{"action":"cancel"}]"#)
        #expect(userActions.answer.status == .ok)
        #expect(String(buffer: userActions.answer.body) == "{\"recorded\":2}\n")
        guard case .userActions(let values)? = userActions.events.first else { Issue.record("no user actions"); return }
        #expect(values.map(\.action) == [.launch, .cancel])
        #expect(values.allSatisfy { $0.occurredAt == Self.arrival })
        let line = #"{"call":"checkAccessStatus","accessStatus":"denied"}"#
        let responses = try Self.reply(.POST, "/vsa-calls", body: line)
        #expect(String(buffer: responses.answer.body) == "{\"recorded\":1}\n")
        guard case .vsaCalls(let answers)? = responses.events.first else { Issue.record("none"); return }
        #expect(answers.map(\.answer) == [.accessStatus(.denied, nil)])
        #expect(userActions.events.count == 1 && responses.events.count == 1)
        // Whatever a form or a script calls it.
        let form = try Self.reply(
            .POST,
            "/user-actions",
            headers: ["Content-Type": "text/plain"],
            body: #"{"action":"play","resource":"a"}"#
        )
        #expect(form.events.count == 1)
    }

    @Test(
        "The paths of older probes still take reports",
        arguments: [
            ("/stimuli", #"{"action":"launch"}"#),
            ("/account-responses", #"{"call":"checkAccessStatus","accessStatus":"denied"}"#),
        ]
    )
    func olderPaths(_ path: String, _ body: String) throws {
        let reply = try Self.reply(.POST, path, body: body)
        #expect(reply.answer.status == .ok)
        switch reply.events.first {
        case .userActions(let values): #expect(path == "/stimuli" && values.map(\.action) == [.launch])
        case .vsaCalls(let values): #expect(path == "/account-responses" && values.count == 1)
        default: Issue.record("nothing was taken")
        }
    }

    @Test("A report of a device whose clock is fast is set back")
    func clock() throws {
        let reply = try Self.reply(
            .POST,
            "/user-actions",
            headers: ["x-kinescope-sent-at": "2025-11-20T22:59:12.5Z"],
            body: #"{"at":"2025-11-20T22:59:12Z","action":"launch"}"#
        )
        guard case .userActions(let values)? = reply.events.first else { Issue.record("no user actions"); return }
        #expect(values.map(\.occurredAt.description) == ["2025-11-20T21:59:12Z"])
    }

    struct Case: CustomTestStringConvertible {
        var method = HTTPMethod.POST
        var path = "/user-actions"
        var headers: HTTPHeaders = [:]
        var body = ""
        var status: HTTPResponseStatus
        var says: String
        var allow: String?
        var testDescription: String { "\(method) \(path) \(body)" }
    }

    static let cases = [
        Case(
            body: "{\"action\":\"launch\"}\n{\"action\":\"lunch\"}",
            status: .badRequest,
            says: "line 2, action (byte 30): did you mean \"launch\"?"
        ),
        Case(
            path: "/vsa-calls",
            body: "{\"call\":\"enqueue\"}",
            status: .badRequest,
            says: "\"request\" is missing"
        ),
        Case(body: " \n", status: .badRequest, says: "nothing is reported"),
        Case(
            headers: ["X-Kinescope-Sent-At": "now"],
            body: "{\"action\":\"launch\"}",
            status: .badRequest,
            says: "X-Kinescope-Sent-At: not an ISO 8601"
        ),
        Case(method: .GET, status: .methodNotAllowed, says: "POST", allow: "POST"),
        Case(
            method: .OPTIONS,
            headers: ["Origin": "https://elsewhere.example"],
            status: .methodNotAllowed,
            says: "POST",
            allow: "POST"
        ),
        Case(path: "/", status: .methodNotAllowed, says: "GET, HEAD", allow: "GET, HEAD"),
        Case(method: .DELETE, path: "/certificate.pem", status: .methodNotAllowed, says: "GET", allow: "GET, HEAD"),
        Case(method: .GET, path: "/user-action", status: .notFound, says: "POST /user-actions"),
        Case(method: .GET, path: "", status: .notFound, says: "GET  /certificate.mobileconfig"),
        Case(method: .GET, path: "*", status: .notFound, says: "POST /vsa-calls"),
    ]

    @Test("What cannot be taken is said in plain words, and nothing of it is recorded", arguments: cases)
    func refused(_ bad: Case) throws {
        let reply = try Self.reply(bad.method, bad.path, headers: bad.headers, body: bad.body)
        #expect(reply.answer.status == bad.status)
        #expect(String(buffer: reply.answer.body).contains(bad.says), "\(String(buffer: reply.answer.body))")
        #expect(reply.answer.headers["content-type"] == ["text/plain; charset=utf-8"])
        #expect(reply.answer.headers.first(name: "allow") == bad.allow)
        #expect(reply.answer.headers["access-control-allow-origin"].isEmpty)
        #expect(reply.events.isEmpty)
    }
}
