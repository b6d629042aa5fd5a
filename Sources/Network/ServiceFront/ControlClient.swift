package import NIOCore
import NIOHTTP1
import NIOPosix

/// A client of the control interface on this machine: one request a connection.
package struct ControlClient: Sendable {
    private let port: Int
    private let token: String?
    private let patience: TimeAmount

    /// A client of the interface at this port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: the port.
    ///   - token: what whoever changes something has to have.
    ///   - patience: how long nothing may come; a long recording is read, and its history folded, before some responses.
    package init(port: Int, token: String?, patience: TimeAmount = .minutes(5)) {
        self.port = port
        self.token = token
        self.patience = patience
    }

    /// A response of the interface.
    package struct Response: Sendable {
        /// The status code.
        package var status: Int
        package var body: [UInt8]
    }

    /// The errors of a connection.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// There is no connection.
        case nothingListens
        /// The connection ended before the response had.
        case noResponse
        /// Nothing came for so many seconds.
        case silent(Int64)
        /// The response does not end.
        case tooLong

        /// The problem.
        package var description: String {
            switch self {
            case .nothingListens: "nothing listens there"
            case .noResponse: "the connection ended without a response"
            case .silent(let seconds): "nothing came for \(seconds) s"
            case .tooLong: "the response is longer than 256 MB"
            }
        }
    }

    /// Looks at a resource.
    ///
    /// - Throws: ``Failure``.
    package func get(_ name: String) async throws(Failure) -> Response { try await send(.GET, name, "") }

    /// Changes something.
    ///
    /// - Throws: ``Failure``.
    package func post(_ name: String, _ body: String) async throws(Failure) -> Response {
        try await send(.POST, name, body)
    }

    private func send(_ method: HTTPMethod, _ name: String, _ body: String) async throws(Failure) -> Response {
        let channel = try await connect()
        var headers: HTTPHeaders = [
            "Host": "127.0.0.1:\(port)", "Content-Type": "text/plain; charset=utf-8", "Connection": "close",
            "Content-Length": String(body.utf8.count),
        ]
        if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
        let head = HTTPRequestHead(
            version: .http1_1,
            method: method,
            uri: ControlInterface.root + name,
            headers: headers
        )
        // In one piece: the response to a head alone, and the end of the connection, may be there before what follows it.
        let parts: [HTTPClientRequestPart] = [.head(head), .body(.byteBuffer(ByteBuffer(string: body))), .end(nil)]
        do {
            return try await channel.executeThenClose { inbound, outbound in
                // Where it cannot be written, what came in the meantime tells why.
                try? await outbound.write(contentsOf: parts)
                return try await Self.response(in: inbound)
            }
        } catch {
            throw error as? Failure ?? .noResponse
        }
    }

    private static func response(in parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>) async throws
        -> Response
    {
        var response: Response?
        for try await part in parts {
            switch part {
            case .head(let head): response = Response(status: Int(head.status.code), body: [])
            case .body(let bytes):
                response?.body += bytes.readableBytesView
                guard response?.body.count ?? 0 <= mostBytes else { throw Failure.tooLong }
            case .end:
                if let response { return response }
            }
        }
        throw Failure.noResponse
    }

    private typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private func connect() async throws(Failure) -> Connection {
        do {
            return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(5))
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandlers(IdleStateHandler(readTimeout: patience), SilenceHandler(patience))
                        try pipeline.addHTTPClientHandlers()
                        return try Connection(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw .nothingListens
        }
    }

    private static let mostBytes = 256_000_000

    /// Ends a connection on which nothing has come for too long.
    private final class SilenceHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let patience: TimeAmount

        init(_ patience: TimeAmount) { self.patience = patience }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
            context.fireErrorCaught(Failure.silent(patience.nanoseconds / 1_000_000_000))
            context.close(promise: nil)
        }
    }
}
