import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// A connection whose bytes a test writes and reads itself.
final class RawClient: Sendable {
    let channel: any Channel
    private let values: NIOLockedValueBox<Values>
    private static let collector = "collector"

    fileprivate struct Values {
        var bytes: [UInt8] = []
        /// The number of them that ``read(until:within:)`` has handed out.
        var taken = 0
        var isClosed = false
        var negotiated: String?
        var isSecure = false
        var error: String?
    }

    private init(channel: any Channel, values: NIOLockedValueBox<Values>) {
        self.channel = channel
        self.values = values
    }

    /// Connects to 127.0.0.1.
    ///
    /// With `allowsHalfClosure`, only one direction ends with ``finishSending()``.
    static func connect(toPort port: Int, allowsHalfClosure: Bool = false) async throws -> RawClient {
        let values = NIOLockedValueBox(Values())
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: allowsHalfClosure)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(values: values), name: collector)
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return RawClient(channel: channel, values: values)
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    /// All that has come.
    var text: String { values.withLockedValue { String(decoding: $0.bytes, as: UTF8.self) } }
    /// The same, as bytes.
    var bytes: [UInt8] { values.withLockedValue { $0.bytes } }
    /// The number of bytes that have come.
    var count: Int { values.withLockedValue { $0.bytes.count } }
    /// True if the connection has ended.
    var isClosed: Bool { values.withLockedValue { $0.isClosed } }
    /// The error on it, if there was one.
    var error: String? { values.withLockedValue { $0.error } }

    /// Reads up to and with `end`, after what was read before; all there is if it does not come in time.
    func read(until end: String, within seconds: Double = 20) async -> String {
        let mark = Array(end.utf8)
        var found: Int?
        _ = await eventually(within: seconds) {
            let (fresh, closed) = values.withLockedValue { (Array($0.bytes[$0.taken...]), $0.isClosed) }
            found = fresh.indices.first { fresh[$0...].starts(with: mark) }.map { $0 + mark.count }
            return found != nil || closed
        }
        return values.withLockedValue { values in
            let start = values.taken
            values.taken = found.map { $0 + start } ?? values.bytes.count
            return String(decoding: values.bytes[start..<values.taken], as: UTF8.self)
        }
    }

    /// All that comes, after what was read before, until the connection ends, or the time is over.
    func readToEnd(within seconds: Double = 20) async -> String {
        _ = await eventually(within: seconds) { isClosed }
        return values.withLockedValue { values in
            let start = values.taken
            values.taken = values.bytes.count
            return String(decoding: values.bytes[start...], as: UTF8.self)
        }
    }

    /// Forgets what has come.
    func forget() {
        values.withLockedValue { values in
            values.bytes = []
            values.taken = 0
        }
    }

    /// Sends no more, but goes on reading.
    func finishSending() async throws { try await channel.close(mode: .output) }

    /// Reads no more until ``startReading()``.
    func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    func startReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    /// Leaves the bytes that come from now on to other handlers.
    func stopCollecting() async throws { try await channel.pipeline.removeHandler(name: Self.collector) }

    func close() async { try? await channel.close() }

    /// Ends the connection with a reset.
    func reset() async throws {
        if let socket = channel as? any SocketOptionProvider {
            try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try? await channel.close()
    }

    /// Begins TLS on the connection.
    ///
    /// - Returns: what ALPN came to.
    /// - Throws: if the handshake does not come about in time, with the reason.
    @discardableResult
    func startTLS(
        host: String?,
        roots: NIOSSLTrustRoots,
        protocols: [String] = ["http/1.1"],
        highestVersion: TLSVersion = .tlsv13,
        verifies: Bool = true,
        within seconds: Double = 20
    ) async throws -> String? {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = roots
        configuration.applicationProtocols = protocols
        configuration.maximumTLSVersion = highestVersion
        if !verifies { configuration.certificateVerification = .none }
        let context = try NIOSSLContext(configuration: configuration)
        let channel = channel
        try await channel.eventLoop.submit {
            let handler = try NIOSSLClientHandler(context: context, serverHostname: host)
            try channel.pipeline.syncOperations.addHandler(handler, position: .first)
        }.get()
        _ = await eventually(within: seconds) { values.withLockedValue { $0.isSecure || $0.isClosed } }
        let (isSecure, negotiated, error) = values.withLockedValue { ($0.isSecure, $0.negotiated, $0.error) }
        guard isSecure else { throw HandshakeFailed(reason: error ?? "closed or too late") }
        return negotiated
    }

    struct HandshakeFailed: Error {
        var reason: String
    }

    private final class Collector: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        private let values: NIOLockedValueBox<Values>

        init(values: NIOLockedValueBox<Values>) { self.values = values }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            values.withLockedValue { $0.bytes.append(contentsOf: bytes.readableBytesView) }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
                values.withLockedValue {
                    $0.isSecure = true
                    $0.negotiated = negotiated
                }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            values.withLockedValue { $0.error = $0.error ?? "\(error)" }
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { values.withLockedValue { $0.isClosed = true } }
    }
}
