import NIOCore
import NIOHTTP1

/// Looks at the first bytes a client sends, and tells what it speaks.
///
/// It holds the bytes back until the pipeline behind it has been made for them.
final class ProtocolDetector: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// The languages that a client may speak.
    enum Language: Hashable, Sendable {
        case tls
        case http
        /// Neither: its bytes, or that it waits for the server to speak first.
        case other
    }

    /// Takes over the connection, with the bytes that have come, which the handler passes on by itself to the handlers
    /// that were added, unless it is ``Language/other``: then they belong to the closure.
    typealias Decided = (Language, ByteBuffer, ChannelHandlerContext) throws -> Void

    private let expectsHTTP: Bool
    private let silence: Silence?
    private let limit: TimeAmount
    private let decided: Decided
    private let tooSlow: (ChannelHandlerContext, Bool) -> Void
    private var bytes = ByteBuffer()
    private var hasDecided = false
    private var context: ChannelHandlerContext?
    private var timers: [Scheduled<Void>] = []

    /// The action when no byte has come for a while.
    struct Silence {
        var time: TimeAmount
        var action: (ProtocolDetector) -> Void
    }

    /// - Parameters:
    ///   - expectsHTTP: whether all that is not TLS is taken for HTTP, as on a fresh connection.
    ///   - silence: what is done when the client says nothing; the first bytes are waited for all the same.
    ///   - limit: how long deciding may take.
    ///   - tooSlow: what is done then, with whether any byte had come; nothing if it has decided.
    ///   - decided: what is done with what was found.
    init(
        expectsHTTP: Bool,
        silence: Silence?,
        limit: TimeAmount,
        tooSlow: @escaping (ChannelHandlerContext, _ hasBytes: Bool) -> Void,
        decided: @escaping Decided
    ) {
        self.expectsHTTP = expectsHTTP
        self.silence = silence
        self.limit = limit
        self.tooSlow = tooSlow
        self.decided = decided
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let loop = context.eventLoop.assumeIsolated()
        timers.append(
            loop.scheduleTask(in: limit) {
                if !self.hasDecided { self.tooSlow(context, self.bytes.readableBytes > 0) }
            }
        )
        if let silence {
            timers.append(
                loop.scheduleTask(in: silence.time) {
                    if !self.hasDecided, self.bytes.readableBytes == 0 { silence.action(self) }
                }
            )
        }
    }

    /// Gives up looking: the server has spoken.
    func giveUp() {
        if let context { decide(.other, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        hasDecided = true
        cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(unwrapInboundIn(data), context)
    }

    /// Bytes that came before the handler was there.
    func take(_ more: ByteBuffer, _ context: ChannelHandlerContext) {
        var more = more
        if hasDecided { return context.fireChannelRead(NIOAny(more)) }
        bytes.writeBuffer(&more)
        if let language = Self.language(of: bytes.readableBytesView, expectsHTTP: expectsHTTP) {
            decide(language, context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        hasDecided = true
        cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if !hasDecided {
            // Nobody is asked for anything yet: the recorder stops, or the client has thought better of it.
            if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
            if case .some(.inputClosed) = event as? ChannelEvent { return context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if hasDecided { context.fireErrorCaught(error) } else { context.close(promise: nil) }
    }

    /// Returns the language that these bytes are the beginning of; nil if more are needed.
    static func language(of bytes: ByteBufferView, expectsHTTP: Bool) -> Language? {
        guard let first = bytes.first else { return nil }
        // A TLS record of a handshake, of any version from SSL 3 on.
        if first == 0x16 {
            guard let second = bytes.dropFirst().first else { return nil }
            return second == 0x03 ? .tls : expectsHTTP ? .http : .other
        }
        if expectsHTTP { return .http }
        let token = bytes.prefix(longestMethod + 1).prefix { (0x41...0x5A).contains($0) || $0 == 0x2D }
        guard token.count == bytes.count else {
            guard bytes.dropFirst(token.count).first == 0x20 else { return .other }
            if case .RAW = HTTPMethod(rawValue: String(decoding: token, as: UTF8.self)) { return .other }
            return .http
        }
        return token.count > longestMethod ? .other : nil
    }

    private static let longestMethod = 16

    private func decide(_ language: Language, _ context: ChannelHandlerContext) {
        guard !hasDecided else { return }
        hasDecided = true
        cancel()
        let bytes = self.bytes
        self.bytes = ByteBuffer()
        do {
            try decided(language, bytes, context)
            if language != .other {
                context.fireChannelRead(NIOAny(bytes))
                context.fireChannelReadComplete()
            }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }

    private func cancel() {
        for timer in timers { timer.cancel() }
        timers = []
    }
}
