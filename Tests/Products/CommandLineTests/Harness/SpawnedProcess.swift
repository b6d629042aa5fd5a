import Foundation

/// A program as a shell would start it: threads of a test block signals, and Foundation's `Process` hands that on.
///
/// Nothing that is open here is handed on either. A connection, a pipe or the socket by which `Process` sees the end of
/// another program would else be open for as long as this one runs, and whoever waits for its end would wait as well.
final class SpawnedProcess: @unchecked Sendable {
    /// Its number.
    let identifier: pid_t
    private var status: Int32?

    /// Starts it, with nothing to read.
    ///
    /// - Parameters:
    ///   - words: The command, looked for as a shell does, and its arguments.
    ///   - environment: All of its variables.
    ///   - output: The file that takes its standard output.
    ///   - error: The file that takes its standard error.
    /// - Throws: ``Unexpected`` if there is no such command.
    init(
        _ words: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment,
        output: String = "/dev/null",
        error: String = "/dev/null"
    ) throws {
        #if os(Linux)
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        #else
        var attributes: posix_spawnattr_t?
        var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (descriptor, path) in [(Int32(1), output), (2, error)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        #if os(Linux)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            if let descriptor = Int32(name), descriptor > 2 {
                posix_spawn_file_actions_addclose(&actions, descriptor)
            }
        }
        #else
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in arguments + variables { free(word) } }
        var identifier: pid_t = 0
        guard posix_spawnp(&identifier, words[0], &actions, &attributes, &arguments, &variables) == 0 else {
            throw Unexpected(description: "cannot be started: \(words)")
        }
        self.identifier = identifier
    }

    deinit {
        guard !hasEnded else { return }
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    /// What it did, or did not.
    struct Unexpected: Error, CustomStringConvertible {
        var description: String
    }

    /// Whether it has ended.
    var hasEnded: Bool {
        if status != nil { return true }
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
        self.status = status
        return true
    }

    /// Waits until it has ended: for a minute at most.
    ///
    /// - Returns: Its exit code, or the signal that ended it as a negative number.
    /// - Throws: ``Unexpected`` if it goes on.
    func waitUntilEnd() throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !hasEnded {
            guard Date() < deadline else { throw Unexpected(description: "process \(identifier) does not end") }
            usleep(1_000)
        }
        let status = status ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
}
