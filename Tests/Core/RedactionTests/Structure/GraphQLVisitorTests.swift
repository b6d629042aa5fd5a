import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite struct GraphQLVisitorTests {
    private static let document = #"""
        # signs in
        mutation SignIn($device: ID = "box-0001-zz") {
          me: signIn(email: "jane@kite.example", input: {password: "hunter-2-owl", pin: 4711, tags: ["a"]}, first: 20,
            token: """block "kite" 77""", lang: DE) @include(if: true) { token expires_in(unit: "s") }
        }
        """#

    /// The document after redaction by the arguments' names, at Adobe's.
    private static var expected: String {
        var text = document
        for secret in ["jane@kite.example", "hunter-2-owl", "4711", #"block "kite" 77"#] {
            text = text.replacing(secret, with: Probe.pseudonym(secret))
        }
        return text
    }

    @Test("Arguments are read like a query's, in a body, in JSON and in a query")
    func arguments() throws {
        let graphQL = Probe.exchange("POST", headers: [("Content-Type", "application/graphql")], body: Self.document)
        #expect(Probe.text(Probe.redact(graphQL)[0].request.body) == Self.expected)
        let json = JSONValue.object(["query": .string(Self.document)]).serialized
        let sent = Probe.exchange("POST", headers: [("Content-Type", "application/json")], body: json)
        let body = try JSONValue(parsing: Probe.redact(sent)[0].request.body ?? [])
        #expect(body["query"]?.string == Self.expected)
        let url =
            "https://api.auth.adobe.com/g?query=" + PercentEncoding.form(#"{user(id:"a",token:"hunter-2-owl"){x}}"#)
        #expect(!Probe.url(url).contains("hunter"))
        #expect(Probe.url(url).contains("user%28id%3A%22a%22%2Ctoken%3A%22"))
    }

    @Test("Sent elsewhere every argument is secret but those of harmless names; the document stays one")
    func sentElsewhere() throws {
        let document =
            #"query Q { item(odd: "KsSpdeZHS9ykH239ouuVu7L7", list: ["Kite One", {n: 77123}], format: "s") { id } }"#
        let body = JSONValue.object(["query": .string(document)]).serialized
        let sent = Probe.exchange(
            "POST",
            "https://kite.example/graphql",
            headers: [("Content-Type", "application/json")],
            body: body
        )
        let after = try JSONValue(parsing: Probe.redact(sent)[0].request.body ?? [])
        var expected = document
        for secret in ["KsSpdeZHS9ykH239ouuVu7L7", "Kite One", "77123"] {
            expected = expected.replacing(secret, with: Probe.pseudonym(secret))
        }
        #expect(after["query"]?.string == expected)
    }

    @Test(
        "A document says what it is",
        arguments: [
            ("query{a}", true), ("query Q($a: Int) { b }", true), ("mutation @x { a }", true),
            ("fragment F on T { a }", true),
            ("subscription S{a}", true), ("query the database", false), ("queryString{a}", false), ("mutation", false),
            ("", false),
            ("fragment of kites", false), ("{a}", false),
        ]
    )
    func beginnings(text: String, isDocument: Bool) {
        #expect(GraphQLVisitor.begins(ArraySlice(text.utf8)) == isDocument)
    }

    @Test(
        "A selection in braces is one, JSON and its kin are not",
        arguments: [
            ("{ user(id: 1) { name } }", true), ("{a b c}", true), ("{ x: user { a } }", true), ("{ # c\n a }", true),
            (#"{"a":1}"#, false), ("{}", false), ("{a:1}", false), (#"{a:"b"}"#, false), ("{a:[1]}", false),
            ("{", false), ("{a", false),
        ]
    )
    func short(text: String, isDocument: Bool) {
        #expect(GraphQLVisitor.beginsShort(ArraySlice(text.utf8)) == isDocument)
    }

    @Test("What is cut off, nested without end or closed too often is followed as far as it goes")
    func odd() {
        for text in [
            #"query { a(token: "hunter-2-owl"#, #"query { a(token: """hunter-2-owl"#,
            #"query Q( )}]( { a(token: "hunter-2-owl") }"#,
            "query (" + String(repeating: "{[(", count: 500) + #"token: "hunter-2-owl""#,
        ] {
            let sent = Probe.exchange("POST", headers: [("Content-Type", "application/graphql")], body: text)
            #expect(!Probe.text(Probe.redact(sent)[0].request.body).contains("hunter-2-owl"), "\(text.prefix(40))")
        }
    }
}
