import Exchanges
import Foundation
import KinescopeProbe
import NIOCore
import NIOHTTP1
import SubscriberAccount
import Testing
import VirtualTime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import Proxy
@testable import ProxyProtocol

/// The local endpoint behind the real proxy.
@Suite struct ReportRequestTests {
    @Test("The certificate comes through the proxy as the authority made it, over HTTP and HTTPS")
    func certificate() async throws {
        try await withTestRecorder { recorder in
            let plain = try await RawClient.connect(toPort: recorder.port)
            try await plain.send("GET http://kinescope.local/certificate.pem HTTP/1.1\r\nHost: kinescope.local\r\n\r\n")
            let answer = await plain.read(until: recorder.authority.pem)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("Content-Length: \(recorder.authority.pem.utf8.count)\r\n"))
            try await plain.send(
                "HEAD http://kinescope.local/certificate.der HTTP/1.1\r\nHost: kinescope.local\r\n\r\n"
            )
            let head = await plain.read(until: "\r\n\r\n")
            #expect(head.contains("Content-Length: \(recorder.authority.der.count)\r\n"), "\(head)")
            await plain.close()
            let secure = try await recorder.connect(to: "kinescope.local:443")
            try await secure.startTLS(host: "kinescope.local", roots: try recorder.roots())
            try await secure.send("GET /certificate.pem HTTP/1.1\r\nHost: kinescope.local\r\nConnection: close\r\n\r\n")
            #expect(await secure.readToEnd().hasSuffix("\r\n\r\n" + recorder.authority.pem))
        }
    }

    @Test("Where nobody keeps reports, none is recorded, and the response is that")
    func kept() {
        for (isRecorded, count) in [(true, 2), (false, 0)] {
            let line = #"{"at":"2001-01-01T00:00:05Z","action":"launch"}"# + "\n"
            let report = ReportRequest(
                kind: .userActions,
                headers: [:],
                arrivedAt: Instant(secondsSince1970: 1_000_000_000),
                isRecorded: isRecorded
            )
            let reply = report.reply(to: ByteBuffer(string: line + line))
            #expect(String(buffer: reply.answer.body) == "{\"recorded\":\(count)}\n")
            #expect(reply.events.isEmpty != isRecorded)
        }
    }

    @Test("Reports through the proxy are events, and no exchange")
    func reports() async throws {
        try await withTestRecorder { recorder in
            let body = #"{"at":"2001-01-01T00:00:05Z","action":"play","resource":"KITE1"}"#
            let client = try await RawClient.connect(toPort: recorder.port)
            let before = Date()
            try await client.send(
                """
                POST http://kinescope.local/stimuli HTTP/1.1\r
                Host: kinescope.local\r
                X-Kinescope-Sent-At: 2001-01-01T00:00:15Z\r
                Content-Length: \(body.utf8.count)\r
                \r
                \(body)
                """
            )
            let answer = await client.read(until: "{\"recorded\":1}\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
            let userActions = recorder.userActions
            #expect(userActions.map(\.action) == [.play(resource: "KITE1")])
            // Ten seconds before it came, by the recorder's clock, which is right to the second.
            let elapsed = try #require(userActions.first).occurredAt - Instant(before)
            #expect((Duration.seconds(-12)...Duration.seconds(20)).contains(elapsed), "\(elapsed)")
            #expect(recorder.events.exchanges.isEmpty)
            try await client.send(
                "POST http://kinescope.local/stimuli HTTP/1.1\r\nHost: kinescope.local\r\nContent-Length: 2\r\n\r\n{}"
            )
            let error = await client.read(until: "export the file again with another tool\n")
            #expect(error.contains("HTTP/1.1 400 Bad Request\r\n"), "\(error)")
            #expect(error.contains("line 1 (byte 0): \"action\" is missing"), "\(error)")
            await client.close()
        }
    }

    @Test(
        "Pages of the recorder, of this machine and of an origin that was allowed may report; those of others may not",
        arguments: [
            ("http://kinescope.local", true), ("http://localhost:3000", true), ("http://[::1]:5173", true),
            ("http://kite.example:9000", true), ("http://kite.example", false), ("https://kite.example:9000", false),
            ("https://elsewhere.example", false), ("null", false),
        ]
    )
    func pages(origin: String, mayReport: Bool) async throws {
        let allowed = Origin(isSecure: false, host: "kite.example", port: 9_000)
        try await withTestRecorder { settings in
            settings.allowedOrigins = [.server(allowed)]
        } _: { recorder in
            let client = try await RawClient.connect(toPort: recorder.port)
            for (index, kind) in ReportKind.allCases.enumerated() {
                let body =
                    kind == .userActions
                    ? #"{"action":"launch"}"# : #"{"call":"checkAccessStatus","accessStatus":"denied"}"#
                try await client.send(
                    "POST http://kinescope.local\(kind.rawValue) HTTP/1.1\r\nHost: kinescope.local\r\n"
                        + "Origin: \(origin)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                let answer = await client.read(until: mayReport ? "{\"recorded\":1}\n" : "\r\n\r\n")
                #expect(answer.hasPrefix(mayReport ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 403 Forbidden\r\n"), "\(answer)")
                #expect(!answer.lowercased().contains("access-control-"))
                #expect(recorder.events.events.count == (mayReport ? index + 1 : 0))
                if !mayReport { break }
            }
            await client.close()
        }
    }

    @Test("An answer to a report waits until it is stored")
    func stored() async throws {
        try await withTestRecorder { recorder in
            recorder.events.hold()
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(
                "POST http://kinescope.local/stimuli HTTP/1.1\r\nHost: kinescope.local\r\nContent-Length: 19\r\n\r\n"
                    + #"{"action":"launch"}"#
            )
            #expect(await eventually { recorder.userActions.count == 1 })
            #expect(client.count == 0)
            recorder.events.release()
            #expect(await client.read(until: "{\"recorded\":1}\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            await client.close()
        }
    }

    @Test("What an app reports with the probe through the proxy arrives as it was asked and answered")
    func probe() async throws {
        try await withTestRecorder { recorder in
            let client = try await RawClient.connect(toPort: recorder.port)
            let probe = Probe(
                Reporter { request in
                    let body = request.httpBody ?? Data()
                    var head = "POST \(request.url?.absoluteString ?? "") HTTP/1.1\r\nHost: kinescope.local\r\n"
                    for (name, value) in request.allHTTPHeaderFields ?? [:] { head += "\(name): \(value)\r\n" }
                    try await client.send(Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
                    let status = await client.read(until: "\r\n\r\n").split(separator: " ").dropFirst().first
                    return status.flatMap { Int($0) } ?? 0
                }
            )
            let request = report(to: probe)
            #expect(await probe.flush(timeout: .seconds(20)))
            await client.close()
            expectReport(of: request, in: recorder)
        }
    }

    @Test("URLSession reports to a recorder's own address, where no proxy is set")
    func urlSession() async throws {
        try await withTestRecorder { recorder in
            let probe = Probe(Reporter(to: "http://127.0.0.1:\(recorder.port)"))
            let request = report(to: probe)
            #expect(await probe.flush(timeout: .seconds(20)))
            expectReport(of: request, in: recorder)
        }
    }

    private func report(to probe: Probe) -> AccountMetadataRequest {
        var request = AccountMetadataRequest()
        request.attributeNames = ["uid"]
        probe.report(.launch)
        probe.report(.checkAccessStatus(prompt: true), .accessStatus(.granted, nil))
        probe.report(.enqueue(request), .metadata(nil, AccountError(.userCancelled)))
        probe.report(.cancel)
        return request
    }

    private func expectReport(of request: AccountMetadataRequest, in recorder: TestRecorder) {
        let responses = recorder.events.events.flatMap { event -> [VSACall] in
            if case .vsaCalls(let responses) = event { responses } else { [] }
        }
        #expect(responses.map(\.question) == [.checkAccessStatus(prompt: true), .enqueue(request)])
        #expect(
            responses.map(\.answer)
                == [.accessStatus(.granted, nil), .metadata(nil, AccountError(.userCancelled))]
        )
        #expect(recorder.userActions.map(\.action) == [.launch, .cancel])
        let times = recorder.userActions.map(\.occurredAt) + responses.map(\.answeredAt)
        #expect(times.min() == times.first)
        #expect(recorder.events.exchanges.isEmpty)
    }
}

extension TestRecorder {
    fileprivate var userActions: [UserAction] {
        events.events.flatMap { event -> [UserAction] in
            if case .userActions(let userActions) = event { userActions } else { [] }
        }
    }
}

/// Runs a test with a recorder that is stopped afterwards, whatever comes of it.
private func withTestRecorder(
    _ change: (inout RecorderSettings) -> Void = { _ in },
    _ body: (TestRecorder) async throws -> Void
) async throws {
    let recorder = try await TestRecorder.start(change)
    do {
        try await body(recorder)
    } catch {
        await recorder.stop()
        throw error
    }
    await recorder.stop()
}

extension Instant {
    fileprivate init(_ date: Date) { self.init(microsecondsSince1970: Int64(date.timeIntervalSince1970 * 1_000_000)) }
}
