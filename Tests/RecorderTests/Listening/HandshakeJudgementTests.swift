import NIOCore
import NIOSSL
import Testing

@testable import Recorder

@Suite struct HandshakeJudgementTests {
    @Test("A connection that just ends is silence, a fault of the protocol is none")
    func silence() {
        #expect(HandshakeJudgement(nil) == .hungUp)
        #expect(HandshakeJudgement(NIOSSLError.uncleanShutdown).isSilence)
        #expect(HandshakeJudgement(NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake]))).isSilence)
        #expect(HandshakeJudgement(IOError(errnoCode: 104, reason: "read")).isSilence)
        #expect(!HandshakeJudgement(IOError(errnoCode: 5, reason: "read")).isSilence)
        #expect(!HandshakeJudgement(NIOSSLError.handshakeFailed(.wantRead)).isSilence)
    }

    /// Spelt like an error of BoringSSL.
    private struct Spelt: Error, CustomStringConvertible { var description: String }

    @Test("An alert about the certificate is the client's judgement; another alert is not")
    func alerts() {
        let pins = Spelt(description: "error:1000042e:SSL routines:OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA")
        #expect(HandshakeJudgement(pins) == .refusedCertificate(alert: "unknown_ca"))
        let other = Spelt(description: "error:1000042e:SSL routines:OPENSSL_internal:SSLV3_ALERT_HANDSHAKE_FAILURE")
        #expect(HandshakeJudgement(other) == .failed(other.description))
    }
}
