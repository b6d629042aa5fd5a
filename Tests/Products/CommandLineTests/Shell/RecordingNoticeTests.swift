import Exchanges
import Foundation
import RecordingStore
import Testing

@testable import kinescope

@Suite("Whatever lies beside a recording, no command that reads it removes, changes or waits for it")
struct RecordingNoticeTests {
    /// The ways in which files come to lie there: each makes one of this path.
    static let kinds: [String] = ["hot", "empty", "garbage", "link", "pipe", "folder"]
    static let suffixes = ["-journal", "-wal", "-shm", "-unfinished"]
    static let commands = [
        ["show", "a.kinescope"], ["verify", "a.kinescope"], ["export", "a.kinescope", "-o", "-"],
        ["diff", "a.kinescope", "a.kinescope"], ["replay", "a.kinescope"], ["state", "a.kinescope"],
        ["sweep", "a.kinescope"],
    ]

    /// A finished recording, and what each command does with it while nothing lies beside it.
    private static let undisturbed = Result {
        let folder = TemporaryFolder()
        try folder.copyCapture("apple-sso-tvos")
        let log = ["--account-log", "apple-sso-tvos.accounts.jsonl"]
        _ = try CommandLineRun.kinescope(["import", "apple-sso-tvos.har", "-o", "a.kinescope"] + log, in: folder)
        let runs = try commands.map { try CommandLineRun.kinescope($0, in: folder) }
        return (recording: try folder.bytes(of: "a.kinescope"), runs: runs)
    }

    let folder = TemporaryFolder()

    private func plant(_ kind: String, _ name: String) throws {
        let path = folder.url(of: name).path
        switch kind {
        case "hot":
            // A journal of a transaction that was broken off, sqlite.org/fileformat2.html §3: two pages were there before.
            let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
            let head = magic + [0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0, 0x20, 0]
            try folder.write(head + [UInt8](repeating: 0, count: 512 - head.count), to: name)
        case "empty": try folder.write([UInt8](), to: name)
        case "garbage": try folder.write([UInt8](repeating: 0x5A, count: 20_000), to: name)
        case "link":
            let precious = folder.url(of: "precious").path
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: precious)
        case "pipe": mkfifo(path, 0o600)
        default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
    }

    /// Names, kinds and bytes of all that is in the folder.
    private var state: [String] {
        get throws {
            try folder.names.map { name in
                let path = folder.url(of: name).path
                let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
                let bytes = type == .typeRegular ? try folder.bytes(of: name) : []
                return "\(name) \(type?.rawValue ?? "") \(Data(bytes).base64EncodedString())"
            }
        }
    }

    @Test("Beside a finished recording it is named, and the result is the same", arguments: suffixes, kinds)
    func planted(suffix: String, kind: String) throws {
        let undisturbed = try Self.undisturbed.get()
        try folder.write(undisturbed.recording, to: "a.kinescope")
        try folder.write("precious", to: "precious")
        // Three commands each: the others take their turn with other kinds.
        let kindNumber = Self.kinds.firstIndex(of: kind) ?? 0
        let number = (Self.suffixes.firstIndex(of: suffix) ?? 0) * Self.kinds.count + kindNumber
        let turns = [0, 3, 5].map { (number + $0) % Self.commands.count }
        try plant(kind, "a.kinescope" + suffix)
        let before = try state
        for turn in turns {
            let (command, expected) = (Self.commands[turn], undisturbed.runs[turn])
            let run = try CommandLineRun.kinescope(command, in: folder)
            #expect(run.status == expected.status && run.output == expected.output, "\(command): \(run)")
            #expect(run.error.contains("a.kinescope\(suffix) is beside it"), "\(command): \(run.error)")
            #expect(try state == before, "\(command)")
        }
    }

    @Test("A recording at work is said to be unsearched, and is left to its recorder")
    func atWork() throws {
        let path = folder.url(of: "a.kinescope").path
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let information = RecordingInformation(creator: "test", isRedacted: true)
        let writer = try RecordingWriter.create(at: path, information: information, options: options)
        try writer.append(Sample.exchange())
        let export = ["export", "a.kinescope", "-o", "-"]
        for (command, status) in [
            (["show", "a.kinescope"], 0), (["verify", "a.kinescope"], 0), (export, 3), (export + ["--anyway"], 1),
        ] {
            let run = try CommandLineRun.kinescope(command, in: folder)
            #expect(run.status == status, "\(run)")
            #expect(run.error.contains("a recorder is writing it; not searched for late secrets yet"), "\(run)")
        }
        let repair = try CommandLineRun.kinescope(["verify", "--repair", "a.kinescope"], in: folder)
        #expect(repair.isOneLineFailure(3) && repair.error.contains("another program"), "\(repair)")
        try writer.append(Sample.exchange())
        try writer.finish()
        #expect(try RecordingFile.open(path).exchangeCount == 2)
    }
}
