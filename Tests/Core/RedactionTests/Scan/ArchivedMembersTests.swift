import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite("A known secret in members that HAR does not know") struct ArchivedMembersTests {
    private static let secret = "/js/core.20fdff70e8100f584d6d.js"

    /// An entry with a secret of a header in a member of its own, in a URL and beside much that is no secret.
    private static func exchange(url: String) throws -> Exchange {
        var exchange = Probe.exchange(headers: [("X-Auth-Token", secret)])
        let entry =
            #"{"pageref":"page_1","timings":{"send":0,"wait":41,"receive":3},"response":{"content":{"mimeType":"text/html"},"#
            + #""url":"\#(url)"},"_ids":["a1","b2"],"connection":"443"}"#
        exchange.harExtras = try JSONValue(parsing: Array(entry.utf8)).object
        return exchange
    }

    @Test(
        "Where it reaches across the pieces of a URL its string goes, and nothing else changes",
        arguments: ["https://cdn.kite.example" + secret, "//cdn.kite.example" + secret + "?v=1", "x" + secret]
    )
    func urlOfResponse(url: String) throws {
        let exchange = try Self.exchange(url: url)
        let redacted = Probe.redact(exchange)[0]
        let (before, after) = (try #require(exchange.harExtras), try #require(redacted.harExtras))
        #expect(Self.differing(.object(before), .object(after)) == [url])
        #expect(!JSONValue.object(after).serialized.contains("20fdff70e8100f584d6d"))
    }

    @Test("Redaction changes strings that hold a secret, and nothing else, in every entry", arguments: Captures.names)
    func everyCapture(name: String) throws {
        var redactor = Redactor(key: Array(repeating: 7, count: 32))
        var exchanges = try Captures.exchanges(name)
        for exchange in exchanges { redactor.study(exchange) }
        let secrets = redactor.known.secrets.map { String(decoding: $0.value, as: UTF8.self) }
        #expect(secrets.count > 5)
        for place in exchanges.indices {
            let secret = secrets[place % secrets.count]
            let own: JSONObject = [
                "url": .string("https://cdn.kite.example/" + secret), "path": .string(secret), "word": .string("owl"),
                "list": .array([.string("https://kite.example/a/" + secret + "/b"), .bool(true), .null]),
            ]
            exchanges[place].harExtras = ["_owl": .object(own), "connection": .string("443")]
        }
        for exchange in exchanges {
            let after = try #require(redactor.redact(exchange).harExtras)
            for text in Self.differing(.object(try #require(exchange.harExtras)), .object(after)) {
                #expect(text != nil && secrets.contains { text?.contains($0) == true }, "\(text ?? "the shape")")
            }
        }
    }

    /// The strings of `before` that are others in `after`; nil for anything else that is: a name, a number, the shape.
    private static func differing(_ before: JSONValue, _ after: JSONValue) -> [String?] {
        switch (before, after) {
        case (.object(let one), .object(let other)):
            guard one.members.map(\.key) == other.members.map(\.key) else { return [nil] }
            return zip(one.members, other.members).flatMap { differing($0.value, $1.value) }
        case (.array(let one), .array(let other)):
            guard one.count == other.count else { return [nil] }
            return zip(one, other).flatMap { differing($0, $1) }
        case (.string(let one), .string(let other)): return one == other ? [] : [one]
        default: return before == after ? [] : [nil]
        }
    }
}
