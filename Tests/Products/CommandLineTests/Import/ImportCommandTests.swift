import Foundation
import Testing

@Suite struct ImportCommandTests {
    let folder = TemporaryFolder()

    @Test("Each capture imports, and every exchange with Adobe has Adobe's name", arguments: Capture.all)
    func captures(name: String) throws {
        try folder.copyCapture(name)
        var arguments = ["import", name + ".har"]
        if Capture.cookbook.contains(name) { arguments += ["--account-log", name + ".accounts.jsonl"] }
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        #expect(run.output.contains("secrets replaced in"))
        #expect(!run.output.lowercased().contains("unknown") && !run.output.contains("no operation"))
        #expect(folder.names.contains(name + ".kinescope"))
        #expect(!folder.names.contains { $0.hasSuffix(".unfinished") || $0.hasSuffix("-wal") })
    }

    /// `kinescope import --help`: "The recording is called after the HAR file and lies in the current folder".
    @Test(
        "The recording is called after the HAR file and lies in the current folder, wherever that file is",
        arguments: [
            ("captures/sign-on.har", "sign-on.kinescope"), ("./captures/../captures/sign-on.har", "sign-on.kinescope"),
            ("captures/two.parts.har", "two.parts.kinescope"), ("captures/plain", "plain.kinescope"),
            ("sign-on.har", "sign-on.kinescope"), ("", "sign-on.kinescope"),
        ]
    )
    func name(archive: String, recording: String) throws {
        try FileManager.default.createDirectory(at: folder.url(of: "captures"), withIntermediateDirectories: false)
        // An empty one stands for an absolute path, which only the test itself knows.
        let archive = archive.isEmpty ? folder.url(of: "captures/sign-on.har").path : archive
        let file = archive.hasPrefix("/") ? URL(filePath: archive) : folder.url(of: archive)
        try Data(#"{"log":{"entries":[]}}"#.utf8).write(to: file)
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        let run = try CommandLineRun.kinescope(["import", archive], in: folder)
        #expect(run.status == 0, "\(run)")
        let after = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        #expect(after.sorted() == (before + [recording]).sorted())
        let named = try CommandLineRun.kinescope(["import", archive, "-o", "captures/other"], in: folder)
        #expect(named.status == 0, "\(named)")
        let last = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        #expect(last.sorted() == (before + [recording, "captures/other"]).sorted())
    }

    @Test("Where nobody takes its summary, it says that the recording was written")
    func summaryLost() throws {
        try folder.copyCapture("ytdlp-sign-on")
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let process = try SpawnedProcess(
            [CommandLineRun.binary.path, "import", "ytdlp-sign-on.har", "-o", "a.kinescope"],
            in: folder.url.path,
            output: "/dev/full",
            error: folder.url(of: "errors").path
        )
        let status = try process.waitUntilEnd()
        let text = String(decoding: try folder.bytes(of: "errors"), as: UTF8.self)
        #expect(status == 3 && text.contains("a.kinescope was written, but"), "\(text)")
        #expect(try CommandLineRun.kinescope(["verify", "a.kinescope"], in: folder).status == 0)
    }

    @Test("What cannot be imported is one clear line, and leaves nothing behind", arguments: badHARs)
    func badHAR(bad: BadInput) throws {
        try folder.write(bad.text, to: "bad.har")
        let run = try CommandLineRun.kinescope(["import", "bad.har"], in: folder)
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error.hasPrefix("kinescope: bad.har: "), "\(run.error)")
        #expect(folder.names == ["bad.har"])
    }

    struct BadInput: CustomTestStringConvertible {
        let testDescription: String
        let text: String
    }

