import Documents
import Testing

/// Many members set at once become the same object as set one after the other.
@Suite struct JSONAssignmentTests {
    /// Members that the values below find there: names twice, one that equals another only canonically, an empty one.
    static let object = JSONObject([
        JSONMember("a", .string("first")), JSONMember("b", .null), JSONMember("a", .string("second")),
        JSONMember("\u{E9}", .bool(true)), JSONMember("e\u{301}", .bool(false)), JSONMember("", .number(JSONNumber(0))),
    ])

    private static func text(_ object: JSONObject) -> String { JSONValue.object(object).serialized }

    @Test(
        "The first of a name is replaced, a new name comes last, and nil takes every member of the name",
        arguments: [0, 20]
    )
    func semantics(others: Int) {
        var object = Self.object
        let more = (0..<others).map { (key: "x\($0)", value: JSONValue?.some(.number(JSONNumber($0)))) }
        object.assign(
            more + [
                ("a", .string("third")), ("new", .null), ("b", nil), ("e\u{301}", .string("marks")), ("missing", nil),
            ]
        )
        let appended = (0..<others).map { #""x\#($0)":\#($0),"# }.joined()
        #expect(
            Self.text(object)
                == #"{"a":"third","a":"second","é":true,"e\#u{301}":"marks","":0,\#(appended)"new":null}"#
        )
        object.assign(more.map { ($0.key, nil) } + [("a", nil), ("a", .bool(true)), ("new", .bool(false)), ("a", nil)])
        #expect(Self.text(object) == #"{"é":true,"e\#u{301}":"marks","":0,"new":false}"#)
        object.assign([("a", .null)] + more + [("\u{E9}", nil), ("a", .bool(false))])
        #expect(Self.text(object) == #"{"e\#u{301}":"marks","":0,"new":false,"a":false\#(Self.numbered(others))}"#)
    }

    private static func numbered(_ count: Int) -> String { (0..<count).map { #","x\#($0)":\#($0)"# }.joined() }

    @Test("One at a time: the first of a name is read and replaced, a new one comes last, nil takes all of the name")
    func subscripts() {
        func text(_ change: (inout JSONObject) -> Void) -> String {
            var object = Self.object
            object.members += [JSONMember("a", .string("third")), JSONMember("a", .null)]
            change(&object)
            return Self.text(object)
        }
        let (middle, end) = (#""é":true,"e\#u{301}":false,"":0"#, #","a":"third","a":null}"#)
        #expect(Self.object["a"] == .string("first"))
        #expect(text { $0["a"] = nil } == #"{"b":null,\#(middle)}"#)
        #expect(text { $0["a"] = .null } == #"{"a":null,"b":null,"a":"second",\#(middle)\#(end)"#)
        #expect(text { $0["b"] = nil } == #"{"a":"first","a":"second",\#(middle)\#(end)"#)
        #expect(text { $0[""] = nil } == #"{"a":"first","b":null,"a":"second","é":true,"e\#u{301}":false\#(end)"#)
        #expect(text { $0["\u{E9}"] = nil } == #"{"a":"first","b":null,"a":"second","e\#u{301}":false,"":0\#(end)"#)
        #expect(text { $0["missing"] = nil } == #"{"a":"first","b":null,"a":"second",\#(middle)\#(end)"#)
        #expect(
            text { $0["new"] = .bool(true) }
                == #"{"a":"first","b":null,"a":"second",\#(middle),"a":"third","a":null,"new":true}"#
        )
    }

    @Test("Whatever is set, the subscript makes the same of it")
    func likeTheSubscript() {
        for seed in 0..<200 {
            // Every second begins with names that stand several times.
            let start = seed.isMultiple(of: 2) ? JSONObject() : Self.object
            var (one, other) = (start, start)
            var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
            var values: [(key: String, value: JSONValue?)] = []
            for index in 0..<40 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let key = ["a", "b", "", "\u{E9}", "e\u{301}", "K", "\u{212A}"][Int(state >> 33) % 7]
                values.append((key, (state >> 40).isMultiple(of: 3) ? nil : .number(JSONNumber(index))))
            }
            one.assign(values)
            for (key, value) in values { other[key] = value }
            #expect(Self.text(one) == Self.text(other))
        }
    }

    @Test("A thousand members of their own keep the order in which they were set")
    func many() {
        var object: JSONObject = ["at": .null]
        object.assign((0..<1_000).map { ("key \($0)", .number(JSONNumber($0))) })
        #expect(object.members.count == 1_001)
        #expect(object.members.map(\.key) == ["at"] + (0..<1_000).map { "key \($0)" })
    }
}
