import Testing

@testable import ScenarioFiles
@testable import Simulation

@Suite struct FileNodeTests {
    @Test("Every scalar is a text", arguments: ["no", "0123", "7.0", "null", "~", "2013-09-01", "1e3", "=", "on"])
    func texts(text: String) throws {
        #expect(try FileNode(yaml: text).content == .text(text))
        #expect(try FileNode(yaml: "'\(text)'").content == .text(text))
    }

    @Test("Nothing is not the empty text")
    func nothing() throws {
        let map = try MapReader(FileNode(yaml: "a:\nb: ''\nc: d"), "a map", keys: ["a", "b", "c"])
        #expect(map["a"] == nil && map.has("a"))
        #expect(map["b"]?.content == .text(""))
        #expect(map.place(of: "c") == Place(line: 3, column: 1))
        #expect(map["c"]?.place == Place(line: 3, column: 4))
        #expect(throws: Problem.self) { try map.required("a") }
        #expect(throws: Problem.self) { try map.required("b").text("b") }
    }

    @Test(
        "What people would take for something else stands in quotes",
        arguments: [
            ("KITE1", "KITE1"), ("1.7.5", "1.7.5"), ("to 2026-11-20T08:00:00Z", "to 2026-11-20T08:00:00Z"),
            ("", "\"\""),
            ("a: b", "\"a: b\""), ("- a", "\"- a\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("a\nb\tc\r", "\"a\\nb\\tc\\r\""),
            ("\u{0}\u{85}\u{FEFF}", "\"\\x00\\x85\\uFEFF\""), ("ü", "\"ü\""), ("a &b", "\"a &b\""),
            ("+5m", "+5m"),
            ("-5m", "\"-5m\""), ("a ", "\"a \""), ("a:", "\"a:\""),
        ]
    )
    func scalars(text: String, yaml: String) throws {
        #expect(text.yamlScalar == yaml)
        if !text.isEmpty, !text.hasPrefix("\u{FEFF}") { #expect(try FileNode(yaml: yaml).content == .text(text)) }
    }

    @Test("Small mappings stand on one line, large ones and their steps below each other")
    func layout() {
        let node = FileNode.map([
            ("a", .map([("b", .text("c")), ("d", .texts(["e", "f g"]))])), ("h", nil), ("i", FileNode(.nothing)),
            (
                "j",
                FileNode(
                    .list([.map([("k", .text("l")), ("m", .map([("n", .map([("o", .text("p"))]))]))]), .text("q")])
                )
            ),
        ])
        #expect(
            node.yamlDocument == """
                a: { b: c, d: [e, f g] }
                i:
                j:
                  - k: l
                    m:
                      n: { o: p }
                  - q

                """
        )
    }

    @Test(
        "A number lies in its range",
        arguments: [("1", true), ("10", true), ("0", false), ("11", false), ("1.0", false), ("x", false)]
    )
    func count(text: String, isRight: Bool) {
        #expect(((try? FileNode.text(text).count("it", in: 1...10)) != nil) == isRight)
    }
}