    static let badHARs: [BadInput] = {
        let capture = (try? Capture.compactText(of: "apple-sso-tvos")) ?? ""
        return [
            BadInput(testDescription: "an empty file", text: ""),
            BadInput(testDescription: "no JSON", text: "hello"),
            BadInput(testDescription: "JSON that is no HAR", text: "{\"a\": 1}"),
            BadInput(testDescription: "a HAR without entries", text: "{\"log\": {}}"),
            BadInput(testDescription: "a HAR cut in the middle", text: String(capture.prefix(capture.count / 2))),
            BadInput(testDescription: "a HAR cut by one byte", text: String(capture.dropLast(2))),
            BadInput(
                testDescription: "a status that is text",
                text: capture.replacing(#""status":403,"#, with: #""status":"403","#)
            ),
            BadInput(
                testDescription: "entries that are an object",
                text: "{\"log\": {\"entries\": {}}}"
            ),
            BadInput(
                testDescription: "a tower of brackets",
                text: "{\"log\": {\"entries\": " + String(repeating: "[", count: 100_000)
            ),
        ]
    }()

    @Test("A missing file, a folder and a missing VSA log are named")
    func unreadable() throws {
        try folder.copyCapture("apple-sso-tvos")
        for (arguments, words) in [
            (["import", "nowhere.har"], "nowhere.har: no such file or directory"),
            (["import", ".", "-o", "x.kinescope"], "it is a directory"),
            (["import", "apple-sso-tvos.har", "--account-log", "nowhere.jsonl"], "nowhere.jsonl: no such file"),
            (["import", "apple-sso-tvos.har", "-o", "no/such/folder/x.kinescope"], "no/such/folder/x.kinescope"),
        ] {
            let run = try CommandLineRun.kinescope(arguments, in: folder)
            #expect(run.isOneLineFailure(3), "\(run)")
            #expect(run.error.contains(words), "\(run.error)")
        }
        #expect(folder.names == ["apple-sso-tvos.accounts.jsonl", "apple-sso-tvos.har"])
    }

    @Test("A VSA log that is none is refused by line")
    func badVSALog() throws {
        try folder.copyCapture("access-denied-tvos")
        try folder.write("{\"at\": 1}\n", to: "bad.jsonl")
        let run = try CommandLineRun.kinescope(
            ["import", "access-denied-tvos.har", "--account-log", "bad.jsonl"],
            in: folder
        )
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error.contains("bad.jsonl"))
        #expect(!folder.names.contains("access-denied-tvos.kinescope"))
    }

