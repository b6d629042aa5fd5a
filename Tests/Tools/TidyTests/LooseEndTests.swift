import Checkout
import Testing

/// Nothing unfinished, and nothing that ends the process on bad input.
@Suite struct LooseEndTests {
    static let bans = [
        Ban("fatalError", #"\bfatalError\("#),
        Ban("try!", #"\btry!"#),
        Ban("as!", #"\bas!"#),
        Ban("a forced or implicit unwrap", #"[\w\)\]>]!(?![=\w])"#),
        Ban("unchecked memory access", #"\bunsafeBitCast\b|\bunowned\(unsafe\)|\bassumingMemoryBound\b"#),
    ]

    @Test("Sources hold no", arguments: bans)
    func traps(ban: Ban) throws {
        let places = try ban.places(in: SourceFile.sources)
        expectNone(places, "an error is thrown instead of \(ban.name)")
    }

    @Test("Nothing is left to be done, in sources, tests or scripts")
    func unfinished() throws {
        let words = ["TO" + "DO", "FIX" + "ME", "not implemented", "not yet implemented"]
        var places: [String] = []
        let files =
            SourceFile.sources + SourceFile.tests + Checkout.files(below: "Scripts", suffix: "").map(SourceFile.init)
        for file in files where !file.path.contains("TidyTests") {
            guard words.contains(where: file.lines.joined(separator: "\n").contains) else { continue }
            for (index, line) in file.lines.enumerated() where words.contains(where: { line.contains($0) }) {
                places.append("\(file.path):\(index + 1): \(line)")
            }
        }
        expectNone(places, "finish it or leave it out")
    }

    @Test("A file is a room, not a house: four hundred lines at most")
    func length() {
        let long = (SourceFile.sources + SourceFile.tests).filter { $0.lines.count > 400 }
        expectNone(long.map { "\($0.path): \($0.lines.count) lines" }, "look for the second noun in")
    }

    @Test(
        "The check sees forced unwraps, and lets negations and comparisons pass",
        arguments: [
            ("a!", true), ("f(x)!.y", true), ("a[0]! + 1", true), ("var a: Int!", true), ("!a", false),
            ("a != b", false), ("a !== b", false), ("f(!a)", false), ("\"a!\"", false),
        ]
    )
    func sees(line: String, isFound: Bool) throws {
        let file = SourceFile(path: "Sources/Core/Example/Example.swift", text: line)
        #expect(try Self.bans.contains { try !$0.places(in: [file]).isEmpty } == isFound)
    }
}
