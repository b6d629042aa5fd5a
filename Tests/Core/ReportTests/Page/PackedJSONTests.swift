import Documents
import Testing

@testable import Report

@Suite("What a page holds, packed") struct PackedJSONTests {
    @Test(
        "Unpacked, it is what was packed",
        arguments: [
            #"null"#, #"[]"#, #"{}"#, #"[[],{},[[]],-1,0,1.50,true,null,""]"#,
            // What looks like a mark, and words that are there again.
            ##"{"a":["~1","^2|x","~","^","~1","^0|","plain","plain","a longer word","a longer word","a longer word"]}"##,
            // Beginnings, also across letters of several bytes, and two spellings of one letter.
            #"[{"t":"exchange 12, é"},{"t":"exchange 13, é"},{"u":"exchange 13, e\u0301"},{"t":"exchange 13, e\u0301"}]"#,
            #"[{"t":"ééééééé a"},{"t":"ééééééé b"},{"t":"🎬🎬 c"},{"t":"🎬🎬 d"},{"t":"<\/script>&"}]"#,
            // Shapes: the same names in another order, one more, and again.
            #"[{"a":1,"b":2},{"b":2,"a":1},{"a":1,"b":2,"c":{"a":3,"b":4}},{"":0}]"#,
        ]
    )
    func roundTrip(text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(Unpacking.value(of: PackedJSON.value(of: value)) == value)
    }

    @Test("Names of members, words that are there again and beginnings are written once")
    func form() throws {
        let value = try JSONValue(
            parsing: Array(
                #"[{"type":"exchange","at":"2026-11-20T01"},{"type":"exchange","at":"2026-11-20T02"},{"type":"exchange","at":"x"}]"#
                    .utf8
            )
        )
        let packed = PackedJSON.value(of: value)
        #expect(
            packed.serialized
                == #"{"shapes":[["type","at"]],"words":[],"value":[-1,[0,"exchange","2026-11-20T01"],[0,"^8|","^12|2"],[0,"^8|","x"]]}"#
        )
        let longer = JSONValue.array(Array(repeating: value, count: 4))
        #expect(PackedJSON.value(of: longer)["words"] == .texts(["exchange", "2026-11-20T01", "2026-11-20T02"]))
        #expect(Unpacking.value(of: PackedJSON.value(of: longer)) == longer)
    }

    @Test("A page holds its content, packed", arguments: BundledRecordings.paths)
    func page(path: String) throws {
        let content = PageContent([PageSource(try BundledRecordings.recording(path), name: path)], version: "test")
        let packed = try JSONValue(parsing: PageData.bytes(of: content))
        #expect(Unpacking.value(of: packed) == content.json)
        #expect(packed.serialized.utf8.count < content.json.serialized.utf8.count)
    }

    @Test("Where a page would be too large, the longest bodies are shortened, all to the same length")
    func shortened() throws {
        var texts = PageTexts(exchangeCount: 10)
        let lines = ["a", "b", "c"].map { String(repeating: $0, count: 1_000) } + [String(repeating: "d", count: 200)]
        let places = lines.compactMap { texts.place(ofBody: [$0]) }
        let header = texts.place(of: String(repeating: "h", count: 1_000))
        texts.shorten(by: 1_500)
        let rest = places.prefix(3).map { texts.all[$0] }
        // 468 of each and the note of 32: half of three thousand.
        #expect(rest.map { $0.prefix { "abc".contains($0) }.count } == [468, 468, 468])
        #expect(rest.allSatisfy { $0.hasSuffix("… (truncated, 1000 characters)") })
        #expect(texts.all[places[3]].count == 200 && texts.all[header].count == 1_000)
        texts.shorten(by: 1_000_000)
        #expect(texts.all[places[0]] == String(repeating: "a", count: 64) + "… (truncated, 1000 characters)")
        #expect(texts.all[places[3]] == String(repeating: "d", count: 64) + "… (truncated, 200 characters)")
    }
}

/// Reads what ``PackedJSON`` writes, as its description says, and as the page's script does.
private struct Unpacking {
    private let shapes: [[String]]
    private let words: [String]
    private var before: [ExactText: [Unicode.Scalar]] = [:]

    static func value(of packed: JSONValue) -> JSONValue {
        func texts(_ value: JSONValue?) -> [String] { (value?.array ?? []).compactMap(\.string) }
        var unpacking = Unpacking(shapes: (packed["shapes"]?.array ?? []).map(texts), words: texts(packed["words"]))
        return unpacking.open(packed["value"] ?? .null, "")
    }

    private init(shapes: [[String]], words: [String]) {
        self.shapes = shapes
        self.words = words
    }

    private mutating func open(_ value: JSONValue, _ key: String) -> JSONValue {
        switch value {
        case .array(let items):
            guard let number = items.first?.number?.int64, number >= 0 else {
                return .array(items.dropFirst().map { open($0, key) })
            }
            let names = shapes[Int(number)]
            return .object(
                JSONObject(zip(names, items.dropFirst()).map { JSONMember($0, open($1, $0)) })
            )
        case .string(let string): return .string(open(string, key))
        default: return value
        }
    }

    private mutating func open(_ string: String, _ key: String) -> String {
        let scalars = Array(string.unicodeScalars)
        if scalars.first == "~" { return words[Int(String(string.unicodeScalars.dropFirst())) ?? -1] }
        var all = scalars
        if scalars.first == "^", let end = scalars.firstIndex(of: "|") {
            let count = Int(String(String.UnicodeScalarView(scalars[1..<end]))) ?? -1
            all = Array((before[ExactText(key)] ?? []).prefix(count)) + scalars[(end + 1)...]
        }
        before[ExactText(key)] = all
        return String(String.UnicodeScalarView(all))
    }
}
