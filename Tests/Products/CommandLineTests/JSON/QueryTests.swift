import Checkout
import Foundation
import Testing

/// The queries with jq in Documentation/how-to/ci.md.
enum Queries {
    /// Where the system's programs are looked for.
    static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    static let hasEngine = path.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: $0 + "/jq")
    }

    static let page = Checkout.top.appending(path: "Documentation/how-to/ci.md")

    static let hasPage = FileManager.default.fileExists(atPath: page.path)

    /// The lines of the page's code blocks that call jq: as they are shown, without the prompt.
    static let lines: [String] = {
        let lines = ((try? String(contentsOf: page, encoding: .utf8)) ?? "").split(separator: "\n")
        return lines.map { $0.hasPrefix("$ ") ? $0.dropFirst(2) : $0 }
            .filter { $0.hasPrefix("jq ") || $0.hasPrefix("kinescope ") && $0.contains("| jq ") }.map(String.init)
    }()
}

@Suite(
    .enabled(if: Queries.hasEngine, "jq is not installed, so no query of how-to/ci.md was tried"),
    .enabled(if: Queries.hasPage, "there is no how-to/ci.md, so no query was tried")
)
struct QueryTests {
    let folder = TemporaryFolder()

    @Test("The page has queries")
    func found() {
        #expect(Queries.lines.count >= 4)
    }

    @Test("Each query runs and prints something", arguments: Queries.lines)
    func query(line: String) throws {
        for name in ["Recordings", "Scenarios"] {
            let target = Checkout.top.appending(path: name)
            try FileManager.default.createSymbolicLink(at: folder.url(of: name), withDestinationURL: target)
        }
        // What queries read from files: a replay with an error in it, and a scenario that fails.
        try folder.copyCapture("apple-sso-tvos")
        let changed = try Capture.compactText(of: "apple-sso-tvos")
            .replacing("com.example.meadowlark", with: "com.example.lark")
        try folder.write(changed, to: "apple-sso-tvos.har")
        let replay = try CommandLineRun.kinescope(["replay", "apple-sso-tvos.har", "--json"], in: folder)
        #expect(replay.status == 1, "\(replay.error)")
        try folder.write(replay.output, to: "replay.jsonl")
        try folder.write(ScenarioText.failing, to: "failing.yaml")
        let simulation = try CommandLineRun.kinescope(["simulate", "failing.yaml", "--json"], in: folder)
        try folder.write(simulation.output, to: "simulate.jsonl")
        let files = TemporaryFolder()
        let process = try SpawnedProcess(
            ["/bin/bash", "-c", "set -e; " + line],
            in: folder.url.path,
            environment: ["PATH": CommandLineRun.binary.deletingLastPathComponent().path + ":" + Queries.path],
            output: files.url(of: "out").path,
            error: files.url(of: "error").path
        )
        let status = try process.waitUntilEnd(atMost: 120)
        let output = String(decoding: try files.bytes(of: "out"), as: UTF8.self)
        let error = String(decoding: try files.bytes(of: "error"), as: UTF8.self)
        // A query of what is wrong ends with what it found out of a pipe: 0.
        #expect(status == 0 && error.isEmpty, "\(line): \(status) \(error)")
        #expect(!output.isEmpty, "\(line)")
    }
}
