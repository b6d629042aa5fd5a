import Foundation

/// A running `kinescope record`, as a shell would start it.
final class RecordProcess: @unchecked Sendable {
    /// The recording.
    let path: String
    /// Where it listens.
    private(set) var port = 0
    private(set) var identifier: pid_t = 0
    private let files = TemporaryFolder()
    private var status: Int32?

    struct Unexpected: Error, CustomStringConvertible {
        var description: String
    }

    /// Starts it on a free port, and waits until it listens.
    ///
    /// The authority is in `folder`, and so is the recording, unless other places are named. With `wrapper` that command
    /// starts the rest of its arguments, and puts that process's number into `pid` in `folder`.
    init(
        _ arguments: [String] = [],
        in folder: TemporaryFolder,
        recording: String? = nil,
        authority: TemporaryFolder? = nil,
        environment: [String: String] = [:],
        wrapper: [String] = []
    ) throws {
        path = recording ?? folder.url(of: "r.kinescope").path
        let words =
            wrapper + [
                CommandLineRun.binary.path, "record", "-o", path, "--port", "0", "--json", "--authority",
                authority?.url.path ?? folder.url(of: "authority").path,
            ] + arguments
        try spawn(words, ProcessInfo.processInfo.environment.merging(environment) { _, new in new })
        let deadline = Date().addingTimeInterval(60)
        while !output.contains("\n") {
            guard Date() < deadline, !hasEnded else { throw Unexpected(description: "does not listen: \(error)") }
            usleep(2_000)
        }
        let line = output.prefix { $0 != "\n" }
        guard let port = line.firstMatch(of: /"port":(\d+)/).flatMap({ Int($0.1) }) else {
            throw Unexpected(description: "says no port: \(line)")
        }
        self.port = port
        if !wrapper.isEmpty {
            let text = String(decoding: try folder.bytes(of: "pid"), as: UTF8.self)
            identifier = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? identifier
        }
    }

    deinit {
        guard !hasEnded else { return }
        kill(identifier, SIGKILL)
        waitpid(spawned, nil, 0)
    }

    /// What it has written to standard output.
    var output: String { text("out") }
    /// What it has written to standard error.
    var error: String { text("error") }

    /// Sends it a signal and waits until it has ended.
    ///
    /// - Returns: its exit code, or the signal that ended it as a negative number.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) throws -> Int32 {
        kill(identifier, signal)
        let deadline = Date().addingTimeInterval(60)
        while !hasEnded {
            guard Date() < deadline else { throw Unexpected(description: "does not end: \(error)") }
            usleep(1_000)
        }
        let status = status ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    /// A line of `/proc/PID/status`, such as `VmRSS`, in bytes.
    func memory(_ name: String) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }.map {
            $0 * 1_024
        }
    }

    // MARK: The process

    private var spawned: pid_t = 0

    private var hasEnded: Bool {
        if status != nil { return true }
        var status: Int32 = 0
        guard waitpid(spawned, &status, WNOHANG) == spawned else { return false }
        self.status = status
        return true
    }

    private func text(_ name: String) -> String {
        String(decoding: (try? files.bytes(of: name)) ?? [], as: UTF8.self)
    }

    private func spawn(_ words: [String], _ environment: [String: String]) throws {
        #if os(Linux)
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        #else
        var attributes: posix_spawnattr_t?
        var actions: posix_spawn_file_actions_t?
        #endif
        // Threads of a test block signals, and that would be handed on.
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (descriptor, name) in [(Int32(1), "out"), (2, "error")] {
            let path = files.url(of: name).path
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in arguments + variables { free(word) } }
        guard posix_spawnp(&spawned, words[0], &actions, &attributes, &arguments, &variables) == 0 else {
            throw Unexpected(description: "cannot be started: \(words)")
        }
        identifier = spawned
    }
}

/// Runs what waits on a thread of its own, so that no thread stands still that other tests need.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
        thread.stackSize = 4 << 20
        thread.start()
    }
}
