import Testing

@testable import Documents

@Suite struct JSONLeafTests {
    private static func leaves(_ json: String) -> [String] {
        let bytes = Array(json.utf8)
        var found: [String] = []
        JSONLeaf.visit(bytes) { leaf, path in
            let text = String(decoding: bytes[leaf.range], as: UTF8.self)
            found.append("\(path.joined(separator: "/")) \(leaf.depth) \(text)\(leaf.isString ? "" : " #")")
            #expect(leaf.name == path.last && leaf.depth == path.count)
        }
        return found
    }

    @Test("Every string and number is visited with the names around it")
    func names() {
        #expect(
            Self.leaves(#"{"a": 1, "b": {"c": "x", "d": [2, {"e": "y"}, "z"]}, "f": true, "g": null, "h": ""}"#) == [
                "a 1 1 #", "b/c 2 x", "b/d 2 2 #", "b/d/e 3 y", "b/d 2 z", "h 1 ",
            ]
        )
        #expect(Self.leaves(#"[{"a":-1.5e3},{"b":"2"}]"#) == ["a 1 -1.5e3 #", "b 1 2"])
        #expect(Self.leaves(#"{"\u0061\"" : "\"\\"}"#) == [#"a" 1 \"\\"#])
        #expect(Self.leaves(#""top""#) == [" 0 top"])
    }

    @Test("Slips do not stop it: commas that are missing, what is cut off, brackets that do not match")
    func slips() {
        #expect(Self.leaves(#"{"a":1 "b":2,}"#) == ["a 1 1 #", "b 1 2 #"])
        #expect(Self.leaves(#"{"a":"cut"#) == ["a 1 cut"])
        #expect(Self.leaves(#"{"a":"cut\"#) == [#"a 1 cut\"#])
        #expect(Self.leaves(#"}]{"a":1}}}{"b":2"#) == ["a 1 1 #", "b 1 2 #"])
        #expect(Self.leaves("") == [])
        #expect(Self.leaves("\"") == [" 0 "])
    }

    @Test("What is nested more deeply than it follows is visited without its names, and what comes after with them")
    func deep() {
        let deep = String(repeating: "[", count: 400) + #"{"a":1}"# + String(repeating: "]", count: 400)
        #expect(Self.leaves(deep) == [" 0 1 #"])
        #expect(Self.leaves(#"{"b":\#(deep),"c":2}"#) == ["b 1 1 #", "c 1 2 #"])
    }
}
