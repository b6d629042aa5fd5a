import NIOCore
import Testing

@testable import Proxy

@Suite struct FirstBytesTests {
    private func language(_ bytes: [UInt8], expectsHTTP: Bool = false) -> ProtocolDetector.Language? {
        ProtocolDetector.language(of: ByteBuffer(bytes: bytes).readableBytesView, expectsHTTP: expectsHTTP)
    }

    private func language(_ text: String) -> ProtocolDetector.Language? { language(Array(text.utf8)) }

    @Test("A TLS handshake is known by two bytes")
    func tls() {
        #expect(language([]) == nil)
        #expect(language([0x16]) == nil)
        #expect(language([0x16, 0x03]) == .tls)
        #expect(language([0x16, 0x04]) == .other)
        #expect(language([0x16], expectsHTTP: true) == nil)
        #expect(language([0x16, 0x03], expectsHTTP: true) == .tls)
        #expect(language([0x47], expectsHTTP: true) == .http)
    }

    @Test("HTTP is known by a method and a space", arguments: ["GET /", "POST http://", "REPORT /", "OPTIONS *"])
    func http(text: String) {
        #expect(language(text) == .http)
        #expect(language(String(text.prefix(2))) == nil)
    }

    @Test(
        "What is neither is passed through",
        arguments: [
            "SSH-2.0-OpenSSH", "EHLO x", "get /", "PRI * HTTP/2.0", "*1\r\n", "ABCDEFGHIJKLMNOPQ", " GET /", "\0",
        ]
    )
    func other(text: String) { #expect(language(text) == .other) }
}
