import Exchanges
import NIOConcurrencyHelpers
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

    private let delay: Duration

    init(waits: Bool = false, delay: Duration = .zero) {
        (self.waits, self.delay) = (waits, delay)
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
            events: request.path == "/recorded" ? [.userActions([launch])] : [],
            delay: delay
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

    @Test("One that is to be late is recorded at once, and whole if the end comes first", arguments: [300, 3_600_000])
    func late(milliseconds: Int) async throws {
        try await with(StandIn(delay: .milliseconds(milliseconds))) { recorder in
            let client = try await RawClient.connect(toPort: recorder.port)
            let began = ContinuousClock.now
            try await client.send("GET http://service.example/recorded HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await eventually { recorder.events.events.count == 1 })
            #expect(client.text.isEmpty)
            if milliseconds < 1_000 {
                #expect(await client.read(until: "recorded \n").hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(ContinuousClock.now - began >= .milliseconds(milliseconds))
            } else {
                await recorder.stop()
                #expect(await client.readToEnd().isEmpty)
                #expect(recorder.events.events.count == 1)
            }
            await client.close()
        }
    }

    @Test(
        "Replies that are there at once come in the order of requests that wait for none, however many",
        .timeLimit(.minutes(2))
    )
    func atOnce() async throws {
        let count = 1_500
        let recorder = try await TestRecorder.start(answerers: [AtOnce()])
        let client = try await RawClient.connect(toPort: recorder.port)
        let requests = (0..<count).map { number in
            let end = number == count - 1 ? "Connection: close\r\n" : ""
            // Some have bodies, and go another way to the same end.
            return number.isMultiple(of: 7)
                ? "POST http://service.example/\(number) HTTP/1.1\r\nHost: x\r\n\(end)Content-Length: 2\r\n\r\nab"
                : "GET http://service.example/\(number) HTTP/1.1\r\nHost: x\r\n\(end)\r\n"
        }
        try await client.send(requests.joined())
        let bodies = await client.readToEnd().split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "\n" } }
        #expect(bodies.map(String.init) == (0..<count).map { "/\($0)" })
        await recorder.stop()
    }

    @Test(
        "A client that sends on behind its last request has all responses before",
        .timeLimit(.minutes(2)),
        arguments: ["Connection: close\r\n", "Connection: Upgrade\r\nUpgrade: websocket\r\n"]
    )
    func lingers(last: String) async throws {
        let recorder = try await TestRecorder.start(answerers: [AtOnce()])
        func get(_ path: String, _ fields: String = "") -> String {
            "GET http://service.example\(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
        }
        let before = (0..<50).map { get("/\($0)") }.joined()
        let behind = String(repeating: get("/behind"), count: 5_000)
        for _ in 0..<20 {
            let client = try await RawClient.connect(toPort: recorder.port)
            // What is behind is more than what is read at once: closed over it, the connection would be reset.
            try? await client.send(before + get("/last", last) + behind)
            let text = await client.readToEnd()
            #expect(text.contains("\r\n\r\n/last\n") && text.contains("\r\n\r\n/49\n") && !text.contains("/behind"))
        }
        await recorder.stop()
    }

    @Test("Replies that are there at once to many streams of HTTP/2 in one piece", .timeLimit(.minutes(2)))
    func atOnceHTTP2() async throws {
        let recorder = try await TestRecorder.start(answerers: [AtOnce()])
        let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:443")
        let streams = (0..<50).map { 2 * $0 + 1 }
        try await client.begin(streams.flatMap { RawHTTP2Client.request("/\($0)", stream: $0) })
        for stream in streams {
            let response = await client.response(stream)
            #expect(response.status == "200" && response.body == "/\(stream)\n" && response.isWhole)
        }
        await client.close()
        await recorder.stop()
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

    // MARK: Bodies that are made as they are sent

    private static let get = "GET http://service.example/ HTTP/1.1\r\nHost: service.example\r\n\r\n"

    @Test("A body is sent piece by piece as it is made, and the connection is kept", .timeLimit(.minutes(2)))
    func streamed() async throws {
        let streaming = Streaming()
        let recorder = try await TestRecorder.start(answerers: [streaming])
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send(Self.get)
        #expect(await client.read(until: "\r\n\r\n").contains("\r\nTransfer-Encoding: chunked\r\n"))
        streaming.make("first")
        #expect(await client.read(until: "first\r\n") == "5\r\nfirst\r\n")
        streaming.make("second")
        #expect(await client.read(until: "second\r\n") == "6\r\nsecond\r\n")
        streaming.finish()
        #expect(await client.read(until: "0\r\n\r\n") == "0\r\n\r\n")
        #expect(await eventually { streaming.endCount == 1 })
        try await client.send("GET http://kinescope.local/certificate.pem HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(recorder.events.events.isEmpty)
        await client.close()
        await recorder.stop()
    }

    @Test("HTTP/2 has the same in frames, and a stream that is reset ends it alone", .timeLimit(.minutes(2)))
    func streamedHTTP2() async throws {
        let streaming = Streaming()
        let recorder = try await TestRecorder.start(answerers: [streaming])
        let client = try await RawHTTP2Client.connect(through: recorder, to: "localhost:443")
        try await client.begin(RawHTTP2Client.request("/", stream: 1))
        #expect(await eventually { client.responses[1]?.status == "200" })
        streaming.make("first")
        #expect(await eventually { client.responses[1]?.body == "first" })
        try await client.client.send(FrameBytes(type: 3, stream: 1, payload: [0, 0, 0, 8]).bytes)
        #expect(await eventually { streaming.endCount == 1 })
        try await client.client.send(RawHTTP2Client.request("/", stream: 3))
        #expect(await eventually { client.responses[3]?.status == "200" })
        streaming.finish()
        #expect(await client.response(3).isWhole)
        await client.close()
        await recorder.stop()
    }

    @Test(
        "A client that is gone ends the body, however it goes",
        .timeLimit(.minutes(2)),
        arguments: ["close", "reset", "finish"]
    )
    func streamLeft(way: String) async throws {
        let streaming = Streaming()
        let recorder = try await TestRecorder.start(answerers: [streaming])
        let client = try await RawClient.connect(toPort: recorder.port, allowsHalfClosure: true)
        try await client.send(Self.get)
        _ = await client.read(until: "\r\n\r\n")
        switch way {
        case "close": await client.close()
        case "reset": try await client.reset()
        default: try await client.finishSending()
        }
        // Nothing is made meanwhile: it is the connection that tells.
        #expect(await eventually { streaming.endCount == 1 })
        await recorder.stop()
    }

    @Test("A client that takes nothing is asked no more for, and is hung up on at last", .timeLimit(.minutes(2)))
    func slowReader() async throws {
        let streaming = Streaming(endless: 32 * 1024)
        let recorder = try await TestRecorder.start(answerers: [streaming]) { $0.limits.idleTime = .seconds(2) }
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.stopReading()
        try await client.send(Self.get)
        // What the system and the channel hold, some MB; a body that is made ahead would soon be hundreds.
        #expect(await eventually { streaming.endCount == 1 })
        #expect(streaming.madeBytes < 64 * 1024 * 1024)
        await client.close()
        await recorder.stop()
    }

    @Test("Stopping does not wait for a body without an end longer than the grace", .timeLimit(.minutes(2)))
    func streamStopped() async throws {
        let streaming = Streaming()
        let recorder = try await TestRecorder.start(answerers: [streaming])
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send(Self.get)
        _ = await client.read(until: "\r\n\r\n")
        await recorder.stop(grace: .milliseconds(50))
        #expect(streaming.endCount == 1)
        #expect(await eventually { client.isClosed })
    }
}

/// Answers with the path, small requests at once.
private final class AtOnce: Answerer {
    let isGuarded = false

    func answers(for origin: Origin) -> Bool { origin.host != "kinescope.local" }
    func reply(to request: LocalRequest) async -> LocalReply {
        LocalReply(answer: LocalAnswer(.ok, text: request.path))
    }
    func replyAtOnce(to request: LocalRequest) -> LocalReply? {
        // What has a body is answered later.
        request.body.readableBytes > 0 ? nil : LocalReply(answer: LocalAnswer(.ok, text: request.path))
    }
}

/// Answers everything with a body that a test makes, piece by piece, or that never ends.
private final class Streaming: Answerer {
    let isGuarded = false
    private let pieces: AsyncStream<String>
    private let source: AsyncStream<String>.Continuation
    private let size: Int?
    private let counts = NIOLockedValueBox((ends: 0, bytes: 0))

    init(endless size: Int? = nil) {
        (pieces, source) = AsyncStream.makeStream()
        self.size = size
    }

    /// How many bodies are not wanted any more.
    var endCount: Int { counts.withLockedValue { $0.ends } }
    var madeBytes: Int { counts.withLockedValue { $0.bytes } }

    func make(_ piece: String) { source.yield(piece) }
    func finish() { source.finish() }
    func answers(for origin: Origin) -> Bool { origin.host != "kinescope.local" }

    func reply(to request: LocalRequest) async -> LocalReply {
        let answer = LocalAnswer(status: .ok, headers: ["Content-Type": "text/plain"], body: ByteBuffer())
        let stream = StreamedBody { [self] in
            if let size {
                counts.withLockedValue { $0.bytes += size }
                return ByteBuffer(repeating: 0x61, count: size)
            }
            for await piece in pieces { return ByteBuffer(string: piece) }
            return nil
        } end: { [self] in
            counts.withLockedValue { $0.ends += 1 }
        }
        return LocalReply(answer: answer, stream: stream)
    }
}
