import Testing

@testable import kinescope

@Suite struct ExitStatusTests {
    @Test("A command's own failure keeps its message and its code; input is refused with 3")
    func failure() {
        let refused = ExitStatus.verdict(on: CommandFailure("no such file"), arguments: [])
        #expect(refused.status == .refused)
        #expect(refused.message == "no such file")
        #expect(ExitStatus.verdict(on: CommandFailure("which?", status: .usage), arguments: []).status == .usage)
    }

    @Test("A difference has been told already: exit code 1 and no message")
    func difference() {
        let verdict = ExitStatus.verdict(on: ExitStatus.difference.asError, arguments: [])
        #expect(verdict.status == .difference)
        #expect(verdict.message == nil)
    }

    @Test("The table has a row for each code; what counts as a finding is in its row")
    func table() {
        #expect(
            ExitStatus.help == """
                EXIT CODES:
                  0  success
                  1  completed with findings
                  2  usage: the command line is not valid
                  3  could not complete
                """
        )
        #expect(
            ExitStatus.help(findings: "anything differs").contains("1  completed with findings: anything differs\n")
        )
    }

    @Test("An error of another module is refused input, in its own words")
    func foreign() {
        struct Foreign: Error, CustomStringConvertible { let description = "line 3: broken" }
        let verdict = ExitStatus.verdict(on: Foreign(), arguments: [])
        #expect(verdict.status == .refused)
        #expect(verdict.message == "line 3: broken")
    }

    @Test("A message is one line, whatever it quotes")
    func oneLine() {
        #expect(ExitStatus.oneLine("a\nb\tc\u{1B}[2J") == "a b c[2J")
        #expect(ExitStatus.oneLine("../../a.har: there is no such file") == "../../a.har: there is no such file")
    }
}
