import Testing

/// The order of a `Dictionary` or `Set` differs from process to process: it may not reach an output.
@Suite struct OrderTests {
    /// Names that a file declares as a dictionary or a set.
    static func unorderedNames(in file: SourceFile) throws -> Set<String> {
        let patterns = [
            #"\b(?:let|var) (\w+)[ ]*:[ ]*\[[\w.?<>]+[ ]*:[^\[\]\n]+\](?!\])"#,
            #"\b(?:let|var) (\w+)[ ]*:[ ]*(?:Set|Dictionary)<"#,
            #"\b(?:let|var) (\w+)[ ]*=[ ]*(?:Set|Dictionary)[<(]"#,
            #"\b(?:let|var) (\w+)[ ]*=[ ]*\[\w+:[ ]*[^\]\n]+\]\(\)"#,
        ]
        var names: Set<String> = []
        let text = file.code.joined(separator: "\n")
        for pattern in patterns { names.formUnion(try CodePattern(pattern).captures(in: text)) }
        return names
    }

    /// Returns the places where `file` walks through one of them without sorting.
    static func walks(in file: SourceFile) throws -> [String] {
        try unorderedNames(in: file).sorted().flatMap { name in
            let walk =
                #"(?:\bin (?:self\.)?\#(name)(?:\.keys|\.values)?\s*(?:\{|where\b)"#
                + #"|(?:^|[^\w])\#(name)(?:\.keys|\.values)?\.(?:map|flatMap|compactMap|forEach|joined|reduce|first|enumerated|filter|prefix|elementsEqual)\b"#
                + #"|\bArray\((?:self\.)?\#(name)\b)(?!.*sorted)"#
            return file.places(try CodePattern(walk))
        }
    }

    @Test("No dictionary or set is walked through in its own order")
    func sources() throws {
        let places = try SourceFile.sources.flatMap { try Self.walks(in: $0) }
        expectNone(
            places,
            "sort first, keep an array, or say at the line's end why the order cannot show (`// tidy: …`)"
        )
    }

    @Test(
        "The check sees walks in arbitrary order, and lets look-ups and sorted walks pass",
        arguments: [
            ("var a: [String: Int] = [:]\nfor (k, v) in a {", true),
            ("var a: [String: Int] = [:]\nfor k in a.keys.sorted() {", false),
            ("let a: Set<Int> = []\na.map { $0 }", true),
            ("let a: Set<Int> = []\na.contains(1)", false),
            ("let a: [Int] = []\na.map { $0 }", false),
            ("let a = Set(b)\nfor x in a { // tidy: only counted", false),
        ]
    )
    func sees(text: String, isFound: Bool) throws {
        let file = SourceFile(path: "Sources/Core/Example/Example.swift", text: text)
        #expect(try !Self.walks(in: file).isEmpty == isFound)
    }
}
