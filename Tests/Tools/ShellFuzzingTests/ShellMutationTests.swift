import CorpusKit
import Fuzzing
import ShellFuzzing
import Testing

/// Mutators make something of most inputs, the same from the same seed, and nothing they make breaks a property.
@Suite struct ShellMutationTests {
    @Test("From one seed comes one input, in every process", arguments: FuzzTarget.shell.map(\.name))
    func deterministic(_ name: String) throws {
        let target = try #require(FuzzTarget.shell.first { $0.name == name })
        let (made, faults) = try Corpus.mutations(of: target, first: 60)
        for fault in faults { Issue.record("\(fault)") }
        #expect(made > 10, "\(name) makes other inputs of its seeds")
    }
}
