import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import Proxy

@Suite struct ErrorTextTests {
    /// Checks whether a text shows how Swift prints a value, or where a library was built.
    static func isDebugText(_ text: String) -> Bool {
        let marks = [
            "OPENSSL_internal", "NIOSSL", "BoringSSL", ".cc:", "Error:", "error:", "errno", "handshakeFailed", "([",
            "(\"", "Optional(",
            "\n",
        ]
        return marks.contains { text.contains($0) } || text.contains(/\b[a-z]+[A-Z][a-zA-Z]*\b/)
    }

    private struct Odd: Error { var path = "/build/x.swift" }
    private enum Kinds: Error { case somethingOddHappened, withPayload(Int), plain }
    private struct Spoken: Error, CustomStringConvertible { var description: String }

    private static let errors: [any Error] = [
        NIOSSLError.handshakeFailed(.wantRead), NIOSSLError.uncleanShutdown, NIOSSLError.noCertificateToValidate,
        NIOSSLError.handshakeFailed(.sslError([])), NIOSSLError.shutdownFailed(.unknownError([])),
        HTTPParserError.invalidMethod,
        HTTPParserError.invalidEOFState, ChannelError.eof, ChannelError.connectTimeout(.seconds(1)),
        ChannelError.operationUnsupported,
        IOError(errnoCode: ECONNREFUSED, reason: "connect(descriptor:addr:size:)"), Odd(), Kinds.somethingOddHappened,
        Kinds.withPayload(3), Kinds.plain, HandshakeJudgementTests.Spelt("SOME_ODD_THING"), CancellationError(),
    ]

    @Test("No message of a connection prints how Swift writes an error down", arguments: errors.indices)
    func messages(_ index: Int) {
        let error = Self.errors[index]
        let texts = [
            ErrorText.text(of: error), TLSReason(error).text,
            HandshakeEvaluation(error).text(host: "a.example", trusts: false),
            HandshakeFault.error(error, certificate: nil, host: "a.example").description,
            UpstreamError.connecting(error, host: "a.example", port: 1).description,
            UpstreamError.answering(error, host: "a.example", headBytes: 1).description,
        ]
        for text in texts { #expect(!Self.isDebugText(text) && !text.isEmpty, "\(text)") }
    }

    @Test("The system's reason stands without call and number")
    func system() {
        let refused = IOError(errnoCode: ECONNREFUSED, reason: "connect(descriptor:addr:size:)")
        #expect(ErrorText.text(of: refused) == "Connection refused")
        #expect(
            UpstreamError.connecting(refused, host: "a.example", port: 1).description
                == "no connection to a.example:1: Connection refused"
        )
    }

    @Test("What the recorder itself says of a server stands as it is")
    func own() {
        let error = UpstreamError.handshake(host: "a.example", reason: "it is (not) TLS/1.2")
        #expect(ErrorText.text(of: error) == error.description)
        #expect(error.description.contains("it is (not) TLS/1.2"))
    }

    @Test("A name of a case becomes words, a sentence stays one")
    func words() {
        #expect(ErrorText.text(of: Kinds.somethingOddHappened) == "something odd happened")
        #expect(ErrorText.text(of: Kinds.withPayload(1)) == "with payload")
        #expect(ErrorText.text(of: Spoken(description: "the kite is torn")) == "the kite is torn")
        #expect(ErrorText.text(of: Spoken(description: "at /build/x.cc:1")) == "no reason is known")
    }
}
