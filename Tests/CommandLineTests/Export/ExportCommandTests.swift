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
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        var start = [UInt8](repeating: 0, count: 6)
        #expect(unsafe read(reader, &start, 6) == 6)
        #expect(String(decoding: start, as: UTF8.self) == "{\"log\"")
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(
        "The HAR file and the account log are two files, whatever their names look like",
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
}
