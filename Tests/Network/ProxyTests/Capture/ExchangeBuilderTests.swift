import Documents
import Exchanges
import NIOCore
import NIOHTTP1
import Testing
import VirtualTime

@testable import Proxy
@testable import ProxyProtocol

@Suite struct ExchangeDraftTests {
    private static let start = Instant(microsecondsSince1970: 1_795_000_000_123_456)

    private func at(_ microseconds: Int64) -> Instant { Self.start + .microseconds(microseconds) }

    private let budget = BodyBudget(limit: 1 << 20)

    private func draft(
        _ method: HTTPMethod = .GET,
        _ url: String = "https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV",
        headers: HTTPHeaders = ["Host": "api.auth.adobe.com"],
        version: String = "HTTP/1.1",
        filter: RecordingFilter = RecordingFilter(),
        bodyBytes: Int = 1_000
    ) -> ExchangeBuilder {
        var limits = RecorderLimits()
        limits.bodyBytes = bodyBytes
        var draft = ExchangeBuilder(
            HTTPRequestHead(version: .http1_1, method: method, uri: "/", headers: headers),
            url: url,
            origin: AbsoluteTarget(url)?.origin ?? Origin(isSecure: true, host: "api.auth.adobe.com"),
            client: ClientFacts(connection: 3, version: version, origin: nil, isIntercepted: true),
            limits: limits,
            budget: budget,
            filter: filter,
            at: Self.start
        )
        if !draft.isSkippedExchange { draft.begin(7, at: Self.start) }
        return draft
    }

    private func exchange(_ draft: ExchangeBuilder) throws -> Exchange {
        try seen(draft).exchange
    }

    private func seen(_ draft: ExchangeBuilder) throws -> CapturedExchange {
        guard case .exchange(let seen) = draft.result() else { throw Missing() }
        return seen
    }

    private func skipped(_ draft: ExchangeBuilder) -> SkippedExchange? {
        if case .skipped(let skipped) = draft.result() { skipped } else { nil }
    }

    private struct Missing: Error {}

    private func head(_ status: HTTPResponseStatus, _ headers: HTTPHeaders = [:]) -> HTTPResponseHead {
        HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    }

