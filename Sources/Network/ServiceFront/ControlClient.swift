import NIOCore
import NIOHTTP1
import NIOPosix

/// A client of the control interface on this machine: one request a connection.
package struct ControlClient: Sendable {
    private let port: Int
    private let token: String?

    /// A client of the interface at this port of 127.0.0.1.
    package init(port: Int, token: String?) {
        self.port = port
        self.token = token
    }

    /// A response of the interface.
    package struct Response: Sendable {
        /// The status code.
        package var status: Int
        /// The body.
        package var body: [UInt8]
    }

    /// The errors of a connection.
    package enum Failure: Error, CustomStringConvertible {
        /// There is no connection.
        case nothingListens
        /// The connection ended before the response had.
        case noResponse
        /// The response does not end.
        case tooLong

        /// The problem.
        package var description: String {
            switch self {
            case .nothingListens: "nothing listens there"
            case .noResponse: "the connection ended without a response"
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
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        return try Connection(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw .nothingListens
        }
    }

    private static let mostBytes = 256_000_000
}
