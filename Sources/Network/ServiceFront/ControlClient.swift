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
        /// The connection ended before the response had.
        case noResponse
        /// The response does not end.
        case tooLong

        /// The problem.
        package var description: String {
            switch self {
            case .noResponse: "the connection ended without a response"
            case .tooLong: "the response is longer than 256 MB"
            }
        }
    }

    /// Looks at a resource.
    package func get(_ name: String) async throws -> Response { try await send(.GET, name, "") }

    /// Changes something.
    package func post(_ name: String, _ body: String) async throws -> Response { try await send(.POST, name, body) }

    private func send(_ method: HTTPMethod, _ name: String, _ body: String) async throws -> Response {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(5))
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
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
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(.head(head))
            if !body.isEmpty { try await outbound.write(.body(.byteBuffer(ByteBuffer(string: body)))) }
            try await outbound.write(.end(nil))
            var response: Response?
            for try await part in inbound {
                switch part {
                case .head(let head): response = Response(status: Int(head.status.code), body: [])
                case .body(let bytes):
                    response?.body += bytes.readableBytesView
                    guard response?.body.count ?? 0 <= Self.mostBytes else { throw Failure.tooLong }
                case .end:
                    if let response { return response }
                }
            }
            throw Failure.noResponse
        }
    }

    private static let mostBytes = 256_000_000
}
