import Foundation
import Redaction
import Testing

@testable import kinescope

@Suite struct LeakScanTests {
    let folder = TemporaryFolder()

    @Test(
        "A secret is found wherever in a file it stands, across the pieces it is read in, too",
        arguments: [0, 5, (1 << 21) - 9, (1 << 21) + 70]
    )
    func places(offset: Int) throws {
        var redactor = Redactor(key: PseudonymKey.random())
        redactor.study(Sample.exchange(body: #"{"userId":"kite-subscriber-90210"}"#))
        var bytes = [UInt8](repeating: 0x2E, count: (1 << 21) + 200)
        let path = folder.url(of: "file").path
        // To search it once without is enough.
        if offset == 0 {
            try folder.write(bytes, to: "file")
            #expect(try SecretScan.firstLeak(in: path, gate: redactor.secretScanner) == nil)
        }
        bytes.replaceSubrange(offset..<offset + 21, with: Array("kite-subscriber-90210".utf8))
        try folder.write(bytes, to: "file")
        let leak = try #require(try SecretScan.firstLeak(in: path, gate: redactor.secretScanner))
        #expect(leak.byteOffset == offset && leak.field.contains("userId"))
    }

    @Test("A key is another each time")
    func key() {
        #expect(PseudonymKey.random().count == 32 && PseudonymKey.random() != PseudonymKey.random())
    }

    @Test("Sizes are told in words")
    func words() {
        #expect(RecordingSummaryText.size(9_999) == "9999 bytes" && RecordingSummaryText.size(10_000) == "10 kB")
    }
}
