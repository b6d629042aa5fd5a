import CorpusKit
import Foundation
import Fuzzing
import Testing
import VirtualTime

@testable import FuzzReadings

/// Mutators make something of most inputs, the same from the same seed, and nothing they make breaks a property.
@Suite struct MutationTests {
    static let mutated = FuzzTarget.core.filter { $0.mutate != nil }.map(\.name)

    @Test("From one seed comes one input, in every process", arguments: mutated)
    func deterministic(_ name: String) throws {
        let target = try #require(FuzzTarget.core.first { $0.name == name })
        let (made, faults) = try Corpus.mutations(of: target, first: 40)
        for fault in faults { Issue.record("\(fault)") }
        #expect(made > 10, "\(name) makes other inputs of its seeds")
    }

    @Test("A tree's mutations wrap, repeat, drop and move elements")
    func shapes() throws {
        let input = Array(
            #"<Response ID="_a"><Status/><Assertion ID="_b"><Subject>x</Subject></Assertion></Response>"#.utf8
        )
        var seen: Set<String> = []
        for seed in 0..<400 {
            var generator = SeededGenerator(seed: UInt64(seed))
            guard let output = MarkupMutation.saml(input, &generator) else { continue }
            let text = String(decoding: output, as: UTF8.self)
            if text.components(separatedBy: "<Assertion").count > 2 { seen.insert("twice") }
            if !text.contains("<Assertion") { seen.insert("gone") }
            if text.contains("<Assertion") && text.contains("<!---->") == false && text.contains("<!--") {
                seen.insert("comment")
            }
            if !text.contains("_b") { seen.insert("no id") }
            if text.components(separatedBy: "_a").count > 2 { seen.insert("equal ids") }
        }
        #expect(seen == ["twice", "gone", "comment", "no id", "equal ids"])
    }

    @Test("Base64 comes in both alphabets, padded, unpadded and of any length")
    func base64() {
        var texts: Set<String> = []
        for seed in 0..<400 {
            var generator = SeededGenerator(seed: UInt64(seed))
            texts.insert(Base64Mutation.changed("/+8=", &generator))
        }
        #expect(texts.isSuperset(of: ["/+8=", "/+8", "_-8=", "_-8", "/+", "_-==", "_-8-_8"]))
    }

    @Test("A date's mutations change one field, and reach ten digits")
    func dates() {
        var texts: Set<String> = []
        for seed in 0..<2_000 {
            var generator = SeededGenerator(seed: UInt64(seed))
            texts.insert(DateMutation.changed("2026/11/20 21:59:12 GMT +0200", &generator))
        }
        #expect(texts.count > 200)
        #expect(texts.contains { $0.contains("9999999999") })
        #expect(texts.contains { $0.hasPrefix("2026/02/") || $0.hasPrefix("2024/11/") })
    }

    @Test("Numbers of 11 to 19 digits come, each length of them, in dates, texts, documents and JSON")
    func longNumbers() {
        var counts: [String: Set<Int>] = [:]
        func note(_ kind: String, _ text: String) {
            for run in text.split(whereSeparator: { !("0"..."9").contains($0) }) {
                counts[kind, default: []].insert(run.count)
            }
        }
        let document = Array(#"<Response ID="_a"><Status a="1">2</Status></Response>"#.utf8)
        for seed in 0..<20_000 {
            var generator = SeededGenerator(seed: UInt64(seed))
            note("date", DateMutation.changed("2026/11/20 21:59:12 GMT +0200", &generator))
            note("text", TextMutation.changed("a", &generator))
            note("JSON", String(decoding: JSONMutation.mutated(Array("[1]".utf8), &generator) ?? [], as: UTF8.self))
            note("XML", String(decoding: MarkupMutation.saml(document, &generator) ?? [], as: UTF8.self))
        }
        for kind in ["date", "text", "JSON", "XML"] {
            #expect(counts[kind]?.isSuperset(of: 11...19) == true, "\(kind): \(counts[kind, default: []].sorted())")
        }
    }

    @Test("JSON's mutations stay JSON but for another encoding, and know repeated keys")
    func json() {
        var hasRepeated = false
        for seed in 0..<500 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let output = JSONMutation.mutated(Array(#"{"a":1,"b":["x",{}]}"#.utf8), &generator) ?? []
            #expect(!output.isEmpty)
            if String(decoding: output, as: UTF8.self).components(separatedBy: "\"a\"").count > 2 { hasRepeated = true }
        }
        #expect(hasRepeated)
        var generator = SeededGenerator(seed: 1)
        #expect(JSONMutation.mutated(Array("{".utf8), &generator) == nil)
    }

    @Test("Lines are repeated, dropped, moved, indented; words change")
    func lines() {
        let input = Array("a:\n  - b: 1\n  - c: 2\n".utf8)
        var texts: Set<String> = []
        for seed in 0..<500 {
            var generator = SeededGenerator(seed: UInt64(seed))
            guard let output = LineMutation.mutated(input, &generator) else { continue }
            texts.insert(String(decoding: output, as: UTF8.self))
        }
        #expect(texts.count > 100)
        #expect(texts.contains { $0.contains("b: 2") || $0.contains("c: 1") }, "a value behind another key")
        #expect(texts.contains { $0.split(separator: "\n").count > 4 })
        #expect(texts.contains { $0.split(separator: "\n").count < 3 })
    }

    @Test("Pages change, and the file stays one of whole pages but for what its header says")
    func pages() throws {
        let file = try #require(Corpus.files("RecordingFile", "seed").first { $0.hasSuffix("/one-exchange.kinescope") })
        let input = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        var sizes: Set<Int> = []
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let output = try #require(PageMutation.mutated(input, &generator))
            sizes.insert(output.count)
            #expect(output.count <= input.count)
        }
        #expect(sizes.count > 1, "pages are taken out")
        var generator = SeededGenerator(seed: 1)
        #expect(PageMutation.mutated(Array(input.prefix(511)), &generator) == nil)
    }

    @Test("A number becomes one of 11 to 19 digits, in one case of eight")
    func numbers() throws {
        let input = Array("a: 12\r\nb: 3".utf8)
        var lengths: Set<Int> = []
        var others = 0
        for seed in 0..<400 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let output = try #require(NumberMutation.withLongNumber(input, &generator))
            let words = String(decoding: output, as: UTF8.self).split { !$0.isNumber }
            lengths.insert(try #require(words.map(\.utf8.count).max()))
            generator = SeededGenerator(seed: UInt64(seed))
            if NumberMutation.mutated(input, &generator, or: { _, _ in [] }) == [] { others += 1 }
        }
        #expect(lengths == Set(11...19))
        #expect((300..<390).contains(others))
        var generator = SeededGenerator(seed: 1)
        #expect(NumberMutation.withLongNumber(Array("abc".utf8), &generator) == nil)
    }
}
