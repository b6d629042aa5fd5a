import Testing

@testable import kinescope

@Suite struct TerminalTests {
    @Test("Output that is no terminal is never coloured, NO_COLOR or not", arguments: ["", "1"])
    func pipe(noColor: String) throws {
        let run = try CommandLineRun.kinescope(["--help"], in: TemporaryFolder(), environment: ["NO_COLOR": noColor])
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test("What the system says is put in lower case, to stand within a sentence")
    func systemError() {
        #expect(SystemError.text(of: 2) == "no such file or directory")
    }
}
