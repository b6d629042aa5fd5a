import Testing

@Suite struct CodeOnlyTests {
    @Test(
        "Comments and the wording of strings go, code stays",
        arguments: [
            ("let a = 1 // Date()", "let a = 1 "),
            ("a /* b /* c */ d */ e", "a  e"),
            (#"f("Date()", 1)"#, #"f("", 1)"#),
            (#"f("x \(Date()) y")"#, #"f("(Date())")"#),
            (#"f("\"", x)"#, #"f("", x)"#),
            ("f(#\"a \" b \\(c) \\#(d)\"#)", "f(\"(d)\")"),
            ("f(\"\"\"\n  // a \"b\"\n  \"\"\")", "f(\"\n\n\")"),
            ("/* a\nb */c", "\nc"),
        ]
    )
    func strip(text: String, code: String) {
        #expect(CodeOnly.of(text).replacing(" ", with: "") == code.replacing(" ", with: ""))
    }

    @Test(
        "The wording of strings stays on its lines, without code and comments",
        arguments: [
            (#"f("a b", c) // "d""#, #""a b"#),
            (#"f("x \(call("y")) z")"#, #""x …"y z"#),
            ("f(\"\"\"\n  one\n  \"two\" \\\n  three\n  \"\"\")", "\"\n  one\n  \"two\"  \n  three\n  "),
            ("/* \"a\"\n */f(#\"b\"#)", "\n\"b"),
            (#"f("a\"b")"#, #""a b"#),
        ]
    )
    func wording(text: String, wording: String) {
        #expect(CodeOnly.wording(of: text) == wording)
        #expect(CodeOnly.wording(of: text).count { $0 == "\n" } == text.count { $0 == "\n" })
        #expect(CodeOnly.of(text).count { $0 == "\n" } == text.count { $0 == "\n" })
    }
}
