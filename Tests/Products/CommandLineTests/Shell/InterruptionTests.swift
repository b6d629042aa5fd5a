import Foundation
import Testing

@Suite struct InterruptionTests {
    @Test("An interrupted import leaves nothing behind", arguments: [SIGINT, SIGTERM])
    func interrupted(number: Int32) throws {
        let folder = TemporaryFolder()
        try folder.copyCapture("apple-sso-tvos")
        let url = folder.url(of: "apple-sso-tvos.har")
        var archive = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        var log = try #require(archive["log"] as? [String: Any])
        let entries = try #require(log["entries"] as? [Any])
        log["entries"] = Array(repeating: entries, count: 120).flatMap { $0 }
        archive["log"] = log
        try JSONSerialization.data(withJSONObject: archive).write(to: url)
        let before = try names(in: folder)

        let process = try start("import", url.path, "-o", folder.url(of: "out.kinescope").path)
        let deadline = Date().addingTimeInterval(60)
        while try names(in: folder) == before, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
        // The file is there a moment before the program knows that it is to be removed.
        Thread.sleep(forTimeInterval: 0.1)
        kill(process, number)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
        #expect(status & 0x7F == number)
        #expect(try names(in: folder) == before)
    }

    /// Starts `kinescope` as a shell would: threads of a test block signals, and `Process` hands that on.
    private func start(_ arguments: String...) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let path = CommandLineRun.binary.path
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { for word in unsafe words { unsafe free(word) } }
        var process: pid_t = 0
        try #require(unsafe posix_spawn(&process, path, nil, &attributes, &words, nil) == 0)
        return process
    }

    private func names(in folder: TemporaryFolder) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    }
}
