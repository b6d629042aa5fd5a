import Foundation

/// One run of the built `kinescope`, and what came of it.
struct CommandLineRun {
    /// The exit code.
    let status: Int32
    /// The text that it wrote to standard output.
    let output: String
    /// The text that it wrote to standard error.
    let error: String

    /// The lines on standard error.
    var errorLines: [Substring] { error.split(separator: "\n", omittingEmptySubsequences: true) }

    /// Checks whether it failed as every failure should: the given code, one line on standard error, nothing on
    /// standard output.
    func isOneLineFailure(_ code: Int32) -> Bool {
        status == code && errorLines.count == 1 && error.hasPrefix("kinescope: ") && output.isEmpty
    }

    /// Runs `kinescope` with these arguments and waits for it; ends it after two minutes.
    ///
    /// Output goes through files, since a pipe that nobody empties would stop the process.
    static func kinescope(
        _ arguments: [String],
        in folder: TemporaryFolder,
        input: String = "",
        environment: [String: String] = [:],
        at directory: String? = nil
    ) throws -> CommandLineRun {
        let files = TemporaryFolder()
        try Data(input.utf8).write(to: files.url(of: "in"))
        let process = try SpawnedProcess(
            [binary.path] + arguments,
            in: directory ?? folder.url.path,
            environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new },
            input: files.url(of: "in").path,
            output: files.url(of: "out").path,
            error: files.url(of: "error").path
        )
        let status = try process.waitUntilEnd(atMost: 120)
        return CommandLineRun(
            status: status,
            output: String(decoding: try files.bytes(of: "out"), as: UTF8.self),
            error: String(decoding: try files.bytes(of: "error"), as: UTF8.self)
        )
    }

    /// The binary: it lies beside the test bundle in the build folder.
    static let binary: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let test = bundle ?? URL(filePath: CommandLine.arguments[0]).standardizedFileURL
        return test.deletingLastPathComponent().appending(path: "kinescope")
    }()
}
