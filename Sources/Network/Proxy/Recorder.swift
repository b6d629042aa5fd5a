import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import ProxyProtocol

/// A proxy, forward with TLS interception or reverse: requests go to servers, or to an ``Answerer`` in this process.
///
/// It knows neither recordings nor files: what it has seen goes to a ``RecorderSink``, whatever is made of it there.
public final class Recorder: Sendable {
    private let context: RecorderContext
    private let group: MultiThreadedEventLoopGroup
    /// The listener, and that of this machine's own address if there is one.
    private let listeners: [any Channel]
    private let loop: any EventLoop
    private let stopping = NIOLockedValueBox<Task<Void, Never>?>(nil)

    private init(_ context: RecorderContext, _ group: MultiThreadedEventLoopGroup, _ listeners: [any Channel]) {
        (self.context, self.group, self.listeners) = (context, group, listeners)
        loop = group.any()
    }

    /// The address it listens at.
    public var host: String { context.settings.host }
    /// The port it listens at.
    public var port: Int { context.ownPort ?? context.settings.port }

    /// Starts a recorder.
    ///
    /// - Parameters:
    ///   - settings: how it listens, whom it talks to, what it records.
    ///   - authority: signs the certificates that clients are shown.
    ///   - answerers: who answers in this process for some origins.
    ///   - acceptsAtOnce: whether clients are served at once; if not, they wait for ``accept()``.
    ///   - sink: takes what has been seen.
    /// - Returns: the recorder, which listens.
    /// - Throws: if the address cannot be listened at, or the additional certificates are not usable.
    package static func start(
        settings: RecorderSettings,
        authority: CertificateAuthority,
        answerers: [any Answerer],
        acceptsAtOnce: Bool = true,
        sink: @escaping RecorderSink
    ) async throws(RecorderError) -> Recorder {
        let leaves: LeafCertificates
        do {
            leaves = try LeafCertificates(authority: authority)
        } catch {
            throw .unusableAuthority(reason: String(describing: error))
        }
        let context = RecorderContext(
            settings: settings,
            upstream: try Upstream(settings: settings),
            answerers: answerers,
            leaves: leaves,
            sink: sink
        )
        _ = ClientPipeline.types
        let group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, settings.threads ?? System.coreCount))
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            // Whoever comes before the port is known waits: by its own address the recorder is known to itself.
            .serverChannelOption(.autoRead, value: false)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let limit = ConnectionLimit(limit: settings.limits.connections, connections: context.connections)
                    try channel.pipeline.syncOperations.addHandler(limit)
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { ClientPipeline.configure($0, context) }
        var (host, port) = (settings.host, settings.port)
        do {
            var listeners = [try await bootstrap.bind(host: host, port: port).get()]
            port = listeners[0].localAddress?.port ?? port
            context.ownPort = port
            if settings.listensOnLoopback, !OwnAddresses.includesLoopback(host: host) {
                host = "127.0.0.1"
                listeners.append(try await bootstrap.bind(host: host, port: port).get())
            }
            let recorder = Recorder(context, group, listeners)
            if acceptsAtOnce { try await recorder.accept() }
            return recorder
        } catch {
            try? await group.shutdownGracefully()
            let isOfOtherMachine = (error as? IOError)?.errnoCode == EADDRNOTAVAIL
            if isOfOtherMachine || error is SocketAddressError || error is SocketAddressError.UnknownHost {
                throw .unknownAddress(host: host)
            }
            throw .cannotListen(host: host, port: port, reason: Self.reason(error))
        }
    }

    /// Serves clients, those too that have come before.
    ///
    /// - Throws: `ChannelError` if it has stopped.
    package func accept() async throws {
        for listener in listeners { try await listener.setOption(.autoRead, value: true).get() }
    }

    /// Stops: takes no more connections and no more requests, lets the exchanges in flight end, and cuts them short when
    /// the grace is over; they are then recorded as failed.
    ///
    /// When it returns, every exchange has been handed on, and all that was handed on is stored, or a few seconds have
    /// passed without that. A second call waits for the first.
    ///
    /// - Parameter grace: how long the exchanges in flight may take.
    public func stop(grace: Duration) async {
        let task = stopping.withLockedValue { stopping in
            if let stopping { return stopping }
            let task = Task { await self.close(within: grace) }
            stopping = task
            return task
        }
        await task.value
    }

    private func close(within grace: Duration) async {
        for listener in listeners { try? await listener.close() }
        let channels = context.connections.all
        let closed = EventLoopFuture.andAllComplete(channels.map(\.closeFuture), on: loop)
        for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        await wait(atMost: grace) { done in closed.whenComplete { _ in done() } }
        context.hasStopped = true
        // One may have been let in when another left, after the first look.
        let last = context.connections.all
        for channel in channels + last { channel.close(promise: nil) }
        let ended = EventLoopFuture.andAllComplete(last.map(\.closeFuture) + [closed], on: loop)
        await wait(atMost: .seconds(5)) { done in ended.whenComplete { _ in done() } }
        await wait(atMost: .seconds(5), for: context.unstored.whenNothing)
        // What is stored later finds no event loop any more.
        context.unstored.forgetAll()
        for loop in group.makeIterator() { try? await context.upstream.close(on: loop).get() }
        try? await group.shutdownGracefully()
    }

    /// Returns the system's message, without the name of the call.
    private static func reason(_ error: any Error) -> String {
        guard let error = error as? IOError else { return String(describing: error) }
        return unsafe String(cString: strerror(error.errnoCode)).lowercased()
    }

    /// Waits until what is handed to `happens` is called, or the time is over.
    private func wait(atMost limit: Duration, for happens: (@escaping @Sendable () -> Void) -> Void) async {
        let isOver = loop.makePromise(of: Void.self)
        let timer = loop.scheduleTask(in: TimeAmount(limit)) { isOver.succeed() }
        happens {
            timer.cancel()
            isOver.succeed()
        }
        try? await isOver.futureResult.get()
    }
}
