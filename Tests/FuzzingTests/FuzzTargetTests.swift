import FuzzReadings
import CorpusKit
import Testing

@testable import Fuzzing

/// Each target is found by its name, has a corpus and a dictionary that libFuzzer can read.
@Suite struct FuzzTargetTests {
    @Test(
        "Names are told once, Scripts/fuzz finds them, dictionaries can be read",
        arguments: FuzzTarget.core.map(\.name)
    )
    func executable(_ name: String) throws {
        #expect(FuzzTarget.core.count { $0.name == name } == 1)
        for gap in try Corpus.gaps(of: name, in: "Fuzzing") { Issue.record("\(gap)") }
    }

    @Test(
        "A process fuzzes the target that its executable is named after, unless a variable names another",
        arguments: [
            ("/out/FuzzJWT", nil, "JWT"), ("FuzzTokenDate", "", "TokenDate"),
            ("/out/FuzzJWT", "HARImport", "HARImport"),
            ("/a/FuzzShell/Fuzz", nil, ""), ("/out/jwt", nil, "jwt"), ("", nil, ""),
            ("/out/FuzzJWT", "FuzzJWT", "FuzzJWT"),
        ] as [(String, String?, String)]
    )
    func name(executable: String, variable: String?, expected: String) {
        #expect(FuzzTarget.name(ofExecutable: executable, variable: variable) == expected)
    }

    @Test("An input of up to 64 KB has half a second, a longer one in proportion more")
    func timeLimit() {
        let target = FuzzTarget("A", maximumBytes: 8, check: { _ throws(PropertyFailure) in })
        #expect(target.timeLimit(forBytes: 0) == .milliseconds(500))
        #expect(target.timeLimit(forBytes: 65_536) == .milliseconds(500))
        #expect(target.timeLimit(forBytes: 262_144) == .seconds(2))
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

    @Test(
        "One input in eight is checked as a whole, the same in every process; a glance sees what it can of the others"
    )
    func sampling() throws {
        let target = FuzzTarget(
            "A",
            maximumBytes: 8,
            check: { _ throws(PropertyFailure) in throw PropertyFailure("whole", "") },
            glance: { _ throws(PropertyFailure) in }
        )
        let inputs = (0..<4_000).map { number in Array("input \(number)".utf8) }
        let whole = inputs.filter { input in (try? target.sample(input)) == nil }
        #expect((400...600).contains(whole.count))
        #expect(whole.first == Array("input 13".utf8), "which of them is nothing but their bytes' doing")
        let without = FuzzTarget("B", maximumBytes: 8) { _ throws(PropertyFailure) in throw PropertyFailure("p", "") }
        #expect(throws: PropertyFailure.self) { try without.sample([1]) }
    }

    @Test(
        "One line has no end of a line in it, however it is written",
        arguments: [
            ("a", true), ("", false), ("a\nb", false), ("a\r\nb", false), ("a\rb", false), ("a\u{2028}b", false),
        ]
    )
    func oneLine(text: String, holds: Bool) {
        #expect(((try? requireOneLine(text)) != nil) == holds)
    }

    struct Fault: Error, CustomStringConvertible { let description = "q" }
}
