import Exchanges
import NIOCore
import NIOHTTP1
import SubscriberAccount
import Testing

@testable import Proxy
@testable import ProxyProtocol

/// Answers in place of one server, when it is let.
private final class StandIn: Answerer {
    let isGuarded = false
    private let mayAnswer: AsyncStream<Void>
    private let waits: Bool
    private let go: AsyncStream<Void>.Continuation

    init(waits: Bool = false) {
        self.waits = waits
        (mayAnswer, go) = AsyncStream.makeStream()
    }

    func release() { go.finish() }

    func answers(for origin: Origin) -> Bool { origin.host == "service.example" }

    func reply(to request: LocalRequest) async -> LocalReply {
        if waits { for await _ in mayAnswer {} }
        let text = "\(request.head.method) \(request.path) \(String(buffer: request.body))"
        let launch = UserAction(ordinal: 0, occurredAt: request.arrivedAt, action: .launch)
        return LocalReply(
            answer: LocalAnswer(.ok, text: text),
            events: request.path == "/recorded" ? [.userActions([launch])] : []
        )
    }
}

/// Requests that go to an ``Answerer`` in place of a server.
@Suite struct AnswererTests {
    private func with(
        _ standIn: StandIn = StandIn(),
        _ body: (TestRecorder) async throws -> Void
    ) async throws {
        let recorder = try await TestRecorder.start(answerers: [standIn])
        try await body(recorder)
        standIn.release()
        await recorder.stop()
    }

    private let post =
        "POST http://service.example/a?b HTTP/1.1\r\nHost: service.example\r\nOrigin: https://page.example\r\n"
        + "Content-Length: 4\r\n\r\nbody"

    @Test("It is asked for its origins, through the proxy and behind CONNECT, and nothing of it is an exchange")
    func origins() async throws {
        try await with { recorder in
            let plain = try await RawClient.connect(toPort: recorder.port)
            for _ in 1...2 {
                try await plain.send(post)
                #expect(await plain.read(until: "POST /a?b body\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
            try await plain.send("HEAD http://service.example/ HTTP/1.1\r\nHost: service.example\r\n\r\n")
            #expect(await plain.read(until: "\r\n\r\n").contains("\r\nContent-Length: 8\r\n"))
            let secure = try await recorder.connect(to: "service.example:443")
            try await secure.startTLS(host: "service.example", roots: try recorder.roots())
            try await secure.send("GET /c HTTP/1.1\r\nHost: service.example\r\nConnection: close\r\n\r\n")
            #expect(await secure.readToEnd().hasSuffix("\r\n\r\nGET /c \n"))
            #expect(recorder.events.events.isEmpty)
            await plain.close()
        }
    }

    @Test("One that takes its time holds up nobody else")
    func slow() async throws {
        let standIn = StandIn(waits: true)
        try await with(standIn) { recorder in
            let waiting = try await RawClient.connect(toPort: recorder.port)
            try await waiting.send(post)
            let other = try await RawClient.connect(toPort: recorder.port)
            try await other.send("GET http://kinescope.local/certificate.pem HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await other.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(waiting.text.isEmpty)
            standIn.release()
            #expect(await waiting.read(until: "body\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            await other.close()
            await waiting.close()
        }
    }

    @Test("What it has recorded is stored before the client has its answer")
    func recorded() async throws {
        try await with { recorder in
            recorder.events.hold()
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET http://service.example/recorded HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await eventually { recorder.events.events.count == 1 })
            try await Task.sleep(for: .milliseconds(50))
            #expect(client.text.isEmpty)
            recorder.events.release()
            #expect(await client.read(until: "recorded \n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            await client.close()
        }
    }

    @Test("A client that leaves before it has its answer leaves nothing behind")
    func leaves() async throws {
        let standIn = StandIn(waits: true)
        try await with(standIn) { recorder in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET http://service.example/recorded HTTP/1.1\r\nHost: x\r\n\r\n")
            try await Task.sleep(for: .milliseconds(50))
            try await client.reset()
            standIn.release()
            #expect(await eventually { recorder.events.events.count == 1 })
        }
    }
}