    @Test("An output that exists stays as it is without --force, and when the new import fails with it")
    func existingOutput() throws {
        try folder.copyCapture("ytdlp-sign-on")
        try folder.write("precious", to: "ytdlp-sign-on.kinescope")
        let refused = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har"], in: folder)
        #expect(refused.isOneLineFailure(3), "\(refused)")
        #expect(refused.error.contains("--force"))
        try folder.write("no HAR", to: "bad.har")
        let failed = try CommandLineRun.kinescope(
            ["import", "bad.har", "--force", "-o", "ytdlp-sign-on.kinescope"],
            in: folder
        )
        #expect(failed.isOneLineFailure(3), "\(failed)")
        #expect(try folder.bytes(of: "ytdlp-sign-on.kinescope") == Array("precious".utf8))
        let replaced = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "--force"], in: folder)
        #expect(replaced.status == 0, "\(replaced)")
        #expect(try folder.bytes(of: "ytdlp-sign-on.kinescope").starts(with: Array("SQLite format 3".utf8)))
    }

    @Test("A recording that is to be imported is named as one, and stays")
    func importsRecording() throws {
        try folder.copyCapture("ytdlp-sign-on")
        _ = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "a.kinescope"], in: folder)
        let bytes = try folder.bytes(of: "a.kinescope")
        let run = try CommandLineRun.kinescope(["import", "a.kinescope", "-o", "b.kinescope"], in: folder)
        #expect(run.isOneLineFailure(3) && run.error.contains("A recording needs no import"), "\(run)")
        #expect(try folder.bytes(of: "a.kinescope") == bytes && !folder.names.contains("b.kinescope"))
    }

    @Test("A recording's name may be one character long, and is no stream")
    func shortName() throws {
        try folder.copyCapture("ytdlp-sign-on")
        let short = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "a"], in: folder)
        #expect(short.status == 0 && folder.names.contains("a"), "\(short)")
        let stream = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "-"], in: folder)
        #expect(stream.isOneLineFailure(2) && stream.error.contains("name one with -o"), "\(stream)")
        let recorded = try CommandLineRun.kinescope(["record", "-o", "-"], in: folder)
        #expect(recorded.isOneLineFailure(2), "\(recorded)")
        #expect(!folder.names.contains("-"))
    }

    @Test("What lies beside the output and is somebody's stays without --force", arguments: ["-wal", "-journal"])
    func sideFile(suffix: String) throws {
        try folder.copyCapture("ytdlp-sign-on")
        try folder.write("precious", to: "n.kinescope" + suffix)
        let arguments = ["import", "ytdlp-sign-on.har", "-o", "n.kinescope"]
        let refused = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(refused.isOneLineFailure(3), "\(refused)")
        #expect(refused.error.contains("n.kinescope\(suffix) is in the way") && refused.error.contains("--force"))
        #expect(try folder.bytes(of: "n.kinescope" + suffix) == Array("precious".utf8))
        #expect(!folder.names.contains("n.kinescope"))
        let forced = try CommandLineRun.kinescope(arguments + ["--force"], in: folder)
        #expect(forced.status == 0, "\(forced)")
        #expect(!folder.names.contains("n.kinescope" + suffix))
        #expect(try CommandLineRun.kinescope(["verify", "n.kinescope"], in: folder).status == 0)
    }

    @Test("A recording that a killed recorder left is not touched by an import that fails")
    func failingOntoLog() throws {
        try folder.copyCapture("ytdlp-sign-on")
        let imported = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "a.kinescope"], in: folder)
        try #require(imported.status == 0, "\(imported)")
        // The header of a file that has a log, without the log: whoever opens it writes that it has none.
        var bytes = try folder.bytes(of: "a.kinescope")
        bytes.replaceSubrange(18..<20, with: [2, 2])
        try Data(bytes).write(to: folder.url(of: "a.kinescope"))
        try folder.write("no HAR", to: "bad.har")
        for archive in ["bad.har", "nowhere.har"] {
            let run = try CommandLineRun.kinescope(["import", archive, "-o", "a.kinescope", "--force"], in: folder)
            #expect(run.isOneLineFailure(3), "\(run)")
            #expect(try folder.bytes(of: "a.kinescope") == bytes)
        }
        let run = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "-o", "a.kinescope"], in: folder)
        #expect(run.isOneLineFailure(3) && run.error.contains("the file exists. "), "\(run)")
        #expect(try folder.bytes(of: "a.kinescope") == bytes)
    }

    @Test("The archive itself is never overwritten")
    func ontoItself() throws {
        try folder.copyCapture("ytdlp-sign-on")
        let before = try folder.bytes(of: "ytdlp-sign-on.har")
        let run = try CommandLineRun.kinescope(
            ["import", "ytdlp-sign-on.har", "-o", "./ytdlp-sign-on.har", "--force"],
            in: folder
        )
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(try folder.bytes(of: "ytdlp-sign-on.har") == before)
    }

    @Test("A folder that may not be written to is refused, and stays as it was", .enabled(if: getuid() != 0))
    func readOnlyFolder() throws {
        try folder.copyCapture("ytdlp-sign-on")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
        let run = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har"], in: folder)
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(folder.names == ["ytdlp-sign-on.har"])
    }

    @Test("Standard input is an archive when it is called -, and needs a name for the recording")
    func standardInput() throws {
        try folder.copyCapture("ytdlp-sign-on")
        let text = String(decoding: try folder.bytes(of: "ytdlp-sign-on.har"), as: UTF8.self)
        #expect(try CommandLineRun.kinescope(["import", "-"], in: folder, input: text).isOneLineFailure(2))
        let run = try CommandLineRun.kinescope(["import", "-", "-o", "in.kinescope"], in: folder, input: text)
        #expect(run.status == 0, "\(run)")
        #expect(folder.names.contains("in.kinescope"))
    }

    @Test("An odd value is a warning of one line, which --strict refuses; export gives it back")
    func oddValues() throws {
        let capture = try Capture.compactText(of: "apple-sso-tvos")
        let text = capture.replacing(#""status":403,"#, with: #""status":403.0,"#)
        try #require(text != capture)
        try folder.write(text, to: "odd.har")
        let run = try CommandLineRun.kinescope(["import", "odd.har"], in: folder)
        let count = text.components(separatedBy: "403.0").count - 1
        #expect(run.status == 0, "\(run)")
        #expect(run.error.split(separator: "\n").count == count, "\(run.error)")
        #expect(run.error.hasPrefix("kinescope: odd.har: warning: log.entries["), "\(run.error)")
        #expect(run.error.contains("].response.status (byte "))
        let read = try CommandLineRun.kinescope(["state", "odd.har"], in: folder)
        #expect(read.status == 0 && read.error == run.error, "read directly it is told as well: \(read)")
        let export = try CommandLineRun.kinescope(["export", "odd.kinescope", "-o", "again.har"], in: folder)
        #expect(export.status == 0, "\(export)")
        #expect(String(decoding: try folder.bytes(of: "again.har"), as: UTF8.self).contains("403.0"))
        let strict = try CommandLineRun.kinescope(["import", "odd.har", "--strict", "-o", "s.kinescope"], in: folder)
        #expect(strict.isOneLineFailure(3), "\(strict)")
        #expect(!folder.names.contains("s.kinescope"))
    }

    @Test("Of very many odd values twenty are told, and how many there are")
    func manyOddValues() throws {
        let entry =
            #"{"startedDateTime":"2026-11-20T21:59:12Z","time":-1,"request":{"method":"GET","url":"https://api.auth.adobe.com/"}}"#
        let entries = Array(repeating: entry, count: 25).joined(separator: ",")
        try folder.write(#"{"log":{"entries":[\#(entries)]}}"#, to: "odd.har")
        let run = try CommandLineRun.kinescope(["import", "odd.har"], in: folder)
        #expect(run.status == 0, "\(run)")
        let lines = run.error.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.last == "kinescope: odd.har: 5 warnings more; --strict refuses such a file")
    }

    @Test("Kept secrets are told, by the import and by the recording")
    func keptSecrets() throws {
        try folder.copyCapture("ytdlp-sign-on")
        let run = try CommandLineRun.kinescope(["import", "ytdlp-sign-on.har", "--keep-secrets"], in: folder)
        #expect(run.output.contains("do not pass this file on"))
        let show = try CommandLineRun.kinescope(["show", "ytdlp-sign-on.kinescope"], in: folder)
        #expect(show.output.contains("do not pass this file on"))
    }
}

