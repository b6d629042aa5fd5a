import FuzzReadings
public import Fuzzing
import NIOCore
import NIOHTTP1
import ProxyProtocol
import VirtualTime

extension FuzzTarget {
    /// The bytes that a server sends to the recorder as HTTP/1, up to the end of its connection.
    public static let response = FuzzTarget(
        "HTTPResponse",
        maximumBytes: 64 * 1024,
        check: ResponseChecks.check,
        quickCheck: ResponseChecks.quickCheck,
        mutate: { input, generator in NumberMutation.mutated(input, &generator, or: LineMutation.mutated) }
    )
}

/// The checks of responses on their way through the recorder.
enum ResponseChecks {
    /// The requests that a server may be answering, and their clients.
    enum Question: CaseIterable {
        case get, head, oldGet, upgrade, http2Get, http2Head

        var request: HTTPRequestHead {
            let version: HTTPVersion =
                switch self {
                case .oldGet: .http1_0
                case .http2Get, .http2Head: HTTPVersion(major: 2, minor: 0)
                default: .http1_1
                }
            var headers: HTTPHeaders = ["Host": "kite.example"]
            if self == .upgrade { headers.add(contentsOf: ["Connection": "Upgrade", "Upgrade": "websocket"]) }
            return HTTPRequestHead(version: version, method: isForHead ? .HEAD : .GET, uri: "/", headers: headers)
        }

        var isForHead: Bool { self == .head || self == .http2Head }
    }

