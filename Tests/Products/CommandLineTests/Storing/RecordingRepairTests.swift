import Exchanges
import Foundation
import RecordingStore
import Redaction
import Testing
import VirtualTime

@testable import kinescope

@Suite("A recording whose recorder was killed is finished when that is asked for")
struct RecordingRepairTests {
    let folder = TemporaryFolder()
    private let secret = "kite-subscriber-90210-x"

    private var path: String { folder.url(of: "a.kinescope").path }

    /// Leaves a recording whose second exchange gives away what stands in the first, as a killed recorder does.
    private func leave(reporting action: UserAction.Action? = nil) throws {
        let live = folder.url(of: "live.kinescope").path
        let fingerprints = SecretFingerprints(key: (0..<32).map { UInt8($0) })
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        options.kept = fingerprints.header
        let writer = try RecordingWriter.create(
            at: live,
            information: RecordingInformation(creator: "test", isRedacted: true),
            options: options
        )
        let redactor = Redactor(key: [1], remembering: .live)
        var scribe = RedactingWriter(writer: writer, redactor: redactor, fingerprints: fingerprints)
        if let action {
            let userAction = UserAction(
                ordinal: 0,
                occurredAt: Instant(secondsSince1970: 1_795_211_952),
                action: action
            )
            _ = try scribe.write([.userActions([userAction])])
            _ = try scribe.write([Sample.ended(1)])
        } else {
            _ = try scribe.write([Sample.ended(1, path: "/help/\(secret)/page")])
        }
        _ = try scribe.write([Sample.ended(2, body: #"{"userId":"\#(secret)"}"#)])
        for suffix in ["", "-wal", "-unfinished"] {
            try FileManager.default.copyItem(atPath: live + suffix, toPath: path + suffix)
        }
        writer.abandon()
        #expect(try holdsSecret("a.kinescope-wal") && !holdsSecret("a.kinescope-unfinished"))
    }

    private func holdsSecret(_ name: String) throws -> Bool {
        Data(try folder.bytes(of: name)).range(of: Data(secret.utf8)) != nil
    }

    @Test("With what the recorder kept, late secrets are found and get the pseudonym they have elsewhere")
    func searched() throws {
        try leave()
        let run = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        #expect(run.status == 0 && run.output.contains("a.kinescope: ok, but interrupted"), "\(run)")
        #expect(run.errorLines.count == 1 && run.error.contains("searched for "), "\(run)")
        #expect(folder.names == ["a.kinescope"])
        #expect(try !holdsSecret("a.kinescope"))
        let exchanges = try RecordingFile.open(path).recording().exchanges
        let body = String(decoding: exchanges[1].response?.body ?? [], as: UTF8.self)
        let pseudonym = body.dropFirst(#"{"userId":""#.count).dropLast(2)
        #expect(exchanges[0].request.url == "https://api.auth.adobe.com/help/\(pseudonym)/page")
        let again = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        #expect(again.status == 0 && again.error.isEmpty && again.output == run.output)
    }

    @Test(
        "A secret that stands nowhere but in what the user did is found too",
        arguments: [
            { .play(resource: $0) }, { .selectProvider($0) },
            { .preauthorize(resources: ["KITE1", "a \($0)", "KITE2"]) },
        ] as [@Sendable (String) -> UserAction.Action]
    )
    func userActions(action: @Sendable (String) -> UserAction.Action) throws {
        try leave(reporting: action(secret))
        let run = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        #expect(run.status == 0 && folder.names == ["a.kinescope"], "\(run)")
        #expect(try !holdsSecret("a.kinescope"))
        let recording = try RecordingFile.open(path).recording()
        let body = String(decoding: recording.exchanges[1].response?.body ?? [], as: UTF8.self)
        let pseudonym = String(body.dropFirst(#"{"userId":""#.count).dropLast(2))
        #expect(recording.userActions.map(\.action) == [action(pseudonym)])
    }

    @Test(
        "A damaged log is said to be kept under the name that it has, whatever stands beside it",
        arguments: [false, true]
    )
    func keptLog(isTaken: Bool) throws {
        try leave()
        var log = try folder.bytes(of: "a.kinescope-wal")
        log[log.count - 2_000] ^= 0x40
        try folder.write(log, to: "a.kinescope-wal")
        if isTaken { try folder.write("another", to: "a.kinescope-wal-damaged") }
        let run = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        let name = "a.kinescope-wal-damaged" + (isTaken ? "-2" : "")
        #expect(try folder.bytes(of: name) == log)
        #expect(run.error.contains("; the damaged log is kept as \(name), which may hold secrets"), "\(run)")
        // Whoever reads the recording later is told, too.
        let later = try CommandLineRun.kinescope(["verify", "a.kinescope"], in: folder)
        #expect(later.error.contains("\(name), kept by a repair, may hold secrets"), "\(later)")
    }

    @Test("What was not searched is not exported, but with --anyway, whose exit code states it")
    func unsearchedExport() throws {
        try leave()
        let refused = try CommandLineRun.kinescope(["export", "a.kinescope", "-o", "a.har"], in: folder)
        #expect(refused.status == 3 && refused.error.contains("--anyway exports it as it is"), "\(refused)")
        #expect(!folder.names.contains("a.har"))
        let anyway = try CommandLineRun.kinescope(["export", "a.kinescope", "-o", "a.har", "--anyway"], in: folder)
        #expect(anyway.status == 1 && folder.names.contains("a.har"), "\(anyway)")
        _ = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        let repaired = try CommandLineRun.kinescope(["export", "a.kinescope", "-o", "b.har"], in: folder)
        #expect(repaired.status == 0 && folder.names.contains("b.har"), "\(repaired)")
    }

    @Test("Without it, texts that no rule vouches for are removed, and that is said")
    func removed() throws {
        try leave()
        try FileManager.default.removeItem(at: folder.url(of: "a.kinescope-unfinished"))
        let run = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        #expect(run.status == 0 && run.output.contains("a.kinescope: ok, but interrupted"), "\(run)")
        #expect(run.error.contains("texts that no rule vouches for were removed from "), "\(run)")
        #expect(folder.names == ["a.kinescope"])
        #expect(try !holdsSecret("a.kinescope"))
        #expect(try RecordingFile.open(path).exchangeCount == 2)
    }

    @Test("Appending finishes it first, says so, and removes nothing on its own")
    func appending() throws {
        try leave()
        let arguments = ["-o", "a.kinescope", "--append"]
        let recorder = try RunningRecorder(arguments, in: folder)
        #expect(recorder.error.contains("a.kinescope: finished, since its recorder was killed"))
        let run = try recorder.stop()
        #expect(run.status == 0, "\(run)")
        #expect(try !holdsSecret("a.kinescope"))
        try FileManager.default.removeItem(atPath: path)
        try leave()
        try FileManager.default.removeItem(at: folder.url(of: "a.kinescope-unfinished"))
        let before = try folder.bytes(of: "a.kinescope-wal")
        let refused = try CommandLineRun.kinescope(
            ["record", "--port", "0", "--ca-directory", "authority"] + arguments,
            in: folder
        )
        #expect(refused.isOneLineFailure(3) && refused.error.contains("kinescope verify --repair"), "\(refused)")
        #expect(try folder.bytes(of: "a.kinescope-wal") == before)
    }

    @Test("What a recorder left beside a recording that it finished goes")
    func leftovers() throws {
        try leave()
        let kept = try folder.bytes(of: "a.kinescope-unfinished")
        _ = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        try folder.write(kept, to: "a.kinescope-unfinished")
        let reading = try CommandLineRun.kinescope(["verify", "a.kinescope"], in: folder)
        #expect(reading.error.contains("a.kinescope-unfinished is beside it"), "\(reading)")
        let run = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        #expect(run.status == 0 && run.error.contains("removed what its recorder had left"), "\(run)")
        #expect(folder.names == ["a.kinescope"])
    }
}
