import NIOCore
import NIOSSL
import Testing

@testable import Proxy

@Suite struct TLSReasonTests {
    @Test("Of several faults the one that tells most is the reason")
    func several() {
        let both = HandshakeJudgementTests.Spelt(
            "UNEXPECTED_MESSAGE at x, error:1:SSL routines:OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA"
        )
        #expect(TLSReason(both) == .certificateRefused(alert: "unknown_ca"))
    }

    @Test("A connection that ends is no fault of TLS")
    func ends() {
        for error in [ChannelError.eof, ChannelError.inputClosed] { #expect(TLSReason(error) == .ended) }
        #expect(TLSReason(IOError(errnoCode: 104, reason: "read")) == .ended)
        #expect(TLSReason(NIOSSLError.uncleanShutdown) == .ended)
    }

    @Test("What a server did is told of the server")
    func servers() {
        func reason(_ word: String) -> UpstreamError {
            HandshakeFault.error(HandshakeJudgementTests.Spelt(word), certificate: nil, host: "a")
        }
        #expect(reason("WRONG_VERSION_NUMBER").description.contains("does not speak TLS"))
        #expect(reason("TLSV1_ALERT_PROTOCOL_VERSION").description.contains("no version or cipher"))
        #expect(reason("TLSV1_ALERT_INTERNAL_ERROR").description.contains("alert internal error"))
    }
}
