import NIOCore
@testable import ProxyProtocol
import Testing

/// RFC 9113 §6.5.1: an identifier of 16 bits and a value of 32 for each.
@Suite struct FrameSettingsTests {
    /// INITIAL_WINDOW_SIZE 65,535.
    private static let window: [UInt8] = [0, 4, 0, 0, 0xFF, 0xFF]
    /// MAX_FRAME_SIZE 32,768.
    private static let frame: [UInt8] = [0, 5, 0, 0, 0x80, 0]

    @Test("The library is shown the greatest size of a frame, and all else as it came")
    func shown() throws {
        let settings = try #require(FrameSettings(ByteBuffer(bytes: Self.frame + Self.window)))
        #expect(settings.frameLimit == 32_768)
        #expect(settings.shown.payload == ByteBuffer(bytes: Self.window + [0, 5, 0, 0xFF, 0xFF, 0xFF]))
        let silent = try #require(FrameSettings(ByteBuffer(bytes: Self.window)))
        #expect(silent.frameLimit == nil)
        #expect(silent.shown.payload == settings.shown.payload)
    }

    @Test("A size that is not allowed stays, so that it is refused", arguments: [16_383, 16_777_216] as [UInt32])
    func notAllowed(size: UInt32) throws {
        var payload = ByteBuffer(bytes: [0, 5])
        payload.writeInteger(size)
        let settings = try #require(FrameSettings(payload))
        #expect(settings.frameLimit == nil)
        #expect(settings.shown == settings)
    }

    @Test("The peer is promised the usual frames, and lists of fields of one size")
    func promised() throws {
        let own: [UInt8] = [0, 5, 0, 0xFF, 0xFF, 0xFF, 0, 6, 0, 0x40, 0, 0]
        let settings = try #require(FrameSettings(ByteBuffer(bytes: own + Self.window)))
        #expect(settings.promised(listBytes: 262_144).payload == ByteBuffer(bytes: Self.window + [0, 6, 0, 4, 0, 0]))
    }

    @Test("What is not in sixes is left to whoever reads it")
    func crooked() {
        #expect(FrameSettings(ByteBuffer(bytes: Self.window + [0])) == nil)
        #expect(FrameSettings(ByteBuffer())?.entries == [])
    }
}
