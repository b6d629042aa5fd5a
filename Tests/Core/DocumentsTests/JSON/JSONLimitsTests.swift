import Documents
import Testing

private func limits(_ change: (inout JSONLimits) -> Void) -> JSONLimits {
    var limits = JSONLimits()
    change(&limits)
    return limits
}

@Suite("JSON limits hold at their edges")
struct JSONLimitsTests {
    @Test(
        "the limit itself is allowed, one more is refused by its name",
        arguments: [
            ("totalBytes", limits { $0.totalBytes = 4 }, "[12]", "[123]", 0),
            ("depth", limits { $0.depth = 2 }, "[{}]", "[[[]]]", 2),
            ("depth", limits { $0.depth = 1 }, "[1]", "[{}]", 1),
            ("depth", limits { $0.depth = 0 }, "1", "[]", 0),
            ("stringBytes", limits { $0.stringBytes = 3 }, "[\"abc\"]", "[\"abcd\"]", 1),
            ("stringBytes", limits { $0.stringBytes = 2 }, "{\"é\":1}", "{\"éa\":1}", 1),
            ("numberBytes", limits { $0.numberBytes = 4 }, "-1.5", "-1.55", 0),
            ("values", limits { $0.values = 3 }, "{\"a\":[1]}", "[1,2,3]", 5),
        ] as [(String, JSONLimits, String, String, Int)]
    )
    func edges(name: String, limits: JSONLimits, allowed: String, refused: String, offset: Int) throws {
        _ = try JSONValue(parsing: Array(allowed.utf8), limits: limits)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: Array(refused.utf8), limits: limits) }
        guard case .limit(name, _) = error.cause else { throw error }
        #expect(error.byteOffset == offset)
        #expect(error.description.contains(name))
        let skipped = try #require(throws: JSONError.self) {
            var reader = JSONReader(Array(refused.utf8), limits: limits)
            try reader.skipValue()
        }
        #expect(skipped == error)
    }

    @Test("the documented defaults hold at their edges")
    func defaults() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONValue(parsing: nested(64))
        #expect(throws: JSONError(.limit(name: "depth", value: 64), byteOffset: 64, line: 1, column: 65)) {
            try JSONValue(parsing: nested(65))
        }
        _ = try JSONValue(parsing: Array(repeating: UInt8(ascii: "1"), count: 512))
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(repeating: UInt8(ascii: "1"), count: 513)) }
    }

    @Test("however high the limit, nesting ends where the stack is still safe")
    func ceiling() throws {
        let deep = limits { $0.depth = .max }
        let text = { (depth: Int) in
            Array((String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)).utf8)
        }
        let value = try JSONValue(parsing: text(512), limits: deep)
        #expect(try JSONValue(parsing: value.serializedBytes, limits: deep) == value)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text(100_000), limits: deep) }
        #expect(error.cause == .limit(name: "depth", value: 512))
        let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONError.self) { try JSONValue(parsing: bomb, limits: deep) }
    }
}
