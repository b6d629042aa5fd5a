import NIOCore
import NIOHTTP1
import ProxyProtocol

/// Passes requests on and answers back, and drafts the exchange while it passes.
///
/// It stands at the end of a channel that hands on requests one after the other: an HTTP/1.1 connection behind
/// `HTTPServerPipelineHandler`, or a stream of HTTP/2. What happens when is decided by its ``RelayMachine``.
final class Relay: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The time that an exchange is in flight before the recording hears of it.
    static let beganAfter = TimeAmount.milliseconds(500)

    private let facts: ClientFacts
    let context: RecorderContext
    let idleTime: TimeAmount
    var machine = RelayMachine()
    var channelContext: ChannelHandlerContext?

    var capture: Capture
    let server: ServerSide
    private var answerer: AnswererSide
    /// The body that an answerer makes as it is sent.
    private var pump: BodyPump?
    /// The `Host` of the request, for which a reverse proxy's server knows another.
    private var clientHost: String?
    /// True if the head that comes is larger than what is promised to be taken.
    private var headIsTooLarge = false

    /// The parts of the response that are to be sent when no more of it is there for now.
    private var unsent: [HTTPServerResponsePart] = []
    /// True while the end of a response is being written, after which the client's channel ends.
    var isEnding = false
    /// True if the channel is closed as soon as that is written.
    private var closesWhenWritten = false
    /// True while what an answerer has replied is written.
    private var isServing = false

    var timer: Scheduled<Void>?
    var timerAt = NIODeadline.distantFuture
    var startedAt = NIODeadline.uptimeNanoseconds(0)
    var lastMoved = NIODeadline.uptimeNanoseconds(0)

    init(facts: ClientFacts, context: RecorderContext) {
        self.facts = facts
        self.context = context
        capture = Capture(facts, context)
        server = ServerSide(context)
        answerer = AnswererSide(context)
        idleTime = TimeAmount(context.settings.limits.idleTime)
    }

    // MARK: The client.

    func handlerAdded(context: ChannelHandlerContext) {
        channelContext = context
        if context.channel.isActive { context.read() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        pump?.end()
        channelContext = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            requestHead(head)
        case .body(let bytes):
            capture.draft?.requestBody(bytes, at: self.context.clock.now)
            perform(machine.requestBody(bytes))
        case .end(let trailers):
            capture.draft?.requestEnded(trailers: machine.requestTrailers(trailers), at: self.context.clock.now)
            perform(machine.requestEnded(trailers))
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        perform(machine.requestPaused())
        lastMoved = .now()
        server.flush()
        readClient()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            readServer()
            askForBody()
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        perform(machine.clientLeft(self.context.hasStopped ? .stopped : leaving(context.channel)))
        timer?.cancel()
        timer = nil
        pump?.end()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent {
            perform(machine.clientFinished())
        } else if event is HTTP2RequestCheck.HeadTooLarge {
            headIsTooLarge = true
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let failure =
            (error as? HTTPParserError).map { RelayFailure(reason: "the client's request is not HTTP: \($0)") }
            ?? leaving(context.channel)
        perform(machine.clientLeft(failure))
        context.close(promise: nil)
    }

    /// Returns the failure that the client caused when this ended: of a connection of HTTP/2 it may have given up one
    /// stream only.
    private func leaving(_ channel: any Channel) -> RelayFailure {
        facts.version == "HTTP/2" && channel.parent?.isActive ?? false ? .clientReset : .clientClosed
    }

    private func requestHead(_ received: HTTPRequestHead) {
        let head = ForwardedHeaders.forServer(received)
        let channel = channelContext?.channel
        let target = context.target(of: head, facts, isTooLarge: headIsTooLarge, from: channel)
        clientHost = head.headers.first(name: "host")
        answerer.turn(to: target)
        if case .origin(let origin) = target.destination { capture.begin(head, url: target.url, origin: origin) }
        startedAt = .now()
        lastMoved = startedAt
        watch()
        perform(machine.requestHead(head, to: target))
    }

    private func readClient() {
        guard machine.wantsRequest, server.isWritable else { return }
        channelContext?.read()
    }

    // MARK: The server.

    /// A part of the answer has come.
    func answered(_ part: HTTPClientResponsePart) {
        let now = context.clock.now
        switch part {
        case .head(let head) where (100..<200).contains(head.status.code) && head.status.code != 101:
            capture.draft?.informational(head, at: now)
            perform(machine.informational(head))
        case .head(let head):
            capture.draft?.responseHead(head, at: now)
            perform(machine.responseHead(throughHere(head)))
        case .body(let bytes):
            capture.draft?.responseBody(bytes, at: now)
            perform(machine.responseBody(bytes))
        case .end(let trailers):
            capture.draft?.responseEnded(trailers: machine.responseTrailers(trailers), at: now)
            perform(machine.responseEnded(trailers))
        }
    }

    /// The head of an answer with a location that leads through the recorder, if it is the one server's proxy.
    private func throughHere(_ head: HTTPResponseHead) -> HTTPResponseHead {
        let location = context.location(of: head, clientHost: clientHost, isSecure: facts.isIntercepted)
        guard let rewritten = location else { return head }
        capture.draft?.passed(["Location": rewritten])
        var head = head
        head.headers = HTTPHeaders(
            head.headers.map { ($0.name, $0.name.isASCII(like: "location") ? rewritten : $0.value) }
        )
        return head
    }

    /// Nothing more of the answer is there for now.
    func answerPaused() {
        lastMoved = .now()
        // What is being stored goes out in one piece with its end.
        if !unsent.isEmpty, !machine.isStoring { flushAnswer() }
        readServer()
    }

    /// The server takes more again.
    func serverWritable() { readClient() }

    /// The connection to the server is of no use any more.
    func serverFailed(_ failure: RelayFailure) { perform(failed(failure)) }

    func failed(_ failure: RelayFailure) -> RelayAction {
        let action = machine.failed(failure, answerIsUnsent: unsent.contains { $0.isHead })
        // What came of the answer is what the recording has of it.
        if machine.answersItself { unsent = [] } else if !unsent.isEmpty { flushAnswer() }
        return action
    }

    private func readServer() {
        guard machine.isInFlight, channelContext?.channel.isWritable ?? false else { return }
        server.read()
    }

    // MARK: What the server's side tells.

    /// There is a connection to the server.
    func serverFound(_ facts: UpstreamFacts) { capture.draft?.upstream(facts) }

    /// The server is this recorder.
    func serverLoops(to origin: Origin) { perform(machine.looped(to: origin)) }

    /// There is a stream to the server.
    func connected(isReused: Bool) {
        lastMoved = .now()
        perform(machine.connected(isReused: isReused))
        readClient()
    }

    // MARK: What is done.

    func perform(_ action: RelayAction) {
        switch action {
        case .nothing:
            break
        case .lease(let origin, let needsHTTP1):
            lease(origin, needsHTTP1)
        case .leaseAgain(let origin, let needsHTTP1):
            server.finish(canReuse: false)
            lease(origin, needsHTTP1)
        case .send(let head, let body, let end):
            capture.draft?.forwarded(head)
            server.write(.head(head))
            for bytes in body { server.write(.body(.byteBuffer(bytes))) }
            if let end { server.write(.end(end.trailers)) }
        case .sendBody(let bytes):
            server.write(.body(.byteBuffer(bytes)))
        case .sendEnd(let trailers):
            server.write(.end(trailers))
        case .passHead(let head):
            write(.head(head))
            // The client waits for nothing else before it goes on.
            if head.status.code == 100 { flushAnswer() }
        case .passBody(let bytes):
            write(.body(.byteBuffer(bytes)))
        case .record(let reusesUpstream):
            server.finish(canReuse: reusesUpstream)
            record()
        case .recordFailure(let failure):
            server.finish(canReuse: false)
            capture.draft?.failed(failure.reason, isUnanswered: machine.answersItself, at: context.clock.now)
            record()
        case .recordUpgrade(let name):
            capture.draft?.upgraded(to: name, at: context.clock.now)
            record()
        case .end(let held, let next):
            if let head = held.head { write(.head(head)) }
            if let body = held.body { write(.body(.byteBuffer(body))) }
            end(held.trailers, then: next)
        case .answer(let answer, let head, let next):
            write(.head(head))
            if answer.body.readableBytes > 0 { write(.body(.byteBuffer(answer.body))) }
            end(nil, then: next)
        case .serve(let head, let path, let body):
            serve(head, path: path, body)
        case .stream(let head):
            write(.head(head))
            flushAnswer()
            askForBody()
        case .upgrade(let head):
            write(.head(head))
            flushAnswer()
            // Not from within: the end that belongs to the head is still on its way out of the decoder.
            channelContext?.eventLoop.assumeIsolated().execute {
                self.server.join(self.channelContext?.channel, idleTime: self.idleTime)
            }
        case .close:
            server.finish(canReuse: false)
            // The end of a pipelined request comes while the answer to it is written, and before that has gone out.
            if isEnding { closesWhenWritten = true } else { channelContext?.close(promise: nil) }
        case .reset(let code):
            server.finish(canReuse: false)
            HTTP2RequestCheck.reset(channelContext, code)
        case .abandon(let failure):
            server.finish(canReuse: false)
            capture.draft?.failed(failure.reason, at: context.clock.now)
            record()
            channelContext?.close(promise: nil)
        }
    }

    /// Sends a part of the answer with the next that is flushed: until then it can be taken back.
    private func write(_ part: HTTPServerResponsePart) { unsent.append(part) }

    private func flushAnswer() {
        writeUnsent()
        channelContext?.flush()
    }

    private func writeUnsent() {
        for part in unsent { channelContext?.write(wrapOutboundOut(part), promise: nil) }
        unsent.removeAll(keepingCapacity: true)
    }

    /// Ends the answer.
    private func end(_ trailers: HTTPHeaders?, then next: Afterwards) {
        guard let channelContext else { return }
        let part = wrapOutboundOut(.end(trailers))
        writeUnsent()
        if next == .keep, facts.version != "HTTP/2" {
            // The next request, if it waits already, comes while this is written. A client that does not take it is the
            // ``RequestTimeoutHandler``'s.
            channelContext.write(part, promise: nil)
            channelContext.flush()
            return readClient()
        }
        isEnding = true
        lastMoved = .now()
        let written = channelContext.eventLoop.makePromise(of: Void.self)
        channelContext.writeAndFlush(part, promise: written)
        written.futureResult.assumeIsolated().whenComplete { _ in
            self.isEnding = false
            self.afterEnd(self.closesWhenWritten ? .close : next)
        }
        if isEnding, timer == nil { schedule(at: lastMoved + idleTime) }
        if next == .keep { readClient() }
    }

    private func afterEnd(_ next: Afterwards) {
        guard let channelContext else { return }
        switch next {
        case .keep: break
        // A stream of HTTP/2 has no requests behind it.
        case .close where facts.version != "HTTP/2":
            channelContext.triggerUserOutboundEvent(RequestTimeoutHandler.LastResponse(), promise: nil)
        case .close: channelContext.close(promise: nil)
        case .linger:
            let closed = channelContext.eventLoop.makePromise(of: Void.self)
            channelContext.close(mode: .output, promise: closed)
            closed.futureResult.assumeIsolated().whenFailure { _ in self.channelContext?.close(promise: nil) }
            readClient()
        }
    }

    /// Asks for more of a body that is streamed, if the client takes it.
    private func askForBody() {
        guard machine.isStreaming, let channel = channelContext?.channel, channel.isWritable else { return }
        pump?.ask { piece in
            self.lastMoved = .now()
            guard let piece else { return self.perform(self.machine.servedEnd()) }
            self.perform(self.machine.servedBody(piece))
            self.flushAnswer()
            self.askForBody()
        }
    }

    // MARK: Recording.

    private func lease(_ origin: Origin, _ needsHTTP1: Bool) {
        guard let loop = channelContext?.eventLoop else { return }
        server.lease(origin, needsHTTP1: needsHTTP1, isStored: capture.isStored, for: self, on: loop)
    }

    private func record() {
        guard let loop = channelContext?.eventLoop, let stored = capture.finish(on: loop) else { return self.stored() }
        stored.assumeIsolated().whenComplete { _ in self.stored() }
    }

    private func stored() { perform(machine.stored()) }

    private func serve(_ head: HTTPRequestHead, path: String, _ body: ByteBuffer) {
        guard let loop = channelContext?.eventLoop else { return }
        switch answerer.ask(head, path: path, body, from: channelContext?.channel) {
        case nil: return
        case .atOnce(let reply)?:
            // In its turn: the next one of a client that does not wait for responses would else be read inside this one.
            guard isServing else { return served(reply, on: loop) }
            loop.assumeIsolated().execute { self.served(reply, on: loop) }
        case .later(let reply)?: reply.assumeIsolated().whenSuccess { self.served($0, on: loop) }
        }
    }

    private func served(_ reply: LocalReply, on loop: any EventLoop) {
        isServing = true
        defer { isServing = false }
        pump = reply.stream.map { BodyPump($0, on: loop) }
        // The client may have gone meanwhile.
        if channelContext == nil { pump?.end() }
        let isStreamed = reply.stream != nil
        perform(reply.isBrokenOff ? machine.servedNothing() : machine.served(reply.answer, isStreamed: isStreamed))
        guard let stored = answerer.record(reply, on: loop) else { return self.stored() }
        stored.assumeIsolated().whenComplete { _ in self.stored() }
    }
}
