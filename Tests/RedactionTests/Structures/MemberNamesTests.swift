import Testing

@testable import Redaction

@Suite struct MemberNamesTests {
    private let pseudonyms = Pseudonyms(key: Captures.key)

    private func replacement(for name: String, in text: String) -> String? {
        var names = MemberNames(in: Array(text.utf8))
        return names.replacement(for: Array(name.utf8), pseudonyms).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A name becomes as many letters, and none that is a name already")
    func others() throws {
        let first = try #require(replacement(for: "kite", in: #"{"kite":"a"}"#))
        #expect(first.utf8.count == 4)
        let second = try #require(replacement(for: "kite", in: #"{"kite":"a","\#(first)" : 1}"#))
        #expect(second.utf8.count == 4 && second != first)
        #expect(replacement(for: "kite", in: #"{"kite":"\#(first)"}"#) == first)
    }

    @Test("Of the letters of the alphabet the last that is no name is found; where each is one a name stays")
    func exhausted() {
        let alphabet = "abcdefghijklmnopqrstuvwxyz".map { #""\#($0)":0"# }
        for last in alphabet.indices {
            let others = alphabet[..<last] + alphabet[(last + 1)...]
            let text = "{" + others.joined(separator: ",") + "}"
            #expect(replacement(for: "7", in: text) == String(alphabet[last].dropFirst().prefix(1)))
        }
        #expect(replacement(for: "7", in: "{" + alphabet.joined(separator: ",") + "}") == nil)
    }

    @Test("Two names become two, the same name the same")
    func repeated() {
        var names = MemberNames(in: Array(#"{"1":{"2":0},"2":0}"#.utf8))
        let replaced = ["1", "2", "1"].map { names.replacement(for: Array($0.utf8), pseudonyms) }
        #expect(replaced[0] == replaced[2] && replaced[0] != replaced[1])
    }
}
