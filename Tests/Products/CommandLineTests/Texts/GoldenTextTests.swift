import Checkout
import Foundation
import Testing

/// Texts as they were: `Goldens/texts` holds the output of a command in each file, and the command in its first line.
///
/// `Scripts/goldens --write-texts` makes them again; they are reviewed like code.
@Suite struct GoldenTextTests {
    private static let folder = Checkout.top.appending(path: "Goldens/texts")

    static var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }.sorted())
            ?? []
    }

    @Test("There is a text of replay, a fork, simulate, show, state, sweep, diff and inspect")
    func complete() throws {
        let commands = try Self.files.map { try Self.golden($0).command[0] }
        #expect(Set(commands) == ["replay", "simulate", "show", "state", "sweep", "diff", "inspect"])
    }

    @Test("The command prints what it printed, and no line is wider than 100 columns", arguments: files)
    func text(file: String) throws {
        let (command, text) = try Self.golden(file)
        let run = try CommandLineRun.kinescope(
            command,
            in: TemporaryFolder(),
            environment: ["COLUMNS": "100"],
            at: Checkout.top.path
        )
        #expect(run.output == text, "Scripts/goldens --write-texts makes it again")
    }

    /// The arguments in the first line, and the text below it.
    private static func golden(_ file: String) throws -> (command: [String], text: String) {
        let content = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let end = try #require(content.firstIndex(of: "\n"))
        let words = content[..<end].split(separator: " ").dropFirst(2)
        var arguments: [String] = []
        var isQuoted = false
        for word in words {
            if isQuoted { arguments[arguments.count - 1] += " \(word)" } else { arguments.append(String(word)) }
            isQuoted = arguments[arguments.count - 1].count { $0 == "'" } == 1
        }
        return (arguments.map { $0.filter { $0 != "'" } }, String(content[content.index(after: end)...]))
    }
}
