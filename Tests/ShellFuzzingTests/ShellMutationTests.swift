import CorpusKit
import Foundation
import Fuzzing
import Testing
import VirtualTime

@testable import ShellFuzzing

/// Mutators make something of most inputs, the same from the same seed, and nothing they make breaks a property.
@Suite struct ShellMutationTests {
    @Test("From one seed comes one input, in every process", arguments: FuzzTarget.shell.map(\.name))
    func deterministic(_ name: String) throws {
        let target = try #require(FuzzTarget.shell.first { $0.name == name })
        let (made, faults) = try Corpus.mutations(of: target, first: 60)
        for fault in faults { Issue.record("\(fault)") }
        #expect(made > 10, "\(name) makes other inputs of its seeds")
    }

    @Test("Lines are repeated, dropped, moved, indented; words change")
    func lines() {
        let input = Array("a:\n  - b: 1\n  - c: 2\n".utf8)
        var texts: Set<String> = []
        for seed in 0..<500 {
            var generator = SeededGenerator(seed: UInt64(seed))
            guard let output = LineMutation.mutated(input, &generator) else { continue }
            texts.insert(String(decoding: output, as: UTF8.self))
        }
        #expect(texts.count > 100)
        #expect(texts.contains { $0.contains("b: 2") || $0.contains("c: 1") }, "a value behind another key")
        #expect(texts.contains { $0.split(separator: "\n").count > 4 })
        #expect(texts.contains { $0.split(separator: "\n").count < 3 })
    }

    @Test("Pages change, and the file stays one of whole pages but for what its header says")
    func pages() throws {
        let file = try #require(Corpus.files("RecordingFile", "seed").first { $0.hasSuffix("/one-exchange.kinescope") })
        let input = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        var sizes: Set<Int> = []
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let output = try #require(PageMutation.mutated(input, &generator))
            sizes.insert(output.count)
            #expect(output.count <= input.count)
        }
        #expect(sizes.count > 1, "pages are taken out")
        var generator = SeededGenerator(seed: 1)
        #expect(PageMutation.mutated(Array(input.prefix(511)), &generator) == nil)
    }

    @Test("A number becomes one of 11 to 19 digits, in one case of eight")
    func numbers() throws {
        let input = Array("a: 12\r\nb: 3".utf8)
        var lengths: Set<Int> = []
        var others = 0
        for seed in 0..<400 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let output = try #require(NumberMutation.withLongNumber(input, &generator))
            let words = String(decoding: output, as: UTF8.self).split { !$0.isNumber }
            lengths.insert(try #require(words.map(\.utf8.count).max()))
            generator = SeededGenerator(seed: UInt64(seed))
            if NumberMutation.mutated(input, &generator, or: { _, _ in [] }) == [] { others += 1 }
        }
        #expect(lengths == Set(11...19))
        #expect((300..<390).contains(others))
        var generator = SeededGenerator(seed: 1)
        #expect(NumberMutation.withLongNumber(Array("abc".utf8), &generator) == nil)
    }
}
