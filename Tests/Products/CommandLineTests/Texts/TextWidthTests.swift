import Checkout
import Foundation
import Testing

@testable import Report
@testable import kinescope

/// No line of text for people is wider than it may be, whichever command prints it; a word that is too long is alone on its line.
@Suite struct PrintedWidthTests {
    static let widths = [60, 80, 100, 200]

    /// The lines of a text that are too wide, and hold more than one word.
    private static func tooWide(_ text: String, _ columns: Int) -> [String] {
        // A character of two columns has three bytes: where there are no more bytes than columns, nothing need be measured.
        text.utf8.split(separator: UInt8(ascii: "\n")).filter { $0.count > columns }.map { String(Substring($0)) }
            .filter { TextWidth.columns(of: $0) > columns && $0.split(separator: " ").count > 1 }
    }

    private static func run(_ arguments: [String], _ columns: Int, in folder: TemporaryFolder) throws -> CommandLineRun
    {
        let environment = ["COLUMNS": "\(columns)"]
        return try CommandLineRun.kinescope(arguments, in: folder, environment: environment, at: Checkout.top.path)
    }

    @Test("All bundled recordings, imported, shown, verified, replayed, swept and compared", arguments: widths)
    func recordings(columns: Int) throws {
        let folder = TemporaryFolder()
        let captures = Checkout.top.appending(path: "Recordings/captures")
        let archives = try FileManager.default.subpathsOfDirectory(atPath: captures.path).filter {
            $0.hasSuffix(".har")
        }
        #expect(archives.count > 15)
        let looks = [["replay"], ["show"], ["sweep"], ["diff", "Recordings/captures/apple-sso-tvos.har"]]
        let width = Self.widths.firstIndex(of: columns) ?? 0
        for (place, archive) in archives.sorted().enumerated() {
            let path = "Recordings/captures/\(archive)"
            // Each at every other width: its neighbor takes its turn with the others.
            for (index, command) in looks.enumerated() where (place + index + width).isMultiple(of: 2) {
                let run = try Self.run([command[0], path] + command.dropFirst(), columns, in: folder)
                #expect(Self.tooWide(run.output + run.error, columns) == [], "\(command) \(archive)")
            }
        }
        let recording = folder.url.appending(path: "a.kinescope").path
        let har = "Recordings/captures/apple-sso-tvos.har"
        let commands = [
            ["import", har, "-o", recording], ["show", recording], ["show", recording, "--vsa-calls"],
            ["verify", recording],
            ["replay", recording, "--then", "advance 31d; play KITE1"], ["state", recording, "--at", "exchange 8"],
            ["sweep", recording, "--replay"], ["replay", recording, "--verify"], ["import", har, "-o", recording],
            ["diff", recording, "Recordings/captures/second-screen-tvos.har"],
        ]
        for command in commands {
            let run = try Self.run(command, columns, in: folder)
            #expect(Self.tooWide(run.output + run.error, columns) == [], "\(command)")
            #expect(!(run.output + run.error).isEmpty)
        }
    }

    @Test("All scenarios with their timelines", arguments: widths)
    func scenarios(columns: Int) throws {
        let run = try Self.run(["simulate", "Scenarios", "--timeline"], columns, in: TemporaryFolder())
        #expect(run.output.count > 10_000)
        #expect(Self.tooWide(run.output + run.error, columns) == [])
    }

    @Test("Every help, and errors", arguments: widths)
    func helpAndErrors(columns: Int) throws {
        let names = Kinescope.configuration.subcommands.map { $0._commandName }
        let commands =
            [["--help"]] + names.map { [$0, "--help"] } + [
                ["replay", "nothing.kinescope"], ["simulate", "Scenarios/README.md"],
                ["replay", "x", "--fork-at", "nowhere"],
                ["show", "Recordings/captures/README.md"], ["nothing"],
            ]
        for command in commands {
            let run = try Self.run(command, columns, in: TemporaryFolder())
            #expect(Self.tooWide(run.output + run.error, columns) == [], "\(command)")
            #expect(!(run.output + run.error).isEmpty)
        }
    }

    @Test("Everything that is inspected", arguments: widths)
    func inspections(columns: Int) throws {
        for folder in ["Recordings/saml", "Recordings/answers"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.top.appending(path: folder).path)
            let files = names.sorted().map { "\(folder)/\($0)" }
            for file in files {
                let run = try Self.run(["inspect", file], columns, in: TemporaryFolder())
                #expect(Self.tooWide(run.output + run.error, columns) == [], "\(file)")
            }
        }
    }
}