    @Test("What passed is the exchange, as it came, with what only a recorder knows")
    func whole() throws {
        var draft = draft(.POST, headers: ["Host": "api.auth.adobe.com", "X-Twice": "1", "x-twice": "2"])
        draft.requestBody(ByteBuffer(string: "deviceId="), at: at(10))
        draft.requestBody(ByteBuffer(string: "kite"), at: at(20))
        draft.requestEnded(trailers: ["X-Sum": "9"], at: at(30))
        draft.upstream(
            UpstreamFacts(
                connection: 5,
                address: "192.0.2.7",
                version: "HTTP/2",
                isReused: false,
                connectMicroseconds: 5,
                handshakeMicroseconds: 6,
                isVerified: true
            )
        )
        draft.informational(head(.custom(code: 103, reasonPhrase: "Early Hints"), ["Link": "</a.css>"]), at: at(40))
        draft.responseHead(head(.ok, ["Content-Type": "text/plain", "transfer-encoding": "chunked"]), at: at(50))
        draft.responseBody(ByteBuffer(string: "yes"), at: at(60))
        draft.responseEnded(trailers: nil, at: at(70))

        let exchange = try exchange(draft)
        #expect(exchange.ordinal == 7)
        #expect(exchange.startedAt == Self.start)
        #expect(exchange.durationMicroseconds == 70)
        #expect(
            exchange.request
                == HTTPRequest(
                    method: "POST",
                    url: "https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV",
                    headers: [
                        HeaderField("Host", "api.auth.adobe.com"), HeaderField("X-Twice", "1"),
                        HeaderField("x-twice", "2"),
                    ],
                    body: Array("deviceId=kite".utf8)
                )
        )
        #expect(
            exchange.response
                == HTTPResponse(
                    status: 200,
                    version: "HTTP/2",
                    headers: [HeaderField("Content-Type", "text/plain")],
                    body: Array("yes".utf8)
                )
        )
        var notes = RecorderNotes()
        notes.serverAddress = "192.0.2.7"
        notes.serverConnection = "5"
        notes.timings = ExchangeTimings(connect: 11, ssl: 6, send: 19, wait: 20, receive: 20)
        notes.clientConnection = 3
        notes.isIntercepted = true
        notes.isCertificateVerified = true
        notes.requestBody.pieces = [BodyPiece(microseconds: 10, bytes: 9), BodyPiece(microseconds: 20, bytes: 4)]
        notes.requestBody.trailers = [HeaderField("X-Sum", "9")]
        notes.informational = [InformationalAnswer(status: 103, headers: [HeaderField("Link", "</a.css>")])]
        #expect(exchange.notes == notes)
    }

    @Test("What each side was sent otherwise stands beside what the other sent")
    func forwarded() throws {
        var draft = draft(headers: ["Host": "api.auth.adobe.com", "Accept-Encoding": "gzip, br", "X": "1"])
        draft.forwarded(
            HTTPRequestHead(
                version: .http1_1,
                method: .GET,
                uri: "/",
                headers: ["Host": "api.auth.adobe.com", "Accept-Encoding": "gzip", "X": "1", "Connection": "TE"]
            )
        )
        draft.informational(head(.custom(code: 103, reasonPhrase: "Hints")), at: at(1))
        draft.responseHead(head(.custom(code: 302, reasonPhrase: "Elsewhere"), ["Location": "https://a"]), at: at(1))
        draft.passed(["Location": "http://b"])
        draft.responseEnded(trailers: nil, at: at(2))
        let exchange = try exchange(draft)
        #expect(exchange.request.headers.contains { $0.value == "gzip, br" })
        #expect(exchange.notes.forwardedRequest == [HeaderField("Accept-Encoding", "gzip")])
        #expect(exchange.response?.headers == [HeaderField("Location", "https://a")])
        #expect(exchange.response?.reason == "Elsewhere")
        #expect(exchange.notes.forwardedResponse == [HeaderField("Location", "http://b")])
        #expect(exchange.notes.informational == [InformationalAnswer(status: 103, reason: "Hints")])
    }

    @Test("Exporting to HAR and importing again gives the exchange")
    func roundTrip() throws {
        var draft = draft(.PUT, bodyBytes: 4)
        draft.requestBody(ByteBuffer(string: "12"), at: at(1))
        draft.requestBody(ByteBuffer(string: "34567"), at: at(2))
        draft.requestEnded(trailers: ["X-Sum": "9"], at: at(3))
        draft.responseHead(head(.ok, ["Content-Encoding": "br"]), at: at(1_234))
        draft.responseBody(ByteBuffer(bytes: [1, 2, 3]), at: at(1_235))
        draft.failed("the server closed the connection", at: at(20_001))
        var exchange = try exchange(draft)
        exchange.ordinal = 1
        let archive = HAR.serialized(Recording(exchanges: [exchange]))
        #expect(try HAR.recording(parsing: archive).exchanges == [exchange])
        #expect(exchange.notes.requestBody.shortfall == .limit)
        #expect(exchange.notes.responseBody.shortfall == .coding("br"))
        #expect(exchange.notes.interruption == "the server closed the connection")
    }

    @Test("A plain small exchange costs few bytes beside itself")
    func small() throws {
        var draft = draft()
        draft.requestEnded(trailers: nil, at: at(30))
        draft.responseHead(head(.ok, ["Content-Type": "application/json"]), at: at(50))
        draft.responseBody(ByteBuffer(string: "{}"), at: at(60))
        draft.responseEnded(trailers: nil, at: at(70))
        let entry = try exchange(draft).harExtras.map { JSONValue.object($0).serialized }
        #expect(
            entry
                == #"{"_kinescope":{"clientConnection":3,"isIntercepted":true},"timings":{"send":0.03,"wait":0.02,"receive":0.02}}"#
        )
    }

    @Test("Decoded bodies stand under the headers that came")
    func decoded() throws {
        var draft = draft(.POST, headers: ["Content-Encoding": "deflate"])
        draft.requestBody(ByteBuffer(bytes: Coded.zlib), at: at(1))
        draft.requestEnded(trailers: nil, at: at(2))
        let length = String(Coded.gzip.count)
        draft.responseHead(head(.ok, ["Content-Encoding": "gzip", "Content-Length": length]), at: at(3))
        draft.responseBody(ByteBuffer(bytes: Coded.gzip), at: at(4))
        draft.responseEnded(trailers: nil, at: at(5))
        let exchange = try exchange(draft)
        #expect(exchange.request.body == Coded.text)
        #expect(exchange.response?.body == Coded.text)
        #expect(exchange.response?.headers[first: "content-length"] == length)
        #expect(exchange.notes.responseBody == BodyNotes())
        // What waits to be recorded is what came: it is decoded by who asks for the exchange.
        #expect(try seen(draft).bodyBytes == Coded.zlib.count + Coded.gzip.count)
        var again = exchange
        again.ordinal = 1
        let archive = HAR.serialized(Recording(exchanges: [again]))
        #expect(try HAR.recording(parsing: archive).exchanges == [again])
    }

    @Test("An exchange in flight has no answer yet, whatever has come of it")
    func inFlight() throws {
        var draft = draft(.POST)
        draft.requestBody(ByteBuffer(string: "half"), at: at(10))
        #expect(try exchange(draft).outcome == .failure("it was in flight when the recording ended"))
        #expect(try exchange(draft).notes.requestBody.shortfall == .truncated)
        draft.requestEnded(trailers: nil, at: at(20))
        draft.responseHead(head(.ok), at: at(30))
        draft.responseBody(ByteBuffer(string: "half"), at: at(40))
        let exchange = try exchange(draft)
        #expect(exchange.response == nil)
        #expect(exchange.notes.isInFlight)
        #expect(exchange.durationMicroseconds == 30)
        draft.responseEnded(trailers: ["X-Sum": "1"], at: at(50))
        #expect(try self.exchange(draft).response?.body == Array("half".utf8))
        #expect(try !self.exchange(draft).notes.isInFlight)
        #expect(try self.exchange(draft).notes.responseBody.trailers == [HeaderField("X-Sum", "1")])
    }

    @Test("A request without a response says why, with the first reason that was given")
    func failure() throws {
        var draft = draft()
        draft.requestEnded(trailers: nil, at: at(20))
        draft.failed("no connection to api.auth.adobe.com:443", at: at(30))
        draft.failed("the client went away", at: at(90))
        let exchange = try exchange(draft)
        #expect(exchange.outcome == .failure("no connection to api.auth.adobe.com:443"))
        #expect(exchange.durationMicroseconds == 30)
        #expect(exchange.notes.interruption == nil)
    }

    @Test("An answer that broke off is kept as far as it came, and says so")
    func interrupted() throws {
        var draft = draft()
        draft.requestEnded(trailers: nil, at: at(20))
        draft.responseHead(head(.ok), at: at(25))
        draft.responseBody(ByteBuffer(string: "{\"status\":"), at: at(28))
        draft.failed("the server reset the connection", at: at(30))
        let exchange = try exchange(draft)
        #expect(exchange.response?.body == Array("{\"status\":".utf8))
        #expect(exchange.notes.interruption == "the server reset the connection")
        #expect(exchange.notes.responseBody.shortfall == .truncated)
        #expect(exchange.notes.responseBody.bytes == 10)
    }

    @Test("A connection that goes on in another protocol ends the exchange")
    func upgrade() throws {
        var draft = draft()
        draft.responseHead(head(.switchingProtocols, ["Upgrade": "websocket"]), at: at(25))
        #expect(try exchange(draft).notes.isInFlight)
        draft.upgraded(to: "websocket", at: at(30))
        let exchange = try exchange(draft)
        #expect(exchange.response?.status == 101)
        #expect(exchange.durationMicroseconds == 30)
        #expect(exchange.notes.upgrade == "websocket")
        #expect(!exchange.notes.isInFlight)
    }

    @Test("Over HTTP/2 there is no reason phrase, and no transfer coding that NIO made up")
    func http2() throws {
        var draft = draft(.POST, headers: ["Host": "a.test", "transfer-encoding": "chunked"], version: "HTTP/2")
        draft.requestEnded(trailers: nil, at: at(20))
        draft.responseHead(head(.ok), at: at(25))
        draft.responseEnded(trailers: nil, at: at(30))
        let exchange = try exchange(draft)
        #expect(exchange.request.version == "HTTP/2")
        #expect(exchange.request.headers == [HeaderField("Host", "a.test")])
        #expect(exchange.response?.version == "HTTP/1.1")
        #expect(exchange.response?.reason == "OK")
    }

    @Test("A segment is left out once its answer says what it is, and nothing of it is kept")
    func media() throws {
        let origin = Origin(isSecure: false, host: "cdn.kite.example", port: 8081)
        var draft = draft(.GET, "http://CDN.kite.example:8081/seg/1.ts?token=a")
        #expect(!draft.isSkippedExchange)
        // Before there is an answer, the path speaks for it.
        #expect(skipped(draft)?.reason == .media(".ts"))
        draft.requestEnded(trailers: nil, at: at(20))
        draft.responseHead(head(.ok, ["Content-Type": "video/MP2T"]), at: at(25))
        #expect(draft.isSkippedExchange)
        draft.responseBody(ByteBuffer(repeating: 1, count: 900), at: at(26))
        draft.responseEnded(trailers: nil, at: at(30))
        #expect(
            skipped(draft) == SkippedExchange(method: "GET", origin: origin, reason: .media("video/mp2t"), number: 7)
        )
    }

    @Test("What is left out by its request alone has no number, so that it leaves no gap")
    func noNumber() throws {
        let filter = try RecordingFilter(["host=api.auth.adobe.com"])
        let draft = draft(.GET, "https://other.example/a", filter: filter)
        #expect(skipped(draft)?.reason == .filter)
        #expect(try #require(skipped(draft)).number == nil)
    }

    @Test("It starts when its number is drawn")
    func beginning() throws {
        var late = draft()
        late.begin(9, at: at(40))
        late.failed("gone", at: at(90))
        let exchange = try exchange(late)
        #expect(exchange.ordinal == 9)
        #expect(exchange.startedAt == at(40))
        #expect(exchange.durationMicroseconds == at(90).microsecondsSince1970 - at(40).microsecondsSince1970)
    }

    @Test("Who was told of an exchange in flight is told of its end, though it turns out to be media")
    func begunMedia() throws {
        var begun = draft(.GET, "https://cdn.kite.example/play")
        #expect(begun.begun()?.exchange.notes.isInFlight == true)
        begun.responseHead(head(.ok, ["Content-Type": "video/MP2T"]), at: at(25))
        begun.responseEnded(trailers: nil, at: at(30))
        #expect(try exchange(begun).response?.status == 200)
        // Nobody was told of one that is left out by its path so far.
        var media = draft(.GET, "https://cdn.kite.example/seg/1.ts")
        #expect(media.begun() == nil)
        media.responseHead(head(.ok, ["Content-Type": "video/MP2T"]), at: at(25))
        #expect(media.isSkippedExchange)
    }

    @Test("Bodies are held until nobody asks for the exchange any more")
    func budgeted() throws {
        var draft: ExchangeBuilder? = draft(.POST)
        draft?.requestBody(ByteBuffer(repeating: 1, count: 600), at: at(1))
        draft?.responseHead(head(.ok), at: at(3))
        draft?.responseBody(ByteBuffer(repeating: 1, count: 300), at: at(4))
        #expect(budget.used == 900)
        var seen: CapturedExchange? = try draft.map { try self.seen($0) }
        draft = nil
        #expect(budget.used == 900)
        #expect(seen?.bodyBytes == 900)
        seen = nil
        #expect(budget.used == 0)
    }

    @Test("An answer of which the client is sent nothing is none")
    func unanswered() throws {
        var draft = draft()
        draft.requestEnded(trailers: nil, at: at(20))
        draft.responseHead(head(.noContent), at: at(25))
        draft.failed("the server reset the connection", isUnanswered: true, at: at(30))
        #expect(try exchange(draft).outcome == .failure("the server reset the connection"))
    }

    @Test("A segment that is refused is recorded: that is what a sign-on failed to get")
    func refusedMedia() throws {
        var draft = draft(.GET, "https://cdn.kite.example/seg/1.ts")
        draft.requestEnded(trailers: nil, at: at(20))
        draft.responseHead(head(.forbidden, ["Content-Type": "video/MP2T"]), at: at(25))
        draft.responseBody(ByteBuffer(string: "denied"), at: at(26))
        draft.responseEnded(trailers: nil, at: at(30))
        #expect(try exchange(draft).response?.body == Array("denied".utf8))
    }

    @Test("What a filter does not name is left out from the start")
    func filtered() throws {
        var draft = draft(.POST, filter: try RecordingFilter(["host=*.example"]))
        #expect(draft.isSkippedExchange)
        draft.requestBody(ByteBuffer(string: "x"), at: at(10))
        draft.failed("gone", at: at(20))
        #expect(skipped(draft)?.reason == .filter)
        #expect(skipped(draft)?.origin == Origin(isSecure: true, host: "api.auth.adobe.com"))
    }

    @Test("Answers before the answer are noted up to a limit")
    func informational() throws {
        var draft = draft()
        for _ in 0...ExchangeBuilder.maximumInformational { draft.informational(head(.continue), at: at(1)) }
        draft.failed("gone", at: at(20))
        #expect(try exchange(draft).notes.informational.count == ExchangeBuilder.maximumInformational)
    }

    @Test("A clock that steps back makes no negative time")
    func backwards() throws {
        var draft = draft()
        draft.requestEnded(trailers: nil, at: at(-50))
        draft.responseHead(head(.ok), at: at(-40))
        draft.responseEnded(trailers: nil, at: at(-10))
        #expect(try exchange(draft).durationMicroseconds == 0)
    }
}
