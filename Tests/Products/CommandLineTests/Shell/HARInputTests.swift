import Foundation
import RecordingStore
import Testing

@Suite("A HAR file is taken wherever a recording is")
struct HARInputTests {
    let folder = TemporaryFolder()

    init() throws {
        try folder.copyCapture("apple-sso-tvos")
        let imported = try CommandLineRun.kinescope(["import", "apple-sso-tvos.har", "--keep-secrets"], in: folder)
        #expect(imported.status == 0, "\(imported)")
    }

    @Test(
        "It says the same of it as of the recording, names of files aside",
        arguments: [
            ["show", "NAME"], ["show", "NAME", "--json"], ["show", "NAME", "6"], ["show", "NAME", "6", "--json"],
            ["show", "NAME", "8", "--body", "response"], ["show", "NAME", "--vsa-calls"],
            ["show", "NAME", "99"], ["diff", "NAME", "apple-sso-tvos.kinescope"],
        ]
    )
    func same(words: [String]) throws {
        let runs = try ["har", "kinescope"].map { ending in
            let words = words.map { $0 == "NAME" ? "apple-sso-tvos.\(ending)" : $0 }
            return try CommandLineRun.kinescope(words, in: folder)
        }
        #expect(runs[0].status == runs[1].status && runs[0].status == (words.contains("99") ? 3 : 0), "\(runs)")
        let texts = runs.map { ($0.output + $0.error).replacing("tvos.har", with: "tvos.kinescope") }
        #expect(texts[0] == texts[1] && !texts[0].isEmpty)
    }

    @Test("Two HAR files are compared, and what differs is found")
    func diff() throws {
        let text = String(decoding: try folder.bytes(of: "apple-sso-tvos.har"), as: UTF8.self)
        try folder.write(text.replacing("\"status\": 403", with: "\"status\": 404"), to: "other.har")
        let run = try CommandLineRun.kinescope(["diff", "apple-sso-tvos.har", "other.har"], in: folder)
        #expect(run.status == 1 && run.output.contains("404"), "\(run)")
    }

    @Test("There are no digests to verify in it, and nothing to repair; whether it can be read is what is said")
    func verify() throws {
        let run = try CommandLineRun.kinescope(["verify", "apple-sso-tvos.har"], in: folder)
        let expected =
            "apple-sso-tvos.har: can be read, 14 exchanges, 4 VSA calls; a HAR has no digests to verify\n"
        #expect(run.status == 0 && run.output == expected, "\(run)")
        let repair = try CommandLineRun.kinescope(["verify", "--repair", "apple-sso-tvos.har"], in: folder)
        #expect(repair.isOneLineFailure(3) && repair.error.contains("a HAR file"), "\(repair)")
        try folder.write("{", to: "bad.har")
        let bad = try CommandLineRun.kinescope(["verify", "bad.har"], in: folder)
        #expect(bad.isOneLineFailure(3) && bad.error.contains("bad.har"), "\(bad)")
    }

    @Test("Its secrets are written into another file only if that is said")
    func export() throws {
        let words = ["export", "apple-sso-tvos.har", "-o", "other.har"]
        let refused = try CommandLineRun.kinescope(words, in: folder)
        #expect(refused.isOneLineFailure(2) && refused.error.contains("Import it first"), "\(refused)")
        #expect(!folder.names.contains("other.har"))
        let kept = try CommandLineRun.kinescope(words + ["--keep-secrets"], in: folder)
        #expect(kept.status == 0, "\(kept)")
        let recorded = try CommandLineRun.kinescope(["export", "apple-sso-tvos.kinescope", "-o", "-"], in: folder)
        #expect(try recorded.output == String(decoding: folder.bytes(of: "other.har"), as: UTF8.self))
        let senseless = try CommandLineRun.kinescope(
            ["export", "apple-sso-tvos.kinescope", "-o", "a.har", "--keep-secrets"],
            in: folder
        )
        #expect(senseless.isOneLineFailure(2), "\(senseless)")
    }

    @Test(
        "An export never replaces the files that it reads",
        arguments: [("apple-sso-tvos.har", "is the recording itself"), ("apple-sso-tvos.accounts.jsonl", "VSA log")]
    )
    func ownFile(name: String, words: String) throws {
        let before = try folder.bytes(of: name)
        let run = try CommandLineRun.kinescope(
            ["export", "apple-sso-tvos.har", "--keep-secrets", "-o", name, "--force"],
            in: folder
        )
        #expect(run.isOneLineFailure(3) && run.error.contains(words), "\(run)")
        #expect(try folder.bytes(of: name) == before)
    }

    @Test("One that is compressed is named as such", arguments: [["import"], ["show"], ["replay"], ["verify"]])
    func compressed(words: [String]) throws {
        try folder.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], to: "sign-on.har")
        let run = try CommandLineRun.kinescope(words + ["sign-on.har"], in: folder)
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error == "kinescope: sign-on.har: compressed with gzip. Decompress it first, as `gunzip -c` does\n")
    }
}

@Suite("The VSA log beside a HAR file is imported with it")
struct VSALogBesideTests {
    let folder = TemporaryFolder()

    private func imported(_ words: String...) throws -> (count: Int, text: String) {
        let run = try CommandLineRun.kinescope(
            ["import", "apple-sso-tvos.har", "-o", "r.kinescope", "--force"] + words,
            in: folder
        )
        #expect(run.status == 0, "\(run)")
        return (try RecordingFile.open(folder.url(of: "r.kinescope").path).vsaCallCount, run.output)
    }

    @Test("Under its name and either ending, the newer first, and it is said which")
    func beside() throws {
        try folder.copyCapture("apple-sso-tvos")
        let old = try imported()
        #expect(old.count == 4 && old.text.contains("4 VSA calls from apple-sso-tvos.accounts.jsonl"), "\(old)")
        let lines = String(decoding: try folder.bytes(of: "apple-sso-tvos.accounts.jsonl"), as: UTF8.self)
        let first = lines.split(separator: "\n").prefix(1).joined() + "\n"
        try folder.write(first, to: "apple-sso-tvos.vsa.jsonl")
        let new = try imported()
        #expect(new.count == 1 && new.text.contains("1 VSA call from apple-sso-tvos.vsa.jsonl"), "\(new)")
    }

    @Test("Not if another is named, nor where there is none; a log of another name is none")
    func named() throws {
        try folder.copyCapture("apple-sso-tvos")
        try FileManager.default.moveItem(
            at: folder.url(of: "apple-sso-tvos.accounts.jsonl"),
            to: folder.url(of: "apple-sso.vsa.jsonl")
        )
        let none = try imported()
        #expect(none.count == 0 && !none.text.contains("VSA call"), "\(none)")
        try folder.write("", to: "apple-sso-tvos.vsa.jsonl")
        for option in ["--vsa-log", "--account-log"] {
            let named = try imported(option, "apple-sso.vsa.jsonl")
            #expect(named.count == 4 && named.text.contains("from apple-sso.vsa.jsonl"), "\(named)")
        }
    }

    @Test("What is no log stops the import, and is named")
    func broken() throws {
        try folder.copyCapture("apple-sso-tvos")
        try folder.write("[]", to: "apple-sso-tvos.vsa.jsonl")
        let run = try CommandLineRun.kinescope(["import", "apple-sso-tvos.har"], in: folder)
        #expect(run.isOneLineFailure(3) && run.error.contains("apple-sso-tvos.vsa.jsonl"), "\(run)")
        #expect(!folder.names.contains("apple-sso-tvos.kinescope"))
    }
}
