import Testing

@Suite("A command that there is not is a wrong command line")
struct CommandNameTests {
    let folder = TemporaryFolder()

    @Test(
        "The nearest one is named, or all of them",
        arguments: [
            (["impotr", "a.har"], "unknown command \"impotr\". Did you mean \"import\"?"),
            (["help", "shwo"], "unknown command \"shwo\". Did you mean \"show\"?"),
            (["help", "nothing"], "unknown command \"nothing\". Known: record, serve, control, import, show, "),
            (["sign-on.har"], "unknown command \"sign-on.har\". Known: record, "),
        ]
    )
    func unknown(words: [String], text: String) throws {
        let run = try CommandLineRun.kinescope(words, in: folder)
        #expect(run.isOneLineFailure(2) && run.error.hasPrefix("kinescope: \(text)"), "\(run)")
        #expect(run.error.hasSuffix("See 'kinescope --help'.\n"), "\(run)")
    }

    @Test(
        "Those that there are are explained",
        arguments: [["help"], ["help", "show"], ["show", "--help"], ["--help"], ["help", "help"], []]
    )
    func known(words: [String]) throws {
        let run = try CommandLineRun.kinescope(words, in: folder)
        #expect(run.status == 0 && run.output.contains("USAGE: kinescope"), "\(run)")
    }

    @Test("An argument of a command may be called like nothing that there is")
    func argument() throws {
        let run = try CommandLineRun.kinescope(["show", "help"], in: folder)
        #expect(run.isOneLineFailure(3), "\(run)")
    }
}
