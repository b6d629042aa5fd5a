import Foundation
import Testing

@testable import Fuzzing

/// Each target has an executable, a corpus, and a dictionary that libFuzzer can read.
@Suite struct FuzzTargetTests {
    @Test("Names are told once, and executables are named after them", arguments: FuzzTarget.core.map(\.name))
    func executable(_ name: String) throws {
        #expect(FuzzTarget.core.count { $0.name == name } == 1)
        let source = CorpusTests.top.appendingPathComponent("Sources/Fuzz\(name)/Fuzz.swift")
        #expect(try String(contentsOf: source, encoding: .utf8).contains("LLVMFuzzerInitialize"))
    }

    @Test("Dictionaries hold one quoted word a line", arguments: FuzzTarget.core.map(\.name))
    func dictionary(_ name: String) throws {
        let path = CorpusTests.top.appendingPathComponent("Corpus/\(name)/\(name).dict")
        let word = try Regex(#"^(\w+=)?"([^"\\]|\\\\|\\"|\\x[0-9A-Fa-f]{2})+"$"#)
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let words = lines.filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
        #expect(words.count >= 20)
        for line in words { #expect(line.wholeMatch(of: word) != nil, "\(line)") }
    }

    @Test("A property that does not hold says which, in one line")
    func failure() {
        #expect("\(PropertyFailure("whole-name-id", "a is not b"))" == "property whole-name-id: a is not b")
        #expect(throws: PropertyFailure("p", "1 is not 2")) { try requireEqual(1, 2, "p") }
        #expect(throws: PropertyFailure("p", "no")) { try require(false, "p", "no") }
        #expect(throws: Never.self) { try require(true, "p", "no") }
        #expect(throws: PropertyFailure("p", "q")) { try attempt("p") { throw Fault() } }
        #expect(throws: PropertyFailure("inner", "no")) { try attempt("p") { try require(false, "inner", "no") } }
    }

    struct Fault: Error, CustomStringConvertible { let description = "q" }

    @Test("Ten bugs can be planted, each in a target that is there", arguments: PlantedBug.allCases)
    func planted(_ bug: PlantedBug) {
        #expect(PlantedBug.allCases.count == 10)
        #expect(FuzzTarget.core.contains { $0.name == bug.target })
        #expect(!Seams.isPlanted(bug), "nothing is planted in an ordinary build")
    }
}
