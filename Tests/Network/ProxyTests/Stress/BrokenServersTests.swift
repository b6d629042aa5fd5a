import Exchanges
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import Proxy

@Suite struct BrokenServersTests {
    @Test(
        "A server that resets half-way breaks the client's answer off, and what came is recorded with the reason",
        .timeLimit(.minutes(2)),
        arguments: [false, true]
    )
    func resetsHalfWay(isChunked: Bool) async throws {
        let origin = try await TestOrigin.start { _ in
            var answer = TestOrigin.Answer(pieces: [Array("half".utf8), Array("more".utf8)], ending: .reset)
            answer.pause = .milliseconds(100)
            answer.headers = isChunked ? ["Transfer-Encoding": "chunked"] : ["Content-Length": "1000"]
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = await client.readToEnd()
            #expect(client.isClosed)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("half") && !answer.contains("\r\n0\r\n"))
            let exchange = try #require(await recorder.events.exchanges(1).first)
            #expect(exchange.response?.body?.starts(with: Array("half".utf8)) == true)
            #expect(exchange.notes.responseBody.shortfall == .truncated)
            #expect(exchange.notes.interruption?.contains("broken off") == true, "\(exchange.notes)")
        }
    }

    @Test(
        "A reset under HTTP/2 on both sides breaks off one stream, and the client's connection goes on",
        .timeLimit(.minutes(2))
    )
    func resetsUnderHTTP2() async throws {
        let origin = try await TestOrigin.secure { request in
            guard request.uri == "/broken" else { return .text("whole") }
            var answer = TestOrigin.Answer(pieces: [Array("half".utf8), Array("more".utf8)], ending: .reset)
            answer.pause = .milliseconds(50)
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await HTTP2Client.connect(through: recorder, to: origin)
            await #expect(throws: (any Error).self) { _ = try await client.post("/broken", ByteBuffer()) }
            #expect(try await client.post("/whole", ByteBuffer()).body == "whole")
            client.close()
            let exchanges = await recorder.events.exchanges(2)
            #expect(exchanges.map(\.notes.responseBody.shortfall) == [.truncated, nil])
            #expect(exchanges.first?.notes.interruption != nil)
            #expect(Set(exchanges.map(\.notes.clientConnection)).count == 1)
        }
    }

    @Test(
        "A server whose certificate is not right is answered for with 502 and the reason, and that is recorded",
        .timeLimit(.minutes(2))
    )
    func untrusted() async throws {
        let tls = try TestTrust(named: "Nobody's Authority").serverConfiguration()
        let origin = try await TestOrigin.start(tls: tls) { _ in .text("never") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await recorder.connect(to: "localhost:\(origin.port)")
            try await client.startTLS(host: "localhost", roots: try recorder.roots())
            try await client.send("GET /secret HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = await client.read(until: "\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 502 "))
            #expect(answer.contains("an unknown CA: CN=Nobody's Authority"), "\(answer)")
            let exchange = try #require(await recorder.events.exchanges(1).first)
            #expect(exchange.request.url == "\(origin.url)/secret")
            guard case .failure(let reason) = exchange.outcome else {
                Issue.record("it has an answer")
                return
            }
            #expect(reason.contains("an unknown CA: CN=Nobody's Authority"))
            #expect(origin.requests.isEmpty)
            await client.close()
        }
    }

    @Test("That is told once for the host and cause, and at the tenth time with the count", .timeLimit(.minutes(2)))
    func untrustedIsCounted() async throws {
        let tls = try TestTrust(named: "Nobody's Authority").serverConfiguration()
        let origin = try await TestOrigin.start(tls: tls) { _ in .text("never") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await recorder.connect(to: "localhost:\(origin.port)")
            try await client.startTLS(host: "localhost", roots: try recorder.roots())
            for number in 1...11 {
                try await client.send("GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await recorder.events.exchanges(number).count == number)
            }
            let notices = recorder.events.notices.map(\.description)
            #expect(notices.count == 2)
            #expect(notices.allSatisfy { $0.contains("localhost: ") && $0.contains("CN=Nobody's Authority") })
            #expect(notices.first?.contains("by now") == false)
            #expect(notices.last?.hasSuffix("(10 times by now)") == true)
            await client.close()
        }
    }
}
