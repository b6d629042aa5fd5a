import Documents
import Proxy
import Redaction
import Testing

@testable import Report
@testable import kinescope

/// The schema has the words that the code has, and keys are called as the rules want it.
@Suite struct JSONSchemaNamesTests {
    static let lists: [(definition: String, words: [String])] =
        JSONReference.lists + [
            ("command", Kinescope.configuration.subcommands.map { $0._commandName }),
            ("noticeCode", RecorderNotice.codes), ("secretKind", SecretKind.allCases.map { "\($0)" }),
        ]

    @Test("Each closed list is that of the code: Scripts/reference --write writes them", arguments: lists)
    func list(definition: String, words: [String]) throws {
        let found = try JSONOutputTests.schema.get().words(definition)
        #expect(Set(found) == Set(words), "\(definition) should be \(words)")
        #expect(found.count == words.count)
    }

    @Test("Each command has --json", arguments: Kinescope.configuration.subcommands.map { $0._commandName })
    func option(command: String) throws {
        let run = try CommandLineRun.kinescope([command, "--help"], in: TemporaryFolder())
        #expect(run.output.contains("\n  --json "))
    }

    @Test("Codes and keys are words in lowerCamelCase")
    func words() throws {
        let schema = try JSONOutputTests.schema.get()
        let word = /[a-z][A-Za-z0-9]*/
        let keys = schema.properties.map(\.name).filter { $0.wholeMatch(of: word) == nil }
        #expect(keys == [])
        for list in Self.lists where !["operation", "exchangeKind", "step"].contains(list.definition) {
            #expect(list.words.filter { $0.wholeMatch(of: word) == nil } == [], "\(list.definition)")
        }
    }

    @Test("Truth values begin with is or has, instants end in At, numbers say what they count")
    func names() throws {
        let properties = try JSONOutputTests.schema.get().properties
        #expect(properties.count > 300)
        let plain = [
            // Numbers that are no counts, and so have names of their own.
            "schema", "status", "port", "line", "ordinal", "exchange", "vsaCall", "userAction", "first", "last",
            "number",
            "count", "rate", "errorCode", "entry",
        ]
        for (name, schema) in properties {
            let types = schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] } ?? []
            let references = ([schema] + (schema["oneOf"]?.array ?? [])).compactMap { $0["$ref"]?.string }
            if types.contains("boolean"), types.count <= 2 {
                #expect(name.hasPrefix("is") || name.hasPrefix("has"), "\(name)")
            }
            if references.contains("#/$defs/instant") { #expect(name == "at" || name.hasSuffix("At"), "\(name)") }
            if types.contains("integer"), types.count <= 2, !plain.contains(name) {
                let isNamed = ["Count", "Bytes", "Microseconds"].contains { name.hasSuffix($0) }
                #expect(isNamed, "\(name)")
            }
        }
    }
}
