import Foundation

/// A program as a shell would start it: threads of a test block signals, and Foundation's `Process` hands that on.
///
/// `Process` also keeps the files of its standard streams open for good on Linux, and where some thousand are open, it reads behind the
/// end of the list that it makes of them, which ended a test run now and then (swift-corelibs-foundation, Swift 6.3).
///
/// Nothing that is open here is handed on either. A connection, a pipe or the socket by which `Process` sees the end of
/// another program would else be open for as long as this one runs, and whoever waits for its end would wait as well.
final class SpawnedProcess: @unchecked Sendable {
    /// Its number.
    let identifier: pid_t
    private var status: Int32?

    /// Starts it.
    ///
    /// - Parameters:
    ///   - words: The command, looked for as a shell does, and its arguments.
    ///   - folder: Where it runs; nil for where the tests do.
    ///   - environment: All of its variables.
    ///   - input: The file that it reads from standard input.
    ///   - output: The file that takes its standard output.
    ///   - error: The file that takes its standard error.
    /// - Throws: ``Unexpected`` if there is no such command.
    init(
        _ words: [String],
        in folder: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        input: String = "/dev/null",
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
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        for (descriptor, path) in [(Int32(1), output), (2, error)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        #if os(Linux)
        for descriptor in 3..<Int32(4_096) where fcntl(descriptor, F_GETFD) >= 0 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        #else
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // A shell that becomes the program: what else changes the directory of a child is not there in Swift everywhere.
        let words = folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0] + words } ?? words
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        // A window so wide that nothing wraps, unless its width is what the test is about.
        let known = ["COLUMNS": "100000"].merging(environment) { _, given in given }
        var variables: [UnsafeMutablePointer<CChar>?] = known.map { strdup("\($0)=\($1)") } + [nil]
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

    /// An error about something that it did, or did not do.
    struct Unexpected: Error, CustomStringConvertible {
        var description: String
    }

    /// True if it has ended.
    var hasEnded: Bool {
        if status != nil { return true }
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
        self.status = status
        return true
    }

    /// Waits until it has ended, and ends it when the time is over: a test that stands still stops all others.
    ///
    /// - Parameter seconds: How long it may take.
    /// - Returns: Its exit code, or the signal that ended it as a negative number.
    /// - Throws: ``Unexpected`` if it had to be ended.
    func waitUntilEnd(atMost seconds: TimeInterval = 60) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !hasEnded {
            guard Date() < deadline else {
                kill(identifier, SIGKILL)
                throw Unexpected(description: "process \(identifier) does not end")
            }
            usleep(1_000)
        }
        let status = status ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
}
