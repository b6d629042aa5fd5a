import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// What serving is measured beside: a bare server of NIO, which sends the same response to every request.
enum ServingBenchmark {
    static let usage = "PORT FILE: responds with the status 200, the headers and the body in FILE until it is killed"

    static func run(_ arguments: [String]) throws -> Bool {
        guard arguments.count == 2, let port = Int(arguments[0]) else { return false }
        let response = try Response(of: try String(contentsOfFile: arguments[1], encoding: .utf8))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
        let channel = try ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Responder(response))
                }
            }
            .bind(host: "127.0.0.1", port: port).wait()
        try channel.closeFuture.wait()
        return true
    }

    /// A response as a text has it: `name: value` in lines, and behind an empty one the body.
    private struct Response: Sendable {
        var head = HTTPResponseHead(version: .http1_1, status: .ok)
        var body: ByteBuffer

        init(of text: String) throws {
            let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
            body = ByteBuffer(string: parts.count > 1 ? String(parts[1]) : "")
            for line in parts[0].split(separator: "\n") {
                let pair = line.split(separator: ": ", maxSplits: 1).map(String.init)
                if pair.count == 2 { head.headers.add(name: pair[0], value: pair[1]) }
            }
            head.headers.replaceOrAdd(name: "Content-Length", value: "\(body.readableBytes)")
        }
    }

    private final class Responder: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let response: Response

        init(_ response: Response) { self.response = response }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            context.write(wrapOutboundOut(.head(response.head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
