import CorpusKit
import Fuzzing
import Testing

/// Every seed and every regression through the same properties as in the fuzzer, on any platform, without a sanitizer.
@Suite struct CorpusTests {
    @Test("The properties hold for every file of the corpus", arguments: FuzzTarget.core.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(FuzzTarget.core.first { $0.name == name })
        #expect(Corpus.files(name, "seed").count >= 15, "\(name) has a corpus")
        for fault in try Corpus.faults(of: target) { Issue.record("\(fault)") }
    }
}
