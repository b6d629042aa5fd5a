import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import ProxyProtocol

extension UpstreamError {
    /// Returns the reason that no connection came about.
    static func connecting(_ error: any Error, host: String, port: Int) -> UpstreamError {
        switch error {
        case let error as UpstreamError: return error
        case let error as NIOConnectionError:
            if let failure = error.connectionErrors.last {
                return connecting(failure.error, host: host, port: port)
            }
            return .unknownHost(host: host, reason: "no address is found for this name")
        case ChannelError.connectTimeout: return .timedOut(host: host, port: port)
        case let error as IOError where error.errnoCode == ETIMEDOUT: return .timedOut(host: host, port: port)
        case let error as IOError: return .cannotConnect(host: host, port: port, reason: reason(of: error))
        default: return .cannotConnect(host: host, port: port, reason: ErrorText.text(of: error))
        }
    }

    /// Returns the reason that a response did not come to its end.
    static func answering(_ error: any Error, host: String, headBytes: Int) -> UpstreamError {
        switch error {
        case let error as UpstreamError: error
        case HTTPParserError.headerOverflow, is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock,
            is NIOHPACKErrors.MaxHeaderListSizeViolation:
            .tooLargeHead(host: host, limit: headBytes)
        case let fault as FrameFault where fault.code == .enhanceYourCalm: .tooLargeHead(host: host, limit: headBytes)
        case let fault as FrameFault: .malformedAnswer(host: host, reason: fault.reason)
        case HTTPParserError.invalidEOFState:
            .brokenOff(host: host, reason: "the server closed the connection before the response was complete")
        case let error as HTTPParserError: .malformedAnswer(host: host, reason: ErrorText.text(of: error))
        // The server says that it has not looked at the request (RFC 9113 §8.7).
        case let error as NIOHTTP2Errors.StreamClosed where error.errorCode == .refusedStream:
            .brokenOff(host: host, reason: "the server refused the stream")
        case let error as NIOHTTP2Errors.StreamClosed:
            .reset(host: host, code: UInt32(clamping: error.errorCode.networkCode))
        case let error as NIOHTTP2Errors.StreamError:
            answering(error.baseError, host: host, headBytes: headBytes)
        case let error as IOError: .brokenOff(host: host, reason: reason(of: error))
        case let error as ChannelError: .brokenOff(host: host, reason: ErrorText.text(of: error))
        default: .malformedAnswer(host: host, reason: ErrorText.text(of: error))
        }
    }

    /// The system's reason, without the name of the call that failed, and without its number.
    static func reason(of error: IOError) -> String { ErrorText.system(error.errnoCode) }
}
