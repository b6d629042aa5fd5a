import Checkout
import Foundation
import Testing
import Yams

@testable import ScenarioFiles
@testable import Simulation

@Suite("Documents are read as the YAML library reads them, and no deeper than is asked")
struct YAMLTextTests {
    /// Returns the problem with which reading a text as YAML fails.
    private func problem(_ yaml: String) -> Problem? {
        do {
            _ = try FileNode(yaml: yaml)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A key in brackets is refused where it begins",
        arguments: [
            ("{{a: b}: c}", 2), ("{[a]: b}", 2), ("[a]: b", 1), ("{a: b}: c", 1), ("- {a}: b", 3), ("? [a]", 3),
            ("? {a: b}\n: c", 3), ("? a: b\n: c", 3), ("? - a\n: c", 3), ("{a: b, {c}}", 8), ("{a, [b]}", 5),
            ("[{a}: b]", 2), ("[? {a} : b]", 4), ("[[a]: b]", 2), ("{? [a] : b}", 4),
        ]
    )
    func keysInBrackets(yaml: String, column: Int) {
        let found = problem(yaml)
        #expect(found?.text.hasPrefix("a key has to be a text, not a ") == true, "\(yaml)")
        #expect(found?.place == Place(line: 1, column: column), "\(yaml)")
    }

    @Test("A key that is nothing is refused, and one in quotes is none of these")
    func emptyKeys() throws {
        #expect(problem("? \n: b")?.text == "a key has to be a text, not nothing")
        let node = try FileNode(yaml: "\"{{\": '}}]:'\n'': [\"? {\", '[[']\n? a\n: b")
        guard case .map(let entries) = node.content else {
            Issue.record("no mapping")
            return
        }
        #expect(entries.map(\.key) == ["{{", "", "a"])
    }

    @Test(
        "Thirty-two levels are read and no more, of whatever kind",
        arguments: [("[", "]"), ("{a: ", "}"), ("- ", ""), ("[a, [", "]]")]
    )
    func depth(open: String, close: String) {
        func text(_ levels: Int) -> String {
            String(repeating: open, count: levels) + "a" + String(repeating: close, count: levels)
        }
        let most = open == "[a, [" ? FileNode.deepest / 2 : FileNode.deepest
        #expect(problem(text(most)) == nil)
        for levels in [most + 1, 500] {
            #expect(problem(text(levels))?.text == "lists and mappings lie too deep in each other", "\(levels)")
        }
        // The library has a limit of its own, and names the function that raises it.
        #expect(problem(text(3_000))?.text == "lists and mappings lie too deep in each other")
    }

    @Test("Keys in brackets in each other end the reading at the second", arguments: [2, 32, 33, 990])
    func nestedKeys(levels: Int) {
        for (open, close) in [("{", "}"), ("? ", ""), ("{a, ", "}")] {
            let one = String(repeating: open, count: levels) + "a" + String(repeating: close, count: levels)
            let place = Place(line: 1, column: open.count + 1)
            #expect(problem(one)?.place == place && problem(one)?.text.hasPrefix("a key") == true, "\(open)")
            // What lies behind it in a list is not looked at.
            let many = Array(repeating: "- " + one, count: 4).joined(separator: "\n")
            #expect(problem(many)?.place.line == 1 && problem(many)?.text.hasPrefix("a key") == true)
        }
    }

    @Test("A byte order mark is skipped, and shifts no place; a second one is a character")
    func byteOrderMark() throws {
        #expect(try FileNode(yaml: "\u{FEFF}a: b") == FileNode(yaml: "a: b"))
        #expect(problem("\u{FEFF}[a]: b")?.place == Place(line: 1, column: 1))
        #expect(problem("\u{FEFF}")?.text == "the file is empty")
    }

    @Test("A key that stands twice is told where it stands first")
    func twice() {
        #expect(problem("a: b\nc: d\na: e")?.place == Place(line: 1, column: 1))
        #expect(problem("- a: b\n- a: b\n- c: {d: e, \"d\": f}")?.place == Place(line: 3, column: 7))
        #expect(problem("- a: b\n- a: b") == nil)
    }

    @Test("An alias is refused, and so are a second document and a tag that is no text's")
    func refused() {
        #expect(problem("a: *b")?.hint == "a text that begins with & or * needs quotes")
        #expect(problem("a: b\n---\nc: d")?.place == Place(line: 2, column: 1))
        #expect(problem("a: !!int 1")?.text.contains("tags like tag:yaml.org,2002:int") == true)
        for text in ["!!str a", "! a", "!!str 'a'", "'a'"] { #expect(problem(text) == nil, "\(text)") }
    }

    @Test("Thirty marks behind each other are read and no more, however they are written")
    func marks() throws {
        for (mark, text) in [("\u{301}", "\u{301}"), ("\\u0301", "\u{301}"), ("\u{F73}", "\u{F73}")] {
            for form in [{ "\"a\($0)\": b" }, { "a: \"b\($0)\"" }, { "[\"\($0)\"]" }] as [(String) -> String] {
                let most = String(repeating: mark, count: String.mostMarks)
                #expect(problem(form(most)) == nil)
                #expect(problem(form(most + "x" + most)) == nil)
                #expect(problem(form(most + mark))?.text == "more than 30 combining marks follow each other")
            }
            #expect(!String(repeating: "a" + text, count: 10_000).hasTooManyMarks)
        }
        // An escaped end of a line joins what stands before and behind it.
        let half = String(repeating: "\u{301}\u{316}", count: 8)
        #expect(problem("\"\(half)\\\n  \(half)\"")?.text == "more than 30 combining marks follow each other")
        #expect(problem("\"\(half)\n  \(half)\"") == nil, "otherwise there is a blank between")
        let steps = #expect(throws: ScenarioFileError.self) {
            try ScenarioFile.steps(parsing: "play " + String(repeating: "\u{316}", count: 31))
        }
        #expect(steps?.problem == "more than 30 combining marks follow each other")
    }

    @Test("Texts that are the same but for the order of their marks are one key, as they are for whoever looks it up")
    func equivalent() {
        #expect(problem("\"e\u{301}\": a\n\"\u{E9}\": b")?.text.contains("is twice") == true)
    }

    @Test("Files that took seconds", arguments: ["keys-in-brackets.yaml", "key-of-accents.yaml"])
    func regressions(name: String) throws {
        let text = try Regression.text(name)
        let error = #expect(throws: ScenarioFileError.self) { try ScenarioFile.parse(text, name: "a.yaml") }
        #expect(error?.line == 1)
    }

    // MARK: The library

    @Test("Scenarios and seeds are what the library reads in them")
    func corpus() throws {
        var count = 0
        for folder in ["Scenarios", "Corpus/ScenarioYAML/seed"] {
            let url = Checkout.top.appending(path: folder)
            let names = try #require(FileManager.default.enumerator(atPath: url.path)).compactMap { $0 as? String }
            for name in names where name.hasSuffix(".yaml") {
                let bytes = [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
                guard let text = String(validating: bytes, as: UTF8.self) else { continue }
                if let difference = difference(text) { Issue.record("\(name): \(difference)") } else { count += 1 }
            }
        }
        #expect(count > 200)
    }

    @Test("Whatever is put together of YAML's signs is what the library reads in it")
    func soup() {
        let pieces = [
            "{", "[", "}", "]", ",", "?", "- ", ": ", "? ", "\n", "\n  ", "a", "\"b\"", "'c'", "! ", "|\n d", "# ",
            "---\n",
            "e: f", "\u{85}",
        ]
        var accepted = 0
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    for end in ["x", "]", "}"] {
                        let text = first + second + third + end
                        if let difference = difference(text) {
                            Issue.record("\(text.debugDescription): \(difference)")
                        } else if problem(text) == nil {
                            accepted += 1
                        }
                    }
                }
            }
        }
        #expect(accepted > 2_000, "many of them are read")
    }

    /// Returns the difference of what is read from what the library composes; nil if there is none, or it is refused
    /// for a reason of our own.
    private func difference(_ text: String) -> String? {
        let own = ["a key has", "anchors and", "the file", "tags like", "more than 30", "lists and mappings"]
        var mine: FileNode?
        do {
            mine = try FileNode(yaml: text)
        } catch {
            if own.contains(where: { error.text.hasPrefix($0) }) || error.text.contains("is twice") { return nil }
        }
        // The library takes a byte order mark for a character.
        let unmarked = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        let parser = try? Parser(yaml: unmarked, resolver: .basic, encoding: .utf8)
        let its = parser.flatMap { try? $0.singleRoot() }.map(Self.piece)
        return mine == its ? nil : "\(String(describing: mine)) is not \(String(describing: its))"
    }

    /// The library's node as a piece.
    private static func piece(_ node: Node) -> FileNode {
        let place = Place(line: node.mark?.line ?? 1, column: node.mark?.column)
        switch node {
        case .scalar(let scalar):
            let isNothing = scalar.string.isEmpty && scalar.style == .plain
            return FileNode(isNothing ? .nothing : .text(scalar.string), at: place)
        case .sequence(let sequence):
            return FileNode(.list(sequence.map(piece)), at: place)
        case .mapping(let mapping):
            let entries = mapping.map { key, value in
                FileNode.Entry(key: key.string ?? "", place: piece(key).place, value: piece(value))
            }
            return FileNode(.map(entries), at: place)
        case .alias:
            return FileNode(.nothing, at: place)
        }
    }
}
