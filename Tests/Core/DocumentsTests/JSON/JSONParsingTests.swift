import Documents
import Testing

/// Texts that RFC 8259 allows, and what they print as.
private let accepted: [(String, String)] = [
    ("null", "null"), ("true", "true"), (" false\r\n\t", "false"), ("0", "0"), ("-0", "-0"), ("-0.0", "-0.0"),
    ("1e5", "1e5"), ("1E+5", "1E+5"), ("1.50e-007", "1.50e-007"), ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"),
    ("{ }", "{}"), ("[1,\n2 , 3]", "[1,2,3]"), (#"{"a" : [ {} , [ ] ]}"#, #"{"a":[{},[]]}"#),
    (#""""#, #""""#), (#"" \u0041\/\"\\\b\f\n\r\t""#, #"" A/\"\\\b\f\n\r\t""#),
    (#""\u0000\u001f""#, #""\u0000\u001f""#),
    (#""\ud83d\uDE00""#, #""😀""#), (#""é\u00e9\u20AC""#, #""éé€""#), (#""\u007f""#, "\"\u{7F}\""), (#""😀é""#, #""😀é""#),
    (#"{"":0}"#, #"{"":0}"#), (#"{"\u0061":1}"#, #"{"a":1}"#),
    ("123456789012345678901234567890.5", "123456789012345678901234567890.5"),
    (#""12345678\n12345678""#, #""12345678\n12345678""#), (#""\\\\\\\\\\\\""#, #""\\\\\\\\\\\\""#),
    ("\"\u{10FFFF}\"", "\"\u{10FFFF}\""),
]

/// Texts that it does not, the offset of the fault, and a word of the reason.
private let refused: [(String, Int, String)] = [
    ("", 0, "empty"), (" \n", 2, "empty"), ("tru", 3, "truncated"), ("trux", 0, "expected"),
    ("True", 0, "expected a value"),
    ("nul]", 0, "expected"), ("'a'", 0, "expected a value"), ("+1", 0, "expected a value"), ("-", 1, "truncated"),
    ("-a", 1, "a digit"), ("01", 1, "leading zero"), ("-01", 2, "leading zero"), ("1.", 2, "truncated"),
    ("[1.]", 3, "a digit"),
    (".5", 0, "expected a value"), ("1e", 2, "truncated"), ("[1e+]", 4, "a digit"), ("0x1", 1, "more text"),
    ("NaN", 0, "expected a value"),
    ("Infinity", 0, "expected a value"), ("1 2", 2, "more text"), ("[1 2]", 3, "a comma or ]"),
    ("[1,]", 3, "expected a value"),
    ("[,1]", 1, "expected a value"), ("[", 1, "truncated"), ("[1", 2, "truncated"), ("]", 0, "expected a value"),
    ("[1}", 2, "a comma or ]"),
    ("{", 1, "truncated"), ("{\"a\"", 4, "truncated"), ("{\"a\":", 5, "truncated"), ("{\"a\":1", 6, "truncated"),
    ("{\"a\":1,", 7, "truncated"),
    ("{\"a\":1,}", 7, "double quotes"), ("{a:1}", 1, "double quotes"), ("{\"a\" 1}", 5, "a colon"),
    ("{1:1}", 1, "double quotes"),
    ("{\"a\":}", 5, "expected a value"), ("{\"a\":1 \"b\":2}", 7, "a comma or }"), ("\"abc", 4, "truncated"),
    ("\"a\u{1}\"", 2, "control character"),
    ("\"a\nb\"", 2, "control character"), ("\"\u{9}\"", 1, "control character"), ("\"\\", 2, "truncated"),
    ("\"\\x\"", 1, "are escapes"),
    ("\"\\u12\"", 5, "four hexadecimal"), ("\"\\u12", 5, "truncated"), ("\"\\u00g0\"", 5, "four hexadecimal"),
    (#""\ud800""#, 1, "surrogate"),
    (#""\udc00""#, 1, "surrogate"), (#""\ud800\u0041""#, 1, "surrogate"), (#""\ud800\ud800""#, 1, "surrogate"),
    (#""\ud800x""#, 1, "surrogate"),
    (#""ab\uDBFF\n""#, 3, "surrogate"), ("// a\n1", 0, "expected a value"), ("[1]/**/", 3, "more text"),
    ("\u{C}1", 0, "expected a value"),
    ("\u{A0}1", 0, "expected a value"), ("{}{}", 2, "more text"), ("[\"a\",\n\n  bad]", 9, "expected a value"),
    ("\0", 0, "expected a value"),
]

@Suite("JSON is read as RFC 8259 has it")
struct JSONParsingTests {
    @Test("what the RFC allows is read and printed", arguments: accepted)
    func accepts(text: String, printed: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(value.serialized == printed)
        #expect(try JSONValue(parsing: value.serializedBytes) == value)
        var reader = JSONReader(Array(text.utf8))
        try reader.skipValue()
        try reader.finish()
        #expect(reader.byteOffset == text.utf8.count)
    }

    @Test("what it does not is refused at its first wrong byte", arguments: refused)
    func refuses(text: String, offset: Int, reason: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error.byteOffset == offset)
        #expect(error.description.contains(reason), "\(error)")
        let skipped = try #require(throws: JSONError.self) {
            var reader = JSONReader(Array(text.utf8))
            try reader.skipValue()
            try reader.finish()
        }
        #expect(skipped == error)
    }

    @Test(
        "bytes that are not UTF-8 are refused at the sequence they begin",
        arguments: [
            ([0x80], 1), ([0xC0, 0x80], 1), ([0xC1, 0xBF], 1), ([0xC3], 1), ([0xE0, 0x9F, 0x80], 1),
            ([0xED, 0xA0, 0x80], 1),
            ([0xE2, 0x82], 1), ([0xF0, 0x8F, 0x80, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 1),
            ([0xF5, 0x80, 0x80, 0x80], 1),
            ([0xFF], 1), ([0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xE2, 0x28, 0xA1], 10),
            ([0xF0, 0x9F, 0x98], 1),
        ] as [([UInt8], Int)]
    )
    func encoding(bytes: [UInt8], offset: Int) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
        #expect(error.cause == .encoding)
        #expect(error.byteOffset == offset)
    }

    @Test("a UTF-8 byte order mark is skipped, one of UTF-16 is refused")
    func byteOrderMarks() throws {
        #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)).serialized == "[1]")
        #expect(throws: JSONError(.empty, byteOffset: 3, line: 1, column: 4)) {
            try JSONValue(parsing: [0xEF, 0xBB, 0xBF])
        }
        for mark: [UInt8] in [[0xFE, 0xFF], [0xFF, 0xFE]] {
            #expect(throws: JSONError(.encoding, byteOffset: 0, line: 1, column: 1)) {
                try JSONValue(parsing: mark + [0x31, 0])
            }
        }
    }

    @Test("line and column are those of the first wrong byte")
    func places() throws {
        let error = try #require(throws: JSONError.self) {
            try JSONValue(parsing: Array("{\n  \"é\": [1,\r\n é]}".utf8))
        }
        #expect(error.line == 3)
        #expect(error.column == 2)
        #expect(error.byteOffset == 16)
        let first = try #require(throws: JSONError.self) { try JSONValue(parsing: Array("\n".utf8)) }
        #expect((first.line, first.column) == (2, 1))
    }

    @Test("order and duplicate keys stay visible")
    func duplicates() throws {
        let value = try JSONValue(parsing: Array(#"{"b":1,"a":2,"b":3,"a":4,"c":5}"#.utf8))
        let object = try #require(value.object)
        #expect(object.members.map(\.key) == ["b", "a", "b", "a", "c"])
        #expect(object.duplicateKeys == ["b", "a"])
        #expect(object["b"] == .number(JSONNumber(1)))
        #expect(value.serialized == #"{"b":1,"a":2,"b":3,"a":4,"c":5}"#)
    }

    @Test("a key is found by its bytes, not by what Unicode calls equivalent")
    func keysAreBytes() throws {
        let object = try #require(JSONValue(parsing: Array("{\"\u{212A}ey\":1,\"Key\":2}".utf8)).object)
        #expect(object["Key"] == .number(JSONNumber(2)))
        #expect(object.duplicateKeys == [])
    }

    @Test("numbers are not rounded")
    func numbers() throws {
        let text = "123456789012345678901234567890.123456789012345678901234567890E-4000"
        #expect(try JSONValue(parsing: Array(text.utf8)).number?.text == text)
        #expect(JSONNumber("9223372036854775807")?.int64 == .max)
        #expect(JSONNumber("9223372036854775808")?.int64 == nil)
        for text in ["", "-", "01", "1.", "+1", " 1", "1 ", "1e", "NaN", "0x1", "1,0", "--1"] {
            #expect(JSONNumber(text) == nil)
        }
        for text in ["0", "-0", "10", "1.0", "1e9", "1E-9", String(repeating: "9", count: 1000)] {
            #expect(JSONNumber(text)?.text == text)
        }
    }
}
