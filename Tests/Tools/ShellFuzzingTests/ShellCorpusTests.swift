import CorpusKit
import Fuzzing
import ShellFuzzing
import Testing

/// Every seed and every regression of the targets that need more than the core.
@Suite struct ShellCorpusTests {
    @Test("The properties hold for every file of the corpus", arguments: FuzzTarget.shell.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(FuzzTarget.shell.first { $0.name == name })
        #expect(Corpus.files(name, "seed").count >= 60, "\(name) has a corpus")
        for fault in try Corpus.faults(of: target) { Issue.record("\(fault)") }
    }

    @Test(
        "Names are told once, Scripts/fuzz finds them, dictionaries can be read",
        arguments: FuzzTarget.shell.map(\.name)
    )
    func executable(_ name: String) throws {
        #expect((FuzzTarget.core + FuzzTarget.shell).count { $0.name == name } == 1)
        for gap in try Corpus.gaps(of: name, in: "Tools/ShellFuzzing") { Issue.record("\(gap)") }
    }
}
