import Documents
import PassAPI
import Testing

/// An operation has one name in all that is printed, that of the timeline (`v1.media`); Adobe's titles are in the reference.
@Suite struct OperationNamesTests {
    let folder = TemporaryFolder()

    @Test(
        "No command calls an operation by Adobe's title",
        arguments: [
            ["import", "apple-sso-tvos.har"], ["show", "apple-sso-tvos.har"], ["show", "apple-sso-tvos.har", "8"],
            ["diff", "apple-sso-tvos.har", "second-screen-tvos.har"],
            ["diff", "apple-sso-tvos.har", "second-screen-tvos.har", "--json"],
            ["replay", "apple-sso-tvos.har", "--details"], ["replay", "apple-sso-tvos.har", "--json"],
            ["state", "apple-sso-tvos.har"], ["sweep", "apple-sso-tvos.har"],
        ]
    )
    func names(arguments: [String]) throws {
        for capture in ["apple-sso-tvos", "second-screen-tvos"] { try folder.copyCapture(capture) }
        let run = try CommandLineRun.kinescope(arguments, in: folder)
        #expect(run.status == 0 || run.status == 1, "\(run.error)")
        #expect(!run.output.isEmpty)
        // A title of one word may be a word of a sentence.
        let titles = PassAPI.Operation.allCases.map(\.adobeName).filter { $0.contains(" ") }
        #expect(titles.count > 20)
        #expect(titles.filter { (run.output + run.error).contains($0) } == [])
    }
}
