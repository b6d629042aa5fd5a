import NIOCore
import ProxyProtocol

/// The connections of one event loop, and all that happens to them.
///
/// It owns them; everything in it runs on its loop.
final class ConnectionPool {
    typealias Pool = OriginPool<HTTP1Connection, HTTP2Connection, EventLoopPromise<UpstreamStream>>

    private let eventLoop: any EventLoop
    private let connector: Connector
    private let headBytes: Int
    private let idleTime: TimeAmount
    private var pools: [Origin: Pool] = [:]
    private var isSweeping = false
    private var isClosed = false

    init(eventLoop: any EventLoop, connector: Connector, limits: RecorderLimits) {
        self.eventLoop = eventLoop
        self.connector = connector
        headBytes = limits.headBytes
        idleTime = min(TimeAmount(limits.idleTime), Self.longestIdleTime)
    }

    /// Idle connections to one origin.
    static let idleLimit = 64
    /// Servers close what is idle for longer, and a request that meets the close is lost.
    static let longestIdleTime = TimeAmount.seconds(60)
    /// Origins that are remembered though nothing is connected to them.
    static let originLimit = 1_024

    /// A stream to `origin`; see ``Upstream/stream(to:needsHTTP1:on:)``.
    func stream(to origin: Origin, needsHTTP1: Bool) -> EventLoopFuture<UpstreamStream> {
        let way = change(origin) { $0.way(needsHTTP1: needsHTTP1) }
        if case .reuse(let connection) = way { return eventLoop.makeSucceededFuture(connection.lease()) }
        let promise = eventLoop.makePromise(of: UpstreamStream.self)
        switch way {
        case .reuse: break
        case .share(let connection): connection.open(promise)
        case .connect(let decides): connect(to: origin, offersHTTP2: !needsHTTP1, decides: decides, promise)
        case .wait: change(origin) { $0.wait(promise) }
        }
        return promise.futureResult
    }

    /// Closes what is idle, and keeps nothing from now on.
    func close() -> EventLoopFuture<Void> {
        isClosed = true
        var closing: [EventLoopFuture<Void>] = []
        for origin in pools.keys {  // tidy: all are closed
            let idle = change(origin) { $0.empty() }
            for channel in idle.kept.map(\.channel) + idle.shared.map(\.channel) {
                channel.close(promise: nil)
                closing.append(channel.closeFuture)
            }
        }
        return .andAllComplete(closing, on: eventLoop)
    }

    // MARK: What connections tell

    /// Keeps an HTTP/1.1 connection for the next exchange.
    func keep(_ connection: HTTP1Connection) {
        guard !isClosed else { return connection.channel.close(promise: nil) }
        change(connection.origin) { $0.keep(connection, now: .now()) }?.channel.close(promise: nil)
        sweepLater()
    }

    /// An idle connection was closed.
    func lost(_ connection: HTTP1Connection) { change(connection.origin) { $0.lost(connection) } }

    /// An HTTP/2 connection was closed.
    func lost(_ connection: HTTP2Connection) { change(connection.origin) { $0.lost(connection) } }

    /// An HTTP/2 connection takes no more streams.
    func retire(_ connection: HTTP2Connection) {
        if change(connection.origin, { $0.retire(connection) }) { connection.channel.close(promise: nil) }
    }

    /// The server bears another number of streams.
    func limited(_ connection: HTTP2Connection, to limit: Int) {
        serve(connection.origin, change(connection.origin) { $0.limited(connection, to: limit) })
    }

    /// A stream of an HTTP/2 connection has ended.
    func streamEnded(_ connection: HTTP2Connection) {
        let (isOver, served) = change(connection.origin) { $0.streamEnded(connection, now: .now()) }
        if isOver { connection.channel.close(promise: nil) }
        serve(connection.origin, served)
        if isClosed { retire(connection) } else { sweepLater() }
    }

    // MARK: New connections

