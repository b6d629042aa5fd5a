import Testing

/// A number is printed with its noun by `CountedNoun`, and nowhere else.
@Suite struct PluralTests {
    /// The pattern of a plural that is decided by hand: an `s` that a count brings.
    private static let handmade = #"== 1 \? "" : "e?s""#
    /// A count before a noun in the plural, in what reports and the command line print.
    private static let unbending = #"\\\([A-Za-z.]*[cC]ount\) (?!is\b|was\b|has\b)[a-z]+s\b"#

    private static func lines(_ pattern: String, in targets: Set<String>?) throws -> [String] {
        let regex = try codePattern(pattern)
        return SourceFile.sources.filter { targets?.contains($0.target) ?? true }
            .flatMap { file in
                file.lines.enumerated()
                    .filter { $0.element.contains(regex) }.map { "\(file.path):\($0.offset + 1)" }
            }
    }

    @Test("No plural is made by hand")
    func byHand() throws {
        expectNone(try Self.lines(Self.handmade, in: nil), "CountedNoun.text makes plurals, not")
    }

    @Test("No count stands before a plural in what is printed")
    func fixed() throws {
        let printing: Set<String> = ["Report", "kinescope", "Replay"]
        expectNone(try Self.lines(Self.unbending, in: printing), "CountedNoun.text goes by the number, not")
    }

    @Test("Both patterns find what they are for")
    func patterns() throws {
        #expect(#""\(count) call\(count == 1 ? "" : "s")""#.contains(try codePattern(Self.handmade)))
        #expect(#""\(table.rows.count) exchanges with""#.contains(try codePattern(Self.unbending)))
        #expect(!#""\(rows.count) of them""#.contains(try codePattern(Self.unbending)))
    }
}
