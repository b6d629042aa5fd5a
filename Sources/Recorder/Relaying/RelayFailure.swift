import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Why an exchange has no answer, or only a part of one.
struct RelayFailure: Equatable {
    /// A sentence's worth, as it is recorded.
    var reason: String
    /// Whether nobody did anything wrong but take too long.
    var isTimeout = false

    static let clientClosed = RelayFailure(reason: "the client closed the connection")
    static let stopped = RelayFailure(reason: "the recorder was stopped")
    static let clientIdle = RelayFailure(reason: "the client stood still for too long", isTimeout: true)
    static let serverClosed = RelayFailure(reason: "the server closed the connection before its answer was whole")
    static let serverIdle = RelayFailure(reason: "the server stood still for too long", isTimeout: true)
    static let loop = RelayFailure(reason: "the server's name leads back to this recorder")

    /// What an error of the connection to a server comes to.
    static func upstream(_ error: any Error, limits: RecorderLimits) -> RelayFailure {
        switch error {
        case let error as UpstreamError:
            if case .timedOut = error { return RelayFailure(reason: error.description, isTimeout: true) }
            return RelayFailure(reason: error.description)
        case HTTPParserError.headerOverflow:
            return RelayFailure(reason: "the head of the server's answer is larger than \(limits.headBytes) bytes")
        case HTTPParserError.invalidEOFState:
            return .serverClosed
        case let error as HTTPParserError:
            return RelayFailure(reason: "the server's answer is not HTTP: \(error)")
        case let error as NIOHTTP2Errors.StreamClosed:
            return RelayFailure(reason: "the server reset the stream: \(error.errorCode)")
        case let error as IOError:
            return RelayFailure(reason: "the connection to the server broke: \(error)")
        case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof:
            return .serverClosed
        default:
            return RelayFailure(reason: "the connection to the server failed: \(error)")
        }
    }
}
