import Documents
import Testing

@Suite struct FormFieldTests {
    @Test(
        "A form is taken apart without changing a byte",
        arguments: [
            ("", []), ("a=b", ["a|b"]), ("a", ["a|nil"]), ("a=", ["a|"]), ("=b", ["|b"]), ("=", ["|"]),
            ("&", ["|nil", "|nil"]),
            ("a=b=c&&d", ["a|b=c", "|nil", "d|nil"]), ("a=%zz&b=+", ["a|%zz", "b|+"]),
            ("a&\u{301}=b", ["a|nil", "\u{301}|b"]),
        ]
    )
    func parse(text: String, fields: [String]) {
        let parsed = FormField.parse(text)
        #expect(parsed.map { "\($0.rawName)|\($0.rawValue ?? "nil")" } == fields)
        #expect(FormField.join(parsed) == text)
    }

    @Test(
        "Names and values are decoded once; malformed escapes stay as they are",
        arguments: [
            ("a+b", "a b"), ("%41%2b", "A+"), ("%2525", "%25"), ("%", "%"), ("%4", "%4"), ("%g1", "%g1"),
            ("%C3%A9", "é"),
            ("%FF", "\u{FFFD}"), ("100%", "100%"), ("é", "é"),
        ]
    )
    func decode(text: String, decoded: String) {
        #expect(FormField(rawName: text, rawValue: text).name == decoded)
        #expect(FormField(rawName: "", rawValue: text).value == decoded)
    }

    @Test("A field that is built reads back")
    func build() {
        let field = FormField(name: "a b&=+%é", value: "")
        #expect(field.rawName == "a+b%26%3D%2B%25%C3%A9")
        #expect(field.name == "a b&=+%é" && field.value == "" && field.rawValue == "")
    }

    @Test(
        "Between two ampersands may be nothing, which the URL standard passes over (§5.1) and a text as it came does not"
    )
    func empty() {
        #expect(FormField.parse("&a&=&").map(\.isEmpty) == [true, false, false, true])
        let bytes = Array("x&&a=b=c&=d&e&".utf8)[1...]
        let pieces = ["", "", "a=b=c", "=d", "e", ""].map { Array($0.utf8)[...] }
        #expect(FormField.pieces(of: bytes, omittingEmpty: false) == pieces)
        #expect(FormField.pieces(of: bytes, omittingEmpty: true) == pieces.filter { !$0.isEmpty })
        let fields = pieces.map { FormField.cut($0) }
        #expect(fields.map { Array($0.name) } == ["", "", "a", "", "e", ""].map { Array($0.utf8) })
        let values: [[UInt8]?] = [nil, nil, Array("b=c".utf8), Array("d".utf8), nil, nil]
        #expect(fields.map { $0.value.map { Array($0) } } == values)
    }
}
