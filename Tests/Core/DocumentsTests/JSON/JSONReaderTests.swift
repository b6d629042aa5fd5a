import Documents
import Testing

@Suite("The JSON pull reader")
struct JSONReaderTests {
    @Test("A word that is none is told what may stand there, each once", arguments: ["fals!", "nul", "trux", "nil"])
    func words(_ text: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: Array((text + "   ").utf8)) }
        #expect(error.cause == .unexpected(expected: "true, false, null, a number, a string, { or ["), "\(error)")
    }

    @Test("Half a surrogate pair is refused unless it is asked for, and is then a private character that is counted")
    func loneSurrogates() throws {
        var limits = JSONLimits()
        let text = #"["\ud83dx","\ude00","\ud83d\ud83d\ude00","\ud83d\n"]"#
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8), limits: limits) }
        limits.allowsLoneSurrogates = true
        var reader = JSONReader(Array(text.utf8), limits: limits)
        let texts = try reader.readValue().array?.compactMap(\.string)
        #expect(texts == ["\u{10D83D}x", "\u{10DE00}", "\u{10D83D}\u{1F600}", "\u{10D83D}\n"])
        #expect(reader.loneSurrogateCount == 4)
        #expect(reader.lastLoneSurrogate == text.utf8.count - 10)
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(#"["\ud83d\u"]"#.utf8), limits: limits) }
        let end = try JSONValue(parsing: Array(#""\ud83d""#.utf8), limits: limits)
        #expect(end == .string("\u{10D83D}"))
    }

    @Test("objects and arrays are gone through key by key and element by element")
    func walks() throws {
        let text = #" {"a":[1,{"b":[]},"x"],"skip":{"deep":[[1],{"k":"\"]}"}]},"c":{},"d":[],"a":null} "#
        var reader = JSONReader(Array(text.utf8))
        var seen: [String] = []
        try reader.beginObject()
        while let key = try reader.nextKey() {
            seen.append(key)
            switch key {
            case "a" where seen.count == 1:
                try reader.beginArray()
                while try reader.nextElement() { seen.append(try reader.readValue().serialized) }
            case "skip": try reader.skipValue()
            case "c":
                try reader.beginObject()
                #expect(try reader.nextKey() == nil)
            case "d":
                try reader.beginArray()
                #expect(try reader.nextElement() == false)
            default: seen.append(try reader.readValue().serialized)
            }
        }
        try reader.finish()
        #expect(seen == ["a", "1", #"{"b":[]}"#, #""x""#, "skip", "c", "d", "a", "null"])
        #expect(reader.byteOffset == text.utf8.count)
    }

    @Test("the offset after a call is where the next one stands")
    func offsets() throws {
        var reader = JSONReader(Array("[10,20]".utf8))
        #expect(reader.byteOffset == 0)
        try reader.beginArray()
        #expect(reader.byteOffset == 1)
        _ = try reader.nextElement()
        try reader.skipValue()
        #expect(reader.byteOffset == 3)
        _ = try reader.nextElement()
        #expect(reader.byteOffset == 4)
    }

    @Test("another kind of value than the one asked for is an error at its place")
    func otherKind() throws {
        var reader = JSONReader(Array(" [1]".utf8))
        let error = try #require(throws: JSONError.self) { try reader.beginObject() }
        #expect(error == JSONError(.unexpected(expected: "an object"), byteOffset: 1, line: 1, column: 2))
        var other = JSONReader(Array("{\"a\":\n1}".utf8))
        try other.beginObject()
        _ = try other.nextKey()
        #expect(throws: JSONError(.unexpected(expected: "an array"), byteOffset: 6, line: 2, column: 1)) {
            try other.beginArray()
        }
    }

    @Test("a text that was cut off is an error wherever it was cut")
    func cutOff() throws {
        let text = Array(#"{"a":[1,true,null,"é\n\u00e9"],"b":{"c":-1.5e3}}"#.utf8)
        _ = try JSONValue(parsing: text)
        for length in 0..<text.count {
            let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text[..<length]) }
            #expect(error.byteOffset <= length)
        }
    }

    @Test("finish refuses what follows, and an empty text")
    func finishes() throws {
        var reader = JSONReader(Array("[] x".utf8))
        try reader.skipValue()
        #expect(throws: JSONError(.trailingBytes, byteOffset: 3, line: 1, column: 4)) { try reader.finish() }
        var empty = JSONReader([])
        #expect(throws: JSONError(.empty, byteOffset: 0, line: 1, column: 1)) { try empty.finish() }
    }

    @Test("limits count across the calls")
    func limits() throws {
        var limits = JSONLimits()
        limits.depth = 2
        limits.values = 3
        var reader = JSONReader(Array("[[1,2]]".utf8), limits: limits)
        try reader.beginArray()
        _ = try reader.nextElement()
        try reader.beginArray()
        _ = try reader.nextElement()
        _ = try reader.readValue()
        _ = try reader.nextElement()
        let error = try #require(throws: JSONError.self) { try reader.readValue() }
        #expect(error.cause == .limit(name: "values", value: 3))
        var deep = JSONReader(Array("[[[]]]".utf8), limits: limits)
        try deep.beginArray()
        _ = try deep.nextElement()
        try deep.beginArray()
        _ = try deep.nextElement()
        #expect(throws: JSONError.self) { try deep.beginArray() }
    }

    @Test("every string length around the width of a word is read")
    func wordEdges() throws {
        for length in 0..<40 {
            for special in ["", "\"", "\\", "\n", "é", "😀", "\u{1F}", "\u{7F}"] {
                let value = JSONValue.string(
                    String(repeating: "x", count: length) + special + String(repeating: "é", count: length % 5)
                )
                #expect(try JSONValue(parsing: value.serializedBytes) == value)
                #expect(value.serialized.utf8.elementsEqual(value.serializedBytes))
            }
        }
    }
}
