import Documents
import Exchanges
import NIOCore
import NIOHTTP1
import VirtualTime
import ProxyProtocol

/// An exchange in the making: told what passes, when it passes.
///
/// Whatever passes, it keeps no more than the limits say: of each body the beginning, of its pieces the first thousand,
/// of an exchange that the filter leaves out nothing. Being told costs a copy of the bytes that are kept.
struct ExchangeBuilder {
    private var startedAt: Instant
    /// Its number among the recorder's exchanges; nil as long as it has none.
    private var number: Int?
    private let method: String
    private let origin: Origin
    private let path: String
    private let client: ClientFacts
    private var request: HTTPRequest
    private var decision: RecordingFilter.Decision
    private var facts: UpstreamFacts?
    private var requestBody: BodyBuilder
    private var response: HTTPResponse?
    private var responseBody: BodyBuilder
    private let received: HTTPHeaders
    private let keepsCoded: Bool
    private var forwardedRequest: HeaderFields = []
    private var forwardedResponse: HeaderFields = []
    private var informationalAnswers: [InformationalAnswer] = []
    private var upgrade: String?
    private var failure: String?
    private var times = BuilderTimes()

    /// Answers before the answer that are noted; further ones pass without a note.
    static let maximumInformational = 16

    /// A draft of a request whose head has come.
    ///
    /// - Parameters:
    ///   - head: the head, without what was meant for the proxy alone.
    ///   - url: the absolute URL.
    ///   - origin: whom it is for.
    ///   - client: the connection that it came in on.
    ///   - limits: what may be kept.
    ///   - budget: what all exchanges together may keep.
    ///   - filter: what is to be recorded.
    ///   - keepsCoded: whether a body in a coding that cannot be undone is kept as it came.
    ///   - now: when it came.
    init(
        _ head: HTTPRequestHead,
        url: String,
        origin: Origin,
        client: ClientFacts,
        limits: RecorderLimits,
        budget: BodyBudget,
        filter: RecordingFilter,
        keepsCoded: Bool = false,
        at now: Instant
    ) {
        startedAt = now
        received = head.headers
        self.keepsCoded = keepsCoded
        method = head.method.rawValue
        self.client = client
        self.origin = origin
        path = String(URLParts(url).pathAndQuery)
        let version = client.version == "HTTP/2" ? client.version : Self.version(head.version)
        request = HTTPRequest(
            method: method,
            url: url,
            version: version,
            headers: Self.fields(head.headers, version: version)
        )
        decision = filter.decision(method: method, origin: origin, path: path)
        requestBody = BodyBuilder(limit: limits.bodyBytes, budget: budget)
        responseBody = BodyBuilder(limit: limits.bodyBytes, budget: budget)
    }

    /// Gives it its number, and the time at which that was drawn: so numbers are in the order of times.
    mutating func begin(_ number: Int, at now: Instant) {
        self.number = number
        startedAt = now
    }

    /// True if it is certain by now that the exchange is omitted: nothing of it has to wait for the disk.
    var isSkippedExchange: Bool {
        if case .leaveOut = decision { true } else { false }
    }

    /// True if it is to be stored, as far as is known.
    var isStored: Bool { reasonToLeaveOut == nil }

    /// The reason to omit the exchange; if only the response can show whether it is media and none has come, the path
    /// decides.
    private var reasonToLeaveOut: SkippedExchange.Reason? {
        switch decision {
        case .record: nil
        case .leaveOut(let reason): reason
        case .atResponse: PlainMedia.kind(path: path, status: nil, contentType: nil).map(SkippedExchange.Reason.media)
        }
    }
}

// MARK: What passes

extension ExchangeBuilder {
    /// The connection to the server is there.
    mutating func upstream(_ facts: UpstreamFacts) { self.facts = facts }

    /// The request goes to the server with this head.
    mutating func forwarded(_ head: HTTPRequestHead) {
        guard !isSkippedExchange else { return }
        forwardedRequest = ForwardedHeaders.changed(from: received, to: head.headers).map { HeaderField($0.0, $0.1) }
    }

    /// The client is sent these fields in place of the server's.
    mutating func passed(_ headers: HTTPHeaders) { forwardedResponse += Self.fields(headers) }

    /// A piece of the request's body has come.
    mutating func requestBody(_ bytes: ByteBuffer, at now: Instant) {
        if !isSkippedExchange { requestBody.append(bytes, at: elapsed(now)) }
    }

    /// The request has come to its end.
    mutating func requestEnded(trailers: HTTPHeaders?, at now: Instant) {
        requestBody.hasEnded = true
        times.requestEnd = elapsed(now)
        if let trailers, !isSkippedExchange { requestBody.trailers = Self.fields(trailers) }
    }

    /// An answer before the answer has come: 100, 103.
    mutating func informational(_ head: HTTPResponseHead, at now: Instant) {
        guard !isSkippedExchange, informationalAnswers.count < Self.maximumInformational else { return }
        informationalAnswers.append(
            InformationalAnswer(
                status: Int(head.status.code),
                reason: facts?.version == "HTTP/2" ? "" : head.status.reasonPhrase,
                headers: Self.fields(head.headers)
            )
        )
    }

