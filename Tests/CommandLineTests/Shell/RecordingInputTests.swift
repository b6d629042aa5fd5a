import Exchanges
import Foundation
import RecordingStore
import Testing

@Suite("A recording that a killed recorder left is repaired by the command that opens it first")
struct RecordingInputTests {
    let folder = TemporaryFolder()

    /// Lays a recording into the folder as a killed recorder leaves it, its last exchange in flight.
    private func leave(_ name: String) throws {
        try folder.copyCapture("ytdlp-sign-on")
        _ = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "whole.kinescope"], in: folder)
        let whole = try RecordingFile.open(folder.url(of: "whole.kinescope").path)
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let path = folder.url(of: "live.kinescope").path
        let writer = try RecordingWriter.create(at: path, information: whole.information, options: options)
        try whole.forEachExchange { exchange in
            if exchange.ordinal == whole.exchangeCount {
                _ = try writer.begin(exchange)
            } else {
                try writer.append(exchange)
            }
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: folder.url(of: name + suffix).path)
        }
        writer.abandon()
    }

    @Test(
        "It does what it is asked for, and says in one line what was repaired; the next one says nothing",
        arguments: [
            ["show", "a.kinescope"], ["show", "a.kinescope", "2", "--json"], ["verify", "a.kinescope"],
            ["export", "a.kinescope", "-o", "-"], ["diff", "a.kinescope", "whole.kinescope"],
            ["replay", "a.kinescope"],
            ["state", "a.kinescope"],
        ]
    )
    func repaired(_ arguments: [String]) throws {
        try leave("a.kinescope")
        let first = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(first.errorLines.count == 1, "\(first)")
        #expect(first.error.hasPrefix("kinescope: a.kinescope: repaired, "), "\(first)")
        #expect(first.error.contains("1 exchange was in flight"))
        #expect(!FileManager.default.fileExists(atPath: folder.url(of: "a.kinescope-wal").path))
        let second = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(second.error.isEmpty, "\(second)")
        #expect(second.status == first.status)
        #expect(second.output == first.output)
    }

    @Test("Verifying it succeeds, and says that it was interrupted")
    func verified() throws {
        try leave("a.kinescope")
        for _ in 1...2 {
            let run = try CommandLineRun.kinescope(["verify", "a.kinescope"], in: folder)
            #expect(run.status == 0, "\(run)")
            #expect(run.output.contains("sound, but interrupted"), "\(run)")
        }
        let show = try CommandLineRun.kinescope(["show", "a.kinescope"], in: folder)
        #expect(show.output.contains("interrupted"), "\(show)")
    }
}
