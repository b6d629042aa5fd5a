import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
@testable import Proxy
@testable import ProxyProtocol

/// Sends requests through an ``Upstream`` as a relay does, all on one event loop.
final class UpstreamCaller: Sendable {
    /// The response that came back.
    struct Heard: Sendable {
        var facts: UpstreamFacts
        var heads: [HTTPResponseHead] = []
        var body: [UInt8] = []
        var trailers: HTTPHeaders?
        /// True if the response came to its end.
        var isWhole = false
        var error: UpstreamError?

        var text: String { String(decoding: body, as: UTF8.self) }
        var status: HTTPResponseStatus? { heads.last?.status }
    }

    let upstream: Upstream
    let loop: any EventLoop

    init(_ change: (inout RecorderSettings) -> Void = { _ in }) throws {
        var settings = RecorderSettings()
        settings.additionalTrust = TestTrust.shared.path
        change(&settings)
        upstream = try Upstream(settings: settings)
        loop = MultiThreadedEventLoopGroup.singleton.next()
    }

    static func origin(_ server: TestOrigin, host: String = "localhost") -> Origin {
        Origin(isSecure: server.isSecure, host: host, port: server.port)
    }

    func lease(_ origin: Origin, needsHTTP1: Bool = false) async throws -> UpstreamStream {
        try await upstream.stream(to: origin, needsHTTP1: needsHTTP1, on: loop).get()
    }

    /// One exchange from end to end.
    func get(
        _ origin: Origin,
        _ uri: String = "/",
        method: HTTPMethod = .GET,
        headers: HTTPHeaders? = nil,
        needsHTTP1: Bool = false,
        canReuse: Bool = true
    ) async throws -> Heard {
        let stream = try await lease(origin, needsHTTP1: needsHTTP1)
        return try await exchange(stream, origin, uri, method: method, headers: headers, canReuse: canReuse)
    }

    /// One exchange on a stream that is there.
    func exchange(
        _ stream: UpstreamStream,
        _ origin: Origin,
        _ uri: String = "/",
        method: HTTPMethod = .GET,
        headers: HTTPHeaders? = nil,
        canReuse: Bool = true
    ) async throws -> Heard {
        let done = loop.makePromise(of: Heard.self)
        return try await loop.flatSubmit {
            let head = HTTPRequestHead(
                version: .http1_1,
                method: method,
                uri: uri,
                headers: headers ?? ["Host": "\(origin.hostText):\(origin.port)"]
            )
            do {
                let ear = Ear(stream: stream, canReuse: canReuse, done: done)
                try stream.channel.pipeline.syncOperations.addHandler(ear)
                let sync = stream.channel.pipeline.syncOperations
                sync.write(NIOAny(HTTPClientRequestPart.head(head)), promise: nil)
                sync.writeAndFlush(NIOAny(HTTPClientRequestPart.end(nil)), promise: nil)
                sync.read()
            } catch {
                done.fail(error)
            }
            return done.futureResult
        }.get()
    }

    /// Returns the reason that no stream came about.
    func refusal(_ origin: Origin, needsHTTP1: Bool = false) async -> UpstreamError? {
        do {
            let stream = try await lease(origin, needsHTTP1: needsHTTP1)
            try await loop.submit { stream.finish(false) }.get()
            return nil
        } catch {
            return error as? UpstreamError
        }
    }

    private final class Ear: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPClientResponsePart
        private let stream: UpstreamStream
        private let canReuse: Bool
        private var heard: Heard
        private var done: EventLoopPromise<Heard>?

        init(stream: UpstreamStream, canReuse: Bool, done: EventLoopPromise<Heard>) {
            self.stream = stream
            self.canReuse = canReuse
            self.done = done
            heard = Heard(facts: stream.facts)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): heard.heads.append(head)
            case .body(let bytes): heard.body.append(contentsOf: bytes.readableBytesView)
            case .end(let trailers):
                heard.isWhole = true
                heard.trailers = trailers
                context.pipeline.syncOperations.removeHandler(self, promise: nil)
                stream.finish(canReuse)
                finish()
            }
        }

        func channelReadComplete(context: ChannelHandlerContext) { if done != nil { context.read() } }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            heard.error = error as? UpstreamError
            finish()
        }

        func channelInactive(context: ChannelHandlerContext) { finish() }

        private func finish() { done.take()?.succeed(heard) }
    }
}
