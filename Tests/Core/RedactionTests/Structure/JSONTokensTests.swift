import Documents
import Testing

@testable import Redaction

@Suite struct JSONTokensTests {
    private let pseudonyms = Pseudonyms(key: Captures.key)

    private func placeholder(for json: String, keeping kept: [String] = []) throws -> JSONObject {
        let changed = JSONTokens.placeholder(for: Array(json.utf8), pseudonyms) { kept.contains($0.text) }
        return try #require(JSONValue(parsing: changed).object, "\(Probe.text(changed))")
    }

    @Test("Of JSON that goes nothing is left but its shape, and true, false and null")
    func shape() throws {
        let object = try placeholder(for: #"{"kite" : ["owl\n7", -12.5e3, true, null], "at":{"":""}}"#)
        let elements = try #require(object.members[0].value.array)
        #expect(object.members[0].key.utf8.count == 4 && object.members[0].key != "kite")
        #expect(elements[0].string?.utf8.allSatisfy { (0x61...0x7A).contains($0) } == true)
        #expect(elements[0].string?.utf8.count == 5)
        #expect(elements[1].number != nil && elements[1].number?.text != "-12.5e3")
        #expect(elements[2...] == [.bool(true), .null])
        #expect(object.members[1].value == .object(["": .string("")]))
    }

    @Test(
        "An integer that may become too large loses a digit",
        arguments: ["9223372036854775807", "922337203685477580"]
    )
    func integers(digits: String) throws {
        let number = try #require(placeholder(for: #"{"a":-\#(digits)}"#).members[0].value.number)
        #expect(number.int64 != nil && number.text != "-\(digits)")
    }

    @Test("Words that are to stay do, as names and as values")
    func kept() throws {
        let object = try placeholder(for: #"{"call":"enqueue","x":"call"}"#, keeping: ["call"])
        #expect(object.members[0].key == "call" && object.members[0].value != .string("enqueue"))
        #expect(object.members[1].key != "x" && object.members[1].value == .string("call"))
    }

    @Test("A name becomes as many letters, and none that is a name already; the same name the same in every object")
    func names() throws {
        let first = try placeholder(for: #"{"kite":"a"}"#).members[0].key
        #expect(first.utf8.count == 4)
        let second = try placeholder(for: #"{"kite":"a","\#(first)" : 1}"#)
        #expect(Set(second.members.map(\.key)).isDisjoint(with: ["kite", first]))
        let nested = try placeholder(for: #"{"1":{"2":0},"2":0}"#)
        #expect(nested.members[0].value.object?.members[0].key == nested.members[1].key)
        #expect(nested.members[0].key != nested.members[1].key)
    }

    @Test("Of the letters of the alphabet the last that is no name is found; where each is one, names stay")
    func exhausted() throws {
        let alphabet = "abcdefghijklmnopqrstuvwxyz".map { #""\#($0)":0"# }
        for last in alphabet.indices {
            let others = alphabet[..<last] + alphabet[(last + 1)...]
            let object = try placeholder(for: "{\"7\":0," + others.joined(separator: ",") + "}")
            #expect(object.members[0].key == String(alphabet[last].dropFirst().prefix(1)))
        }
        let object = try placeholder(for: "{" + alphabet.joined(separator: ",") + "}")
        #expect(object.members.map(\.key).joined() == "abcdefghijklmnopqrstuvwxyz")
    }
}
