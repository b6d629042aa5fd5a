import Testing

@Suite struct VerifyCommandTests {
    let folder = TemporaryFolder()

    private func importCapture() throws {
        try folder.copyCapture("ytdlp-sign-on")
        _ = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "a.kinescope"], in: folder)
    }

    @Test("A recording that nobody touched is ok", arguments: Capture.all)
    func ok(name: String) throws {
        try folder.copyCapture(name)
        _ = try CommandLineRun.kinescope(["import", name + ".har"], in: folder)
        let run = try CommandLineRun.kinescope(["verify", name + ".kinescope"], in: folder)
        #expect(run.status == 0 && run.output.contains(": ok, "), "\(run)")
    }

    @Test("A changed byte in a body is found, and the exchange is named")
    func changedByte() throws {
        try importCapture()
        var bytes = try folder.bytes(of: "a.kinescope")
        let needle = Array("ThePlatform".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: needle) } ?? Self.anyText(in: bytes))
        bytes[place] ^= 0x01
        try folder.write(bytes, to: "b.kinescope")
        let run = try CommandLineRun.kinescope(["verify", "b.kinescope"], in: folder)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("exchange") || run.output.contains("body"), "\(run)")
    }

    @Test("A damaged page is a damaged recording; what cannot be opened is refused")
    func damaged() throws {
        try importCapture()
        let bytes = try folder.bytes(of: "a.kinescope")
        var torn = bytes
        for index in 4_096..<min(8_192, torn.count) { torn[index] = 0xA5 }
        try folder.write(torn, to: "torn.kinescope")
        let run = try CommandLineRun.kinescope(["verify", "torn.kinescope"], in: folder)
        #expect(run.status == 1 || run.isOneLineFailure(3), "\(run)")
        try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.kinescope")
        var newer = bytes
        newer[63] = 99  // user_version, the format's number
        try folder.write(newer, to: "newer.kinescope")
        for name in ["cut", "newer", "nowhere"] {
            let run = try CommandLineRun.kinescope(["verify", name + ".kinescope"], in: folder)
            #expect(run.isOneLineFailure(3), "\(name): \(run)")
        }
        #expect(try folder.bytes(of: "newer.kinescope") == newer)
    }

    /// The place of some text of a body.
    private static func anyText(in bytes: [UInt8]) -> Int? {
        let needle = Array("<html".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: needle) }.map { $0 + 1 }
    }
}
