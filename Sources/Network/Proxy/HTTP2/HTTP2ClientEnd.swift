import NIOCore
import NIOHTTP2
import NIOSSL
import ProxyProtocol

/// The upper end of a client's connection of HTTP/2: closes it once its streams have ended, if no more are to come.
///
/// That is so when the client says goodbye or sends no more, and when what it sent cannot be read on.
final class HTTP2ClientEnd: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let recorder: RecorderContext
    private let frames: FrameHandler
    private var context: ChannelHandlerContext?
    private var streams = 0
    private var isEnding = false
    private var inputIsClosed = false
    /// True if nothing more is sent.
    private var hasFinished = false
    private var timer: Scheduled<Void>?

    /// An end for the connection with these frames.
    init(_ recorder: RecorderContext, frames: FrameHandler) {
        self.recorder = recorder
        self.frames = frames
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .goAway = unwrapInboundIn(data).payload { end() }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent {
            inputIsClosed = true
            if hasFinished { closeNow() } else { end() }
        }
        if let failed = event as? FrameHandler.Failed {
            let reason: Refusals.Reason = failed.fault.code == .enhanceYourCalm ? .headTooLarge : .malformed
            recorder.refuse(context.channel, reason, failed.fault.reason)
            end()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What is wrong with a stream was told there, and what is wrong with HTTP/2 comes as an event.
        if error is NIOSSLError || error is BoringSSLError { context.close(promise: nil) }
    }

    /// Returns the delegate that learns of streams; `next` is told the same.
    func delegate(_ next: any NIOHTTP2StreamDelegate, on eventLoop: any EventLoop) -> any NIOHTTP2StreamDelegate {
        Delegate(end: NIOLoopBound(self, eventLoop: eventLoop), next: next)
    }

    private struct Delegate: NIOHTTP2StreamDelegate {
        let end: NIOLoopBound<HTTP2ClientEnd>
        let next: any NIOHTTP2StreamDelegate

        func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
            end.value.streams += 1
            next.streamCreated(id, channel: channel)
        }

        func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
            end.value.streamEnded()
            next.streamClosed(id, channel: channel)
        }
    }

    private func streamEnded() {
        streams -= 1
        if isEnding, streams == 0 { close() }
    }

    private func end() {
        guard !isEnding else { return }
        isEnding = true
        if streams == 0 { close() }
    }

    /// Closes the connection when the client has taken all that was written, or stands still for too long.
    private func close() {
        guard let context else { return }
        let loop = context.eventLoop.assumeIsolated()
        timer = loop.scheduleTask(in: TimeAmount(recorder.settings.limits.idleTime)) { self.closeNow() }
        // Not from within: the end of the last stream is still on its way out of the library.
        loop.execute {
            guard self.streams == 0 else { return }
            self.frames.whenWritten { self.finish() }
        }
    }

    /// Sends no more; what the client still sends is thrown away for a while, since a connection that is closed over it takes
    /// back what has not been read of the responses.
    private func finish() {
        guard let context, !inputIsClosed else { return closeNow() }
        hasFinished = true
        timer?.cancel()
        let loop = context.eventLoop.assumeIsolated()
        timer = loop.scheduleTask(in: RequestTimeoutHandler.lingerTime) { self.closeNow() }
        let finished = context.eventLoop.makePromise(of: Void.self)
        context.close(mode: .output, promise: finished)
        finished.futureResult.assumeIsolated().whenFailure { _ in self.closeNow() }
    }

    private func closeNow() {
        timer?.cancel()
        timer = nil
        context?.close(promise: nil)
    }
}
