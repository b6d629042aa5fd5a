import Foundation
import Testing

@testable import kinescope

@Suite struct ColorOptionsTests {
    /// A terminal that is none: a file.
    private let terminal = Terminal(descriptor: open("/dev/null", O_WRONLY), name: "a file")

    @Test(
        "Color is always there, never, or on a terminal",
        arguments: [("always", true), ("never", false), ("auto", false)]
    )
    func modes(mode: String, showsColor: Bool) throws {
        let options = try ColorOptions.parse(["--color", mode])
        #expect(options.style(on: terminal).showsColor == showsColor)
    }

    @Test("Auto is the default, and another word is refused")
    func other() throws {
        #expect(try ColorOptions.parse([]).color == .auto)
        #expect(throws: (any Error).self) { try ColorOptions.parse(["--color", "sometimes"]) }
    }

    @Test(
        "Every command that paints has the option",
        arguments: ["record", "show", "replay", "simulate", "sweep", "state"]
    )
    func commands(name: String) throws {
        let run = try CommandLineRun.kinescope([name, "--help"], in: TemporaryFolder())
        #expect(run.output.contains("--color <color>"))
    }
}
