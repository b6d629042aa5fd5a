import Testing

@testable import Documents

@Suite struct InflationTests {
    private static let text = Array("kite kite kite kite heron".utf8)
    // Python's zlib and gzip, level 9.
    private static let raw = bytes("y84sSVXIRiUyUovy8wA=")
    private static let zlib = bytes("eNrLzixJVchGJTJSi/LzAHhlCVE=")
    private static let gzip = bytes("H4sIAAAAAAACA8vOLElVyEYlMlKL8vMAPYGqdRkAAAA=")

    private static func bytes(_ base64: String) -> [UInt8] { (try? Base64.decode(base64)) ?? [] }

    @Test("Inflation tells its formats apart")
    func formats() {
        #expect(Inflation(Self.raw, .raw, limit: 1_000).bytes == Self.text)
        #expect(Inflation(Self.zlib, .zlib, limit: 1_000).bytes == Self.text)
        #expect(Inflation(Self.gzip, .gzip, limit: 1_000).bytes == Self.text)
        #expect(Inflation(Self.raw, .zlib, limit: 1_000).end == .damaged)
        #expect(Inflation(Self.zlib, .gzip, limit: 1_000).end == .damaged)
        #expect(Inflation(Self.gzip, .gzip, limit: 0).end == .limit)
    }

    @Test("The limit is one in bytes, and what follows the stream is counted")
    func ends() {
        let count = Self.text.count
        #expect(Inflation(Self.raw, .raw, limit: count).end == .whole)
        let cut = Inflation(Self.raw, .raw, limit: count - 1)
        #expect(cut.end == .limit && cut.bytes == Array(Self.text.dropLast()))
        let more = Inflation(Self.raw + [1, 2, 3], .raw, limit: 1_000)
        #expect(more.end == .whole && more.unread == 3 && Inflation(Self.raw, .raw, limit: 1_000).unread == 0)
        #expect(Inflation(Array(Self.raw.dropLast()), .raw, limit: 1_000).end == .truncated)
    }
}
