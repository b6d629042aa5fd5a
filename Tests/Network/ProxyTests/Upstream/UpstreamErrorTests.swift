import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import Proxy
@testable import ProxyProtocol

@Suite struct UpstreamErrorTests {
    @Test("Each error is one line that names the host")
    func descriptions() {
        let errors: [UpstreamError] = [
            .unknownHost(host: "a.example", reason: "r"), .cannotConnect(host: "a.example", port: 1, reason: "r"),
            .timedOut(host: "a.example", port: 1), .handshake(host: "a.example", reason: "r"),
            .untrusted(host: "a.example", reason: "r"), .tooLargeHead(host: "a.example", limit: 1),
            .malformedAnswer(host: "a.example", reason: "r"), .brokenOff(host: "a.example", reason: "r"),
            .reset(host: "a.example", code: 8),
        ]
        for error in errors {
            #expect(error.description.contains("a.example"))
            #expect(!error.description.contains("\n"))
        }
        #expect(Set(errors.map(\.description)).count == errors.count)
    }

    @Test("A cause keeps the system's reason, and an error that is told already stays as it is")
    func causes() {
        let reset = IOError(errnoCode: ECONNRESET, reason: "read")
        guard case .brokenOff("a", let reason) = UpstreamError.answering(reset, host: "a", headBytes: 1) else {
            return #expect(Bool(false))
        }
        #expect(reason.hasPrefix("Connection reset"))
        let calm = FrameFault.tooLargeBlock(9)
        #expect(UpstreamError.answering(calm, host: "a", headBytes: 1) == .tooLargeHead(host: "a", limit: 1))
        let fault = FrameFault(code: .protocolError, reason: "r")
        #expect(UpstreamError.answering(fault, host: "a", headBytes: 1) == .malformedAnswer(host: "a", reason: "r"))
        let told = UpstreamError.timedOut(host: "b", port: 2)
        #expect(UpstreamError.connecting(told, host: "a", port: 1) == told)
        #expect(UpstreamError.answering(told, host: "a", headBytes: 1) == told)
        let late = IOError(errnoCode: ETIMEDOUT, reason: "connect")
        #expect(UpstreamError.connecting(late, host: "a", port: 1) == .timedOut(host: "a", port: 1))
    }
}