    /// All there is to check, whatever is answered.
    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        // Whether HEAD is answered is all that the decoder asks.
        for isForHead in [false, true] {
            let questions = Question.allCases.filter { $0.isForHead == isForHead }
            let read = try read(input, questions[0])
            try inPieces(input, read, questions[0])
            for question in questions { try passedOn(try rehearse(read, question), read, question) }
        }
    }

    /// The same for the one question that the sum of the bytes draws, and without cutting the bytes.
    static func quickCheck(_ input: [UInt8]) throws(PropertyFailure) {
        let sum = input.reduce(0) { $0 &+ Int($1) }
        let question = Question.allCases[sum % Question.allCases.count]
        let read = try read(input, question)
        try passedOn(try rehearse(read, question), read, question)
    }

    private static func read(_ input: [UInt8], _ question: Question) throws(PropertyFailure) -> ReadResponse {
        let read = ReadResponse([input[...]], to: question.request)
        try likeAStrictReader(input, read, question)
        return read
    }

    // MARK: What the server sends

    /// However the bytes are cut on their way, they are the same response.
    private static func inPieces(
        _ input: [UInt8],
        _ read: ReadResponse,
        _ question: Question
    ) throws(PropertyFailure) {
        guard input.count <= 8192 else { return }
        let length = 1 + input.count % 7
        let pieces = stride(from: 0, to: input.count, by: length).map { input[$0..<min($0 + length, input.count)] }
        let again = ReadResponse(pieces, to: question.request)
        try requireEqual(again.events.map(\.withoutReason), read.events.map(\.withoutReason), "pieces-read-the-same")
    }

    /// Checks that what a reader that forgives nothing takes for a response is the same response here.
    static func likeAStrictReader(
        _ input: [UInt8],
        _ read: ReadResponse,
        _ question: Question
    ) throws(PropertyFailure) {
        guard let (strict, _) = try? StrictResponse.read(input, isForHead: question.isForHead) else { return }
        try requireEqual(read.interim.count, strict.interim.count, "strict-interim")
        for (mine, its) in zip(read.interim, strict.interim) { try same(mine, its) }
        guard let head = read.head else {
            // NIO's decoder takes no tab behind a length, though RFC 9110 §5.5 lets one stand there: the response
            // fails.
            if hasTabInLength(input) { return }
            throw PropertyFailure("strict-head", "\(strict.head.status) is not read")
        }
        try same(head, strict.head)
        // Behind 101 another protocol speaks, if anyone does.
        guard strict.head.status != 101 else { return }
        try require(read.hasEnded, "strict-end", "a whole response of \(strict.head.status) is not read to its end")
        try requireEqual(read.body, strict.body, "strict-body")
        try HeaderComparison.same(read.trailers ?? [:], strict.trailers, "strict-trailers")
    }

    private static func hasTabInLength(_ input: [UInt8]) -> Bool {
        input.split(separator: UInt8(ascii: "\n")).contains { line in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            return String(decoding: name, as: UTF8.self).lowercased() == "content-length"
                && line.contains(UInt8(ascii: "\t"))
        }
    }

    private static func same(_ head: HTTPResponseHead, _ strict: StrictResponse.Head) throws(PropertyFailure) {
        try requireEqual(Int(head.status.code), strict.status, "strict-status")
        try HeaderComparison.same(head.headers, strict.fields, "strict-fields")
        // What stands before the phrase, with a space behind each: `HTTP/1.1 200 `. Of longer lines it is not kept.
        guard strict.reason.count + 13 < ReasonPhrases.lineBytes else { return }
        try requireEqual(Array(head.status.reasonPhrase.utf8), text(strict.reason), "strict-reason")
    }

    /// As the recorder has it, which keeps texts: bytes that are not UTF-8 have become U+FFFD.
    private static func text(_ bytes: [UInt8]) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }

    // MARK: What the client is sent

    /// The parts that a client is sent, and how they end.
    struct Sent {
        var parts: [HTTPServerResponsePart] = []
        var ending: SimulatedResponseRelay.Ending
    }

    private static func rehearse(_ read: ReadResponse, _ question: Question) throws(PropertyFailure) -> Sent {
        let origin = Origin(isSecure: true, host: "kite.example")
        let target = RequestTarget(
            question.request,
            origin: origin,
            isReverse: false,
            own: OwnAddresses(host: "127.0.0.1", interfaces: [])
        )
        var rehearsal = SimulatedResponseRelay(to: question.request, target: target)
        var parts: [HTTPServerResponsePart] = []
        for event in read.events {
            switch event {
            case .part(let part): rehearsal.receive(part)
            case .paused: parts += rehearsal.paused()
            case .fault(let reason): rehearsal.failed(RelayFailure(reason: reason))
            }
        }
        rehearsal.failed()
        parts += rehearsal.paused()
        guard let ending = rehearsal.ending else {
            throw PropertyFailure("ends-with-the-connection", "the client still waits")
        }
        return Sent(parts: parts, ending: ending)
    }

    /// Checks that what the client is sent is what the server sent, as one response, or plainly none.
    static func passedOn(_ sent: Sent, _ read: ReadResponse, _ question: Question) throws(PropertyFailure) {
        if case .passed = sent.ending {
            try require(read.hasEnded, "passes-whole-responses", "\(read.head?.status.code ?? 0)")
        }
        if question.request.version.major >= 2 {
            try HTTP2Answer.check(sent, read, question)
            return
        }
        let bytes = try attempt("writes-what-it-sends") { try WrittenResponse.bytes(sent.parts) }
        let strict: StrictResponse
        let rest: ArraySlice<UInt8>
        do throws(StrictReader.Fault) {
            (strict, rest) = try StrictResponse.read(bytes, isForHead: question.isForHead)
        } catch {
            // Half of a response is none yet, and shall look like none.
            if sent.ending == .broken { return }
            let text = String(decoding: bytes.prefix(300), as: UTF8.self)
            throw PropertyFailure("sends-strict-responses", "\(error.what), byte \(error.offset) of \(text)")
        }
        try require(rest.isEmpty, "sends-one-response", String(decoding: rest.prefix(200), as: UTF8.self))
        try versions(strict, question)
        switch sent.ending {
        case .broken:
            // Only the end of the connection ends it, and who closes it is not told.
            try require(strict.endsWithConnection, "half-a-response-is-no-whole", "\(strict.head.status)")
        case .answered(let status, let then):
            try requireEqual(UInt(strict.head.status), status, "answers-what-it-says")
            try require((500...599).contains(status), "answers-for-a-server", "\(status)")
            try ends(strict, then, question)
        case .passed(let then):
            try ends(strict, then, question)
            try sameAsRead(strict, read)
        case .upgraded:
            try requireEqual(strict.head.status, 101, "upgrades-with-101")
            try require(question == .upgrade, "upgrades-when-asked", "\(question)")
            try requireEqual(strict.head.values("connection"), [Array("Upgrade".utf8)], "upgrade-names-itself")
        }
    }

    /// Each head is of the client's version, and HTTP/1.0 knows none before the response's own.
    private static func versions(_ strict: StrictResponse, _ question: Question) throws(PropertyFailure) {
        let isOld = question == .oldGet
        for head in strict.interim + [strict.head] {
            try requireEqual(head.version, isOld ? "HTTP/1.0" : "HTTP/1.1", "answers-in-the-clients-version")
        }
        try require(!isOld || strict.interim.isEmpty, "no-interim-for-HTTP/1.0", "\(strict.interim.count)")
        try require(!isOld || strict.head.values("transfer-encoding").isEmpty, "no-chunks-for-HTTP/1.0", "")
    }

    /// Client and recorder agree whether another response may follow.
    private static func ends(
        _ strict: StrictResponse,
        _ then: Afterwards,
        _ question: Question
    ) throws(PropertyFailure) {
        if strict.endsWithConnection {
            try requireEqual(then, .close, "closes-what-only-closing-ends")
        }
        let said = strict.head.values("connection").flatMap { $0.split(separator: UInt8(ascii: ",")) }
            .map { String(decoding: $0, as: UTF8.self).filter { $0 != " " }.lowercased() }
        let keeps = question == .oldGet ? said.contains("keep-alive") : !said.contains("close")
        try requireEqual(keeps, then == .keep, "says-whether-it-closes")
    }

    /// Head, body and trailers are the server's, but for what is the connection's own.
    private static func sameAsRead(_ strict: StrictResponse, _ read: ReadResponse) throws(PropertyFailure) {
        guard let head = read.head else { throw PropertyFailure("passes-whole-responses", "without a head") }
        try requireEqual(strict.head.status, Int(head.status.code), "keeps-the-status")
        try requireEqual(strict.head.reason, Array(head.status.reasonPhrase.utf8), "keeps-the-reason")
        try requireEqual(strict.body, read.body, "keeps-the-body")
        try otherFields(head.headers, strict.head.fields, "keeps-other-fields")
        // Only chunks have room for trailers.
        if !strict.head.values("transfer-encoding").isEmpty {
            try otherTrailers(read.trailers ?? [:], head.headers, strict.trailers)
        }
        if !strict.interim.isEmpty {
            try requireEqual(strict.interim.count, read.interim.count, "keeps-every-interim")
            for (mine, its) in zip(strict.interim, read.interim) {
                try requireEqual(mine.status, Int(its.status.code), "keeps-every-interim")
                try otherFields(its.headers, mine.fields, "keeps-interim-fields")
            }
        }
    }

    /// Fields that are for one connection only, which end here (RFC 9110 §7.6.1).
    private static let own: Set<String> = ["keep-alive", "proxy-connection", "proxy-authenticate", "te"]

    /// All fields of a head but the connection's own go on in their order.
    private static func otherFields(
        _ came: HTTPHeaders,
        _ went: [StrictReader.Field],
        _ property: String
    ) throws(PropertyFailure) {
        for field in went where own.contains(field.name) {
            throw PropertyFailure("keeps-the-connections-own", field.name)
        }
        // What becomes of these depends on how the client's connection goes on, and is looked at elsewhere.
        let handled = own.union(["connection", "upgrade", "transfer-encoding", "content-length"])
        let kept = HeaderComparison.others(came, than: handled, came)
        try HeaderComparison.same(kept, went.filter { !handled.contains($0.name) }, property)
    }

    /// Of trailers nothing that only a head can say goes on (RFC 9110 §6.5.1).
    private static func otherTrailers(
        _ came: HTTPHeaders,
        _ head: HTTPHeaders,
        _ went: [StrictReader.Field]
    ) throws(PropertyFailure) {
        let handled = own.union([
            "connection", "upgrade", "transfer-encoding", "content-length", "host", "accept-encoding",
            "proxy-authorization",
        ])
        try HeaderComparison.same(HeaderComparison.others(came, than: handled, head), went, "keeps-other-trailers")
    }
}

