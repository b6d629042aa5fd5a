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
        for gap in try Corpus.gaps(of: name, in: "Tools/Fuzzing") { Issue.record("\(gap)") }
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
        #expect(throws: PropertyFailure("p", "expected 2, found 1")) { try requireEqual(1, 2, "p") }
        #expect(throws: PropertyFailure("p", "no")) { try require(false, "p", "no") }
        #expect(throws: Never.self) { try require(true, "p", "no") }
        #expect(throws: PropertyFailure("p", "q")) { try attempt("p") { throw Fault() } }
        #expect(throws: PropertyFailure("inner", "no")) { try attempt("p") { try require(false, "inner", "no") } }
    }

    @Test("A failure says where its property is stated, through whatever states it")
    func place() {
        let failures = [
            #expect(throws: PropertyFailure.self) { try require(false, "p", "no") },
            #expect(throws: PropertyFailure.self) { try requireEqual(1, 2, "p") },
            #expect(throws: PropertyFailure.self) { try attempt("p") { throw Fault() } },
            #expect(throws: PropertyFailure.self) { try requireOneLine("a\nb") },
            #expect(throws: PropertyFailure.self) { () throws in throw PropertyFailure("p", "no") },
        ]
        // A line each, one below the other.
        let first = failures.first??.line
        for (index, failure) in failures.enumerated() {
            #expect(failure?.fileID == "FuzzingTests/FuzzTargetTests.swift")
            #expect(failure.map { Int($0.line) } == first.map { Int($0) + index })
        }
        #expect(first.map { 45...65 ~= $0 } == true)
    }

    @Test(
        "Two values that differ are told as text: bytes as bytes, a long one cut where they begin to differ, with both lengths",
        arguments: [
            (Array("Kite\u{0}é".utf8), Array("Kite".utf8), #""Kite\x00\xc3\xa9""#, #""Kite""#),
            (
                Array(repeating: UInt8(ascii: "a"), count: 1_000) + [UInt8(ascii: "b")],
                Array(repeating: UInt8(ascii: "a"), count: 1_200),
                "\"…" + String(repeating: "a", count: 40) + "b\" (1001 bytes, another from number 1001 on)",
                "\"…" + String(repeating: "a", count: 160) + "…\" (1200 bytes, another from number 1001 on)"
            ),
        ]
    )
    func difference(found: [UInt8], expected: [UInt8], foundText: String, expectedText: String) throws {
        let failure = try #require(
            #expect(throws: PropertyFailure.self) { try requireEqual(found, expected, "p") }
        )
        #expect(failure.difference?.found == foundText)
        #expect(failure.difference?.expected == expectedText)
        #expect(
            failure.report == """
                property p: expected \(expectedText), found \(foundText)
                  stated at FuzzingTests/FuzzTargetTests.swift:\(failure.line)
                  expected \(expectedText)
                  found \(foundText)
                """
        )
    }

    @Test("Text that differs stays in its line, and quotes tell it from other values")
    func differenceOfText() {
        let failure = #expect(throws: PropertyFailure.self) { try requireEqual("a\n\u{202E}b", "a", "p") }
        #expect(failure?.report.split(separator: "\n").count == 4)
        #expect(failure?.difference?.expected == "\"a\"")
        #expect(failure?.difference?.found.hasPrefix(#""a\n"#) == true)
    }

    @Test(
        "One input in eight is checked as a whole, the same in every process; a glance sees what it can of the others"
    )
    func sampling() throws {
        let target = FuzzTarget(
            "A",
            maximumBytes: 8,
            check: { _ throws(PropertyFailure) in throw PropertyFailure("whole", "") },
            quickCheck: { _ throws(PropertyFailure) in }
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
