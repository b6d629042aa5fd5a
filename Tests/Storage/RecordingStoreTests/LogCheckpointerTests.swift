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
        var count = 0
        var grewLast = 0
        // A hundred kilobytes go through the log with each. How far it grows before it begins anew depends on the disk and on
        // who else is at work; begin anew it must, at the latest when the writer has to wait for it.
        while count < 1_500 || count - grewLast < 200, count < 7_000 {
            count += 1
            try writer.append(.sample(count, body: "\(count) \(body)"))
            let size = size(path + "-wal")
            if size > largest { grewLast = count }
            largest = max(largest, size)
        }
        #expect(count - grewLast >= 200, "\(count) went through a log of \(largest) bytes")
        #expect(size(path) > 16 << 20)
        try writer.finish()
        #expect(folder.names == ["a.kinescope"])
        let file = try RecordingFile.open(path)
        #expect(file.exchangeCount == count)
        #expect(try file.verify().isEmpty)
    }
}