/// The response that a client of HTTP/2 is sent: no bytes yet, but fields and chunks of a body.
enum HTTP2Answer {
    /// Nothing of it is a connection's own, and its length is that of its body (RFC 9113 §8.1.1, §8.2.2).
    static func check(
        _ sent: ResponseChecks.Sent,
        _ read: ReadResponse,
        _ question: ResponseChecks.Question
    ) throws(PropertyFailure) {
        var heads: [HTTPResponseHead] = []
        var body: [UInt8] = []
        for part in sent.parts {
            switch part {
            case .head(let head): heads.append(head)
            case .body(let data):
                guard case .byteBuffer(let bytes) = data else { throw PropertyFailure("http2-bytes", "a file region") }
                body += bytes.readableBytesView
            case .end(let trailers): try onlyOfTheMessage(trailers ?? [:])
            }
        }
        for head in heads { try onlyOfTheMessage(head.headers) }
        switch sent.ending {
        case .broken: return
        case .upgraded: throw PropertyFailure("http2-upgrades-nothing", "")
        case .passed, .answered: break
        }
        guard let head = heads.last, heads.dropLast().allSatisfy({ (100..<200).contains($0.status.code) }) else {
            throw PropertyFailure("http2-one-response", "\(heads.map(\.status.code))")
        }
        let lengths = head.headers["content-length"]
        try require(lengths.count <= 1, "http2-one-length", "\(lengths)")
        let isAboutNoBytes = question.isForHead || head.status.code == 304
        if let length = lengths.first, !isAboutNoBytes {
            try requireEqual(length, "\(body.count)", "http2-length-of-the-body")
        }
        if isAboutNoBytes || head.status.code == 204 { try requireEqual(body.count, 0, "http2-no-body") }
        guard case .passed = sent.ending else { return }
        try requireEqual(head.status.code, read.head?.status.code ?? 0, "keeps-the-status")
        try requireEqual(body, read.body, "keeps-the-body")
    }

    private static func onlyOfTheMessage(_ fields: HTTPHeaders) throws(PropertyFailure) {
        for name in ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"] {
            try require(!fields.contains(name: name), "http2-without-the-connections-own", name)
        }
    }
}
