import NIOCore
import NIOHTTP1
import ProxyProtocol

/// A relay's way out: the stream to a server that it has asked for, or uses.
final class ServerSide {
    private let context: RecorderContext
    private var stream: UpstreamStream?
    private var ear: UpstreamResponseHandler?
    /// Counts what streams were asked for, so that one that comes late is known.
    private var leases = 0
    private var isUnflushed = false
    /// The ticket by which the wait for room is given up.
    private var ticket: Int?

    init(_ context: RecorderContext) { self.context = context }

    /// True if no server was asked yet, since too much is not stored: no one is late then.
    var waitsForRoom: Bool { ticket != nil }

    /// True if the server takes more.
    var isWritable: Bool { ear?.channel?.isWritable ?? true }

    /// Asks for a stream; the relay is told what comes of it.
    ///
    /// This is the brake where the disk is slow: an exchange that would have to be stored, too, begins when there is room.
    /// Until then nothing more is read of it, and all else goes on.
    func lease(_ origin: Origin, needsHTTP1: Bool, isStored: Bool, for relay: Relay, on loop: any EventLoop) {
        leases += 1
        let number = leases
        guard isStored, !context.unstored.hasRoom else {
            return ask(origin, needsHTTP1: needsHTTP1, number, relay, loop)
        }
        let bound = NIOLoopBound((self, relay), eventLoop: loop)
        ticket = context.unstored.whenRoom {
            loop.execute {
                let (server, relay) = bound.value
                server.ask(origin, needsHTTP1: needsHTTP1, number, relay, loop)
            }
        }
    }

    private func ask(_ origin: Origin, needsHTTP1: Bool, _ number: Int, _ relay: Relay, _ loop: any EventLoop) {
        guard number == leases else { return }
        ticket = nil
        context.upstream.stream(to: origin, needsHTTP1: needsHTTP1, on: loop).assumeIsolated().whenComplete { result in
            switch result {
            case .success(let stream) where number != self.leases: stream.finish(true)
            case .success(let stream): self.take(stream, of: origin, relay)
            case .failure(let error):
                guard number == self.leases else { return }
                self.context.tellServer(origin.host, error)
                relay.serverFailed(RelayFailure(error))
            }
        }
    }

    private func take(_ stream: UpstreamStream, of origin: Origin, _ relay: Relay) {
        relay.serverFound(stream.facts)
        // A connection that has served before was looked at then.
        if !stream.facts.isReused, context.ownAddresses.contain(stream.channel.remoteAddress) {
            stream.finish(true)
            return relay.serverLoops(to: origin)
        }
        let ear = UpstreamResponseHandler(relay)
        do {
            try stream.channel.pipeline.syncOperations.addHandler(ear)
        } catch {
            stream.finish(false)
            return relay.serverFailed(RelayFailure(error))
        }
        self.stream = stream
        self.ear = ear
        relay.connected(isReused: stream.facts.isReused)
        flush()
        read()
    }

    /// Sends a part of the request with the next that is flushed.
    func write(_ part: HTTPClientRequestPart) {
        ear?.write(part)
        isUnflushed = true
    }

    /// Sends what was written.
    func flush() {
        guard isUnflushed else { return }
        isUnflushed = false
        ear?.flush()
    }

    func read() { ear?.read() }

    /// Gives the stream up, or the wait for one.
    func finish(canReuse: Bool) {
        leases += 1
        isUnflushed = false
        if let ticket { context.unstored.forget(ticket) }
        ticket = nil
        take()?.finish(canReuse)
    }

    /// Joins the stream's connection to the client's, now that neither speaks HTTP any more.
    func join(_ client: (any Channel)?, idleTime: TimeAmount) {
        guard let client, let stream = take() else { return finish(canReuse: false) }
        let finish = stream.finish
        // In place before HTTP leaves, since what came along behind the heads comes out of the decoders then.
        let tunnel = ByteTunnel(client, stream.channel, idleTime: idleTime)
        tunnel.closed.whenComplete { _ in finish(false) }
        stream.passBytes().assumeIsolated().whenComplete { _ in
            HTTP1Handlers.remove(from: client) { tunnel.open(fromClient: $0) }
        }
    }

    private func take() -> UpstreamStream? {
        defer { stream = nil }
        ear?.leave()
        ear = nil
        return stream
    }
}
