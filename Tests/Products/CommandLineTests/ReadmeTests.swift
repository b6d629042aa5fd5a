import Foundation
import Testing

@Suite struct ReadmeTests {
    @Test("The timeline that the README shows is what the replay of the bundled capture prints")
    func timeline() throws {
        let folder = TemporaryFolder()
        try folder.copyCapture("apple-sso-tvos")
        _ = try CommandLineRun.kinescope(
            ["import", "apple-sso-tvos.har", "--account-log", "apple-sso-tvos.accounts.jsonl"],
            in: folder
        )
        let replay = try CommandLineRun.kinescope(["replay", "apple-sso-tvos.kinescope"], in: folder)
        #expect(replay.status == 0, "\(replay)")
        let readme = Capture.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
        let shown = try String(contentsOf: readme, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("    ") && ($0.contains(" → ") || $0.contains("exchanges replayed")) }
        #expect(shown.count > 5)
        for line in shown {
            // A long line is cut with an ellipsis.
            let text = line.dropFirst(4).replacing(" …", with: "")
            #expect(replay.output.contains(text), "no longer printed: \(text)")
        }
    }
}