    private func connect(
        to origin: Origin,
        offersHTTP2: Bool,
        decides: Bool,
        _ promise: EventLoopPromise<UpstreamStream>
    ) {
        let began = NIODeadline.now()
        connector.connect(to: origin, offersHTTP2: offersHTTP2, on: eventLoop).assumeIsolated().whenComplete { result in
            do {
                let connection = try result.get()
                guard !connection.speaksHTTP2 else {
                    return try self.start(connection, to: origin, decides: decides, began: began, promise)
                }
                let kept = try HTTP1Connection(connection, to: origin, headBytes: self.headBytes, pool: self)
                let waiting = self.change(origin) { $0.foundHTTP1(hadChoice: offersHTTP2, decides: decides) }
                promise.succeed(kept.lease())
                for waiter in waiting { self.connect(to: origin, offersHTTP2: true, decides: false, waiter) }
            } catch {
                self.failed(error, origin, decides: decides, promise)
            }
        }
    }

    /// Waits until the server has said how many streams it bears.
    private func start(
        _ connection: Connector.Connection,
        to origin: Origin,
        decides: Bool,
        began: NIODeadline,
        _ promise: EventLoopPromise<UpstreamStream>
    ) throws {
        let ready = eventLoop.makePromise(of: Int.self)
        let shared: HTTP2Connection
        do {
            shared = try HTTP2Connection(connection, to: origin, headBytes: headBytes, pool: self, ready: ready)
        } catch {
            ready.fail(error)
            throw error
        }
        let timeout = eventLoop.assumeIsolated().scheduleTask(deadline: began + connector.limit) {
            shared.fail(.timedOut(host: origin.host, port: origin.port))
            shared.channel.close(promise: nil)
        }
        ready.futureResult.assumeIsolated().whenComplete { result in
            timeout.cancel()
            do {
                let limit = try result.get()
                guard limit > 0 else {
                    shared.channel.close(promise: nil)
                    throw UpstreamError.brokenOff(host: origin.host, reason: "the server allows no requests")
                }
                let served = self.change(origin) {
                    $0.foundHTTP2(shared, limit: limit, decides: decides, now: .now())
                }
                shared.open(promise)
                self.serve(origin, served)
                if self.isClosed { self.retire(shared) }
            } catch {
                self.failed(error, origin, decides: decides, promise)
            }
        }
    }

    private func failed(
        _ error: any Error,
        _ origin: Origin,
        decides: Bool,
        _ promise: EventLoopPromise<UpstreamStream>
    ) {
        let error = UpstreamError.connecting(error, host: origin.host, port: origin.port)
        let waiting = change(origin) { $0.failed(decides: decides) }
        promise.fail(error)
        for waiter in waiting { waiter.fail(error) }
    }

    private func serve(_ origin: Origin, _ served: Pool.Served) {
        for (waiter, connection) in served.streams { connection.open(waiter) }
        if let next = served.next { connect(to: origin, offersHTTP2: true, decides: true, next) }
    }

    // MARK: What is idle for too long

    private func sweepLater() {
        guard !isSweeping else { return }
        isSweeping = true
        let wait = TimeAmount.nanoseconds(max(idleTime.nanoseconds / 4, 10_000_000))
        eventLoop.assumeIsolated().scheduleTask(in: wait) { self.sweep() }
    }

    private func sweep() {
        isSweeping = false
        let deadline = NIODeadline.now() - idleTime
        for origin in pools.keys {  // tidy: all are looked at
            let expired = change(origin) { $0.expired(before: deadline) }
            for connection in expired.kept { connection.channel.close(promise: nil) }
            for connection in expired.shared { connection.channel.close(promise: nil) }
        }
        if pools.values.contains(where: \.hasIdle) { sweepLater() }
    }

    /// The number of origins that are remembered.
    var origins: Int { pools.count }

    private func change<Result>(_ origin: Origin, _ body: (inout Pool) -> Result) -> Result {
        defer { if pools.count > Self.originLimit, pools[origin]?.isEmpty ?? false { pools[origin] = nil } }
        return body(&pools[origin, default: Pool(isSecure: origin.isSecure, idleLimit: Self.idleLimit)])
    }
}
