import Checkout
import Foundation
import Testing

@testable import Redaction

@Suite struct NameRulesTests {
    @Test("Case, hyphens and underscores do not matter", arguments: ["device_id", "deviceId", "Device-ID", "DEVICEID"])
    func spelling(_ name: String) {
        #expect(NameRules.verdict(name.utf8) == .secret(.deviceIdentifier))
    }

    @Test(
        "A telling part of an unknown name is enough",
        arguments: ["myPassword2", "x_session_v", "user.email", "signingKey", "newAuthThing", "j_username"]
    )
    func parts(_ name: String) {
        guard case .secret = NameRules.verdict(name.utf8) else {
            Issue.record("\(name) is \(NameRules.verdict(name.utf8))")
            return
        }
    }

    @Test(
        "Of several telling parts the most telling one counts, wherever it stands",
        arguments: [
            ("tokenPassword", SecretKind.credential), ("passwordToken", .credential), ("keyAuth", .authorization),
            ("authKey", .authorization), ("sessionCookie", .cookie), ("x-passphrase", .credential),
            ("ppassw", .credential),
            ("sekey", .other),
        ]
    )
    func mostTelling(_ name: String, _ kind: SecretKind) {
        #expect(NameRules.verdict(name.utf8) == .secret(kind))
    }

    @Test("A name that breaks off within a telling part is on no list", arguments: ["xke", "sessio", "apike", "a", ""])
    func brokenOff(_ name: String) {
        #expect(NameRules.verdict(name.utf8) == .unlisted)
    }

    @Test(
        "Names that only look telling are known",
        arguments: [
            "token_type", "tokenSource", "authPerAggregator", "authorizationType", "authenticationExpirationDate",
            "ttl",
        ]
    )
    func exceptions(_ name: String) {
        if case .secret = NameRules.verdict(name.utf8) { Issue.record("\(name) is taken for a secret") }
    }

    @Test("No name is on two lists")
    func onceOnly() {
        let names =
            NameTable.identities + NameTable.harmless + NameTable.harmlessHere + NameTable.harmlessInAnswers
            + NameTable.open + NameTable.secrets.flatMap(\.1)
        #expect(Set(names).count == names.count)
        for name in names { #expect(NameRules.normalized(name.utf8) == name) }
    }

    @Test("A name beyond ASCII is on no list, and is still searched for what secrets are called")
    func beyondASCII() {
        let marks = String(repeating: "\u{301}\u{316}", count: 50)
        let name = NameRules.normalized("X-Tok\(marks)".utf8)
        #expect(name.utf8.allSatisfy { $0 < 0x80 })
        #expect(name.utf8.count == "xtok".utf8.count + marks.utf8.count)
        // The Kelvin sign is no K to anyone but Swift.
        #expect(NameRules.normalized("\u{212A}ey".utf8) != NameRules.normalized("key".utf8))
        guard case .secret = NameRules.verdict("mon_access_token_d'accès".utf8) else {
            Issue.record("it is taken for harmless")
            return
        }
    }

    @Test("A name that is longer than any may stand for anything, and no more of it is read")
    func longNames() {
        let longest = String(repeating: "z", count: NameRules.maximumBytes)
        #expect(NameRules.verdict(longest.utf8) == .unlisted)
        #expect(NameRules.verdict((longest + "z").utf8) == .secret(.other))
        #expect(NameRules.normalized(String(repeating: "z", count: 100_000).utf8).utf8.count <= 257)
    }

    @Test("No header is both harmless and secret")
    func headers() {
        #expect(HeaderTable.harmless.isDisjoint(with: HeaderTable.secret.keys))
    }

    /// The words in code spans of a paragraph of Documentation/reference/redaction-rules.md that begins so.
    static func words(ofParagraph beginning: String) throws -> [String] {
        let file = Checkout.top.appending(path: "Documentation/reference/redaction-rules.md")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let paragraphs = text.split(separator: "\n\n").filter { $0.hasPrefix(beginning) }
        let paragraph = try #require(paragraphs.first)
        #expect(paragraphs.count == 1)
        return paragraph.dropFirst(beginning.count).split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.isMultiple(of: 2) ? nil : String($1) }
    }

    @Test(
        "The names that are kept, harmless or looked into are those of the document, and no others",
        arguments: [
            ("Kept, and never a secret elsewhere: ", NameTable.identities, Verdict.identity),
            ("Harmless anywhere: ", NameTable.harmless, .harmless),
            ("Harmless in messages to and from Adobe: ", NameTable.harmlessHere, .harmlessHere),
            ("Harmless in responses only: ", NameTable.harmlessInAnswers, .harmlessInAnswers),
            ("Looked into: ", NameTable.open, .open),
        ]
    )
    func documentedNames(paragraph: String, names: [String], verdict: Verdict) throws {
        let documented = try Self.words(ofParagraph: paragraph)
        #expect(names == documented)
        for name in documented { #expect(NameRules.verdict(name.utf8) == verdict, "\(name)") }
    }

    @Test("The headers that are kept, and those of a kind of their own, are those of the document, and no others")
    func documentedHeaders() throws {
        let kept = try Self.words(ofParagraph: "`Accept`")
        #expect(HeaderTable.harmless == Set((["Accept"] + kept).map { NameRules.normalized($0.utf8) }))
        let secret = try Self.words(ofParagraph: "Of the others these have a kind of their own in the summary: ")
        #expect(Set(HeaderTable.secret.keys) == Set(secret))
        #expect(secret.count == HeaderTable.secret.count)
    }
}
