import Exchanges
import Foundation
import RecordingStore
import Testing

@Suite("A recording that a killed recorder left is read by every command as it is, and is said to be unfinished")
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
        "It does what it is asked for, says in one line that it was interrupted, and changes nothing",
        arguments: [
            ["show", "a.kinescope"], ["show", "a.kinescope", "2", "--json"], ["verify", "a.kinescope"],
            ["export", "a.kinescope", "-o", "-", "--anyway"], ["diff", "a.kinescope", "whole.kinescope"],
            ["replay", "a.kinescope"],
            ["state", "a.kinescope"],
        ]
    )
    func interrupted(_ arguments: [String]) throws {
        try leave("a.kinescope")
        let names = ["a.kinescope", "a.kinescope-wal"]
        let before = try names.map { try folder.bytes(of: $0) }
        let first = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(first.errorLines.count == 1, "\(first)")
        #expect(first.error.hasPrefix("kinescope: a.kinescope: its recorder was killed"), "\(first)")
        #expect(first.error.contains("1 exchange in flight"))
        #expect(first.error.contains("not searched for late secrets, do not pass it on"))
        let second = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(second.error == first.error)
        #expect(second.status == first.status)
        #expect(second.output == first.output)
        #expect(try names.map { try folder.bytes(of: $0) } == before)
        #expect(!folder.names.contains("a.kinescope-shm"))
    }

    @Test("Verifying it succeeds, and says that it was interrupted")
    func verified() throws {
        try leave("a.kinescope")
        for _ in 1...2 {
            let run = try CommandLineRun.kinescope(["verify", "a.kinescope"], in: folder)
            #expect(run.status == 0, "\(run)")
            #expect(run.output.contains("not finished, and not searched for late secrets"), "\(run)")
        }
        let show = try CommandLineRun.kinescope(["show", "a.kinescope"], in: folder)
        #expect(show.output.contains("interrupted"), "\(show)")
    }
}
