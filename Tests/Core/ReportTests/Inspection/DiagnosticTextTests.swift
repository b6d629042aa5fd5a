import Checkout
import Foundation
import Testing

@testable import Report
@testable import Tokens

@Suite("The sentences of remarks")
struct DiagnosticTextTests {
    /// The names of the sentences: in the sources, `.note("name"…` or `.refused("name", as: "sentence"…`.
    private static let used: Set<String> = {
        var names: Set<String> = []
        for folder in ["Sources/Core/Tokens", "Sources/Core/Inspection"] {
            for path in Checkout.files(below: folder, suffix: ".swift") {
                let calls = /\.(?:suspicious|weak|note|refused)\(\s*"([^"]+)"(?:, as: "([^"]+)")?/
                for call in Checkout.text(of: path).matches(of: calls) {
                    names.insert(String(call.output.2 ?? call.output.1))
                }
            }
        }
        // Each is a comment's or a section's.
        names.remove(#"\(kind)-split"#)
        return names.union(["comment-split", "cdata-split"])
    }()

    @Test("each remark that is made has a sentence, and each sentence a remark")
    func complete() {
        #expect(Self.used.subtracting(Diagnostic.sentences.keys).sorted() == [])
        #expect(Set(Diagnostic.sentences.keys).subtracting(Self.used).sorted() == [])
        #expect(Self.used.count > 100)
    }

    @Test("a sentence counts its values from 1, and leaves none of them out")
    func counted() {
        for (name, sentence) in Diagnostic.sentences {
            let numbers = sentence.matches(of: /\$([0-9])/).compactMap { Int($0.output.1) }
            #expect(
                Set(numbers) == Set(numbers.indices.map { $0 + 1 }.prefix(Set(numbers).count)),
                "\(name): \(sentence)"
            )
        }
    }

    @Test("values stand where they are counted: plain, quoted, or as a number of others")
    func values() {
        #expect(Diagnostic.note("duplicate-id", "a\"b").detail.hasPrefix(#"the ID "a\"b" appears"#))
        #expect(Diagnostic.note("xml-base", "$1\n").detail == #"xml:base on $1\u{a} is ignored"#)
        #expect(Diagnostic.note("field-not-text", "n", "0").detail == #"the field "n": bytes that are not UTF-8"#)
        #expect(
            Diagnostic.note("field-not-text", "n", "2").detail == #"the field "n" and 2 more: bytes that are not UTF-8"#
        )
    }

    @Test("an error says itself what is wrong, of one of several things with its place")
    func errors() {
        #expect(Diagnostic.error("bad-jws", Problem(description: "no")).detail == "no")
        #expect(
            Diagnostic.error("bad-jws", Problem(description: "no")).of("signatures[1]").detail == "signatures[1]: no"
        )
        #expect(Diagnostic.note("advice").of("").detail.hasPrefix("the signature: the assertion gives advice"))
    }

    @Test("five hundred characters of a sentence are shown")
    func length() {
        let long = String(repeating: "x", count: 10_000)
        #expect(Diagnostic.error("bad-jws", Problem(description: long)).values.map(\.count) == [501])
        #expect(Diagnostic.error("bad-jws", Problem(description: long)).detail == long.prefix(500) + "…")
        #expect(Diagnostic.error("bad-jws", Problem(description: String(long.prefix(500)))).detail == long.prefix(500))
    }
}

/// An error that says what it is given.
private struct Problem: PositionedError {
    var description: String
    var position = InputPosition()
}
