import NIOCore
import NIOSSL
import Testing

@testable import Proxy

@Suite struct HandshakeJudgementTests {
    @Test("A connection that just ends is silence, a fault of the protocol is none")
    func silence() {
        #expect(HandshakeEvaluation(nil) == .hungUp)
        #expect(HandshakeEvaluation(NIOSSLError.uncleanShutdown).isSilence)
        #expect(HandshakeEvaluation(NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake]))).isSilence)
        #expect(HandshakeEvaluation(IOError(errnoCode: 104, reason: "read")).isSilence)
        #expect(!HandshakeEvaluation(IOError(errnoCode: 5, reason: "read")).isSilence)
        #expect(!HandshakeEvaluation(NIOSSLError.handshakeFailed(.wantRead)).isSilence)
    }

    /// Spelt like an error of BoringSSL, with the path of the machine that it was built on.
    struct Spelt: Error, CustomStringConvertible {
        var description: String

        init(_ word: String) {
            description =
                "handshakeFailed(NIOSSL.BoringSSLError.sslError([Error: 268436502 error:1000042e:SSL "
                + "routines:OPENSSL_internal:\(word) at /tmp/build/third_party/ssl/tls_record.cc:580]))"
        }
    }

    @Test(
        "An alert says whether it is the certificate, what can be agreed on, or another thing",
        arguments: [
            ("TLSV1_ALERT_UNKNOWN_CA", HandshakeEvaluation.refusedCertificate(alert: "unknown_ca")),
            ("SSLV3_ALERT_BAD_CERTIFICATE", .refusedCertificate(alert: "bad_certificate")),
            ("SSLV3_ALERT_CERTIFICATE_UNKNOWN", .refusedCertificate(alert: "certificate_unknown")),
            ("INVALID_OUTER_RECORD_TYPE", .refusedCertificate(alert: nil)),
            ("BAD_DECRYPT", .refusedCertificate(alert: nil)),
            ("SSLV3_ALERT_HANDSHAKE_FAILURE", .nothingInCommon), ("UNSUPPORTED_PROTOCOL", .nothingInCommon),
            ("NO_SHARED_CIPHER", .nothingInCommon), ("HTTP_REQUEST", .notTLS), ("WRONG_VERSION_NUMBER", .notTLS),
            ("TLSV1_ALERT_INTERNAL_ERROR", .failed("alert internal error")),
            ("UNEXPECTED_MESSAGE", .failed("unexpected message")),
        ]
    )
    func alerts(word: String, evaluation: HandshakeEvaluation) {
        #expect(HandshakeEvaluation(Spelt(word)) == evaluation)
    }

    @Test("Each says the host, what the client did, and what to do, in one line of no library's")
    func texts() {
        for word in [
            "TLSV1_ALERT_UNKNOWN_CA", "SSLV3_ALERT_BAD_CERTIFICATE", "BAD_DECRYPT", "NO_SHARED_CIPHER", "HTTP_REQUEST",
            "X",
        ] {
            for trusts in [true, false] {
                let text = HandshakeEvaluation(Spelt(word)).text(host: "a.example", trusts: trusts)
                #expect(text.contains("a.example"), "\(text)")
                #expect(
                    text.contains("`--passthrough a.example`") || text.contains("`kinescope certificate`"),
                    "\(text)"
                )
                #expect(text.utf8.count < 350 && !ErrorTextTests.isDebugText(text), "\(text)")
            }
        }
        func text(_ evaluation: HandshakeEvaluation, _ trusts: Bool) -> String {
            evaluation.text(host: "a", trusts: trusts)
        }
        #expect(!text(.refusedCertificate(alert: "unknown_ca"), false).contains("--passthrough"))
        #expect(text(.refusedCertificate(alert: "bad_certificate"), true).contains("pins"))
        #expect(!text(.refusedCertificate(alert: "bad_certificate"), true).contains("kinescope certificate"))
        #expect(text(.refusedCertificate(alert: nil), false).contains("cannot be read: most likely this"))
        #expect(text(.hungUp, false).contains("kinescope certificate"))
        // Whatever another client at the same address trusts, this one has said what it does not.
        #expect(text(.refusedCertificate(alert: "unknown_ca"), true).contains("kinescope certificate"))
        #expect(!text(.refusedCertificate(alert: "unknown_ca"), true).contains("pins"))
        // Where nothing is to reach the service itself, nothing leads there.
        for evaluation in [
            HandshakeEvaluation.refusedCertificate(alert: nil), .hungUp, .nothingInCommon, .notTLS, .failed("x"),
        ] {
            for trusts in [true, false] {
                let served = evaluation.text(host: "a", trusts: trusts, canPass: false)
                #expect(!served.contains("--passthrough") && served.contains("base URL"), "\(served)")
            }
        }
    }
}
