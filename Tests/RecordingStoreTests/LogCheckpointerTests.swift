import Exchanges
import Foundation
import RecordingStore
import Testing

@Suite("The log of a recorder is folded in while it writes")
struct LogCheckpointerTests {
    private func size(_ path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber)?.intValue ?? 0
    }

    @Test("The file grows with the recording, and the log does not")
    func bounded() throws {
        let folder = try Folder()
        let path = folder.path("a.kinescope")
        let writer = try recorder(at: path)
        let body = String(repeating: "body ", count: 20_000)
        var largest = 0
        for number in 1...1_500 {
            try writer.append(.sample(number, body: "\(number) \(body)"))
            largest = max(largest, size(path + "-wal"))
        }
        // 150 megabytes went through it; a pass that is late on a busy machine is no reason to fail.
        #expect(largest < 130 << 20)
        #expect(size(path) > 16 << 20)
        try writer.finish()
        #expect(folder.names == ["a.kinescope"])
        let file = try RecordingFile.open(path)
        #expect(file.exchangeCount == 1_500)
        #expect(try file.verify().isEmpty)
    }
}
