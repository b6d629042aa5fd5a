import Foundation
import Testing

@testable import kinescope

@Suite struct KinescopeTests {
    let folder = TemporaryFolder()

    @Test("Help goes to standard output, lists the exit codes and has examples", arguments: [[], ["--help"], ["help"]])
    func help(arguments: [String]) throws {
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.status == 0)
        #expect(run.error.isEmpty)
        #expect(run.output.contains("EXIT CODES:"))
        #expect(run.output.contains("EXAMPLES:"))
    }

    @Test(
        "The help of each command has examples, and the exit codes that all commands share",
        arguments: Kinescope.configuration.subcommands.map { $0._commandName }
    )
    func commandHelp(name: String) throws {
        let run = try CommandLineRun.kinescope([name, "--help"], in: folder)
        #expect(run.status == 0)
        #expect(run.output.contains("EXAMPLES:\n  kinescope \(name)"))
        #expect(run.output.contains("EXIT CODES:\n  0  success\n  1  completed with findings"))
        #expect(run.output.contains("\n  2  usage: the command line is not valid\n  3  could not complete\n"))
    }

    @Test("The version is one line")
    func version() throws {
        let run = try CommandLineRun.kinescope(["--version"], in: folder)
        #expect(run.status == 0)
        #expect(run.output.split(separator: "\n").count == 1)
    }

    @Test("A command line that is not understood is one line and exit code 2", arguments: [["--nope"], ["nope"]])
    func usage(arguments: [String]) throws {
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.isOneLineFailure(2), "\(run)")
        #expect(run.error.contains("kinescope --help"))
    }

    @Test("There are completions for each shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let run = try CommandLineRun.kinescope(["--generate-completion-script", shell], in: folder)
        #expect(run.status == 0)
        for name in ["kinescope", "simulate", "sweep", "state", "fork-at", "junit"] {
            #expect(run.output.contains(name), "\(name)")
        }
        // By the shell itself, where it is installed: a script that was wrapped is none.
        try folder.write(run.output, to: "completion")
        let found = ["/bin/", "/usr/bin/"].map { $0 + shell }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { return }
        let check = Process()
        check.executableURL = URL(fileURLWithPath: found)
        check.arguments = ["-n", folder.url(of: "completion").path]
        try check.run()
        check.waitUntilExit()
        #expect(check.terminationStatus == 0)
    }

    @Test(
        "A text that begins like a word of JSON is not called one",
        arguments: [("nothing here", "null"), ("falsehood", "true or false"), ("true\u{0065}nough", "true or false")]
    )
    func textFile(text: String, word: String) throws {
        try folder.write(text, to: "a.har")
        let run = try CommandLineRun.kinescope(["import", "a.har"], in: folder)
        #expect(run.isOneLineFailure(3) && !run.error.contains("this is \(word)"), "\(run)")
        try folder.write(word == "null" ? "null" : "true", to: "b.har")
        let json = try CommandLineRun.kinescope(["import", "b.har"], in: folder)
        #expect(json.error.contains("this is \(word)"), "\(json)")
    }
}
