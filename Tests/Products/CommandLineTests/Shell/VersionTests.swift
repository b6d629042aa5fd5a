import Testing

@testable import kinescope

@Suite struct VersionTests {
    @Test("The version is printed with the program's name, and the commit where the build knows it")
    func text() {
        #expect(Version.text(commit: "fbd5b34a11c2") == "kinescope \(Version.number) (fbd5b34a11c2)")
        #expect(Version.text(commit: nil) == "kinescope \(Version.number)")
    }

    @Test("--version prints that line and no other")
    func option() throws {
        let run = try CommandLineRun.kinescope(["--version"], in: TemporaryFolder())
        #expect(run.status == 0 && run.error == "")
        #expect(run.output == Version.text + "\n")
    }
}
