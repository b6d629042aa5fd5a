import Foundation

/// One run of the built `kinescope`, and what came of it.
struct CommandLineRun {
    /// The exit code.
    let status: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
    let error: String

    /// The lines on standard error.
    var errorLines: [Substring] { error.split(separator: "\n", omittingEmptySubsequences: true) }

    /// Whether it failed as every failure should: the given code, one line on standard error, nothing on standard output.
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
        environment: [String: String] = [:]
    ) throws -> CommandLineRun {
        let files = TemporaryFolder()
        try Data(input.utf8).write(to: files.url(of: "in"))
        for name in ["out", "error"] { try Data().write(to: files.url(of: name)) }
        let process = Process()
        process.executableURL = binary
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = try FileHandle(forReadingFrom: files.url(of: "in"))
        process.standardOutput = try FileHandle(forWritingTo: files.url(of: "out"))
        process.standardError = try FileHandle(forWritingTo: files.url(of: "error"))
        try process.run()
        try process.waitUntilExit(atMost: 120)
        return CommandLineRun(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: try Data(contentsOf: files.url(of: "out")), as: UTF8.self),
            error: String(decoding: try Data(contentsOf: files.url(of: "error")), as: UTF8.self)
        )
    }

    /// The binary: it lies beside the test bundle in the build folder.
    static let binary: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let test = bundle ?? URL(filePath: CommandLine.arguments[0]).standardizedFileURL
        return test.deletingLastPathComponent().appending(path: "kinescope")
    }()
}