@Suite("A HAR without a single Adobe Pass call")
struct NoAdobeCallTests {
    let folder = TemporaryFolder()

    private func imported(
        _ urls: String...,
        method: String = "GET",
        options: [String] = ["--force"]
    ) throws -> CommandLineRun {
        let entries = urls.map {
            #"{"startedDateTime":"2026-11-20T08:00:00Z","time":1,"request":{"method":"\#(method)","url":"\#($0)","#
                + #""httpVersion":"HTTP/1.1","cookies":[],"headers":[],"queryString":[],"headersSize":-1,"bodySize":0},"#
                + #""response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"#
                + #""content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0},"cache":{},"#
                + #""timings":{"send":0,"wait":1,"receive":0}}"#
        }
        try folder.write(#"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#, to: "a.har")
        return try CommandLineRun.kinescope(["import", "a.har"] + options, in: folder)
    }

    @Test("It is imported, with a warning that says what to do")
    func warning() throws {
        let run = try imported("https://kite.example/a", "https://adobe.com.kite.example/api/v1/authorize")
        let expected =
            "kinescope: a.har: none of its 2 exchanges is an Adobe Pass call. "
            + "Record again with *.auth.adobe.com decrypted\n"
        #expect(run.status == 0 && run.error == expected, "\(run)")
        #expect(folder.names.contains("a.kinescope"))
        #expect(try imported().error.contains("none of its 0 exchanges"))
    }

    @Test("A tunnel to Adobe that nobody looked into is none")
    func tunnel() throws {
        let run = try imported("https://api.auth.adobe.com:443/", "https://sp.auth.adobe.com/", method: "CONNECT")
        #expect(run.status == 0 && run.error.contains("none of its 2 exchanges"), "\(run)")
    }

    @Test("With --strict it is refused, and nothing is written")
    func strict() throws {
        let run = try imported("https://kite.example/a", options: ["--strict"])
        #expect(run.isOneLineFailure(3) && run.error.contains("is an Adobe Pass call"), "\(run)")
        #expect(folder.names == ["a.har"])
        #expect(try imported("https://api.auth.adobe.com/api/v1/checkauthn", options: ["--strict"]).status == 0)
    }

    @Test("One call is enough, whichever it is", arguments: ["/api/v1/checkauthn", "/api/v2/KITETV/profiles", "/"])
    func call(path: String) throws {
        let run = try imported("https://kite.example/a", "https://api.auth.adobe.com\(path)")
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    }
}
