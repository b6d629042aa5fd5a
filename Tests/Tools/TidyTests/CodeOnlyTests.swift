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
}
