import NIOCore
@testable import ProxyProtocol
import Testing

@Suite struct FrameFaultTests {
    @Test("GOAWAY names the last stream that is answered, and why (RFC 9113 §6.8)")
    func goAway() {
        let fault = FrameFault(code: .enhanceYourCalm, reason: "no")
        let expected: [UInt8] = [0, 0, 10, 7, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0x0B, 0x6E, 0x6F]
        #expect(fault.goAway(last: 5) == ByteBuffer(bytes: expected))
    }

    @Test(
        "Codes are called what the RFC calls them (§7)",
        arguments: [
            (0 as UInt32, "NO_ERROR"), (1, "PROTOCOL_ERROR"), (6, "FRAME_SIZE_ERROR"), (9, "COMPRESSION_ERROR"),
            (11, "ENHANCE_YOUR_CALM"), (13, "HTTP_1_1_REQUIRED"), (14, "error 14"), (UInt32.max, "error 4294967295"),
        ]
    )
    func names(code: UInt32, name: String) {
        #expect(FrameFault.Code(rawValue: code).name == name)
    }
}
