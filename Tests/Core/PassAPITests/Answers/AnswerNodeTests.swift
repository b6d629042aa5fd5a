import Checkout
import Documents
import Foundation
import Testing

@testable import PassAPI

@Suite struct AnswerNodeTests {
    @Test(
        "A whole number is a decimal one, plain or as a text; fractions are cut off",
        arguments: [
            ("16", 16), ("-3", -3), ("0", 0), ("-0", 0), ("1.9", 1), ("-1.9", -1), ("1e3", 1_000), ("1.5E+2", 150),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("8.9e18", 8_900_000_000_000_000_000),
            (" 1767225600000\n", 1_767_225_600_000),
        ]
    )
    func integers(text: String, value: Int64) throws {
        #expect(AnswerNode.json(.object(["a": .string(text)])).integer("a") == value)
        #expect(
            AnswerNode.xml(try XMLDocument(parsing: Array("<r><a>\(text)</a></r>".utf8)).root).integer("a") == value
        )
        let plain = try JSONValue(parsing: Array("{\"a\":\(text)}".utf8))
        #expect(AnswerNode.json(plain).integer("a") == value)
    }

    @Test(
        "Other spellings are no number",
        arguments: [
            "", " ", "0x10", "0x1p40", "0X1P4", "-0x1", "nan", "NaN", "inf", "infinity", "-Infinity", "1_000", "+5",
            "007", ".5", "5.", "1e", "9e18", "9223372036854775808", "1e400", "ten", "\u{661}", "17 9521 2258158",
            "1\u{A0}0", "- 3",
        ]
    )
    func others(text: String) throws {
        #expect(AnswerNode.json(.object(["a": .string(text)])).integer("a") == nil)
        #expect(AnswerNode.xml(try XMLDocument(parsing: Array("<r><a>\(text)</a></r>".utf8)).root).integer("a") == nil)
    }

    @Test(
        "A truth value is one word, with or without blanks around it",
        arguments: [
            ("true", true), (" TRUE\n", true), ("1", true), ("false", false), ("\t0 ", false), ("t r u e", nil),
            ("tru\u{301}e", nil), ("", nil), ("yes", nil),
        ] as [(String, Bool?)]
    )
    func truthValues(text: String, value: Bool?) throws {
        #expect(AnswerNode.json(.object(["a": .string(text)])).bool("a") == value)
        let root = try XMLDocument(parsing: Array("<r><a>\(text)</a></r>".utf8)).root
        #expect(AnswerNode.xml(root).bool("a") == value)
    }

    @Test(
        "An answer that expires at no decimal number",
        arguments: ["expires-hexadecimal", "expires-hex-float", "expires-with-blanks-within"]
    )
    func regressions(name: String) throws {
        let file = Checkout.top.appending(path: "Corpus/JSONAnswer/regression/\(name).json")
        let body = try Data(contentsOf: file).drop { $0 != UInt8(ascii: "\n") }
        let answer = try JSONValue(parsing: Array(body))
        #expect(answer["expires"]?.string?.isEmpty == false)
        #expect(AnswerNode.json(answer).integer("expires") == nil)
    }
}
