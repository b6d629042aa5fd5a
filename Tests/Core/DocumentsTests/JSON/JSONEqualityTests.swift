import Documents
import Testing

@Suite("JSON values are equal if they are written with the same letters")
struct JSONEqualityTests {
    @Test(
        "texts and keys are compared by their bytes, numbers by their digits",
        arguments: [
            (#""\u00e9""#, #""e\u0301""#, false), (#"["\u212a"]"#, #"["K"]"#, false),
            (#"{"\u00e9":1}"#, #"{"e\u0301":1}"#, false), (#"{"a":"\u00e9"}"#, #"{"a":"e\u0301"}"#, false),
            ("1.0", "1.00", false), ("1e2", "100", false), ("null", "false", false), ("0", "\"0\"", false),
            ("[]", "{}", false), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, false), (#"{"a":1,"a":2}"#, #"{"a":1}"#, false),
            ("[1,2]", "[1]", false), ("true", "false", false),
            (#""\u00e9""#, #""é""#, true), (#"{"\u0061":[1,{"b":null}]}"#, #"{ "a" : [ 1, {"b":null} ] }"#, true),
            ("null", "null", true), ("[true,false]", "[true,false]", true), ("-0.0", "-0.0", true),
        ]
    )
    func equality(one: String, other: String, isSame: Bool) throws {
        let (one, other) = try (JSONValue(parsing: Array(one.utf8)), JSONValue(parsing: Array(other.utf8)))
        #expect((one == other) == isSame)
        #expect((other == one) == isSame)
        #expect(Set([one, other]).count == (isSame ? 1 : 2))
    }

    @Test("Many combining marks cost no more than other letters", .timeLimit(.minutes(1)))
    func marks() {
        let marks = JSONValue.string(String(repeating: "\u{301}\u{316}", count: 100_000))
        let others = JSONValue.string(String(repeating: "\u{316}\u{301}", count: 100_000))
        #expect(marks != others)
        #expect(Set([marks, others, marks]).count == 2)
        let keys = [marks, others].map { JSONValue.object(JSONObject([JSONMember($0.string ?? "", .null)])) }
        #expect(keys[0] != keys[1])
        #expect(Set(keys + keys).count == 2)
    }
}
