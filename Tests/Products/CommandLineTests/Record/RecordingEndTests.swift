import Exchanges
import Foundation
import Proxy
import RecordingStore
import Redaction
import Testing

@testable import kinescope

@Suite struct RecordingEndTests {
    let folder = TemporaryFolder()

    @Test("A recording with a secret that stays is unfinished, and every command says why")
    func stays() throws {
        let path = folder.url(of: "r.kinescope").path
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let information = RecordingInformation(creator: "test", isRedacted: true)
        let writer = try RecordingWriter.create(at: path, information: information, options: options)
        try writer.append(Sample.exchange())
        try writer.finish { _ in writer.staysUnfinished = true }
        let export = ["export", "r.kinescope", "-o", "-", "--anyway"]
        for (command, status) in [(["show", "r.kinescope"], 0), (["verify", "r.kinescope"], 0), (export, 1)] {
            let run = try CommandLineRun.kinescope(command, in: folder)
            #expect(run.status == status && run.errorLines.count == 1, "\(run)")
            #expect(run.error.contains("unfinished: a secret was found in it"), "\(run)")
        }
        let file = try RecordingFile.open(path)
        #expect(!file.isFinished && !file.isInterrupted && file.holdsSecret)
    }

    @Test("A secret that only a later exchange gave away is taken out of the earlier ones at the end")
    func givenAwayLater() throws {
        let path = folder.url(of: "r.kinescope").path
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let writer = try RecordingWriter.create(
            at: path,
            information: RecordingInformation(creator: "test", isRedacted: true),
            options: options
        )
        var scribe = RedactingWriter(writer: writer, redactor: Redactor(key: [1], remembering: .live))
        // In a place that says nothing, then under a name that says what it is.
        let secret = "kite-subscriber-90210-x"
        _ = try scribe.write([Sample.ended(1, path: "/help/\(secret)/page")])
        let before = try RecordingFile.open(path)
        #expect(try before.exchange(ordinal: 1)?.request.url.contains(secret) == true)
        before.close()
        _ = try scribe.write([Sample.ended(2, body: #"{"userId":"\#(secret)"}"#)])
        let end = RecordingEnd(path: path, redactor: scribe.redactor)
        #expect(try end.finish(writer) == nil)
        let file = try RecordingFile.open(path)
        let exchanges = try file.recording().exchanges
        #expect(exchanges.count == 2 && exchanges[0].request.url.hasPrefix("https://api.auth.adobe.com/help/"))
        #expect(exchanges[0].request.url.count == "https://api.auth.adobe.com/help/\(secret)/page".count)
        #expect(try file.verify().isEmpty && file.isFinished)
        #expect(Data(try folder.bytes(of: "r.kinescope")).range(of: Data(secret.utf8)) == nil)
        #expect(folder.names == ["r.kinescope"])
    }
}
