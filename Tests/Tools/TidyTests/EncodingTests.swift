import Testing

/// Encodings of text have one place, `Documents`, and strings are compared as Swift compares them or as `ExactText` does.
@Suite struct EncodingTests {
    static let bans = [
        Ban("a comparison of strings of its own", #"\bfunc (~=|==) ?\((_ )?\w+: String\??,"#),
        Ban("digits of hexadecimal", "0123456789(abcdef|ABCDEF)"),
        Ban("digits of Base64", "abcdefghijklmnopqrstuvwxyz0123456789"),
        Ban("Foundation's encodings", #"(removing|adding)PercentEncoding|base64Encoded"#),
    ]

    /// Those that stand below `Documents` or apart from it, those that check it by other means, and `Redaction`, which knows
    /// how each byte of a text is written.
    static let excepted: Set = [
        "Documents", "KinescopeProbe", "Redaction", "FuzzReadings", "Fuzzing", "ShellFuzzing", "Benchmarks",
    ]

    @Test("No module but Documents has", arguments: bans)
    func places(ban: Ban) throws {
        let pattern = try CodePattern(ban.pattern)
        // Digits are text, so that the lines are read as they are written.
        let found = SourceFile.sources.filter { !Self.excepted.contains($0.target) }.flatMap { file in
            pattern.lines(in: file.lines.joined(separator: "\n")).map { "\(file.path):\($0 + 1): \(file.lines[$0])" }
        }
        expectNone(found, "use what Documents has instead of \(ban.name)")
    }

    @Test(
        "The check sees what it looks for",
        arguments: [
            (0, "package func ~= (pattern: String, text: String) -> Bool {", true),
            (0, "func == (one: String?, other: String?) -> Bool {", true),
            (0, "static func == (one: HeaderField, other: HeaderField) -> Bool {", false),
            (1, #"let digits = Array("0123456789abcdef".utf8)"#, true), (1, #"let id = "0123456789""#, false),
            (2, #"let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/""#, true),
            (3, "let given = Data(base64Encoded: text)", true), (3, "data.base64EncodedString()", true),
            (3, "text.removingPercentEncoding", true), (3, "Base64.encode(bytes)", false),
        ]
    )
    func sees(ban: Int, line: String, isFound: Bool) throws {
        #expect(try CodePattern(Self.bans[ban].pattern).lines(in: line).isEmpty != isFound)
    }
}
