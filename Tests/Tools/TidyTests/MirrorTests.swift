import Testing

/// Tests mirror the sources, so that a newcomer finds the test of a file, and the file of a test.
@Suite struct MirrorTests {
    @Test("What a source file declares is named by a test of its target", arguments: targets)
    func everyFileIsTested(target: String) throws {
        let tests = SourceFile.tests.filter { $0.target == Self.testTarget(of: target) }
        let nouns = Set(tests.map(\.noun))
        let words = Set(tests.flatMap { $0.code.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } } })
        let missing = try SourceFile.sources.filter { file in
            guard file.target == target, !nouns.contains(file.noun + "Tests") else { return false }
            return try Self.declarations(of: file).allSatisfy { !words.contains(Substring($0)) }
        }
        expectNone(
            missing.map(\.path),
            "no test in \(Self.testTarget(of: target)) names what these files declare"
        )
    }

    @Test("Each test file lies in a folder that belongs to a target")
    func everyTestHasATarget() {
        let known = Set(Self.targets.map(Self.testTarget)).union(["TidyTests", "CorpusKit", "Checkout"])
        let strays = SourceFile.tests.filter { !known.contains($0.target) }.map(\.path)
        expectNone(strays, "no target goes with")
    }

    /// All but what `Scripts/test`, `Scripts/benchmark` and `Scripts/fuzz` run themselves.
    static let targets = Set(SourceFile.sources.map(\.target))
        .subtracting(["Benchmarks", "Digests", "Fuzz", "FuzzEntry", "FuzzShell"])
        .sorted()

    static func testTarget(of target: String) -> String {
        target == "kinescope" ? "CommandLineTests" : target + "Tests"
    }

    /// The names of the types, extensions, free functions and methods that a file declares.
    static func declarations(of file: SourceFile) throws -> Set<String> {
        let regex = try codePattern(
            #"\b(?:struct|enum|class|protocol|typealias|extension|func|var|let|case) ([A-Za-z_][\w.]*)"#
        )
        var names: Set<String> = []
        for line in file.code {
            for match in line.matches(of: regex) {
                guard let name = match.output[1].substring else { continue }
                names.formUnion(name.split(separator: ".").map(String.init))
            }
        }
        return names
    }
}