    /// The head of the answer has come.
    mutating func responseHead(_ head: HTTPResponseHead, at now: Instant) {
        times.responseHead = elapsed(now)
        let status = Int(head.status.code)
        let version = facts?.version == "HTTP/2" ? "HTTP/2" : Self.version(head.version)
        if decision == .atResponse {
            let type = head.headers.first(name: "Content-Type")
            let kind = PlainMedia.kind(path: path, status: status, contentType: type)
            decision = kind.map { .leaveOut(.media($0)) } ?? .record
        }
        guard !isSkippedExchange else { return }
        response = HTTPResponse(
            status: status,
            reason: version == "HTTP/2" ? "" : head.status.reasonPhrase,
            version: version,
            headers: Self.fields(head.headers, version: version)
        )
    }

    /// A piece of the answer's body has come.
    mutating func responseBody(_ bytes: ByteBuffer, at now: Instant) {
        if !isSkippedExchange { responseBody.append(bytes, at: elapsed(now)) }
    }

    /// The answer has come to its end.
    mutating func responseEnded(trailers: HTTPHeaders?, at now: Instant) {
        responseBody.hasEnded = true
        times.end = elapsed(now)
        if let trailers, !isSkippedExchange { responseBody.trailers = Self.fields(trailers) }
    }

    /// The connection speaks another protocol from here on (101): WebSocket.
    ///
    /// That ends the exchange: what follows is no HTTP.
    mutating func upgraded(to protocolName: String, at now: Instant) {
        upgrade = protocolName
        times.end = elapsed(now)
    }

    /// There will be no answer, or no more of it; after the end of the answer, or another reason, it says nothing new.
    ///
    /// If the client is sent nothing of what has come of the answer, there is none.
    mutating func failed(_ reason: String, isUnanswered: Bool = false, at now: Instant) {
        guard times.end == nil else { return }
        if isUnanswered {
            response = nil
            responseBody.clear()
        }
        failure = reason
        times.end = elapsed(now)
    }

    /// The time since the request's head came, in microseconds.
    private func elapsed(_ now: Instant) -> Int64 {
        max(0, now.microsecondsSince1970 - startedAt.microsecondsSince1970)
    }
}

// MARK: What came of it

extension ExchangeBuilder {
    /// The kinds of results of an exchange.
    enum Result {
        case exchange(CapturedExchange)
        case skipped(SkippedExchange)
    }

    /// The exchange as it stands, or why it is left out.
    ///
    /// - An exchange that has not ended is one without an answer, marked as in flight, whatever has come of the answer.
    /// - An answer that broke off is an answer, marked as interrupted.
    func result() -> Result {
        if let reason = reasonToLeaveOut {
            return .skipped(SkippedExchange(method: method, origin: origin, reason: reason, number: number))
        }
        return .exchange(CapturedExchange(bodyBytes: requestBody.keptBytes + responseBody.keptBytes) { exchange() })
    }

    /// The exchange in flight, for those who are told of it; nil if the filter leaves it out.
    ///
    /// Who was told of it is told of its end, too: from now on it is recorded, whatever its answer turns out to be.
    mutating func begun() -> CapturedExchange? {
        guard case .exchange(let exchange) = result() else { return nil }
        decision = .record
        return exchange
    }

    private func exchange() -> Exchange {
        var notes = RecorderNotes()
        var request = request
        (request.body, notes.requestBody) = requestBody.finished(request.headers, keepsCoded: keepsCoded)
        let outcome: Exchange.Outcome
        notes.isInFlight = times.end == nil
        switch (response, failure) {
        case _ where notes.isInFlight:
            outcome = .failure("it was in flight when the recording ended")
        case (var response?, let failure):
            (response.body, notes.responseBody) = responseBody.finished(response.headers, keepsCoded: keepsCoded)
            outcome = .response(response)
            notes.interruption = failure
        case (nil, let failure):
            outcome = .failure(failure ?? "the server did not respond")
        }
        notes.serverAddress = facts?.address
        notes.serverConnection = facts.map { String($0.connection) }
        notes.isCertificateVerified = facts?.isVerified
        notes.clientConnection = client.connection
        notes.isIntercepted = client.isIntercepted
        notes.informational = informationalAnswers
        notes.forwardedRequest = forwardedRequest
        notes.forwardedResponse = forwardedResponse
        notes.upgrade = upgrade
        notes.timings = times.timings(facts)
        var exchange = Exchange(
            ordinal: number ?? 0,
            startedAt: startedAt,
            durationMicroseconds: times.duration,
            request: request,
            outcome: outcome,
            harExtras: HARSizes(request, requestBody.count, outcome, responseBody.count).entry
        )
        exchange.recorderNotes = notes
        return exchange
    }
}

// MARK: NIO's words in ours

extension ExchangeBuilder {
    private static func version(_ version: HTTPVersion) -> String {
        version == .http1_1 ? "HTTP/1.1" : "HTTP/\(version.major).\(version.minor)"
    }

    /// The fields as they came.
    ///
    /// NIO's translation of HTTP/2 adds a `Transfer-Encoding`, which that version forbids: nobody sent it.
    private static func fields(_ headers: HTTPHeaders, version: String = "") -> HeaderFields {
        var fields: HeaderFields = []
        fields.reserveCapacity(headers.count)
        for (name, value) in headers {
            let field = HeaderField(name, value)
            if version != "HTTP/2" || !field.isNamed("transfer-encoding") { fields.append(field) }
        }
        return fields
    }
}
