import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct ExportCommandTests {
    @Test("A pipe with a name is written into, and nothing takes its place")
    func pipe() throws {
        let folder = TemporaryFolder()
        try folder.copyCapture("apple-sso-tvos")
        _ = try CommandLineRun.kinescope(["import", "apple-sso-tvos.har"], in: folder)
        let path = folder.url(of: "pipe").path
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        let run = try CommandLineRun.kinescope(["export", "apple-sso-tvos.kinescope", "-o", "pipe"], in: folder)
        // No log was named, so the calls of the one beside the HAR are missing, and that is no secret.
        #expect(run.status == 0 && run.error.contains("VSA calls not written"), "\(run)")
        var start = [UInt8](repeating: 0, count: 6)
        #expect(unsafe read(reader, &start, 6) == 6)
        #expect(String(decoding: start, as: UTF8.self) == "{\"log\"")
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(
        "The HAR file and the VSA log are two files, whatever their names look like",
        arguments: [
            ("a.har", "a.har"), ("a.har", "./a.har"), ("below/../a.har", "a.har"), ("below/a.har", "link/a.har"),
            ("-", "-"),
        ]
    )
    func sameFile(archive: String, log: String) throws {
        let folder = TemporaryFolder()
        try folder.copyCapture("apple-sso-tvos")
        _ = try CommandLineRun.kinescope(["import", "apple-sso-tvos.har"], in: folder)
        try FileManager.default.createDirectory(at: folder.url(of: "below"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.url(of: "link").path,
            withDestinationPath: folder.url(of: "below").path
        )
        let before = folder.names
        let arguments = ["export", "apple-sso-tvos.kinescope", "-o", archive, "--account-log", log]
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.isOneLineFailure(2), "\(run)")
        #expect(folder.names == before)
        let others = try CommandLineRun.kinescope(arguments.dropLast() + ["below/other.jsonl"], in: folder)
        #expect(others.status == 0, "\(others)")
    }

    @Test(
        "Neither HAR file nor VSA log takes the recording's own place, by whatever name, nor with --force",
        arguments: ["a.kinescope", "./a.kinescope", "below/../a.kinescope", "link.kinescope", "hard.kinescope"],
        [["-o"], ["-o", "a.har", "--account-log"], ["-o", "-", "--account-log"]]
    )
    func itself(name: String, options: [String]) throws {
        let folder = TemporaryFolder()
        try folder.copyCapture("apple-sso-tvos")
        let log = ["--account-log", "apple-sso-tvos.accounts.jsonl"]
        _ = try CommandLineRun.kinescope(["import", "apple-sso-tvos.har", "-o", "a.kinescope"] + log, in: folder)
        try FileManager.default.createDirectory(at: folder.url(of: "below"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.url(of: "link.kinescope").path,
            withDestinationPath: "a.kinescope"
        )
        try FileManager.default.linkItem(at: folder.url(of: "a.kinescope"), to: folder.url(of: "hard.kinescope"))
        let (names, bytes) = (folder.names, try folder.bytes(of: "a.kinescope"))
        let run = try CommandLineRun.kinescope(["export", "a.kinescope", "--force"] + options + [name], in: folder)
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error == "kinescope: \(name) is the recording itself: name another file\n")
        #expect(folder.names == names)
        #expect(try folder.bytes(of: "a.kinescope") == bytes)
    }
}
