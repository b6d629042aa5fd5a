import Foundation

/// A running `kinescope record`, as a shell would start it.
final class RecordProcess: @unchecked Sendable {
    /// The recording.
    let path: String
    /// The port on which it listens.
    private(set) var port = 0
    private(set) var identifier: pid_t
    private let files = TemporaryFolder()
    private let process: SpawnedProcess

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
                CommandLineRun.binary.path, "record", "-o", path, "--port", "0", "--json", "--ca-directory",
                authority?.url.path ?? folder.url(of: "authority").path,
            ] + arguments
        process = try SpawnedProcess(
            words,
            environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new },
            output: files.url(of: "out").path,
            error: files.url(of: "error").path
        )
        identifier = process.identifier
        let deadline = Date().addingTimeInterval(60)
        // The first line is the header.
        while output.count(where: { $0 == "\n" }) < 2 {
            guard Date() < deadline, !process.hasEnded else {
                throw SpawnedProcess.Unexpected(description: "does not listen: \(error)")
            }
            usleep(2_000)
        }
        let line = output.split(separator: "\n")[1]
        guard let port = line.firstMatch(of: /"port":(\d+)/).flatMap({ Int($0.1) }) else {
            throw SpawnedProcess.Unexpected(description: "says no port: \(line)")
        }
        self.port = port
        if !wrapper.isEmpty {
            let text = String(decoding: try folder.bytes(of: "pid"), as: UTF8.self)
            identifier = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? identifier
        }
    }

    deinit {
        // Behind a wrapper it is not the process that was started.
        if !process.hasEnded { kill(identifier, SIGKILL) }
    }

    /// The text that it has written to standard output.
    var output: String { text("out") }
    /// The text that it has written to standard error.
    var error: String { text("error") }

    /// Sends it a signal and waits until it has ended.
    ///
    /// - Returns: its exit code, or the signal that ended it as a negative number.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) throws -> Int32 {
        kill(identifier, signal)
        return try process.waitUntilEnd()
    }

    /// A line of `/proc/PID/status`, such as `VmRSS`, in bytes.
    func memory(_ name: String) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }.map {
            $0 * 1_024
        }
    }

    private func text(_ name: String) -> String {
        String(decoding: (try? files.bytes(of: name)) ?? [], as: UTF8.self)
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
